import { categories } from '../../collections/categories/index.ts'
import type { EventQuery } from '../../collections/events/schema.ts'
import { findOrganizer } from '../../collections/organizers/store.ts'
import { postRights } from '../../collections/post.ts'
import { tags } from '../../collections/tags/index.ts'
import { findVenue } from '../../collections/venues/store.ts'
import { Problems } from '../../core/errors.ts'
import { type FilterName, filtered, isFiltered, without } from '../filter.ts'
import { html, type Markup } from '../markup.ts'
import { titleOf, type ViewName, type Visit, viewAddress } from '../visit.ts'

interface Choice {
  value: string
  name: string
}

const CHOICES_MAX = 50

/** The terms that most events have, by name. */
async function termChoices({ scope }: Visit, collection: typeof categories | typeof tags): Promise<Choice[]> {
  const { rows } = await collection.list(
    { ...scope, asked: undefined },
    { per_page: CHOICES_MAX, orderby: 'count', order: 'DESC' },
    new Problems(),
  )
  const choices = rows.map((row) => ({ value: row.text.slug, name: titleOf(row) }))
  return choices.toSorted((one, other) => one.name.localeCompare(other.name, scope.language))
}

/** What events can be chosen by, as a form that works alone, and what is chosen now. @param action where the form leads */
export async function filterBar(visit: Visit, action: string): Promise<Markup> {
  const { words, filter } = visit
  const [byCategory, byTag, chosen] = await Promise.all([
    termChoices(visit, categories),
    termChoices(visit, tags),
    chosenPlaces(visit, filter.query),
  ])
  const { sent } = filter
  return html`<form class="filter" method="get" action="${action}" role="search" data-moves>
<label class="field wide"><span>${words.search}</span><input type="search" name="search" value="${sent.search ?? ''}" placeholder="${words.searchHint}" maxlength="100"></label>
${choice('categories', words.category, words.allCategories, byCategory, sent.categories)}
${choice('tags', words.tag, words.allTags, byTag, sent.tags)}
${chosen.map(({ name, value }) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button>${words.show}</button>
</form>
${isFiltered(filter) && chips(visit, action, [...namedTerms(visit, byCategory, byTag), ...chosen])}`
}

function choice(name: string, label: string, all: string, choices: Choice[], sent = ''): Markup | undefined {
  if (choices.length === 0) return undefined
  const known = choices.some(({ value }) => value === sent)
  return html`<label class="field"><span>${label}</span><select name="${name}"><option value="">${all}</option>${choices.map(
    ({ value, name }) => html`<option value="${value}"${value === sent && html` selected`}>${name}</option>`,
  )}${sent !== '' && !known && html`<option value="${sent}" selected>${sent}</option>`}</select></label>`
}

interface Chosen {
  name: FilterName
  value: string
  text: string
}

function namedTerms({ filter: { sent }, words }: Visit, byCategory: Choice[], byTag: Choice[]): Chosen[] {
  const named = (name: FilterName, choices: Choice[]) => {
    const value = sent[name]
    return value === undefined ? [] : [{ name, value, text: choices.find((one) => one.value === value)?.name ?? value }]
  }
  const searched = named('search', []).map((one) => ({ ...one, text: `“${one.text}”` }))
  const highlights = named('featured', []).map((one) => ({ ...one, text: words.featured }))
  return [...searched, ...named('categories', byCategory), ...named('tags', byTag), ...highlights]
}

/** Venues and organizers are too many for a list; they are chosen on their own pages. */
async function chosenPlaces({ scope, filter: { sent } }: Visit, query: EventQuery): Promise<Chosen[]> {
  const of = async (name: 'venue' | 'organizer', find: typeof findVenue | typeof findOrganizer) => {
    const ids = query[name] ?? []
    const rows = await Promise.all(ids.slice(0, CHOICES_MAX).map((id) => find(scope, { id })))
    const seen = rows.filter((row) => row !== undefined && postRights.canRead(scope, row))
    const text = seen.map((row) => titleOf(row as NonNullable<typeof row>)).join(', ')
    const value = sent[name]
    return value === undefined ? [] : [{ name, value, text: text || value }]
  }
  const chosen = await Promise.all([of('venue', findVenue), of('organizer', findOrganizer)])
  return chosen.flat()
}

function chips({ words, filter }: Visit, action: string, chosen: Chosen[]): Markup {
  return html`<ul class="chosen">${chosen.map(
    ({ name, text }) =>
      html`<li><a class="chip" data-moves href="${filtered(action, without(filter, name))}" aria-label="${words.remove(text)}">${text} <span aria-hidden="true">×</span></a></li>`,
  )}${chosen.length > 1 && html`<li><a class="quiet" data-moves href="${action}">${words.clear}</a></li>`}</ul>`
}

/** Leads from one view to the others, with what is chosen. @param date what the page shows */
export function viewTabs(visit: Visit, current: ViewName | undefined, date: string): Markup {
  const { words, filter, today } = visit
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
    const address = filtered(viewAddress(visit, name, period), filter)
    return html`<li><a data-moves data-view="${view}" href="${address}"${view === current && html` aria-current="page"`}>${words.views[name]}</a></li>`
  })}</ul></nav>`
}
