import { html, type Markup } from '../../pages/html-template.ts'
import { fieldRow, multilineInput, selectInput, textInput } from '../forms/fields.ts'
import { controlId, type FormState } from '../forms/form.ts'
import type { AdminContext } from '../page.ts'
import type { FormControl } from './form-sections.ts'
import { OFFER_FIELDS } from './form-texts.ts'
import { type OfferedPicture, pictureField } from './picture-field.ts'
import { REPETITIONS } from './repetition-choices.ts'
import { editorAttributes } from './text-editor.ts'

/** What a form offers to choose from: names of records to complete while typing, categories, and pictures. */
export interface OfferedRecords {
  names: Readonly<Partial<Record<'venue' | 'organizer' | 'series' | 'tags', readonly string[]>>>
  /** Categories, each below its parent. */
  categories: readonly { id: number; name: string; depth: number }[]
  /** The chosen picture and the newest ones. */
  pictures: readonly OfferedPicture[]
}

const TYPES = { line: 'text', url: 'url', email: 'email', phone: 'tel', number: 'number' } as const

/** Empty rows that a form shows after those that are filled in. */
const FREE_ROWS = 1

/** The inputs of one control, with label, hint and message. */
export function controlMarkup(
  context: AdminContext,
  state: FormState,
  choices: OfferedRecords,
  control: FormControl,
): Markup {
  const { words } = context
  const { name } = control
  const hint = words.hints[name as keyof typeof words.hints]
  const field = { name, label: words.fields[name], ...(hint !== undefined && { hint }) }
  switch (control.control) {
    case 'text':
      return multilineInput(state, { ...field, editor: editorAttributes(context) })
    case 'flag':
      return flagField(state, field)
    case 'moment':
      return momentField(context, state, field)
    case 'choice':
      return selectInput(state, {
        ...field,
        choices: control.choices.map((value) => ({ value, label: words.choices[value] })),
      })
    case 'parent':
      return selectInput(state, {
        ...field,
        choices: [{ value: '0', label: '–' }, ...choices.categories.map(categoryChoice)],
      })
    case 'terms':
      return categoriesField(state, field, choices.categories)
    case 'names':
      return textInput(state, { ...field, list: choices.names.tags })
    case 'links':
      return linksField(state, { ...field, max: control.max, names: choices.names[control.name] ?? [] })
    case 'picture':
      return pictureField(context, state, field, choices.pictures)
    case 'offers':
      return offersField(context, state, field)
    case 'repeat':
      return repeatField(context, state, field)
    default:
      return textInput(state, { ...field, type: TYPES[control.control] })
  }
}

interface Field {
  name: string
  label: string
  hint?: string
}

const categoryChoice = ({ id, name, depth }: OfferedRecords['categories'][number]) => ({
  value: String(id),
  label: `${'– '.repeat(depth)}${name}`,
})

/** A checkbox. The hidden input sends the value of a box that is not checked. */
const flagField = (state: FormState, field: Field): Markup =>
  fieldRow(
    state,
    { ...field, isAfterControl: true },
    (described) => html`
      <input type="hidden" name="${field.name}" value="0">
      <input
        type="checkbox"
        id="${controlId(field.name)}"
        name="${field.name}"
        value="1"${state.texts[field.name] === '1' && html` checked`}${described}
      >
    `,
  )

const momentField = ({ words }: AdminContext, state: FormState, field: Field): Markup =>
  fieldRow(state, field, (described) => {
    const [day, time] = [`${field.name}_day`, `${field.name}_time`]
    return html`
      <span class="pair">
        <input type="date" id="${controlId(field.name)}" name="${day}" value="${state.texts[day] ?? ''}"${described}>
        <input
          type="time"
          name="${time}"
          value="${state.texts[time] ?? ''}"
          aria-label="${field.label}: ${words.form.time}"
        >
      </span>
    `
  })

function categoriesField(state: FormState, field: Field, categories: OfferedRecords['categories']): Markup {
  const chosen = new Set((state.texts[field.name] ?? '').split(','))
  const boxes = categories.map(
    ({ id, name, depth }) => html`
      <label class="depth-${Math.min(depth, 3)}">
        <input type="checkbox" name="${field.name}" value="${id}"${chosen.has(String(id)) && html` checked`}> ${name}
      </label>
    `,
  )
  return html`
    <fieldset class="boxes" id="${controlId(field.name)}">
      <legend>${field.label}</legend>
      <input type="hidden" name="${field.name}" value="">
      ${boxes}
    </fieldset>
  `
}

/** Number of rows with a text, of an input that has several. */
const filledRows = (state: FormState, name: string, field: string): number => {
  const isFilled = (row: number) => (state.texts[`${name}[${row}][${field}]`] ?? '') !== ''
  let count = 0
  while (isFilled(count)) count += 1
  return count
}

function linksField(state: FormState, field: Field & { max: number; names: readonly string[] }): Markup {
  const list = `${controlId(field.name)}-names`
  const count = Math.min(field.max, filledRows(state, field.name, 'name') + FREE_ROWS)
  const rows = Array.from({ length: count }, (_, row) => {
    const input = `${field.name}[${row}]`
    const hidden = (['was', 'id'] as const).map((part) => {
      const value = state.texts[`${input}[${part}]`]
      return value !== undefined && html`<input type="hidden" name="${input}[${part}]" value="${value}">`
    })
    return (described: Markup) => html`
      <input
        id="${row === 0 ? controlId(field.name) : `${controlId(field.name)}-${row}`}"
        name="${input}[name]"
        value="${state.texts[`${input}[name]`] ?? ''}"
        list="${list}"
        autocomplete="off"${row > 0 && html` aria-label="${field.label} ${row + 1}"`}${described}
      >
      ${hidden}
    `
  })
  return fieldRow(
    state,
    field,
    (described) => html`
      ${rows.map((row) => row(described))}
      <datalist id="${list}">${field.names.map((name) => html`<option value="${name}">`)}</datalist>
    `,
  )
}

function offersField({ words }: AdminContext, state: FormState, field: Field): Markup {
  const count = filledRows(state, field.name, 'name') + FREE_ROWS
  const rows = Array.from({ length: count }, (_, row) => {
    const cells = OFFER_FIELDS.map((part) => {
      const input = `${field.name}[${row}][${part}]`
      return html`
        <label>
          ${words.offers[part]}
          <input name="${input}" value="${state.texts[input] ?? ''}"${part === 'price' && html` inputmode="decimal"`}>
        </label>
      `
    })
    return html`<div class="offer">${cells}</div>`
  })
  const messages = state.problems.filter(({ name }) => name.startsWith(field.name))
  return html`
    <fieldset class="offers" id="${controlId(field.name)}">
      <legend>${field.label}</legend>
      ${messages.map(({ message }) => html`<p class="problem">${message}</p>`)}
      ${rows}
    </fieldset>
  `
}

function repeatField(context: AdminContext, state: FormState, field: Field): Markup {
  const { words } = context
  const [every, until] = [`${field.name}_every`, `${field.name}_until`]
  const choices = REPETITIONS.map((value) => ({ value, label: words.repetitions[value] }))
  return html`
    ${selectInput(state, { name: every, label: field.label, choices })}
    ${textInput(state, { name: until, label: words.form.until, type: 'date' })}
    <details${state.texts[every] === 'lines' && html` open`}>
      <summary>${words.repetitions.lines}</summary>
      ${multilineInput(state, { ...field, label: words.form.rules, rows: 3 })}
    </details>
  `
}
