import { LINKED_POST_KINDS, type LinkedKind } from '../../../core/kinds.ts'
import { html, type Markup } from '../../html-template.ts'
import { formatPageMessage, hrefOfView, languageRootPath, type PageContext } from '../../page-context.ts'
import { SUGGESTIONS_PATH, type ViewName } from '../../page-paths.ts'
import { addFilterToAddress, type PageFilter } from '../../parse-event-filter-of-page.ts'
import { renderButtonOpeningPanel } from '../event/action-panels.ts'
import { type ActiveFilter, loadActiveFilters, renderLinksRemovingFilters } from './active-filters.ts'
import {
  type FilterChoices,
  loadFilterChoices,
  renderCheckboxes,
  renderCheckboxWithCount,
  selectField,
} from './filter-choices.ts'
import { type FilterFlag, loadOfferedFilterFlags } from './filter-flags.ts'

/**
 * The form that filters events, and links that remove active filters. Works without script.
 * @param action address of the form
 * @param date the date with which the page begins, empty for today; undefined if visitors cannot choose it
 */
export async function renderFilterBar(context: PageContext, action: string, date?: string): Promise<Markup> {
  const { words, filter } = context
  const [choices, flags] = await Promise.all([loadFilterChoices(context), loadOfferedFilterFlags(context)])
  const active = await loadActiveFilters(context, choices)
  const inPanel = active.filter(({ name }) => name !== 'search').length
  const number = inPanel > 0 ? ` (${inPanel})` : ''
  return html`
    <form class="filter" method="get" action="${action}" role="search" data-moves>
      ${searchInput(context, filter.values.search ?? '')}
      <button>${words.show}</button>
      ${renderButtonOpeningPanel('filters', `${words.filters}${number}`)}
      ${hiddenFields(context, choices, active)}
      ${filterPanel(context, choices, flags, date)}
    </form>
    ${active.length > 0 && renderLinksRemovingFilters(context, action, active)}
  `
}

/**
 * Active filters that have no field in the form, as hidden fields, so that submitting the form does not remove them.
 */
function hiddenFields({ filter: { values } }: PageContext, choices: FilterChoices, active: readonly ActiveFilter[]) {
  const names = LINKED_POST_KINDS.filter((name) => {
    const value = values[name]
    return value !== undefined && !choices[name].some((one) => one.value === value)
  })
  const unlisted = active.filter(
    ({ name, value }) => name === 'categories' && !choices.categories.some((one) => one.value === value),
  )
  const fields = [
    ...names.map((name) => ({ name, value: values[name] ?? '' })),
    ...unlisted,
    ...(values.featured === undefined ? [] : [{ name: 'featured', value: values.featured }]),
  ]
  return fields.map(({ name, value }) => html`<input type="hidden" name="${name}" value="${value}">`)
}

/**
 * The panel with the fields of the filter form, which a button opens. On phones it is a sheet at the bottom of the
 * window.
 */
function filterPanel(
  context: PageContext,
  choices: FilterChoices,
  flags: readonly FilterFlag[],
  date: string | undefined,
): Markup {
  const { words, filter } = context
  const { values } = filter
  const labelOf = (kind: LinkedKind) => formatPageMessage(context, `kind.${kind}`)
  const chosen = values.categories?.split(',') ?? []
  const categories = renderCheckboxes('categories', choices.categories, chosen)
  const selected = (name: keyof FilterChoices) =>
    choices[name].some((one) => one.value === values[name]) ? values[name] : ''
  return html`
    <div class="panel filters" id="filters" popover role="dialog" aria-labelledby="filters-title">
      <h2 id="filters-title">${words.filters}</h2>
      ${date !== undefined && dateField(words.date, date)}
      ${choices.categories.length > 0 && categoryFields(labelOf('category'), categories)}
      ${flags.length > 0 && flagFields(words.only, flags, values)}
      ${selectField('tags', labelOf('tag'), words.allTags, choices.tags, values.tags)}
      ${selectField('venue', labelOf('venue'), words.allVenues, choices.venue, selected('venue'))}
      ${selectField('organizer', labelOf('organizer'), words.allOrganizers, choices.organizer, selected('organizer'))}
      <p>
        <button>${words.show}</button>${' '}
        <button type="button" class="second" popovertarget="filters" popovertargetaction="hide">${words.close}</button>
      </p>
    </div>
  `
}

const categoryFields = (label: string, checkboxes: Markup): Markup =>
  html`<fieldset><legend>${label}</legend>${checkboxes}</fieldset>`

const flagFields = (label: string, flags: readonly FilterFlag[], values: PageFilter['values']): Markup => html`
  <fieldset>
    <legend>${label}</legend>
    ${flags.map((flag) => renderCheckboxWithCount(flag.parameter, flag, values[flag.parameter] !== undefined))}
  </fieldset>
`

/**
 * The field for the first day of the list. It has the name that The Events Calendar uses; addresses with this parameter
 * redirect to the list of the day.
 */
const dateField = (label: string, date: string): Markup => html`
  <label class="field"><span>${label}</span><input type="date" name="tribe-bar-date" value="${date}"></label>
`

/** The search field of a filter form. @param value current search text; undefined for none */
function searchInput(context: PageContext, value?: string): Markup {
  const { words } = context
  const current = value !== undefined && html` value="${value}"`
  return html`
    <label class="field wide">
      <span>${words.search}</span>
      <input
        type="search"
        name="search"${current}
        placeholder="${words.searchHint}"
        maxlength="100"
        data-suggestions="${languageRootPath(context)}${SUGGESTIONS_PATH}"
      >
    </label>
  `
}

/** A search form whose results are shown in the list view. */
export const renderSearchForm = (context: PageContext): Markup => html`
  <form class="filter" method="get" action="${hrefOfView(context, 'list')}" role="search">
    ${searchInput(context)}
    <button>${context.words.show}</button>
  </form>
`

/**
 * Links to all views with the current filter.
 * @param date date that the page shows; the views open at it, or at today if both are in the same month
 */
export function renderViewTabs(context: PageContext, current: ViewName | undefined, date: string): Markup {
  const { words, filter, today } = context
  const day = date.slice(0, 7) === today.slice(0, 7) ? today : date
  const periods = { month: date.slice(0, 7), week: day, day, list: undefined, map: undefined }
  const tabs = Object.entries(periods).map(([view, period]) => {
    const name = view as keyof typeof periods
    const address = addFilterToAddress(hrefOfView(context, name, period), filter)
    const mark = view === current && html` aria-current="page"`
    return html`<li><a data-moves data-view="${view}" href="${address}"${mark}>${words.views[name]}</a></li>`
  })
  return html`<nav class="views" aria-label="${words.viewsOf}"><ul>${tabs}</ul></nav>`
}
