import { html, type Markup } from '../../pages/markup.ts'
import { controlId, type FormState } from './form.ts'

interface Field {
  name: string
  label: string
  /** Text below the label. */
  hint?: string
}

interface TextField extends Field {
  type?: 'text' | 'password' | 'email' | 'number'
  /** Value of the attribute `autocomplete` (WHATWG HTML, 4.10.18.7). */
  autocomplete?: string
  isRequired?: boolean
}

/** A field of one line. A password is never shown again. */
export function textField(form: FormState, field: TextField): Markup {
  const { name, type = 'text', autocomplete, isRequired = false } = field
  const value = type === 'password' ? undefined : form.texts[name]
  return labelled(
    form,
    field,
    (described) => html`
      <input
        id="${controlId(name)}"
        name="${name}"
        type="${type}"${value !== undefined && html` value="${value}"`}${
          autocomplete && html` autocomplete="${autocomplete}"`
        }${isRequired && html` required`}${type === 'number' && html` step="any"`}${described}
      >
    `,
  )
}

/** A field with a list of choices. */
export function choiceField(
  form: FormState,
  field: Field & { choices: readonly { value: string; label: string }[] },
): Markup {
  const options = field.choices.map(({ value, label }) => {
    const isChosen = value === (form.texts[field.name] ?? '')
    return html`<option value="${value}"${isChosen && html` selected`}>${label}</option>`
  })
  return labelled(
    form,
    field,
    (described) => html`<select id="${controlId(field.name)}" name="${field.name}"${described}>${options}</select>`,
  )
}

/** Label, hint and message of a control, which refers to hint and message. */
function labelled(form: FormState, { name, label, hint }: Field, control: (described: Markup) => Markup): Markup {
  const id = controlId(name)
  const message = form.problems.find((problem) => problem.name === name)?.message
  const ids = [hint && `${id}-hint`, message && `${id}-problem`].filter(Boolean).join(' ')
  const described = html`${ids !== '' && html` aria-describedby="${ids}"`}${message && html` aria-invalid="true"`}`
  return html`
    <div class="row">
      <label for="${id}">${label}</label>
      ${hint && html`<p class="quiet" id="${id}-hint">${hint}</p>`}
      ${message && html`<p class="problem" id="${id}-problem">${message}</p>`}
      ${control(described)}
    </div>
  `
}
