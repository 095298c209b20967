import { Problems } from '../../core/errors.ts'
import { formatMessage, isMessageKey, type MessageKey, type Placeholders } from '../../core/messages/index.ts'
import type { ParameterSet } from '../../core/schema/parameter-set.ts'
import type { SentParameters } from '../../core/schema/sent-parameters.ts'
import { html, type Markup } from '../../pages/html-template.ts'
import { formatDate } from '../../pages/page-dates.ts'
import type { AdminContext } from '../admin-context.ts'

/** Name of the hidden field with the form token, which protects against forged requests of other sites (CSRF). */
export const TOKEN_FIELD = 'form_token'

/**
 * The texts and problems that a form shows. After the server has refused the form, the texts are those that the user
 * sent; otherwise they are the stored ones.
 */
export interface FormState {
  /** The text that each field shows: what the user typed, or the stored value. */
  texts: Readonly<Record<string, string>>
  problems: readonly FormProblem[]
}

export interface FormProblem {
  /** Name of the field that has the problem. */
  name: string
  message: string
}

/** The labels of the fields of a form, by name. */
export type FieldLabels<Name extends string = string> = Readonly<Record<Name, string>>

/**
 * The state of a form before it is sent: without problems.
 * @param texts the stored values
 */
export const createUnsentFormState = (texts: FormState['texts'] = {}): FormState => ({ texts, problems: [] })

/**
 * Parses the fields of a form by the parameters of the API, so that form and API have the same rules and messages.
 * @param labels labels by which messages name the fields
 * @param check finds further problems if all fields are valid
 * @returns `values` is undefined if there are problems
 */
export function parseAdminForm<Values>(
  context: AdminContext,
  parameters: ParameterSet<Values>,
  sent: SentParameters,
  labels: FieldLabels,
  check?: (values: Values, problems: Problems) => void,
): { values: Values; form?: undefined } | { values?: undefined; form: FormState } {
  const problems = new Problems()
  const values = parameters.read(sent, problems)
  if (problems.found.length + problems.missing.length === 0) check?.(values, problems)
  if (problems.found.length + problems.missing.length === 0) return { values }
  return { form: { texts: textsOfSentForm(sent), problems: formatFormProblems(context, problems, labels) } }
}

/** The state of a form that was refused because of one field, after all fields were read. */
export const formWithProblem = (
  { scope }: AdminContext,
  sent: SentParameters,
  labels: FieldLabels,
  problem: { name: string; reason: MessageKey },
): FormState => ({
  texts: textsOfSentForm(sent),
  problems: [
    {
      name: problem.name,
      message: formatMessage(scope.language, problem.reason, { name: labels[problem.name] ?? problem.name }),
    },
  ],
})

/**
 * The messages about the problems of a form. Where the message of the API speaks of requests, forms have their own, with
 * the key `form.` and that of the API. A problem inside a list, such as `offers[2].price`, has the label of the
 * list. For an empty field that needs a certain format, only the message about the format is returned.
 */
export function formatFormProblems(
  { scope }: AdminContext,
  problems: Pick<Problems, 'found' | 'missing'>,
  labels: FieldLabels,
): FormProblem[] {
  const labelOf = (name: string) => labels[name.replace(/[[.].*/, '')] ?? name
  const message = (name: string, reason: MessageKey, placeholders: Placeholders = {}) => ({
    name,
    message: formatMessage(scope.language, messageKeyInForms(reason), {
      ...datesForPeople(scope, placeholders),
      name: labelOf(name),
    }),
  })
  return [
    ...problems.missing
      .filter((name) => !problems.found.some((problem) => problem.name === name))
      .map((name) => message(name, 'reason.filled')),
    ...problems.found.map(({ name, reason, placeholders }) => message(name, reason, placeholders)),
  ]
}

function messageKeyInForms(reason: MessageKey): MessageKey {
  const key = `form.${reason}`
  return isMessageKey(key) ? key : reason
}

/** Formats local times among the values of a message. Those of whole days are formatted without the time. */
const datesForPeople = ({ language, site }: AdminContext['scope'], placeholders: Placeholders): Placeholders =>
  Object.fromEntries(
    Object.entries(placeholders).map(([name, value]) => {
      const [day, time] = /^\d{4}-\d\d-\d\d (\d\d:\d\d:\d\d)$/.exec(String(value)) ?? []
      if (day === undefined) return [name, value]
      return [name, formatDate(language, time === '00:00:00' ? 'full' : 'fullTime', day, site.clock)]
    }),
  )

/** The texts of a sent form, to show them again. Passwords are never sent back. */
export const textsOfSentForm = (sent: SentParameters): Record<string, string> =>
  Object.fromEntries(
    Object.entries(sent).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && !/password|token/.test(entry[0]),
    ),
  )

/** The hidden field with the form token, which every form with `method="post"` contains. */
export const hiddenInputWithFormToken = ({ formToken }: AdminContext): Markup | undefined =>
  formToken === '' ? undefined : html`<input type="hidden" name="${TOKEN_FIELD}" value="${formToken}">`

/** The HTML id of the input of a field, to which its label refers. */
export const idOfFormControl = (name: string) => `field-${name}`

/**
 * A form: the list of its problems, then its fields.
 * @param action path to which the form is sent, with the language prefix
 * @param hasFile whether the form uploads a file
 * @param end the label of its button, or the buttons of a long form, which are placed before the fields, so that the
 * keyboard reaches them at once, and stay visible
 * @param fields its controls, see form-fields.ts
 */
export function renderForm(
  context: AdminContext,
  {
    action,
    state,
    hasFile = false,
    ...end
  }: { action: string; state: FormState; hasFile?: boolean } & ({ submit: string } | { buttons: readonly Markup[] }),
  fields: readonly (Markup | undefined)[],
): Markup {
  return html`
    ${renderFormProblems(context, state)}
    <form class="sheet" method="post" action="${action}"${hasFile && html` enctype="multipart/form-data"`}>
      ${hiddenInputWithFormToken(context)}
      ${'buttons' in end && html`<p class="save-bar">${end.buttons}</p>`}
      ${fields}
      ${'submit' in end && html`<p><button>${end.submit}</button></p>`}
    </form>
  `
}

/** The list of problems above a form, each of them a link to its field; undefined if there are none. */
export function renderFormProblems({ words }: AdminContext, { problems }: FormState): Markup | undefined {
  if (problems.length === 0) return undefined
  const items = problems.map(({ name, message }) => html`<li><a href="#${idOfFormControl(name)}">${message}</a></li>`)
  return html`<div class="problems" role="alert"><h2>${words.frame.problems}</h2><ul>${items}</ul></div>`
}
