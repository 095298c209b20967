import { findOrganizer } from '../../../collections/organizers/organizer-store.ts'
import { postRights } from '../../../collections/posts/load-posts.ts'
import { findSeries } from '../../../collections/series/series-store.ts'
import { findVenue } from '../../../collections/venues/venue-store.ts'
import type { LinkedPostKind } from '../../../core/kinds.ts'
import { html, type Markup } from '../../html-template.ts'
import { hrefOfView, type PageContext, plainTitleOfRecord } from '../../page-context.ts'
import {
  addFilterToAddress,
  copyFilterWithoutValue,
  type FilterName,
  hasActiveEventFilter,
} from '../../parse-event-filter-of-page.ts'
import { type Suggestion, suggestRecordsForSearch } from '../../suggest-events-and-records.ts'
import { noEventsNotice } from './event-list-by-day.ts'
import { CHOICES_MAX, type FilterChoices, loadFilterChoices } from './filter-choices.ts'
import { listActiveFilterFlags } from './filter-flags.ts'

/** One value of an active filter, with the text by which pages name it. */
export interface ActiveFilter {
  name: FilterName
  /** The value as in the query parameter; one value if the parameter contains several. */
  value: string
  text: string
}

const FINDERS = { venue: findVenue, organizer: findOrganizer, series: findSeries } as const satisfies Partial<
  Record<LinkedPostKind, unknown>
>

/** Lists the values of all active filters. Names of records that are not among the choices of the form are loaded. */
export async function loadActiveFilters(context: PageContext, choices: FilterChoices): Promise<ActiveFilter[]> {
  const { scope, filter } = context
  const { values } = filter
  const valuesOf = (name: FilterName) => values[name]?.split(',').filter((value) => value.trim() !== '') ?? []
  const terms = (['categories', 'tags'] as const).flatMap((name) =>
    valuesOf(name).map((value) => ({
      name,
      value,
      text: choices[name].find((one) => one.value === value)?.name ?? value,
    })),
  )
  const posts = await Promise.all(
    Object.entries(FINDERS).flatMap(([name, find]) =>
      valuesOf(name as LinkedPostKind)
        .slice(0, CHOICES_MAX)
        .map(async (value) => {
          const row = await find(scope, { id: Number(value) })
          const text = row && postRights.canRead(scope, row) ? plainTitleOfRecord(row) : value
          return { name: name as LinkedPostKind, value, text }
        }),
    ),
  )
  const search =
    values.search === undefined ? [] : [{ name: 'search' as const, value: values.search, text: `“${values.search}”` }]
  return [
    ...search,
    ...terms,
    ...posts,
    ...listActiveFilterFlags(context).map(({ parameter, value, name }) => ({ name: parameter, value, text: name })),
  ]
}

/** Links that remove active filters: one link for each value, and one for all. */
export function renderLinksRemovingFilters(
  { words, filter }: PageContext,
  action: string,
  active: readonly ActiveFilter[],
): Markup {
  const links = active.map(
    ({ name, value, text }) => html`
      <li>
        <a
          class="chip"
          data-moves
          href="${addFilterToAddress(action, copyFilterWithoutValue(filter, name, value))}"
          aria-label="${words.remove(text)}"
        >
          <bdi>${text}</bdi> <span aria-hidden="true">×</span>
        </a>
      </li>
    `,
  )
  return html`
    <ul class="chosen">
      ${links}
      ${active.length > 1 && html`<li><a class="quiet" data-moves href="${action}">${words.clear}</a></li>`}
    </ul>
  `
}

const namedRecordItem = ({ name, kind, path }: Suggestion): Markup =>
  html`<li><span class="quiet">${kind}</span> <a href="${path}"><bdi>${name}</bdi></a></li>`

/** Links to the venues, organizers, series and categories whose names contain all words of a search. */
export async function renderLinksToNamedRecords(context: PageContext, search: string): Promise<Markup | undefined> {
  const records = await suggestRecordsForSearch(context, search)
  return records.length > 0 ? html`<ul class="named">${records.map(namedRecordItem)}</ul>` : undefined
}

/**
 * The notice on the page of a period or of a view without events, with links to other events.
 * @param hint a sentence that says why there are none, if the page has no filter
 * @param action address of the page without filters
 */
export const renderNoEventsNoticeWithLinks = async (
  context: PageContext,
  hint: string,
  action: string,
): Promise<Markup> =>
  noEventsNotice(
    context,
    hasActiveEventFilter(context.filter) ? context.words.nothingFound : hint,
    await renderLinksWhenNoEventsAreFound(context, action),
  )

/**
 * Links that a page without events shows: records with the name that was searched for, the same page without one of its
 * filters, all upcoming and past events with these filters, and the list without filters.
 * @param action address of the page without filters
 */
export async function renderLinksWhenNoEventsAreFound(context: PageContext, action: string): Promise<Markup> {
  const { words, filter } = context
  const [active, records] = await Promise.all([
    loadFilterChoices(context).then((choices) => loadActiveFilters(context, choices)),
    suggestRecordsForSearch(context, filter.values.search ?? ''),
  ])
  const [list, past] = [hrefOfView(context, 'list'), hrefOfView(context, 'past')]
  const line = (address: string, text: string) => html`<li><a data-moves href="${address}">${text}</a></li>`
  return html`
    <ul class="wider">
      ${records.map(namedRecordItem)}
      ${active.map(({ name, value, text }) =>
        line(
          addFilterToAddress(action, copyFilterWithoutValue(filter, name, value)),
          words.without(name === 'search' ? value : text),
        ),
      )}
      ${active.length > 0 && action !== list && line(addFilterToAddress(list, filter), words.comingUp)}
      ${action !== past && line(addFilterToAddress(past, filter), words.views.past)}
      ${line(list, words.allEvents)}
    </ul>
  `
}
