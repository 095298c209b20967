import type { LocalTime } from '../../../core/time/local-time.ts'
import type { TextByLanguage } from '../../texts/translated-columns.ts'

export const AVAILABILITIES = ['available', 'few', 'sold_out', 'preorder', 'door_only'] as const
export const REGISTRATION_TYPES = ['link', 'phone', 'email'] as const
export const ACCESSIBILITY_CODES = [
  ...['hearing', 'intellectual', 'motor', 'psychic', 'visual', 'step_free', 'sign_language'],
] as const

export type AccessibilityCode = (typeof ACCESSIBILITY_CODES)[number]

export type Availability = (typeof AVAILABILITIES)[number]

/** An offer: a kind of ticket for an event, with its price. */
export interface Offer {
  names: TextByLanguage
  /** The price as text with the decimals of its currency, e.g. `12.50`; null: on request. */
  price: string | null
  /** ISO 4217; '' for the currency of the site. All offers of an event have the same currency. */
  currency: string
  availability: Availability
  /** URL at which tickets of this kind are sold; '' if unknown. */
  url: string
  /** Start and end of the sale of tickets, as local times in the zone of the event. */
  valid_from: LocalTime | null
  valid_until: LocalTime | null
}

export interface Registration {
  type: (typeof REGISTRATION_TYPES)[number]
  value: string
}

/**
 * Offers, registration, ages, accessibility and conditions of an event, stored as JSON in the column `event.admission`.
 * Values that no request has stated are absent.
 */
export interface Admission {
  offers?: Offer[] | undefined
  registration?: Registration[] | undefined
  is_free?: boolean | undefined
  age_min?: number | undefined
  age_max?: number | undefined
  accessibility?: string[] | undefined
  conditions?: TextByLanguage | undefined
}

/** Columns of the table `event` that a write of prices and admission stores. */
export interface AdmissionColumns {
  admission: string
  /** Whether the event is free: 1, 0, or null if it is not stated. */
  is_free: number | null
  is_ticketed: number
  is_accessible: number
  price_min: number | null
  price_currency: string
}

/** Column values of a new event whose request body says nothing about prices and admission. */
export const ADMISSION_DEFAULTS: Readonly<AdmissionColumns> = {
  admission: '',
  is_free: null,
  is_ticketed: 0,
  is_accessible: 0,
  price_min: null,
  price_currency: '',
}

export const ADMISSION_COLUMNS = Object.keys(ADMISSION_DEFAULTS) as (keyof AdmissionColumns)[]

export const decodeAdmission = (column: string): Admission => (column === '' ? {} : JSON.parse(column))

/**
 * Encodes prices and admission of an event for the column `event.admission`.
 * @returns JSON; an empty text if no value is stated
 */
export function encodeAdmission(admission: Admission): string {
  const stated = Object.entries(admission).filter(
    ([, value]) => value !== undefined && (typeof value !== 'object' || Object.keys(value).length > 0),
  )
  return stated.length === 0 ? '' : JSON.stringify(Object.fromEntries(stated))
}
