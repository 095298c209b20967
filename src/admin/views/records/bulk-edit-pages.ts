import type { BulkProblem } from '../../../collections/events/bulk-edit/plan-bulk-edit.ts'
import { appendQueryToUrl } from '../../../core/urls.ts'
import { html, type Markup } from '../../../pages/html-template.ts'
import { type AdminContext, type AdminPage, adminPath } from '../../admin-context.ts'
import { type FormState, hiddenInputWithFormToken, renderForm } from '../../forms/admin-form.ts'
import { renderTable, type TableRow } from '../../forms/button-form-and-table.ts'
import { selectInput, textInput } from '../../forms/form-fields.ts'
import type { OfferedRecords } from '../../records/category-and-linked-record-inputs.ts'
import { formatFieldValueForPeople, labelOfApiField } from '../../records/field-value-for-people.ts'

/** The selected events: those with `ids` or, if `isAll`, all that match the filter of the table. */
export const BULK_FIELDS = [
  'status',
  'featured',
  'add_category',
  'remove_category',
  'add_tag',
  'remove_tag',
  'venue',
  'organizer',
  'move_days',
  'trash',
] as const

export type BulkFieldName = (typeof BULK_FIELDS)[number]

/** The selected events: those with the ids or, if `isAll`, all that match the filter of the table. */
export interface SelectedEvents {
  ids: readonly number[]
  isAll: boolean
  /** The filter, as the query string of the table's address. */
  filter: string
}

/** The page with the form of a change for several events. */
export function bulkEditFormPage(
  context: AdminContext,
  selected: SelectedEvents,
  choices: OfferedRecords,
  form: FormState,
): AdminPage {
  const { bulk } = context.words
  return {
    status: form.problems.length > 0 ? 400 : 200,
    title: bulk.title,
    main: html`
      ${!selected.isAll && html`<p>${bulk.events(selected.ids.length)}</p>`}
      ${renderForm(context, { action: adminPath(context, '/events/bulk'), state: form, submit: bulk.preview }, [
        html`<input type="hidden" name="step" value="preview">`,
        html`<input type="hidden" name="ids[]" value="${selected.ids.join(',')}">`,
        selected.isAll ? html`<input type="hidden" name="all" value="1">` : undefined,
        html`<input type="hidden" name="filter" value="${selected.filter}">`,
        ...BULK_FIELDS.map((name) => control(context, form, choices, name)),
      ])}
      <p><a href="${listPath(context, selected.filter)}">${bulk.back}</a></p>
    `,
  }
}

const listPath = (context: AdminContext, filter = '') =>
  appendQueryToUrl(adminPath(context, '/events'), Object.fromEntries(new URLSearchParams(filter)))

function control(context: AdminContext, form: FormState, choices: OfferedRecords, name: BulkFieldName): Markup {
  const { bulk, states, settings } = context.words
  const field = { name, label: bulk[name] }
  const choice = (values: { value: string; label: string }[]) =>
    selectInput(form, { ...field, choices: [{ value: '', label: `– ${bulk.unchanged} –` }, ...values] })
  switch (name) {
    case 'status':
      return choice(
        (['publish', 'draft', 'pending', 'private'] as const).map((value) => ({ value, label: states[value] })),
      )
    case 'featured':
      return choice([
        { value: '1', label: settings.yes },
        { value: '0', label: settings.no },
      ])
    case 'trash':
      return choice([{ value: '1', label: settings.yes }])
    case 'add_category':
    case 'remove_category':
      return choice(
        choices.categories.map(({ id, name: label, depth }) => ({
          value: String(id),
          label: `${'– '.repeat(depth)}${label}`,
        })),
      )
    case 'move_days':
      return textInput(form, { ...field, type: 'number', hint: bulk.moveHint })
    case 'venue':
    case 'organizer':
      return textInput(form, { ...field, list: choices.names[name] })
    default:
      return textInput(form, { ...field, list: choices.names.tags })
  }
}

/** An event that a bulk edit changes, with names of linked records instead of ids. */
export interface ShownEdit {
  id: number
  title: string
  /** Why the change is not possible. */
  problem: BulkProblem | undefined
  changes: readonly { field: string; before: unknown; after: unknown }[]
}

export interface BulkPreview {
  edits: readonly ShownEdit[]
  /** Number of selected events that the bulk edit leaves unchanged. */
  unchanged: number
  /**
   * The texts of the form, which the page repeats as hidden fields, so that the button that applies the change sends
   * them again.
   */
  texts: Readonly<Record<string, string>>
}

/**
 * The page that shows each event before and after a bulk edit, with a button that applies the edit.
 * @param message why the edit was refused
 */
export function bulkEditPreviewPage(context: AdminContext, preview: BulkPreview, message?: string): AdminPage {
  const { bulk, history, list } = context.words
  const { edits, unchanged, texts } = preview
  const isPossible = edits.every(({ problem }) => problem === undefined)
  const refusal = message ?? (isPossible ? undefined : bulk.refused)
  const rows = edits.map((edit) => editRow(context, edit))
  return {
    status: message === undefined ? 200 : 409,
    title: bulk.title,
    main: html`
      ${refusal !== undefined && html`<p class="problems" role="alert">${refusal}</p>`}
      <p>${bulk.events(edits.length)}</p>
      ${unchanged > 0 && html`<p class="quiet">${bulk.unchangedEvents} (${unchanged})</p>`}
      ${rows.length > 0 && renderTable(bulk.title, [list.name, history.field, history.before, history.after], rows)}
      ${edits.length > 0 && isPossible && applyForm(context, edits, texts)}
      <p><a href="${listPath(context)}">${bulk.back}</a></p>
    `,
  }
}

const applyForm = (context: AdminContext, edits: readonly ShownEdit[], texts: BulkPreview['texts']): Markup => html`
  <form method="post" action="${adminPath(context, '/events/bulk')}">
    ${hiddenInputWithFormToken(context)}
    <input type="hidden" name="step" value="apply">
    <input type="hidden" name="ids[]" value="${edits.map(({ id }) => id).join(',')}">
    ${Object.entries(texts).map(([name, text]) => html`<input type="hidden" name="${name}" value="${text}">`)}
    <p><button>${context.words.bulk.apply}</button></p>
  </form>
`

function editRow(context: AdminContext, { id, title, problem, changes }: ShownEdit): TableRow {
  const { bulk } = context.words
  const each = (show: (change: ShownEdit['changes'][number]) => string) =>
    changes.map((change) => html`<div>${show(change)}</div>`)
  return [
    html`<a href="${adminPath(context, `/events/${id}`)}">${title}</a>${problem && html` <span class="badge">${bulk.notPossible}</span><p class="quiet">${bulk.reasons[problem]}</p>`}`,
    each(({ field }) => labelOfApiField(context, field)),
    each(({ field, before }) => formatFieldValueForPeople(context, field, before) || '–'),
    each(({ field, after }) => formatFieldValueForPeople(context, field, after) || '–'),
  ]
}

/**
 * The page that refuses a bulk edit, e.g. because no events are selected.
 * @param message the reason
 */
export const bulkEditRefusalPage = (context: AdminContext, message: string): AdminPage => ({
  status: 400,
  title: context.words.bulk.title,
  main: html`
    <p class="problems" role="alert">${message}</p>
    <p><a class="button" href="${listPath(context)}">${context.words.bulk.back}</a></p>
  `,
})
