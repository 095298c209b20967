import type { Language } from '../../core/language.ts'
import { appendQueryToUrl } from '../../core/urls.ts'
import { html, type Markup } from '../../pages/html-template.ts'
import { formatDate } from '../../pages/page-dates.ts'
import { LANGUAGE_NAMES } from '../../pages/words/language-names.ts'
import { type AdminContext, type AdminPage, adminPath } from '../admin-context.ts'

/** The first events of a list on the start page, and the total number in the list. */
export interface ListedEvents {
  rows: readonly { id: number; title: string; start: string; canEdit: boolean }[]
  total: number
}

/** The data that the start page shows. */
export interface StartPageContent {
  drafts: ListedEvents
  pending: ListedEvents
  week: ListedEvents
  /** Number of upcoming events without a text, for each language of the site. */
  untranslated: readonly { language: Language; count: number }[]
  /** Numbers of submissions to decide, and of those received in the last seven days; undefined if there are none. */
  submissions: { waiting: number; week: number } | undefined
  trashed: number
}

/** The start page, which lists the user's drafts and other tasks. Empty lists are omitted. */
export function adminStartPage(
  context: AdminContext,
  { drafts, pending, week, untranslated, submissions, trashed }: StartPageContent,
): AdminPage {
  const { start, collections, trash, list } = context.words
  const missing = untranslated.filter(({ count }) => count > 0)
  const isEmpty = drafts.total + pending.total + week.total + missing.length === 0 && !submissions
  const listLink = (query: Record<string, string>) => appendQueryToUrl(adminPath(context, '/events'), query)
  return {
    title: start.title,
    main: html`
      <p><a class="button" href="${adminPath(context, '/events/new')}">${collections.events.new}</a></p>
      ${isEmpty && html`<p>${start.nothing}</p>`}
      ${submissions && submissionSection(context, submissions)}
      ${eventSection(context, start.pending, pending, listLink({ status: 'pending', when: 'all' }))}
      ${eventSection(context, start.drafts, drafts, listLink({ status: 'draft', when: 'all' }))}
      ${eventSection(context, start.week, week, listLink({}))}
      ${
        missing.length > 0 &&
        html`
        <h2>${start.untranslated}</h2>
        <ul>${missing.map(({ language, count }) => html`<li><a href="${listLink({ language })}">${LANGUAGE_NAMES[language]}</a>: ${list.count(count)}</li>`)}</ul>
      `
      }
      ${trashed > 0 && html`<h2>${trash.title}</h2><p><a href="${adminPath(context, '/trash')}">${list.count(trashed)}</a></p>`}
    `,
  }
}

const submissionSection = (
  context: AdminContext,
  { waiting, week }: NonNullable<StartPageContent['submissions']>,
): Markup => html`
  <h2>${context.words.submissions.title}</h2>
  <ul class="waiting">
    <li><a href="${adminPath(context, '/submissions')}">${context.words.start.waitingSubmissions(waiting)}</a></li>
    <li>${context.words.start.weekOfSubmissions(week)}</li>
  </ul>
`

function eventSection(context: AdminContext, title: string, { rows, total }: ListedEvents, all: string) {
  if (total === 0) return undefined
  const { scope, words } = context
  const item = ({ id, title: name, start, canEdit }: ListedEvents['rows'][number]): Markup => html`
    <li>
      <span class="quiet">${formatDate(scope.language, 'short', start)} ${start.slice(0, 4)}</span>${' '}
      ${canEdit ? html`<a href="${adminPath(context, `/events/${id}`)}">${name}</a>` : name}
    </li>
  `
  return html`
    <h2>${title} (${total})</h2>
    <ul class="waiting">${rows.map(item)}</ul>
    ${total > rows.length && html`<p><a href="${all}">${words.start.showAll}</a></p>`}
  `
}
