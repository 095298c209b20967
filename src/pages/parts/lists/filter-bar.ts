import type { Scope } from '../../../collections/collection.ts'
import type { EventQuery } from '../../../collections/events/schema.ts'
import { findOrganizer, loadLinkedOrganizers } from '../../../collections/organizers/store.ts'
import { listVisibleIds } from '../../../collections/posts/list.ts'
import { postRights } from '../../../collections/posts/read.ts'
import { findSeries } from '../../../collections/series/store.ts'
import { listMostUsedTerms } from '../../../collections/terms/list.ts'
import { findVenue, loadLinkedVenues } from '../../../collections/venues/store.ts'
import type { LinkedKind, LinkedPostKind, TermKind } from '../../../core/kinds.ts'
import { formatMessage } from '../../../core/messages/index.ts'
import { type FilterName, isFiltered, removeFilter, termFilterValue, withFilter } from '../../filter.ts'
import { html, type Markup } from '../../html-template.ts'
import { type PageContext, plainTitle, type ViewName, viewHref } from '../../page.ts'

/** An `<option>` of a `<select>` element. */
interface Choice {
  value: string
  name: string
}

const CHOICES_MAX = 50

const byName = (choices: Choice[], language: string) =>
  choices.toSorted((one, other) => one.name.localeCompare(other.name, language))

/**
 * Options to filter events by category or tag: the most used categories or tags, sorted by name. They are the same for
 * all callers and all pages, so they are cached.
 */
async function termChoices({ scope }: PageContext, kind: TermKind): Promise<Choice[]> {
  const { db, language } = scope
  const cached = await db.countCache().find(`choices ${kind}`, [language], async () => {
    const rows = await listMostUsedTerms({ ...scope, languageParameter: undefined }, kind, CHOICES_MAX)
    const choices = rows.map((row) => ({ value: termFilterValue(row), name: plainTitle(row) }))
    return new Map([[language, byName(choices, language)]])
  })
  return cached.get(language) ?? []
}

/**
 * Options to filter events by venue or organizer: all of them, sorted by name, or none if there are more than
 * `CHOICES_MAX`.
 */
async function postChoices(
  { scope }: PageContext,
  kind: LinkedPostKind,
  load: (scope: Scope, ids: readonly number[]) => Promise<ReadonlyMap<number, { text: { title: string } }>>,
): Promise<Choice[]> {
  const ids = await listVisibleIds(scope, kind, CHOICES_MAX)
  const choices = Array.from(await load(scope, ids), ([id, row]) => ({ value: String(id), name: plainTitle(row) }))
  return byName(choices, scope.language)
}

/**
 * The form that filters events, and links that remove active filters. Works without JavaScript.
 * @param action address of the form
 */
