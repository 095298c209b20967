import type { Problems } from '../../core/errors.ts'
import { isObject } from '../../core/generic/is-object.ts'
import type { Kind } from '../../core/kinds.ts'
import { REPEATED, type SentParameters } from '../../core/schema/sent-parameters.ts'
import { toStorableUrl } from '../../core/urls.ts'
import type { FormControl } from './form-controls.ts'
import { type FormTexts, HIDDEN_OFFER_FIELDS, OFFER_FIELDS, type PresentedRecord } from './input-texts-of-record.ts'
import { parseRecurrenceOfForm } from './repetition-choices.ts'
import { formControlsOfKind } from './sections-of-record-form.ts'

/**
 * Converts a sent form to the texts of its inputs, to show the form again: the value of `venue: [{ name }]` belongs to
 * the input `venue[0][name]`.
 */
export const inputTextsOfRefusedForm = (kind: Kind, sent: SentParameters): FormTexts => ({
  ...flattened(sent),
  ...Object.fromEntries(
    formControlsOfKind(kind)
      .filter((control) => isListOfCheckboxes(control) && sent[control.name] !== undefined)
      .map(({ name }) => [name, idsOf(sent, name).join(',')]),
  ),
})

function flattened(sent: Readonly<Record<string, unknown>>, prefix = ''): FormTexts {
  const texts: FormTexts = {}
  for (const [key, value] of Object.entries(sent)) {
    const name = prefix === '' ? key : `${prefix}[${key}]`
    if (isObject(value) || Array.isArray(value)) Object.assign(texts, flattened(value as PresentedRecord, name))
    else texts[name] = String(value ?? '')
  }
  return texts
}

/**
 * Converts a sent form to the fields of a request of the native API.
 * @param shown texts of the inputs before the user changed them: fields with equal texts are omitted, so that only
 * changes are written
 * @param problems gets the problems of inputs that the API does not have
 */
export function convertFormToRequestBody(
  kind: Kind,
  sent: SentParameters,
  shown: FormTexts,
  problems: Problems,
): Record<string, unknown> {
  const texts = inputTextsOfRefusedForm(kind, sent)
  const body: Record<string, unknown> = {}
  for (const control of formControlsOfKind(kind)) {
    if (isUnchanged(control, texts, shown)) continue
    const value = fieldValue(control, sent, texts, problems)
    if (value !== undefined) body[control.name] = value
  }
  return body
}

/** What a form sends in which the user has chosen nothing: nothing is stated, or the field is left out. */
const OPTIONAL_VALUES = { 'optional-flag': null, author: undefined }

function fieldValue(control: FormControl, sent: SentParameters, texts: FormTexts, problems: Problems): unknown {
  const { name } = control
  switch (control.control) {
    case 'moment':
      return momentOf(texts, name)
    case 'links':
      return rowsOf(sent[name]).flatMap((row) => linkOf(row, control.titleField) ?? [])
    case 'terms':
    case 'codes':
      return sent[name] === undefined ? undefined : idsOf(sent, name)
    case 'repeat':
      return parseRecurrenceOfForm(texts, problems)
    case 'picture':
      return pictureIn(texts) || (texts.image === undefined ? undefined : false)
    case 'offers':
      return rowsOf(sent.offers)
        .filter((row) => OFFER_FIELDS.some((field) => row[field]))
        .map(offerOf)
    case 'registration':
      return rowsOf(sent.registration)
        .filter((row) => row.value)
        .map((row) => (row.type === 'link' ? { ...row, value: toStorableUrl(String(row.value)) } : row))
    case 'url':
      return texts[name] === undefined ? undefined : toStorableUrl(texts[name])
    case 'optional-flag':
    case 'author':
      return texts[name] === '' ? OPTIONAL_VALUES[control.control] : texts[name]
    default:
      return texts[name]
  }
}

/**
 * The date and the time of two inputs as one text. A date without a time means midnight, or the end of the day for
 * fields that end an event. Undefined if the form has no such inputs.
 */
