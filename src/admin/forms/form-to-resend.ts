import { isObject } from '../../core/generic/is-object.ts'
import { REPEATED, type SentParameters } from '../../core/schema/sent-parameters.ts'
import { html, type Markup } from '../../pages/html-template.ts'
import { TOKEN_FIELD } from './admin-form.ts'

/** A form that was sent without a valid session. After signing in, the user can send it again. */
export interface FormToResend {
  /** Path to which the form is sent, with the language prefix. */
  path: string
  /** Names and values of the fields of the form, without passwords. */
  fields: readonly (readonly [name: string, value: string])[]
}

/** The name of the hidden field that contains, as JSON, a form to be sent again. */
const RESEND_FIELD = 'resent_form'

/** The fields of a form as a browser sends them: `tags[]=a`, `venue[name]=b`. */
export function listFormFieldsAsBrowserSendsThem(sent: SentParameters): [string, string][] {
  const repeated = sent[REPEATED] ?? {}
  return Object.entries(sent)
    .filter(([name]) => name !== TOKEN_FIELD && name !== RESEND_FIELD && !/password/.test(name))
    .flatMap(([name, value]) => {
      const all = repeated[name]
      return Array.isArray(all) ? all.map((one): [string, string] => [name, String(one)]) : flattened(name, value)
    })
}

function flattened(name: string, value: unknown): [string, string][] {
  if (Array.isArray(value)) return value.flatMap((one) => flattened(`${name}[]`, one))
  if (isObject(value)) return Object.entries(value).flatMap(([key, one]) => flattened(`${name}[${key}]`, one))
  return [[name, String(value)]]
}

/** The hidden field with a form to be sent again. The pages for signing in contain it. */
export const hiddenInputWithFormToResend = (form: FormToResend | undefined): Markup | undefined =>
  form && html`<input type="hidden" name="${RESEND_FIELD}" value="${JSON.stringify(form)}">`

/**
 * Parses the hidden field that `hiddenInputWithFormToResend` has written. The field is validated, because any page may have sent
 * other content.
 */
export function parseFormToResend(sent: SentParameters): FormToResend | undefined {
  const text = sent[RESEND_FIELD]
  if (typeof text !== 'string') return undefined
  try {
    const { path, fields } = JSON.parse(text) as Record<string, unknown>
    const isValid = typeof path === 'string' && Array.isArray(fields) && fields.every(isPair)
    return isValid ? { path, fields: fields as FormToResend['fields'] } : undefined
  } catch {
    return undefined
  }
}

const isPair = (pair: unknown) =>
  Array.isArray(pair) && pair.length === 2 && pair.every((text) => typeof text === 'string')
