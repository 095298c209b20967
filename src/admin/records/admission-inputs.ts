import { type ACCESSIBILITY_CODES, REGISTRATION_TYPES } from '../../collections/events/admission/admission-columns.ts'
import { html, type Markup } from '../../pages/html-template.ts'
import { pageWordsInLanguage } from '../../pages/words/index.ts'
import type { AdminContext } from '../admin-context.ts'
import { type FormState, idOfFormControl } from '../forms/admin-form.ts'
import { renderFieldRow } from '../forms/form-fields.ts'
import { countFilledInputRows, type Field, FREE_ROWS } from './category-and-linked-record-inputs.ts'
import { HIDDEN_OFFER_FIELDS, OFFER_FIELDS } from './input-texts-of-record.ts'

/** The inputs for the offers of an event: one row for each kind of ticket, and a free one. */
export function renderOfferInputs({ words }: AdminContext, state: FormState, field: Field): Markup {
  const count = countFilledInputRows(state, field.name, 'name') + FREE_ROWS
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
    const hidden = HIDDEN_OFFER_FIELDS.map((part) => {
      const value = state.texts[`${field.name}[${row}][${part}]`]
      return value && html`<input type="hidden" name="${field.name}[${row}][${part}]" value="${value}">`
    })
    return html`<div class="offer">${cells}${hidden}</div>`
  })
  const messages = state.problems.filter(({ name }) => name.startsWith(field.name))
  return html`
    <fieldset class="offers" id="${idOfFormControl(field.name)}">
      <legend>${field.label}</legend>
      ${messages.map(({ message }) => html`<p class="problem">${message}</p>`)}
      ${rows}
    </fieldset>
  `
}

/** The ways to register for an event: rows with the kind of way and the address, phone number or e-mail address. */
export function renderRegistrationInputs({ words }: AdminContext, state: FormState, field: Field): Markup {
  const labels = { link: words.fields.website, phone: words.fields.phone, email: words.fields.email }
  const count = countFilledInputRows(state, field.name, 'value') + FREE_ROWS
  return renderFieldRow(state, field, (described) => {
    const rows = Array.from({ length: count }, (_, row) => {
      const [type, value] = [`${field.name}[${row}][type]`, `${field.name}[${row}][value]`]
      const options = REGISTRATION_TYPES.map(
        (name) =>
          html`<option value="${name}"${name === state.texts[type] && html` selected`}>${labels[name]}</option>`,
      )
      return html`
        <span class="pair">
          <select name="${type}" aria-label="${field.label} ${row + 1}: ${words.fields.kind}">${options}</select>
          <input
            name="${value}"
            value="${state.texts[value] ?? ''}"${
              row === 0 ? html` id="${idOfFormControl(field.name)}"` : html` aria-label="${field.label} ${row + 1}"`
            }${described}
          >
        </span>
      `
    })
    return html`${rows}`
  })
}

/** Checkboxes for the forms of accessibility, with the words of the public pages. */
export function renderAccessibilityCheckboxes(
  { scope }: AdminContext,
  state: FormState,
  field: Field,
  codes: typeof ACCESSIBILITY_CODES,
): Markup {
  const { accessibilityCodes } = pageWordsInLanguage(scope.language)
  const chosen = (state.texts[field.name] ?? '').split(',')
  const boxes = codes.map(
    (code) => html`
      <label>
        <input type="checkbox" name="${field.name}" value="${code}"${chosen.includes(code) && html` checked`}>${' '}
        ${accessibilityCodes[code]}
      </label>
    `,
  )
  return html`
    <fieldset class="boxes" id="${idOfFormControl(field.name)}">
      <legend>${field.label}</legend>
      <input type="hidden" name="${field.name}" value="">
      ${boxes}
    </fieldset>
  `
}
