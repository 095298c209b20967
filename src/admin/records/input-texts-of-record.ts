import { isObject } from '../../core/generic/is-object.ts'
import type { Kind } from '../../core/kinds.ts'
import type { FormControl } from './form-controls.ts'
import { repetitionTexts } from './repetition-choices.ts'
import { formControlsOfKind } from './sections-of-record-form.ts'

/** The texts of the inputs of a form, by name of the input, such as `title` or `offers[0][price]`. */
export type FormTexts = Record<string, string>

/** The JSON of a record in the native API, for the user who edits the record. */
export type PresentedRecord = Readonly<Record<string, unknown>>

/** Converts the JSON of a record to the texts that the inputs of its form show. */
export const inputTextsOfRecord = (kind: Kind, record: PresentedRecord): FormTexts =>
  Object.assign({}, ...formControlsOfKind(kind).map((control) => textsOf(control, record)))

/** The texts that the inputs of the form for a new record show at first. */
export const inputTextsOfNewRecord = (kind: Kind): FormTexts => ({
  ...inputTextsOfRecord(kind, {}),
  ...(kind === 'event' && { show_map: '1', show_map_link: '1', attendance_mode: 'offline', event_status: 'scheduled' }),
  ...(kind === 'series' && { kind: 'series' }),
})

function textsOf(control: FormControl, record: PresentedRecord): FormTexts {
  const { name } = control
  const value = record[name]
  switch (control.control) {
    case 'flag':
      return { [name]: value === true ? '1' : '0' }
    case 'moment':
      return momentTexts(name, String(value ?? ''))
    case 'repeat':
      return repetitionTexts(textOf(value), textOf(record.start_date))
    case 'links':
      return linkTexts(control.name, control.titleField, [value ?? []].flat() as PresentedRecord[])
    case 'codes':
      return { [name]: ((value ?? []) as string[]).join(',') }
    case 'optional-flag':
      return { [name]: typeof value === 'boolean' ? (value ? '1' : '0') : '' }
    case 'terms':
      return { [name]: ((value ?? []) as { id: number }[]).map(({ id }) => id).join(',') }
    case 'picture':
      return { [name]: isObject(value) ? textOf(value.id) : '' }
    case 'names':
      return { [name]: ((value ?? []) as { name: string }[]).map((term) => term.name).join(', ') }
    case 'offers':
      return textsOfRows(name, [...OFFER_FIELDS, ...HIDDEN_OFFER_FIELDS], value)
    case 'registration':
      return textsOfRows(name, REGISTRATION_FIELDS, value)
    case 'url':
      // For an event without a website, the API returns the address of the event's page as `website`; the input is
      // empty then.
      return { [name]: value === record.url ? '' : textOf(value) }
    default:
      return { [name]: textOf(value) }
  }
}

const textOf = (value: unknown): string =>
  Array.isArray(value)
    ? value.join('\n')
    : isObject(value) || value === undefined || value === null
      ? ''
      : String(value)

function momentTexts(name: string, local: string): FormTexts {
  const [day = '', time = ''] = local.split(' ')
  return { [`${name}_day`]: day, [`${name}_time`]: time.replace(/:00$/, '') }
}

/**
 * The texts of the inputs for linked records: for each record its name and, in a hidden input, its id. The id is used
 * unless the user changes the name.
 */
const linkTexts = (name: string, titleField: string, records: readonly PresentedRecord[]): FormTexts =>
  Object.assign(
    {},
    ...records.map((record, row) => ({
      [`${name}[${row}][name]`]: textOf(record[titleField]),
      [`${name}[${row}][was]`]: textOf(record[titleField]),
      [`${name}[${row}][id]`]: textOf(record.id),
    })),
  )

/** The fields of an offer (a kind of ticket) that users see in the form. */
export const OFFER_FIELDS = ['name', 'price', 'currency', 'url'] as const

/** The other fields of an offer, which only the API changes. The form sends them back as it got them. */
export const HIDDEN_OFFER_FIELDS = ['availability', 'valid_from', 'valid_until'] as const

/** The fields of a way to register for an event. */
export const REGISTRATION_FIELDS = ['type', 'value'] as const

/** The texts of the inputs of a list of objects, such as the offers of an event. */
const textsOfRows = (name: string, fields: readonly string[], value: unknown): FormTexts =>
  Object.fromEntries(
    ((value ?? []) as PresentedRecord[]).flatMap((one, row) =>
      fields.map((field) => [`${name}[${row}][${field}]`, textOf(one[field])]),
    ),
  )
