import {
  countUpcomingEventsOfRecords,
  foldedFirstLetterOfName,
  type Initial,
  listFirstLettersOfNames,
  listRecordIdsByName,
} from '../../collections/records/list-records-by-name.ts'
import type { VenueRow } from '../../collections/venues/venue-store.ts'
import { CalendarError } from '../../core/errors.ts'
import { INDEXED_KINDS, type IndexedKind } from '../../core/kinds.ts'
import { countListPages } from '../../core/list-page.ts'
import { appendQueryToUrl } from '../../core/urls.ts'
import { html, type Markup } from '../html-template.ts'
import { type HtmlPage, languageRootPath, type PageContext, plainTitleOfRecord } from '../page-context.ts'
import { pathOfRecordIndex } from '../page-paths.ts'
import { frontPageBreadcrumb, renderBreadcrumbs } from '../parts/breadcrumbs.ts'
import { renderPreviousNextLinks } from '../parts/lists/event-list-by-day.ts'
import { renderViewHeader } from '../parts/lists/period-header.ts'
import { hrefOfIndexPageRecord, type IndexedRow, loadRecordsForIndexPage } from '../records-with-index-page.ts'

const PER_PAGE = 100
/** Number of names that the description of the page for search engines contains. */
const DESCRIBED_MAX = 10
/**
 * Maximum number of first letters to which an index of names has links. With more, as for Chinese names, there are no
 * such links.
 */
const INITIALS_MAX = 60

/**
 * The page that lists all venues, organizers, series or categories by name, with the numbers of their upcoming events.
 * @param letter first letter of the names to list
 * @param page number of the page
 * @throws {CalendarError} `rest_no_route` if no name begins with this letter
 */
export async function recordIndexPage(
  context: PageContext,
  kind: IndexedKind,
  letter: string | undefined,
  page: number,
): Promise<HtmlPage> {
  const { scope, words, today } = context
  const request = { page, perPage: PER_PAGE }
  const [initials, ids] = await Promise.all([
    listFirstLettersOfNames(scope, kind),
    listRecordIdsByName(scope, kind, letter, request),
  ])
  const chosen = letter === undefined ? initials : initials.filter((one) => one.letter === letter)
  if (letter !== undefined && chosen.length === 0) throw new CalendarError('rest_no_route')
  const total = chosen.reduce((sum, one) => sum + one.total, 0)
  const [rows, counts] = await Promise.all([
    loadRecordsForIndexPage(scope, kind, ids),
    countUpcomingEventsOfRecords(scope.db, kind, ids, today),
  ])
  const own = `${languageRootPath(context)}${pathOfRecordIndex(kind)}`
  const hrefOf = (number: number) => appendQueryToUrl(own, { letter, page: number > 1 ? number : undefined })
  const last = countListPages(total, PER_PAGE)
  const heading = words.indexes[kind]
  const names = rows.slice(0, DESCRIBED_MAX).map(plainTitleOfRecord)
  return {
    status: page > 1 && page > last ? 404 : 200,
    title: heading,
    description: names.length > 0 ? `${heading}: ${names.join(', ')}` : undefined,
    bodyClass: 'calendar',
    path: appendQueryToUrl(pathOfRecordIndex(kind), { letter, page: page > 1 ? page : undefined }),
    isIndexed: total > 0,
    main: html`
      ${renderBreadcrumbs(context, [frontPageBreadcrumb(context)])}
      ${indexTabs(context, kind)}
      ${renderViewHeader(heading, String(total))}
      ${initialLinks(context, initials, letter, own)}
      ${rows.length > 0 ? namesByInitial(context, kind, rows, counts) : html`<p>${words.nothing}</p>`}
      ${renderPreviousNextLinks(
        heading,
        page > 1 ? { address: hrefOf(page - 1), name: words.previousPage } : undefined,
        page < last ? { address: hrefOf(page + 1), name: words.nextPage } : undefined,
      )}
    `,
  }
}

/** Links to the indexes of all kinds. */
function indexTabs(context: PageContext, current: IndexedKind): Markup {
  const tabs = INDEXED_KINDS.map((kind) => {
    const mark = kind === current && html` aria-current="page"`
    const address = `${languageRootPath(context)}${pathOfRecordIndex(kind)}`
    return html`<li><a href="${address}"${mark}>${context.words.indexes[kind]}</a></li>`
  })
  return html`<nav class="views" aria-label="${context.words.viewsOf}"><ul>${tabs}</ul></nav>`
}

function initialLinks(
  { words }: PageContext,
  initials: readonly Initial[],
  current: string | undefined,
  own: string,
): Markup | undefined {
  if (initials.length < 2 || initials.length > INITIALS_MAX) return undefined
  const link = (name: string, letter?: string) => {
    const mark = letter === current && html` aria-current="true"`
    return html`<li><a class="chip" data-moves href="${appendQueryToUrl(own, { letter })}"${mark}>${name}</a></li>`
  }
  return html`
    <nav aria-label="${words.byLetter}">
      <ul class="chips initials">
        ${link(words.all)}
        ${initials.map(({ letter }) => link(letter.toUpperCase(), letter))}
      </ul>
    </nav>
  `
}

/** The names of records as links, in a section for each initial. */
function namesByInitial(
  context: PageContext,
  kind: IndexedKind,
  rows: readonly IndexedRow[],
  counts: ReadonlyMap<number, number>,
): Markup {
  const groups = Map.groupBy(rows, (row) => foldedFirstLetterOfName(plainTitleOfRecord(row)).toUpperCase())
  const sections = Array.from(
    groups,
    ([initial, group]) => html`
      <section>
        <h2>${initial}</h2>
        <ul>${group.map((row) => nameLine(context, kind, row, counts.get(row.id) ?? 0))}</ul>
      </section>
    `,
  )
  return html`<div class="names">${sections}</div>`
}

function nameLine(context: PageContext, kind: IndexedKind, row: IndexedRow, upcoming: number): Markup {
  const address = hrefOfIndexPageRecord(context, kind, row)
  const city = kind === 'venue' ? (row as VenueRow).city : ''
  return html`
    <li>
      <a href="${address}" dir="auto">${plainTitleOfRecord(row)}</a>
      ${city !== '' && html` <bdi class="quiet">${city}</bdi>`}
      ${upcoming > 0 && html` <span class="quiet">· ${context.words.upcomingEvents(upcoming)}</span>`}
    </li>
  `
}
