import { loadOrganizersById } from '../../../collections/organizers/organizer-store.ts'
import { listVisiblePostIds } from '../../../collections/posts/list-posts.ts'
import { cacheUntilNextPublication } from '../../../collections/posts/next-publication.ts'
import { countUpcomingEventsOfRecords } from '../../../collections/records/list-records-by-name.ts'
import type { Scope } from '../../../collections/scope.ts'
import { listMostUsedTerms } from '../../../collections/terms/list-terms.ts'
import { loadVenuesById } from '../../../collections/venues/venue-store.ts'
import type { LinkedPostKind, TermKind } from '../../../core/kinds.ts'
import { html, type Markup } from '../../html-template.ts'
import { type PageContext, plainTitleOfRecord } from '../../page-context.ts'
import { filterValueOfTerm } from '../../parse-event-filter-of-page.ts'

/** A value of a filter that visitors can choose. */
export interface Choice {
  value: string
  name: string
  /** Number of upcoming events that have this value; only for categories and for filters that are either on or off. */
  upcoming?: number
}

export const CHOICES_MAX = 50

/** For each filter that selects events by a record, the records that the form offers. */
export interface FilterChoices {
  categories: Choice[]
  tags: Choice[]
  venue: Choice[]
  organizer: Choice[]
  /**
   * Always empty, so the form has no field for series. Visitors filter by a series with links on the page of the
   * series.
   */
  series: Choice[]
}

export async function loadFilterChoices(context: PageContext): Promise<FilterChoices> {
  const [categories, tags, venue, organizer] = await Promise.all([
    termChoices(context, 'category'),
    termChoices(context, 'tag'),
    postChoices(context, 'venue', loadVenuesById),
    postChoices(context, 'organizer', loadOrganizersById),
  ])
  return { categories, tags, venue, organizer, series: [] }
}

const byName = (choices: Choice[], language: string) =>
  choices.toSorted((one, other) => one.name.localeCompare(other.name, language))

/**
 * The most used categories or tags, sorted by name. They are the same for all callers and all pages of a day, so they
 * are cached.
 */
async function termChoices({ scope, today }: PageContext, kind: TermKind): Promise<Choice[]> {
  const { db, language } = scope
  const cached = await db.countCache().find(`choices ${kind} ${today}`, [language], async () => {
    const rows = await listMostUsedTerms({ ...scope, languageParameter: undefined }, kind, CHOICES_MAX)
    const ids = kind === 'category' ? rows.map(({ id }) => id) : []
    const counts = await countUpcomingEventsOfRecords(db, kind, ids, today)
    const choices = rows.map((row) => ({
      value: filterValueOfTerm(row),
      name: plainTitleOfRecord(row),
      upcoming: counts.get(row.id) ?? 0,
    }))
    return new Map([[language, byName(choices, language)]])
  })
  return cached.get(language) ?? []
}

/**
 * All venues or organizers, sorted by name, or none if there are more than `CHOICES_MAX`. Anonymous visitors get the
 * same on every page, so theirs are cached.
 */
const postChoices = (
  { scope }: PageContext,
  kind: LinkedPostKind,
  load: (scope: Scope, ids: readonly number[]) => Promise<ReadonlyMap<number, { text: { title: string } }>>,
): Promise<Choice[]> =>
  cacheUntilNextPublication(scope, scope.db.recordCache(), kind, `choices ${kind}`, async () => {
    const ids = await listVisiblePostIds(scope, kind, CHOICES_MAX)
    const choices = Array.from(await load(scope, ids), ([id, row]) => ({
      value: String(id),
      name: plainTitleOfRecord(row),
    }))
    return byName(choices, scope.language)
  })

/** Fields of choices none of which is chosen: the same on all pages as long as the choices are cached. */
type UnchosenFields = WeakMap<readonly Choice[], Markup>

const unselectedOptions: UnchosenFields = new WeakMap()
const uncheckedBoxes: UnchosenFields = new WeakMap()

/**
 * Renders a field for each choice. If none is chosen, as on most pages, the result is kept with the choices.
 * @param chosen values of the choices that are chosen
 */
function renderFields(
  unchosen: UnchosenFields,
  choices: readonly Choice[],
  chosen: readonly string[],
  render: (choice: Choice, isChosen: boolean) => Markup,
): Markup {
  if (chosen.length > 0) return html`${choices.map((choice) => render(choice, chosen.includes(choice.value)))}`
  const rendered = unchosen.get(choices) ?? html`${choices.map((choice) => render(choice, false))}`
  unchosen.set(choices, rendered)
  return rendered
}

/**
 * A `<select>` with label; undefined if there are no choices.
 * @param all name of the empty option, which removes the filter
 * @param selected current value; if it is not among the choices, an option is added for it
 */
export function selectField(
  name: string,
  label: string,
  all: string,
  choices: readonly Choice[],
  selected = '',
): Markup | undefined {
  if (choices.length === 0) return undefined
  const isMissing = selected !== '' && !choices.some(({ value }) => value === selected)
  const options = renderFields(
    unselectedOptions,
    choices,
    selected === '' ? [] : [selected],
    (choice, isSelected) =>
      html`<option value="${choice.value}"${isSelected && html` selected`}>${choice.name}</option>`,
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

/** A checkbox for each choice. @param chosen values of those that are checked */
export const renderCheckboxes = (name: string, choices: readonly Choice[], chosen: readonly string[]): Markup =>
  renderFields(uncheckedBoxes, choices, chosen, (choice, isChecked) => renderCheckboxWithCount(name, choice, isChecked))

/** A checkbox with its label and, if it was counted, the number of upcoming events. */
export function renderCheckboxWithCount(
  name: string,
  { value, name: label, upcoming }: Choice,
  isChecked: boolean,
): Markup {
  return html`
    <label class="check">
      <input type="checkbox" name="${name}" value="${value}"${isChecked && html` checked`}>${' '}
      <span dir="auto">${label}</span>
      ${upcoming !== undefined && html` <span class="quiet">${String(upcoming)}</span>`}
    </label>
  `
}
