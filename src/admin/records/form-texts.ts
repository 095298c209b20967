import { isObject } from '../../core/is-object.ts'
import type { Kind } from '../../core/kinds.ts'
import { type Control, controlsOf } from './sections.ts'

/** The texts of the inputs of a form, by name of the input, such as `title` or `offers[0][price]`. */
export type FormTexts = Record<string, string>

/** A record as the native API shows it to the user. */
export type Shown = Readonly<Record<string, unknown>>

/** The texts of the inputs that show a record. */
export const textsOfRecord = (kind: Kind, record: Shown): FormTexts =>
  Object.assign({}, ...controlsOf(kind).map((control) => textsOf(control, record)))

/** The texts of the inputs for a new record. */
export const textsOfNewRecord = (kind: Kind): FormTexts => ({
  ...textsOfRecord(kind, {}),
  ...(kind === 'event' && { show_map: '1', show_map_link: '1', attendance_mode: 'offline', event_status: 'scheduled' }),
  ...(kind === 'series' && { kind: 'series' }),
})

function textsOf(control: Control, record: Shown): FormTexts {
  const { name } = control
  const value = record[name]
  switch (control.control) {
    case 'flag':
      return { [name]: value === true ? '1' : '0' }
    case 'moment':
      return momentTexts(name, String(value ?? ''))
    case 'repeat':
      return { [name]: textOf(value), [`${name}_every`]: textOf(value) === '' ? 'never' : 'lines' }
    case 'links':
      return linkTexts(control.name, control.titleField, [value ?? []].flat() as Shown[])
    case 'terms':
      return { [name]: ((value ?? []) as { id: number }[]).map(({ id }) => id).join(',') }
    case 'picture':
      return { [name]: isObject(value) ? textOf(value.id) : '' }
    case 'names':
      return { [name]: ((value ?? []) as { name: string }[]).map((term) => term.name).join(', ') }
    case 'offers':
      return Object.assign({}, ...((value ?? []) as Shown[]).map((offer, row) => offerTexts(offer, row)))
    case 'url':
      // An event without a website has the address of its page there.
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

/** The name of each linked record, and its id as long as the name is not changed. */
const linkTexts = (name: string, titleField: string, records: readonly Shown[]): FormTexts =>
  Object.assign(
    {},
    ...records.map((record, row) => ({
      [`${name}[${row}][name]`]: textOf(record[titleField]),
      [`${name}[${row}][was]`]: textOf(record[titleField]),
      [`${name}[${row}][id]`]: textOf(record.id),
    })),
  )

/** The parts of an offer that the form shows. */
export const OFFER_FIELDS = ['name', 'price', 'currency', 'url'] as const

const offerTexts = (offer: Shown, row: number): FormTexts =>
  Object.fromEntries(OFFER_FIELDS.map((field) => [`offers[${row}][${field}]`, textOf(offer[field])]))

/** The texts of a form that was sent, to show them again: nested values under the names of their inputs. */
export function textsOfForm(sent: Readonly<Record<string, unknown>>, prefix = ''): FormTexts {
  const texts: FormTexts = {}
  for (const [key, value] of Object.entries(sent)) {
    const name = prefix === '' ? key : `${prefix}[${key}]`
    if (isObject(value) || Array.isArray(value)) Object.assign(texts, textsOfForm(value as Shown, name))
    else texts[name] = String(value ?? '')
  }
  return texts
}
