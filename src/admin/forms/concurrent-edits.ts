import { isObject } from '../../core/generic/is-object.ts'
import type { SentParameters } from '../../core/schema/sent-parameters.ts'
import { html, type Markup } from '../../pages/html-template.ts'
import type { AdminContext } from '../admin-context.ts'
import { type FieldLabels, type FormProblem, type FormState, textsOfSentForm } from './admin-form.ts'
import { unsavedChangesMarkup } from './unsaved-changes.ts'

/** Name of the hidden field with the stored texts of the other fields, as they were when the form was shown. */
const SHOWN_FIELD = 'shown_texts'

/**
 * The beginning of a form for values that several users may change at the same time: the hidden notice about unsaved
 * changes, and a hidden field with the stored texts, which `mergeConcurrentEdits` compares.
 * @param stored the present texts of the fields of the form
 */
export const renderConcurrentEditInputs = (
  context: AdminContext,
  state: FormState,
  stored: FormState['texts'],
): Markup => html`
  ${unsavedChangesMarkup(context, state.problems.length > 0)}
  <input type="hidden" name="${SHOWN_FIELD}" value="${JSON.stringify(stored)}">
`

/**
 * Compares a sent form with what is stored now, which another user may have changed since the form was shown. A field that only
 * the other user has changed keeps the stored text.
 * @param stored the present texts of the fields of the form
 * @returns `form`, which shows both texts, if there is a field that both have changed; otherwise the fields to store
 */
export function mergeConcurrentEdits(
  context: AdminContext,
  sent: SentParameters,
  stored: FormState['texts'],
  labels: FieldLabels,
): { sent: SentParameters; form?: undefined } | { sent?: undefined; form: FormState } {
  const merged: Record<string, unknown> = { ...sent }
  const problems: FormProblem[] = []
  const shownTexts = parseShownTexts(sent[SHOWN_FIELD])
  for (const [name, now] of Object.entries(stored)) {
    const [shown, typed] = [shownTexts[name], readField(sent, name)]
    if (typeof shown !== 'string' || typed === undefined) continue
    setField(merged, name, typed === shown ? now : typed)
    if (typed !== shown && typed !== now && shown !== now)
      problems.push({ name, message: conflictMessage(context, labels[name.replace(/\[.*/, '')] ?? name, now) })
  }
  const texts = Object.fromEntries(Object.keys(stored).map((name) => [name, readField(merged, name) ?? '']))
  return problems.length === 0
    ? { sent: merged }
    : { form: { texts: { ...textsOfSentForm(merged), ...texts }, problems } }
}

const conflictMessage = ({ words: { form } }: AdminContext, label: string, stored: string) =>
  `${label}: ${form.conflict}. ${form.theirs}: ${stored === '' ? '–' : stored}`

function parseShownTexts(value: unknown): Record<string, unknown> {
  try {
    const texts: unknown = JSON.parse(typeof value === 'string' ? value : '')
    return isObject(texts) ? (texts as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** A field whose name is that of a list and a key: `alt_texts[de]`. */
const IN_LIST = /^(\w+)\[([\w-]+)\]$/

/** The text of a field, with the line ends of stored texts. Undefined if the form does not contain it. */
function readField(sent: SentParameters, name: string): string | undefined {
  const [, list, key] = IN_LIST.exec(name) ?? []
  const value = list && key ? (sent[list] as SentParameters | undefined)?.[key] : sent[name]
  return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : undefined
}

function setField(sent: Record<string, unknown>, name: string, text: string): void {
  const [, list, key] = IN_LIST.exec(name) ?? []
  if (list && key) sent[list] = { ...(sent[list] as object), [key]: text }
  else sent[name] = text
}