function momentOf(texts: FormTexts, name: string): string | undefined {
  const { [`${name}_day`]: day, [`${name}_time`]: time = '' } = texts
  return day === undefined ? undefined : `${day} ${time}`.trim()
}

/**
 * The id of the picture that the user chose: the typed number or, if there is none, the selected picture. Empty for no
 * picture; undefined if the form has no such input.
 */
const pictureIn = ({ image, image_number: typed = '' }: FormTexts): string | undefined => typed.trim() || image

/** The rows that a form sends for an input with several rows: `organizer[0][name]`, `organizer[1][name]`. */
const rowsOf = (value: unknown): PresentedRecord[] =>
  isObject(value) || Array.isArray(value) ? (Object.values(value as object).filter(isObject) as PresentedRecord[]) : []

/**
 * The link to a record from a row of the form: the id of the record if the user did not change its name, else the typed
 * name of an existing or new record.
 */
function linkOf({ name, was, id }: PresentedRecord, titleField: string): unknown {
  if (typeof name !== 'string' || name.trim() === '') return undefined
  if (name === was && id !== undefined) return Number(id)
  return /^\s*\d+\s*$/.test(name) ? { [titleField]: name } : name
}

/** The ids of the checked checkboxes with one name. The empty value of the hidden input before them is omitted. */
const idsOf = (sent: SentParameters, name: string): string[] =>
  [sent[REPEATED]?.[name] ?? sent[name]]
    .flat()
    .map(String)
    .filter((id) => id !== '')

const offerOf = (row: PresentedRecord): PresentedRecord =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([field, value]) => value !== '' || !isHiddenOfferField(field))
      .map(([field, value]) => [field, offerFieldOf(field, value)]),
  )

function offerFieldOf(field: string, value: unknown): unknown {
  if (field === 'price') return value === '' ? null : withDecimalPoint(String(value))
  return field === 'url' ? toStorableUrl(String(value)) : value
}

/** A number typed with a decimal comma, as most languages write it, as the API reads it; other texts stay as they are. */
const withDecimalPoint = (text: string): string => text.replace(/^(\s*\d+),(\d+\s*)$/, '$1.$2')

const isHiddenOfferField = (field: string) => (HIDDEN_OFFER_FIELDS as readonly string[]).includes(field)

const isListOfCheckboxes = ({ control }: FormControl) => control === 'terms' || control === 'codes'

/** Whether the inputs of a control have the same texts as when the form was shown. */
function isUnchanged(control: FormControl, texts: FormTexts, shown: FormTexts): boolean {
  if (isListOfCheckboxes(control)) return sameIds(texts[control.name], shown[control.name])
  if (control.control === 'picture') return pictureIn(texts) === shown[control.name]
  const names = new Set([...Object.keys(texts), ...Object.keys(shown)].filter((name) => belongsTo(control, name)))
  // The rule of this choice contains the weekday of the start.
  if (control.control === 'repeat' && texts.recurrence_every === 'monthly_weekday') names.add('start_date_day')
  const [sent, stored] =
    control.control === 'registration' ? [withoutEmptyRows(texts), withoutEmptyRows(shown)] : [texts, shown]
  return [...names].every((name) => sameLines(sent[name] ?? '', stored[name] ?? ''))
}

/** Leaves out the types of rows without a value: the list of types in the free row always sends one. */
const withoutEmptyRows = (texts: FormTexts): FormTexts =>
  Object.fromEntries(
    Object.entries(texts).filter(([name]) => !name.endsWith('[type]') || texts[name.replace('[type]', '[value]')]),
  )

/** Whether two lists of ids, separated by commas, have the same ids in any order. */
const sameIds = (one = '', other = '') => one.split(',').sort().join() === other.split(',').sort().join()

/** Whether two texts are equal apart from their line breaks: browsers send CR LF. */
const sameLines = (one: string, other: string) => one.replaceAll('\r\n', '\n') === other.replaceAll('\r\n', '\n')

const belongsTo = ({ control, name }: FormControl, input: string): boolean =>
  control === 'moment' || control === 'repeat'
    ? input === name || input.startsWith(`${name}_`)
    : input === name || input.startsWith(`${name}[`)
