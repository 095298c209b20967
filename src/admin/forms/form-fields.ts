import { escapeHtml } from '../../core/text/html.ts'
import { html, Markup } from '../../pages/html-template.ts'
import { type FormState, idOfFormControl } from './admin-form.ts'

interface Field {
  name: string
  label: string
  /** Explanation of the field, shown below its label. */
  hint?: string
}

interface TextField extends Field {
  type?: 'text' | 'password' | 'email' | 'number' | 'url' | 'tel' | 'date' | 'datetime-local'
  /** Value of the attribute `autocomplete` (WHATWG HTML, 4.10.18.7). */
  autocomplete?: string
  isRequired?: boolean
  /** Texts that the browser suggests while the user types. */
  list?: readonly string[] | undefined
  /** Further HTML attributes of the input, which scripts read. */
  attributes?: Markup
}

/** A label with an input of one line. The value of a password field is never shown again. */
export function textInput(form: FormState, field: TextField): Markup {
  const { name, type = 'text', autocomplete, isRequired = false, list, attributes } = field
  const value = type === 'password' ? undefined : form.texts[name]
  return renderFieldRow(
    form,
    field,
    (described) => html`
      <input
        id="${idOfFormControl(name)}"
        name="${name}"
        type="${type}"${value !== undefined && html` value="${value}"`}${
          autocomplete && html` autocomplete="${autocomplete}"`
        }${isRequired && html` required`}${type === 'number' && html` step="any"`}${list && html` list="${idOfFormControl(name)}-list"`}${described}${attributes}
      >
      ${list && html`<datalist id="${idOfFormControl(name)}-list">${list.map((one) => html`<option value="${one}">`)}</datalist>`}
    `,
  )
}

/** A label with the input in which users type their current password to confirm a change. */
export const currentPasswordInput = (form: FormState, label: string): Markup =>
  textInput(form, { name: 'password', label, type: 'password', autocomplete: 'current-password', isRequired: true })

/**
 * A label with an input of several lines (`<textarea>`).
 * @param field.editor attributes by which the script replaces it by a text editor
 */
export const multilineInput = (form: FormState, field: Field & { rows?: number; editor?: Markup }): Markup =>
  renderFieldRow(
    form,
    field,
    (described) => html`
      <textarea id="${idOfFormControl(field.name)}" name="${field.name}" rows="${field.rows ?? 8}"${described}${field.editor}>
        ${new Markup(`\n${escapeHtml(form.texts[field.name] ?? '')}`)}
      </textarea>
    `,
  )

/** A label with a list of choices (`<select>`). */
export function selectInput(
  form: FormState,
  field: Field & { choices: readonly { value: string; label: string }[] },
): Markup {
  const options = field.choices.map(({ value, label }) => {
    const isChosen = value === (form.texts[field.name] ?? '')
    return html`<option value="${value}"${isChosen && html` selected`}>${label}</option>`
  })
  return renderFieldRow(
    form,
    field,
    (described) =>
      html`<select id="${idOfFormControl(field.name)}" name="${field.name}"${described}>${options}</select>`,
  )
}

/**
 * Adds label, hint and error message to a control of a form.
 * @param control creates the control with the id `idOfFormControl(name)` and the given attributes, which refer to hint and
 * message for screen readers
 */
export function renderFieldRow(
  form: FormState,
  { name, label, hint, isAfterControl = false }: Field & { isAfterControl?: boolean },
  control: (described: Markup) => Markup,
): Markup {
  const id = idOfFormControl(name)
  const message = form.problems.find((problem) => problem.name === name)?.message
  const ids = [hint && `${id}-hint`, message && `${id}-problem`].filter(Boolean).join(' ')
  const described = html`${ids !== '' && html` aria-describedby="${ids}"`}${message && html` aria-invalid="true"`}`
  const labelMarkup = html`<label for="${id}">${label}</label>`
  return html`
    <div class="row${isAfterControl && ' box'}">
      ${!isAfterControl && labelMarkup}
      ${hint && html`<p class="quiet" id="${id}-hint">${hint}</p>`}
      ${message && html`<p class="problem" id="${id}-problem">${message}</p>`}
      ${control(described)}
      ${isAfterControl && labelMarkup}
    </div>
  `
}