export async function filterBar(context: PageContext, action: string): Promise<Markup> {
  const { words, filter } = context
  const { values } = filter
  const [categories, tags, venues, organizers, activePosts] = await Promise.all([
    termChoices(context, 'category'),
    termChoices(context, 'tag'),
    postChoices(context, 'venue', loadLinkedVenues),
    postChoices(context, 'organizer', loadLinkedOrganizers),
    activePostFilters(context, filter.query),
  ])
  // Series have no <select>: visitors come from the page of a series.
  const choices = { tags, venue: venues, organizer: organizers, series: [] as Choice[] }
  // An active filter without an `<option>` is sent as a hidden field, so that submitting the form does not remove the
  // filter.
  const hidden = activePosts.filter(({ name, value }) => !choices[name].some((one) => one.value === value))
  const selected = (name: LinkedPostKind) => (hidden.some((one) => one.name === name) ? '' : values[name])
  const isOpen = Object.keys(choices).some((name) => values[name as keyof typeof choices] !== undefined)
  const featured = values.featured === undefined ? [] : [{ name: 'featured', value: values.featured }]
  const hiddenFields = [...hidden, ...featured].map(
    ({ name, value }) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  const kindName = (kind: LinkedKind) => formatMessage(context.scope.language, `kind.${kind}`)
  const more = [
    selectField('tags', kindName('tag'), words.allTags, tags, values.tags),
    selectField('venue', kindName('venue'), words.allVenues, venues, selected('venue')),
    selectField('organizer', kindName('organizer'), words.allOrganizers, organizers, selected('organizer')),
  ].filter((field) => field !== undefined)
  const active = [...activeTermFilters(context, categories, tags), ...activePosts]
  return html`
    <form class="filter" method="get" action="${action}" role="search" data-moves>
      ${searchInput(context, values.search ?? '')}
      ${selectField('categories', kindName('category'), words.allCategories, categories, values.categories)}
      ${hiddenFields}
      <button>${words.show}</button>
      ${more.length > 0 && moreFields(context, more, isOpen)}
    </form>
    ${isFiltered(filter) && activeFilters(context, action, active)}
  `
}

const moreFields = ({ words }: PageContext, fields: readonly Markup[], isOpen: boolean): Markup => html`
  <details${isOpen && html` open`}>
    <summary>${words.filter}</summary>
    <div class="choices">${fields}</div>
  </details>
`

/** The search field of a filter form. @param value current search text; undefined for none */
function searchInput({ words }: PageContext, value?: string): Markup {
  const current = value !== undefined && html` value="${value}"`
  return html`
    <label class="field wide">
      <span>${words.search}</span>
      <input type="search" name="search"${current} placeholder="${words.searchHint}" maxlength="100">
    </label>
  `
}

/** A search form whose results are shown in the list view. */
export const searchForm = (context: PageContext): Markup => html`
  <form class="filter" method="get" action="${viewHref(context, 'list')}" role="search">
    ${searchInput(context)}
    <button>${context.words.show}</button>
  </form>
`

/**
 * A `<select>` with label; undefined if there are no choices.
 * @param all name of the empty option, which removes the filter
 * @param selected current value; if it is not among the choices, an option is added for it
 */
function selectField(name: string, label: string, all: string, choices: Choice[], selected = ''): Markup | undefined {
  if (choices.length === 0) return undefined
  const isMissing = selected !== '' && !choices.some(({ value }) => value === selected)
  const options = choices.map(
    (choice) =>
      html`<option value="${choice.value}"${choice.value === selected && html` selected`}>${choice.name}</option>`,
  )
  return html`
    <label class="field">
      <span>${label}</span>
      <select name="${name}">
        <option value="">${all}</option>
        ${options}
        ${isMissing && html`<option value="${selected}" selected>${selected}</option>`}
      </select>
    </label>
  `
}

/** An active filter, with the text that pages show for it. */
interface ActiveFilter<Name extends FilterName = FilterName> {
  name: Name
  value: string
  text: string
}

function activeTermFilters(
  { filter: { values, query }, words }: PageContext,
  categories: Choice[],
  tags: Choice[],
): ActiveFilter[] {
  const active = (name: FilterName, choices: Choice[]) => {
    const value = values[name]
    return value === undefined ? [] : [{ name, value, text: choices.find((one) => one.value === value)?.name ?? value }]
  }
  const search = active('search', []).map((one) => ({ ...one, text: `“${one.text}”` }))
  const featured = (query.featured ? active('featured', []) : []).map((one) => ({ ...one, text: words.featured }))
  return [...search, ...active('categories', categories), ...active('tags', tags), ...featured]
}

/**
 * The active filters by venue, organizer and series. Their names are loaded, because these records may be missing among
 * the options.
 */
async function activePostFilters({ scope, filter: { values } }: PageContext, query: EventQuery) {
  const active = async <Name extends LinkedPostKind>(
    name: Name,
    find: typeof findVenue | typeof findOrganizer | typeof findSeries,
  ): Promise<ActiveFilter<Name>[]> => {
    const ids = query[name] ?? []
    const rows = await Promise.all(ids.slice(0, CHOICES_MAX).map((id) => find(scope, { id })))
    const readable = rows.filter((row) => row !== undefined && postRights.canRead(scope, row))
    const text = readable.map((row) => plainTitle(row as NonNullable<typeof row>)).join(', ')
    const value = values[name]
    return value === undefined ? [] : [{ name, value, text: text || value }]
  }
  const found = await Promise.all([
    active('venue', findVenue),
    active('organizer', findOrganizer),
    active('series', findSeries),
  ])
  return found.flat()
}

/** Links that remove active filters: one link for each filter, and one for all filters. */
function activeFilters({ words, filter }: PageContext, action: string, active: ActiveFilter[]): Markup {
  const links = active.map(({ name, text }) => {
    const address = withFilter(action, removeFilter(filter, name))
    return html`
      <li>
        <a class="chip" data-moves href="${address}" aria-label="${words.remove(text)}">
          ${text} <span aria-hidden="true">×</span>
        </a>
      </li>
    `
  })
  return html`
    <ul class="chosen">
      ${links}
      ${active.length > 1 && html`<li><a class="quiet" data-moves href="${action}">${words.clear}</a></li>`}
    </ul>
  `
}

/**
 * Links to all views with the current filter.
 * @param date date that the page shows; the views open at it, or at today if both are in the same month
 */
export function viewTabs(context: PageContext, current: ViewName | undefined, date: string): Markup {
  const { words, filter, today } = context
  const day = date.slice(0, 7) === today.slice(0, 7) ? today : date
  const periods = { month: date.slice(0, 7), week: day, day, list: undefined, map: undefined }
  const tabs = Object.entries(periods).map(([view, period]) => {
    const name = view as keyof typeof periods
    const address = withFilter(viewHref(context, name, period), filter)
    const mark = view === current && html` aria-current="page"`
    return html`<li><a data-moves data-view="${view}" href="${address}"${mark}>${words.views[name]}</a></li>`
  })
  return html`<nav class="views" aria-label="${words.viewsOf}"><ul>${tabs}</ul></nav>`
}
