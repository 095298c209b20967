import { Problems } from '../../../core/errors.ts'
import type { Language } from '../../../core/language.ts'
import { isWebsiteUrl } from '../../../core/schema/contact-fields.ts'
import { createParameterSet } from '../../../core/schema/parameter-set.ts'
import type { LocalTime } from '../../../core/time/local-time.ts'
import { parseLocalTimeAndPrecision } from '../../../core/time/parse-date.ts'
import type { Settings } from '../../../settings/site-settings.ts'
import { replaceTranslation } from '../../texts/translated-columns.ts'
import type { Offer, Registration } from './admission-columns.ts'
import { offerFields, registrationFields } from './admission-fields.ts'
import { currencyDecimals } from './price-columns.ts'

export interface AdmissionContext {
  language: Language
  site: Settings
  /** The current time in seconds since 1970-01-01 UTC. */
  now: number
  /** Time zone of the event after the write. */
  timezone: string
  /** The stored event that the request changes; undefined for a new one. */
  event: { admission: string; cost: string } | undefined
}

type Sent = readonly Record<string, unknown>[]

const offer = createParameterSet(offerFields)
const registration = createParameterSet(registrationFields)

/**
 * Parses the offers of a request body.
 * @param before the stored offers; an offer at the same position with the same price and currency gets their names in
 *   other languages
 */
export function parseOffers(
  sent: Sent,
  before: readonly Offer[],
  context: AdmissionContext,
  problems: Problems,
): Offer[] {
  const offers = sent.map((one, index) => {
    const own = new Problems()
    const read = readOffer(one, before[index], context, own)
    addNamed(problems, own, `offers[${index}]`)
    return read
  })
  for (const [index, { currency }] of offers.entries()) {
    if (currency === offers[0]?.currency) continue
    problems.add(`offers[${index}].currency`, 'reason.contradicts', { other: 'offers[0].currency' })
  }
  return offers
}

function readOffer(
  sent: Record<string, unknown>,
  before: Offer | undefined,
  { language, site, timezone, now }: AdmissionContext,
  problems: Problems,
): Offer {
  const {
    name = '',
    price = null,
    currency = site.currency_code,
    availability = 'available',
    url = '',
    ...dates
  } = offer.read(sent, problems)
  const local = (field: 'valid_from' | 'valid_until'): LocalTime | null => {
    const text = dates[field]
    if (text === undefined || text === null || text === '') return null
    const moment = parseLocalTimeAndPrecision(text, timezone, now)
    if (moment === undefined) problems.add(field, 'reason.date')
    return moment?.local ?? null
  }
  const [valid_from, valid_until] = [local('valid_from'), local('valid_until')]
  if (valid_from !== null && valid_until !== null && valid_until < valid_from) {
    problems.add('valid_until', 'reason.before-from')
  }
  const decimals = currencyDecimals(currency)
  if ((price?.split('.')[1] ?? '').length > decimals) problems.add('price', 'reason.price')
  const exact = price === null ? null : Number(price).toFixed(decimals)
  const isSame = before !== undefined && before.price === exact && before.currency === currency
  const names = replaceTranslation(isSame ? before.names : {}, language, name)
  return { names, price: exact, currency, availability, url, valid_from, valid_until }
}

/** Parses the field `registration` of a request body: the ways in which people can register for the event. */
export const parseRegistration = (sent: Sent, problems: Problems): Registration[] =>
  sent.map((one, index) => {
    const own = new Problems()
    const { type = 'link', value = '' } = registration.read(one, own) as Partial<Registration>
    const text = value.trim()
    if (own.found.length + own.missing.length === 0) {
      if (type === 'link' && !isWebsiteUrl(text)) own.add('value', 'reason.website')
      if (type === 'email' && !/^[^\s@]+@[^\s@]+$/.test(text)) own.add('value', 'reason.email')
      if (type === 'phone' && !/^[+\d][\d\s()./-]{2,40}$/.test(text)) own.add('value', 'reason.phone')
    }
    addNamed(problems, own, `registration[${index}]`)
    return { type, value: text }
  })

/**
 * Adds the problems of one entry of a list, with the place of the entry in the names of its fields: `offers[2].price`.
 */
function addNamed(problems: Problems, { found, missing }: Problems, entry: string): void {
  for (const { name, reason, placeholders } of found) problems.add(`${entry}.${name}`, reason, placeholders)
  for (const name of missing) problems.add(`${entry}.${name}`, 'reason.filled')
}
