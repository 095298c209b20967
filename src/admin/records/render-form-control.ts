import { html, type Markup } from '../../pages/html-template.ts'
import { type AdminContext, adminPath } from '../admin-context.ts'
import { type FormState, idOfFormControl } from '../forms/admin-form.ts'
import { multilineInput, renderFieldRow, selectInput, textInput } from '../forms/form-fields.ts'
import { renderAccessibilityCheckboxes, renderOfferInputs, renderRegistrationInputs } from './admission-inputs.ts'
import { attributesOfTextEditor } from './attributes-of-text-editor.ts'
import {
  attributeWithRecordSearchPath,
  type Field,
  type OfferedRecords,
  renderCategoryCheckboxes,
  renderLinkedRecordInputs,
} from './category-and-linked-record-inputs.ts'
import type { FormControl } from './form-controls.ts'
import { renderNextDatesInForm } from './next-dates-markup.ts'
import { renderPictureInputs } from './picture-inputs.ts'
import { areLinesTyped, REPETITIONS } from './repetition-choices.ts'

const TYPES = { line: 'text', url: 'url', email: 'email', phone: 'tel', number: 'number' } as const

/** The HTML of one control of a form: its inputs, with label, hint and error message. */
export function renderFormControl(
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
      return multilineInput(state, { ...field, editor: attributesOfTextEditor(context) })
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
      return renderCategoryCheckboxes(context, state, field, choices)
    case 'names':
      return textInput(state, {
        ...field,
        list: choices.names.tags,
        attributes: html` data-several${attributeWithRecordSearchPath(context, 'tag')}`,
      })
    case 'links':
      return renderLinkedRecordInputs(context, state, {
        ...field,
        name: control.name,
        max: control.max,
        names: choices.names[control.name] ?? [],
      })
    case 'picture':
      return renderPictureInputs(context, state, field, choices.pictures)
    case 'codes':
      return renderAccessibilityCheckboxes(context, state, field, control.codes)
    case 'offers':
      return renderOfferInputs(context, state, field)
    case 'registration':
      return renderRegistrationInputs(context, state, field)
    case 'optional-flag':
      return selectInput(state, {
        ...field,
        choices: [
          { value: '', label: '–' },
          { value: '1', label: words.settings.yes },
          { value: '0', label: words.settings.no },
        ],
      })
    case 'author':
      return authorField(context, state, field, choices)
    case 'repeat':
      return choices.repeatedEvent
        ? repeatedEventLink(context, field, choices.repeatedEvent)
        : repeatField(context, state, field, choices)
    default:
      return textInput(state, { ...field, type: TYPES[control.control] })
  }
}

const categoryChoice = ({ id, name, depth }: OfferedRecords['categories'][number]) => ({
  value: String(id),
  label: `${'– '.repeat(depth)}${name}`,
})

/** A checkbox with a hidden input before it, whose value is sent if the box is not checked. */
export const flagField = (state: FormState, field: Field): Markup =>
  renderFieldRow(
    state,
    { ...field, isAfterControl: true },
    (described) => html`
      <input type="hidden" name="${field.name}" value="0">
      <input
        type="checkbox"
        id="${idOfFormControl(field.name)}"
        name="${field.name}"
        value="1"${state.texts[field.name] === '1' && html` checked`}${described}
      >
    `,
  )

const momentField = ({ words }: AdminContext, state: FormState, field: Field): Markup =>
  renderFieldRow(state, field, (described) => {
    const [day, time] = [`${field.name}_day`, `${field.name}_time`]
    return html`
      <span class="pair">
        <input type="date" id="${idOfFormControl(field.name)}" name="${day}" value="${state.texts[day] ?? ''}"${described}>
        <input
          type="time"
          name="${time}"
          value="${state.texts[time] ?? ''}"
          aria-label="${field.label}: ${words.form.time}"
        >
      </span>
    `
  })

/**
 * The list of users; nothing if the user may not choose an author. A new record gets its author when it is saved. An
 * author whose name the user may not read is shown by number.
 */
function authorField({ scope }: AdminContext, state: FormState, field: Field, { authors }: OfferedRecords): Markup {
  if (authors.length === 0) return html``
  const present = state.texts[field.name] ?? ''
  const own = String(scope.caller.id)
  const choices = authors.map(({ id, name }) => ({
    value: String(id) === own && present === '' ? '' : String(id),
    label: name,
  }))
  const isOffered = choices.some(({ value }) => value === present)
  return selectInput(state, {
    ...field,
    choices: isOffered ? choices : [{ value: present, label: present }, ...choices],
  })
}

/** What the form of a date shows instead of the rules, which belong to the repeated event. */
const repeatedEventLink = (
  context: AdminContext,
  { label }: Field,
  { id, rules }: NonNullable<OfferedRecords['repeatedEvent']>,
): Markup => html`
  <p>
    ${label}: ${rules} ·${' '}
    <a href="${adminPath(context, `/events/${id}`)}">${context.words.scopes.all}</a>
  </p>
`

function repeatField(context: AdminContext, state: FormState, field: Field, choices: OfferedRecords): Markup {
  const { words } = context
  const [every, until, was] = [`${field.name}_every`, `${field.name}_until`, `${field.name}_was`]
  const isRefused = state.problems.some(({ name }) => name === field.name)
  const isOpen = state.texts[every] === 'lines' || isRefused || areLinesTyped(state.texts)
  const repetitions = REPETITIONS.map((value) => ({ value, label: words.repetitions[value] }))
  return html`
    ${selectInput(state, { name: every, label: field.label, choices: repetitions })}
    ${textInput(state, { name: until, label: words.form.until, type: 'date' })}
    <input type="hidden" name="${was}" value="${state.texts[was] ?? ''}">
    <details${isOpen && html` open`} data-rules>
      <summary>${words.repetitions.lines}</summary>
      ${multilineInput(state, { ...field, label: words.form.rules, rows: 3 })}
    </details>
    ${renderNextDatesInForm(context, choices.nextDates, choices.eventId)}
  `
}
