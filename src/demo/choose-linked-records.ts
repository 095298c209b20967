import type { Language } from '../core/language.ts'
import { localToInstant } from '../core/time/instant.ts'
import type { LocalTime } from '../core/time/local-time.ts'
import type { CalendarSpec } from './demo-calendar-spec.ts'
import { CATEGORIES, type CategoryKey, type EventKind, type TagKey } from './demo-event-kinds.ts'
import { FIRST_DAY } from './demo-event-times.ts'
import type { ChosenPrice } from './demo-prices.ts'
import type { Random } from './pseudo-random.ts'

/**
 * Records which venues are booked at which part of which day, so that two events rarely share a venue at the same time.
 */
export interface Bookings {
  add(venue: number | undefined, day: number, start: LocalTime): void
  isFree(venue: number | undefined, day: number, start: LocalTime): boolean
}

const DAYS_MAX = 1000
const PARTS_OF_DAY = 3

export function createDemoVenueBookings(): Bookings {
  const booked = new Set<number>()
  const slotOf = (venue: number, day: number, start: LocalTime) => {
    const hour = Number(start.slice(11, 13))
    return (venue * DAYS_MAX + day - FIRST_DAY) * PARTS_OF_DAY + (hour < 12 ? 0 : hour < 17 ? 1 : 2)
  }
  return {
    add: (venue, day, start) => void (venue !== undefined && booked.add(slotOf(venue, day, start))),
    isFree: (venue, day, start) => venue === undefined || !booked.has(slotOf(venue, day, start)),
  }
}

const NO_VENUE_SHARE = 0.02
const ABROAD_SHARE = 0.1
const PARTNER_SHARE = 0.4
/**
 * Number of attempts to choose a venue that is free. If all fail, the event gets a booked venue, because in large
 * calendars all venues may be booked.
 */
const VENUE_TRIES = 8

export function chooseDemoVenue(
  random: Random,
  { venues }: CalendarSpec,
  kind: EventKind,
  isFree: (venue: number) => boolean,
): number | undefined {
  if (random.chance(NO_VENUE_SHARE)) return undefined
  const isAbroad = kind.venueUses.includes('abroad') && random.chance(ABROAD_SHARE)
  const wanted = isAbroad ? ['abroad'] : kind.venueUses.filter((use) => use !== 'abroad')
  const candidates = matchingIndexes(venues, wanted, ({ uses }) => uses)
  let venue = pickFavoringFirst(random, candidates)
  for (let left = VENUE_TRIES; left > 0 && venue !== undefined && !isFree(venue); left -= 1) {
    venue = pickFavoringFirst(random, candidates)
  }
  return venue
}

/**
 * Chooses at random whether the host of an online event is abroad. Returns the time zone of such a host; undefined if
 * the event has the time zone of the city to which the generated calendar belongs.
 */
export function chooseTimeZoneOfDemoHostAbroad(
  random: Random,
  { venues }: CalendarSpec,
  { venueUses }: EventKind,
): string | undefined {
  if (!venueUses.includes('online') || !random.chance(PARTNER_SHARE)) return undefined
  return random.pick(venues.flatMap(({ zone }) => zone ?? []))
}

export function chooseDemoOrganizers(random: Random, { organizers }: CalendarSpec, kind: EventKind): number[] {
  const count = random.weighted([0, 1, 2], (many) => [2, 86, 12][many] as number)
  const candidates = matchingIndexes(organizers, kind.organizerFields, ({ fields }) => fields)
  const chosen = Array.from({ length: count }, () => pickFavoringFirst(random, candidates))
  return [...new Set(chosen.filter((one) => one !== undefined))]
}

const matchCache = new WeakMap<readonly unknown[], Map<string, number[]>>()

/**
 * Finds the indexes of the items that have at least one of the wanted properties. The result is cached for each list.
 */
function matchingIndexes<Item>(
  list: readonly Item[],
  wanted: readonly string[],
  propertiesOf: (item: Item) => readonly string[],
) {
  const cached = matchCache.get(list) ?? new Map<string, number[]>()
  matchCache.set(list, cached)
  const name = wanted.join()
  const matches = (item: Item) => propertiesOf(item).some((one) => wanted.includes(one))
  const found = cached.get(name) ?? list.flatMap((item, index) => (matches(item) ? [index] : []))
  cached.set(name, found)
  return found
}

/** Picks an item of the list at random, early items more often than late ones. */
const pickFavoringFirst = (random: Random, list: number[]): number | undefined =>
  list[Math.floor(list.length * random.fraction() ** 2)]

export function chooseDemoCategories(random: Random, { category }: EventKind): CategoryKey[] {
  const parent: CategoryKey | undefined = CATEGORIES[category]
  return parent && random.chance(0.25) ? [parent, category] : [category]
}

/**
 * Chooses tags that fit the kind of event.
 * @param language original language of the event; only events written in English may have the tag `inEnglish`
 */
export function chooseDemoTags(
  random: Random,
  { tags }: EventKind,
  { price }: ChosenPrice,
  language: Language,
): TagKey[] {
  const others = tags.filter((tag) => tag !== 'free' && (tag !== 'inEnglish' || language === 'en'))
  const isFree = price === 'free' && tags.includes('free')
  return [...random.some(others, random.integer(1, 3)), ...(isFree ? (['free'] as const) : [])]
}

/** Languages in which an event is written, and when each text was written: Unix times in seconds, before today. */
export interface Authorship {
  /** Language in which the event was first written. */
  language: Language
  translations: { language: Language; writtenAt: number }[]
  writtenAt: number
  /**
   * Unix time in seconds at which the text in the original language was changed after its translation; undefined if it
   * was never changed.
   */
  revisedAt: number | undefined
}

const DAY_SECONDS = 86_400
const HOUR_SECONDS = 3600
const TRANSLATED_SHARE = 0.5
const TRANSLATED_TWICE_SHARE = 0.3
const REVISED_SHARE = 0.06
/**
 * Relative frequency of each language of the site as the original language; the first weight is for the default
 * language.
 */
const LANGUAGE_WEIGHTS = [11, 6, 3, 2, 2]

/**
 * Chooses languages, and writing times before today and before the event.
 * @param day day of the event: 0 is today, 1 tomorrow
 */
export function chooseDemoLanguagesAndWritingTimes(
  random: Random,
  { languages, today, zone, isShowcase }: CalendarSpec,
  day: number,
): Authorship {
  const language = random.weighted(languages, (one) => LANGUAGE_WEIGHTS[languages.indexOf(one)] ?? 1)
  const others = languages.filter((one) => one !== language)
  const count = random.chance(TRANSLATED_SHARE) ? (random.chance(TRANSLATED_TWICE_SHARE) ? 2 : 1) : 0
  const daysAgo = Math.max(5, 3 - day) + random.integer(0, 80)
  const timeOfDay = random.integer(8 * HOUR_SECONDS, 19 * HOUR_SECONDS)
  const writtenAt = localToInstant(today, zone) - daysAgo * DAY_SECONDS + timeOfDay
  const chosen = random.some(others, count)
  const translations = (isShowcase ? others : chosen).map((other, index) => ({
    language: other,
    writtenAt: writtenAt + (index + 1) * DAY_SECONDS,
  }))
  const isRevised = translations.length > 0 && random.chance(REVISED_SHARE)
  return { language, translations, writtenAt, revisedAt: isRevised ? writtenAt + 3 * DAY_SECONDS : undefined }
}
