import type { Kind } from '../../core/kinds.ts'
import { html, type Markup } from '../../pages/html-template.ts'
import { type AdminContext, adminPath } from '../admin-context.ts'
import { type FormState, idOfFormControl } from '../forms/admin-form.ts'
import { renderFieldRow } from '../forms/form-fields.ts'
import type { FormDates } from './next-dates-markup.ts'
import type { OfferedPicture } from './picture-inputs.ts'

/**
 * What a form offers for choice (names for completion, categories, pictures, authors), and what it shows of repeated
 * events.
 */
export interface OfferedRecords {
  names: Readonly<Partial<Record<'venue' | 'organizer' | 'series' | 'tags', readonly string[]>>>
  /** Categories that can be chosen; each category comes after its parent. */
  categories: readonly { id: number; name: string; depth: number }[]
  /** Pictures that can be chosen: the present one of the record, and the newest ones. */
  pictures: readonly OfferedPicture[]
  /** The users who can be the author; empty if the user may not choose one. */
  authors: readonly { id: number; name: string }[]
  /** Whether the calendar has more categories than the form contains. The script of the form finds the others. */
  hasMoreCategories: boolean
  /** The next dates of a repeated event; undefined if they have not been computed. */
  nextDates?: FormDates | undefined
  /** The id of a stored event, with which the script requests its next dates. */
  eventId?: number | undefined
  /** Of a date of a repeated event: the id of that event, whose form changes the rules, and the rules as a sentence. */
  repeatedEvent?: { id: number; rules: string } | undefined
}

/** Number of empty rows that a form shows below the filled rows. */
export const FREE_ROWS = 1

/** A field of a form: its name, its label, and an explanation (hint). */
export interface Field {
  name: string
  label: string
  hint?: string
}

/**
 * The HTML attribute with the path at which the script of the form looks up records of a kind by parts of their names.
 */
export const attributeWithRecordSearchPath = (context: AdminContext, kind: Kind): Markup =>
  html` data-choices="${adminPath(context, `/choices/${kind}`)}"`

/** The checkboxes with which users choose categories. */
export function renderCategoryCheckboxes(
  context: AdminContext,
  state: FormState,
  field: Field,
  { categories, hasMoreCategories }: OfferedRecords,
): Markup {
  const chosen = new Set((state.texts[field.name] ?? '').split(','))
  const boxes = categories.map(
    ({ id, name, depth }) => html`
      <label class="depth-${Math.min(depth, 3)}">
        <input type="checkbox" name="${field.name}" value="${id}"${chosen.has(String(id)) && html` checked`}> ${name}
      </label>
    `,
  )
  return html`
    <fieldset
      class="boxes"
      id="${idOfFormControl(field.name)}"
      data-find="${context.words.form.findCategory}"
      data-boxes="${field.name}"${hasMoreCategories && attributeWithRecordSearchPath(context, 'category')}
    >
      <legend>${field.label}</legend>
      <input type="hidden" name="${field.name}" value="">
      ${boxes}
    </fieldset>
  `
}

/** Counts the filled rows of an input with several rows, such as the organizers of an event. */
export const countFilledInputRows = (state: FormState, name: string, field: string): number => {
  const isFilled = (row: number) => (state.texts[`${name}[${row}][${field}]`] ?? '') !== ''
  let count = 0
  while (isFilled(count)) count += 1
  return count
}

/** The inputs for the names of linked records, such as venues: one row for each record. */
export function renderLinkedRecordInputs(
  context: AdminContext,
  state: FormState,
  field: Field & { name: 'venue' | 'organizer' | 'series'; max: number; names: readonly string[] },
): Markup {
  const list = `${idOfFormControl(field.name)}-names`
  const count = Math.min(field.max, countFilledInputRows(state, field.name, 'name') + FREE_ROWS)
  const rows = Array.from({ length: count }, (_, row) => {
    const input = `${field.name}[${row}]`
    const hidden = (['was', 'id'] as const).map((part) => {
      const value = state.texts[`${input}[${part}]`]
      return value !== undefined && html`<input type="hidden" name="${input}[${part}]" value="${value}">`
    })
    return (described: Markup) => html`
      <input
        id="${row === 0 ? idOfFormControl(field.name) : `${idOfFormControl(field.name)}-${row}`}"
        name="${input}[name]"
        value="${state.texts[`${input}[name]`] ?? ''}"
        list="${list}"${attributeWithRecordSearchPath(context, field.name)}
        autocomplete="off"${row > 0 && html` aria-label="${field.label} ${row + 1}"`}${described}
      >
      ${hidden}
    `
  })
  return renderFieldRow(
    state,
    field,
    (described) => html`
      ${rows.map((row) => row(described))}
      <datalist id="${list}">${field.names.map((name) => html`<option value="${name}">`)}</datalist>
    `,
  )
}
