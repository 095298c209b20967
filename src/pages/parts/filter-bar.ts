import type { EventQuery } from '../../collections/events/schema.ts'
import { findOrganizer, listOrganizers } from '../../collections/organizers/store.ts'
import { postRights } from '../../collections/posts/read.ts'
import { mostUsedTerms } from '../../collections/terms/list.ts'
import { findVenue, listVenues } from '../../collections/venues/store.ts'
import { Problems } from '../../core/errors.ts'
import type { LinkedPostKind, TermKind } from '../../core/kinds.ts'
import { type FilterName, isFiltered, removeFilter, termFilterValue, withFilter } from '../filter.ts'
import { html, type Markup } from '../markup.ts'
import { type PageContext, plainTitle, type ViewName, viewHref } from '../page.ts'

interface Choice {
  value: string
  name: string
}

const CHOICES_MAX = 50

/** The terms that most events have, by name. */
async function termChoices({ scope }: PageContext, kind: TermKind): Promise<Choice[]> {
  const rows = await mostUsedTerms({ ...scope, asked: undefined }, kind, CHOICES_MAX)
  const choices = rows.map((row) => ({ value: termFilterValue(row), name: plainTitle(row) }))
  return choices.toSorted((one, other) => one.name.localeCompare(other.name, scope.language))
}

/** The places, by name, where they are few enough to choose from; none otherwise. */
async function placeChoices(
  { scope }: PageContext,
  list: typeof listVenues | typeof listOrganizers,
): Promise<Choice[]> {
  const { rows, total } = await list({ ...scope, asked: undefined }, { per_page: CHOICES_MAX }, new Problems())
  if (total > rows.length) return []
  const choices = rows.map((row) => ({ value: String(row.id), name: plainTitle(row) }))
  return choices.toSorted((one, other) => one.name.localeCompare(other.name, scope.language))
}

/** What events can be chosen by, as a form that works alone, and what is chosen now. @param action where the form leads */
export async function filterBar(context: PageContext, action: string): Promise<Markup> {
  const { words, filter } = context
  const { values } = filter
  const [byCategory, byTag, byVenue, byOrganizer, places] = await Promise.all([
    termChoices(context, 'category'),
    termChoices(context, 'tag'),
    placeChoices(context, listVenues),
    placeChoices(context, listOrganizers),
    chosenPlaces(context, filter.query),
  ])
  const choices = { tags: byTag, venue: byVenue, organizer: byOrganizer }
  // What the form has no field for is kept all the same.
  const silent = places.filter(({ name, value }) => !choices[name].some((one) => one.value === value))
  const isOpen = Object.keys(choices).some((name) => values[name as keyof typeof choices] !== undefined)
  const more = [
    choice('tags', words.tag, words.allTags, byTag, values.tags),
    choice(
      'venue',
      words.venue,
      words.allVenues,
      byVenue,
      silent.some(({ name }) => name === 'venue') ? '' : values.venue,
    ),
    choice(
      'organizer',
      words.organizer,
      words.allOrganizers,
      byOrganizer,
      silent.some(({ name }) => name === 'organizer') ? '' : values.organizer,
    ),
  ].filter((one) => one !== undefined)
  return html`<form class="filter" method="get" action="${action}" role="search" data-moves>
<label class="field wide"><span>${words.search}</span><input type="search" name="search" value="${values.search ?? ''}" placeholder="${words.searchHint}" maxlength="100"></label>
${choice('categories', words.category, words.allCategories, byCategory, values.categories)}
${[...silent, ...(values.featured === undefined ? [] : [{ name: 'featured', value: values.featured }])].map(({ name, value }) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button>${words.show}</button>
${more.length > 0 && html`<details${isOpen && html` open`}><summary>${words.filter}</summary><div class="choices">${more}</div></details>`}
</form>
${isFiltered(filter) && chips(context, action, [...namedTerms(context, byCategory, byTag), ...places])}`
}

function choice(name: string, label: string, all: string, choices: Choice[], values = ''): Markup | undefined {
  if (choices.length === 0) return undefined
  const known = choices.some(({ value }) => value === values)
  return html`<label class="field"><span>${label}</span><select name="${name}"><option value="">${all}</option>${choices.map(
    ({ value, name }) => html`<option value="${value}"${value === values && html` selected`}>${name}</option>`,
  )}${values !== '' && !known && html`<option value="${values}" selected>${values}</option>`}</select></label>`
}

interface Chosen<Name extends FilterName = FilterName> {
  name: Name
  value: string
  text: string
}

function namedTerms(
  { filter: { values, query }, words }: PageContext,
  byCategory: Choice[],
  byTag: Choice[],
): Chosen[] {
  const named = (name: FilterName, choices: Choice[]) => {
    const value = values[name]
    return value === undefined ? [] : [{ name, value, text: choices.find((one) => one.value === value)?.name ?? value }]
  }
  const searched = named('search', []).map((one) => ({ ...one, text: `“${one.text}”` }))
  const highlights = (query.featured ? named('featured', []) : []).map((one) => ({ ...one, text: words.featured }))
  return [...searched, ...named('categories', byCategory), ...named('tags', byTag), ...highlights]
}

/** Venues and organizers are too many for a list; they are chosen on their own pages. */
async function chosenPlaces({ scope, filter: { values } }: PageContext, query: EventQuery) {
  const of = async <Name extends LinkedPostKind>(
    name: Name,
    find: typeof findVenue | typeof findOrganizer,
  ): Promise<Chosen<Name>[]> => {
    const ids = query[name] ?? []
    const rows = await Promise.all(ids.slice(0, CHOICES_MAX).map((id) => find(scope, { id })))
    const seen = rows.filter((row) => row !== undefined && postRights.canRead(scope, row))
    const text = seen.map((row) => plainTitle(row as NonNullable<typeof row>)).join(', ')
    const value = values[name]
    return value === undefined ? [] : [{ name, value, text: text || value }]
  }
  const [venues, organizers] = await Promise.all([of('venue', findVenue), of('organizer', findOrganizer)])
  return [...venues, ...organizers]
}

function chips({ words, filter }: PageContext, action: string, chosen: Chosen[]): Markup {
  return html`<ul class="chosen">${chosen.map(
    ({ name, text }) =>
      html`<li><a class="chip" data-moves href="${withFilter(action, removeFilter(filter, name))}" aria-label="${words.remove(text)}">${text} <span aria-hidden="true">×</span></a></li>`,
  )}${chosen.length > 1 && html`<li><a class="quiet" data-moves href="${action}">${words.clear}</a></li>`}</ul>`
}

/** Leads from one view to the others, with what is chosen. @param date what the page shows */
export function viewTabs(context: PageContext, current: ViewName | undefined, date: string): Markup {
  const { words, filter, today } = context
  const isHere = date.slice(0, 7) === today.slice(0, 7)
  const periods = {
    month: date.slice(0, 7),
    week: isHere ? today : date,
    day: isHere ? today : date,
    list: undefined,
    map: undefined,
  }
  return html`<nav class="views" aria-label="${words.viewsOf}"><ul>${Object.entries(periods).map(([view, period]) => {
    const name = view as keyof typeof periods
    const address = withFilter(viewHref(context, name, period), filter)
    return html`<li><a data-moves data-view="${view}" href="${address}"${view === current && html` aria-current="page"`}>${words.views[name]}</a></li>`
  })}</ul></nav>`
}
