import type { Language } from '../core/language.ts'
import { localToInstant } from '../core/time/instant.ts'
import type { LocalTime } from '../core/time/local-time.ts'
import type { CalendarSpec } from './calendar-plan.ts'
import { FIRST_DAY } from './event-times.ts'
import { CATEGORIES, type CategoryKey, type EventKind, type TagKey } from './kinds.ts'
import type { ChosenPrice } from './price.ts'
import type { Random } from './random.ts'

/** Which venue is in use when, roughly: two things in one place on one evening look careless. */
export interface Bookings {
  take(venue: number | undefined, day: number, start: LocalTime): void
  isFree(venue: number | undefined, day: number, start: LocalTime): boolean
}

const DAYS_MAX = 1000
const PARTS_OF_DAY = 3

export function createBookings(): Bookings {
  const taken = new Set<number>()
  const slotOf = (venue: number, day: number, start: LocalTime) => {
    const hour = Number(start.slice(11, 13))
    return (venue * DAYS_MAX + day - FIRST_DAY) * PARTS_OF_DAY + (hour < 12 ? 0 : hour < 17 ? 1 : 2)
  }
  return {
    take: (venue, day, start) => void (venue !== undefined && taken.add(slotOf(venue, day, start))),
    isFree: (venue, day, start) => venue === undefined || !taken.has(slotOf(venue, day, start)),
  }
}

const NO_VENUE_SHARE = 0.02
const ABROAD_SHARE = 0.1
const PARTNER_SHARE = 0.4
/** In a large calendar even many venues are full some day. */
const VENUE_TRIES = 8

export function chooseVenue(
  random: Random,
  { venues }: CalendarSpec,
  kind: EventKind,
  isFree: (venue: number) => boolean,
): number | undefined {
  if (random.chance(NO_VENUE_SHARE)) return undefined
  const isAbroad = kind.at.includes('abroad') && random.chance(ABROAD_SHARE)
  const wanted = isAbroad ? ['abroad'] : kind.at.filter((use) => use !== 'abroad')
  const candidates = matchingIndexes(venues, wanted, ({ uses }) => uses)
  let venue = pickFavoringFirst(random, candidates)
  for (let left = VENUE_TRIES; left > 0 && venue !== undefined && !isFree(venue); left -= 1) {
    venue = pickFavoringFirst(random, candidates)
  }
  return venue
}

/** What is online may be held by partners, who keep the clock of their own city. */
export function partnerZone(random: Random, { venues }: CalendarSpec, { at }: EventKind): string | undefined {
  if (!at.includes('online') || !random.chance(PARTNER_SHARE)) return undefined
  return random.pick(venues.flatMap(({ zone }) => zone ?? []))
}

export function chooseOrganizers(random: Random, { organizers }: CalendarSpec, kind: EventKind): number[] {
  const count = random.weighted([0, 1, 2], (many) => [2, 86, 12][many] as number)
  const candidates = matchingIndexes(organizers, kind.by, ({ fields }) => fields)
  const chosen = Array.from({ length: count }, () => pickFavoringFirst(random, candidates))
  return [...new Set(chosen.filter((one) => one !== undefined))]
}

const matchCache = new WeakMap<readonly unknown[], Map<string, number[]>>()

/** Places in the list of what offers one of the wanted things. */
function matchingIndexes<Item>(
  list: readonly Item[],
  wanted: readonly string[],
  offered: (item: Item) => readonly string[],
) {
  const known = matchCache.get(list) ?? new Map<string, number[]>()
  matchCache.set(list, known)
  const name = wanted.join()
  const isFitting = (item: Item) => offered(item).some((one) => wanted.includes(one))
  const found = known.get(name) ?? list.flatMap((item, index) => (isFitting(item) ? [index] : []))
  known.set(name, found)
  return found
}

/** The first of a list are the best known. */
const pickFavoringFirst = (random: Random, list: number[]): number | undefined =>
  list[Math.floor(list.length * random.fraction() ** 2)]

export function chooseCategories(random: Random, { category }: EventKind): CategoryKey[] {
  const parent: CategoryKey | undefined = CATEGORIES[category]
  return parent && random.chance(0.25) ? [parent, category] : [category]
}

/** @param language what is announced in another one is hardly held in English */
export function chooseTags(random: Random, { tags }: EventKind, { price }: ChosenPrice, language: Language): TagKey[] {
  const others = tags.filter((tag) => tag !== 'free' && (tag !== 'inEnglish' || language === 'en'))
  const isFree = price === 'free' && tags.includes('free')
  return [...random.some(others, random.integer(1, 3)), ...(isFree ? (['free'] as const) : [])]
}

/** Who wrote what when, in whole seconds UTC, always before today. */
export interface Authorship {
  /** The one it was written in. */
  language: Language
  translations: { language: Language; writtenAt: number }[]
  writtenAt: number
  /** When the original was changed after it had been translated. */
  revisedAt: number | undefined
}

const DAY_SECONDS = 86_400
const HOUR_SECONDS = 3600
const TRANSLATED_SHARE = 0.5
const TRANSLATED_TWICE_SHARE = 0.3
const REVISED_SHARE = 0.06
/** How often something is written in each of the site's languages, the default first. */
const LANGUAGE_WEIGHTS = [11, 6, 3, 2, 2]

/** Some time ago, and before the day of the event itself. */
export function chooseAuthorship(random: Random, { languages, today, zone }: CalendarSpec, day: number): Authorship {
  const language = random.weighted(languages, (one) => LANGUAGE_WEIGHTS[languages.indexOf(one)] ?? 1)
  const others = languages.filter((one) => one !== language)
  const count = random.chance(TRANSLATED_SHARE) ? (random.chance(TRANSLATED_TWICE_SHARE) ? 2 : 1) : 0
  const daysAgo = Math.max(5, 3 - day) + random.integer(0, 80)
  const timeOfDay = random.integer(8 * HOUR_SECONDS, 19 * HOUR_SECONDS)
  const writtenAt = localToInstant(today, zone) - daysAgo * DAY_SECONDS + timeOfDay
  const translations = random
    .some(others, count)
    .map((other, index) => ({ language: other, writtenAt: writtenAt + (index + 1) * DAY_SECONDS }))
  const isRevised = translations.length > 0 && random.chance(REVISED_SHARE)
  return { language, translations, writtenAt, revisedAt: isRevised ? writtenAt + 3 * DAY_SECONDS : undefined }
}
