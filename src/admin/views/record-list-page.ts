import type { CollectionName, TitleField } from '../../core/kinds.ts'
import type { Language } from '../../core/language.ts'
import { appendQueryToUrl } from '../../core/urls.ts'
import { html, type Markup } from '../../pages/html-template.ts'
import { formatDate } from '../../pages/page-dates.ts'
import { LANGUAGE_NAMES } from '../../pages/words/language-names.ts'
import { type AdminContext, type AdminPage, adminPath } from '../admin-context.ts'
import { hiddenInputWithFormToken } from '../forms/admin-form.ts'
import { renderListPageLinks } from '../forms/list-page-links.ts'
import type { AdminWords } from '../words/en.ts'

/** The filters of a table of records. An empty text does not filter. */
export interface RecordFilter {
  search: string
  status: string
  when: keyof AdminWords['periods']
  /** Shows only records without a text in this language. */
  language: Language | undefined
  page: number
}

export interface RecordList {
  collection: CollectionName
  titleField: TitleField
  /** Statuses by which the table can be filtered; empty for records without a status. */
  statuses: readonly string[]
  /** Whether the records have dates, by which the table can be filtered. */
  hasDates: boolean
  /** Languages whose missing texts the table can be filtered by; empty for records without that filter. */
  languages: readonly Language[]
  canCreate: boolean
  /** Whether users can select several rows, to change their records together. */
  canChoose: boolean
  filter: RecordFilter
  total: number
  /** Whether there are more records than `total`: only the first records of a long list are counted. */
  hasMore: boolean
  pages: number
  rows: readonly { record: Readonly<Record<string, unknown>>; canEdit: boolean }[]
}

/** The fields of a record that its row shows, besides its title and place. */
interface ListedRecord {
  id: number
  status?: string
  start_date?: string
  event_status?: keyof AdminWords['choices']
  hide_from_listings?: boolean
}

/** The page with the table of the records of a collection. */
export function recordListPage(context: AdminContext, list: RecordList): AdminPage {
  const { words } = context
  const names = words.collections[list.collection]
  return {
    title: names.title,
    main: html`
      ${
        list.canCreate &&
        html`
        <p><a class="button" href="${adminPath(context, `/${list.collection}/new`)}">${names.new}</a></p>
      `
      }
      ${filterForm(context, list)}
      <p class="quiet">${words.list[list.hasMore ? 'moreThan' : 'count'](list.total)}</p>
      ${list.rows.length > 0 && (list.canChoose ? chooseForm(context, list, table(context, list)) : table(context, list))}
      ${renderListPageLinks(context, {
        path: `/${list.collection}`,
        query: queryOfFilter(list.filter),
        page: list.filter.page,
        pages: list.pages,
        hasMore: list.hasMore,
      })}
    `,
  }
}

function filterForm(context: AdminContext, { collection, filter, statuses, hasDates, languages }: RecordList): Markup {
  const { words } = context
  const option = (value: string, label: string, chosen: string) =>
    html`<option value="${value}"${value === chosen && html` selected`}>${label}</option>`
  return html`
    <form class="filters" action="${adminPath(context, `/${collection}`)}" role="search">
      <label>${words.list.search} <input type="search" name="search" value="${filter.search}"></label>
      ${
        statuses.length > 0 &&
        html`
        <label>
          ${words.list.status}
          <select name="status">
            ${option('', words.list.any, filter.status)}
            ${statuses.map((status) => option(status, words.states[status as keyof AdminWords['states']], filter.status))}
          </select>
        </label>
      `
      }
      ${
        hasDates &&
        html`
        <label>
          ${words.list.when}
          <select name="when">
            ${(['upcoming', 'past', 'all'] as const).map((when) => option(when, words.periods[when], filter.when))}
          </select>
        </label>
      `
      }
      ${
        languages.length > 0 &&
        html`
        <label>
          ${words.list.language}
          <select name="language">
            ${option('', '–', filter.language ?? '')}
            ${languages.map((language) => option(language, LANGUAGE_NAMES[language], filter.language ?? ''))}
          </select>
        </label>
      `
      }
      <button class="plain">${words.list.show}</button>
    </form>
  `
}

/** The table as a form whose button leads to the form for the selected rows. */
function chooseForm(context: AdminContext, { filter, total, hasMore }: RecordList, rows: Markup): Markup {
  const { bulk } = context.words
  return html`
    <form method="post" action="${adminPath(context, '/events/bulk')}">
      ${hiddenInputWithFormToken(context)}
      <input type="hidden" name="filter" value="${appendQueryToUrl('', queryOfFilter(filter)).slice(1)}">
      ${rows}
      ${!hasMore && html`<p><label><input type="checkbox" name="all" value="1"> ${bulk.all(total)}</label></p>`}
      <p><button class="plain">${bulk.change}</button></p>
    </form>
  `
}

const queryOfFilter = ({ search, status, when, language }: RecordFilter) => ({
  search: search || undefined,
  status: status || undefined,
  when,
  language,
})

function table(
  context: AdminContext,
  { collection, titleField, hasDates, statuses, canChoose, filter, rows }: RecordList,
): Markup {
  const { scope, words } = context
  // If the table lists events without a text in a language, each row links to the form for this text.
  const textsPath = filter.language === undefined ? '' : `/texts/${filter.language}`
  const body = rows.map(({ record, canEdit }) => {
    const { id, start_date: start } = record as unknown as ListedRecord
    const title = String(record[titleField] ?? '')
    const place = placeName(record)
    return html`
      <tr>
        ${canChoose && html`<td class="choose">${canEdit && html`<input type="checkbox" name="ids[]" value="${id}" aria-label="${words.bulk.choose}: ${title}">`}</td>`}
        <td class="name">${canEdit ? html`<a href="${adminPath(context, `/${collection}/${id}${textsPath}`)}">${title}</a>` : title}</td>
        ${hasDates && html`<td>${start && `${formatDate(scope.language, 'short', start)} ${start.slice(0, 4)}`}</td><td class="place">${place}</td>`}
        ${statuses.length > 0 && html`<td>${statesMarkup(context, record as unknown as ListedRecord)}</td>`}
      </tr>
    `
  })
  return html`
    <div class="scroll" tabindex="0" role="group" aria-label="${words.collections[collection].title}">
      <table class="records">
        <thead>
          <tr>
            ${canChoose && html`<td></td>`}
            <th scope="col">${words.list.name}</th>
            ${hasDates && html`<th scope="col">${words.list.when}</th><th scope="col">${words.list.where}</th>`}
            ${statuses.length > 0 && html`<th scope="col">${words.list.status}</th>`}
          </tr>
        </thead>
        <tbody>${body}</tbody>
      </table>
    </div>
  `
}

/** The state of a post, whether an event takes place as planned, and whether lists of the calendar omit it. */
function statesMarkup({ words }: AdminContext, post: ListedRecord): Markup {
  const { status, event_status: eventStatus = 'scheduled', hide_from_listings: isHidden } = post
  return html`
    ${status && words.states[status as keyof AdminWords['states']]}
    ${eventStatus !== 'scheduled' && html` <span class="badge">${words.choices[eventStatus]}</span>`}
    ${isHidden && html` <span class="badge">${words.list.hidden}</span>`}
  `
}

/** The name of the venue of an event; empty if it has none or several. */
function placeName({ venue }: Readonly<Record<string, unknown>>): string {
  const isOne = typeof venue === 'object' && venue !== null && !Array.isArray(venue)
  return isOne ? String((venue as { venue?: unknown }).venue ?? '') : ''
}
