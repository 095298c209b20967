import type { Language } from '../core/language.ts'
import { localToInstant } from '../core/time/instant.ts'
import { addDays, type LocalTime } from '../core/time/local-time.ts'
import {
  type Authorship,
  type Bookings,
  chooseAuthorship,
  chooseCategories,
  chooseOrganizers,
  chooseTags,
  chooseVenue,
  createBookings,
  partnerZone,
} from './choices.ts'
import { chooseDay, chooseKind, chooseTime, type EventTime, isInSeason, LAST_DAY } from './event-times.ts'
import {
  type CategoryKey,
  type EventKind,
  type EventKindKey,
  eventKindOf,
  type OrganizerField,
  type TagKey,
  type VenueUse,
} from './kinds.ts'
import { type ChosenPrice, choosePrice } from './price.ts'
import { createRandom, type Random } from './random.ts'
import { chooseWording, type Wording } from './wording.ts'

/** All that decides what a sample calendar holds. The same again makes the same calendar. */
export interface CalendarSpec {
  seed: string
  events: number
  /** 00:00:00 of the day it is in the city. */
  today: LocalTime
  /** The zone of the city. */
  zone: string
  /** The site's, its default first. */
  languages: readonly Language[]
  venues: readonly { uses: readonly VenueUse[]; zone: string | undefined }[]
  organizers: readonly { fields: readonly OrganizerField[] }[]
}

/** An event, decided but not yet put into words. Venues and organizers are places in the lists of the wishes. */
export interface PlannedEvent extends EventTime, Authorship {
  wording: Wording
  price: ChosenPrice
  zone: string
  venue: number | undefined
  organizers: number[]
  categories: CategoryKey[]
  tags: TagKey[]
  status: 'publish' | 'draft' | 'pending' | 'private' | 'future'
  /** Seconds UTC, for those to be published later. */
  publishedAt: number | undefined
  isOfSeries: boolean
  isFeatured: boolean
  isSticky: boolean
  isHidden: boolean
  hasWebsite: boolean
}

const DAY_SECONDS = 86_400
const HOUR_SECONDS = 3600
const SERIES_MIN = 4
const SERIES_DAYS_MAX = 210
/** In a small calendar no series takes more than this share. */
const SERIES_SHARE = 1 / 25
/** How often something else is planned when there is no room for the first idea. */
const ANOTHER_IDEA_SHARE = 0.9
/** The longest that something scheduled is held back. */
const EMBARGO_DAYS = 20

/** The events one after the other, as the people of a city would enter them; a series at once. */
export function* planCalendar(wishes: CalendarSpec): Generator<PlannedEvent, void> {
  const random = createRandom(`${wishes.seed}/${wishes.events}`)
  const taken = createBookings()
  let number = 0
  while (number < wishes.events) {
    const day = chooseDay(random, wishes.today)
    const key = chooseKind(random, addDays(wishes.today, day))
    const kind = eventKindOf(key)
    const first = planEvent(random, wishes, key, day, taken)
    if (!taken.isFree(first.venue, day, first.start) && random.chance(ANOTHER_IDEA_SHARE)) continue
    const meetings = seriesLength(random, kind, wishes.events)
    for (let meeting = 0; meeting < meetings && number < wishes.events; meeting += 1) {
      const shift = meeting * (kind.every ?? 0)
      if (day + shift > LAST_DAY || !isInSeason(kind, addDays(first.start, shift))) break
      number += 1
      taken.take(first.venue, day + shift, first.start)
      yield withStatus({ ...first, ...shifted(first, shift), isOfSeries: meetings > 1 }, number, wishes, day + shift)
    }
  }
}

function seriesLength(random: Random, { every }: EventKind, events: number): number {
  if (every === undefined) return 1
  const longest = Math.min(Math.floor(SERIES_DAYS_MAX / every), Math.floor(events * SERIES_SHARE))
  return random.integer(SERIES_MIN, Math.max(SERIES_MIN, longest))
}

const shifted = ({ start, end }: EventTime, days: number) => ({ start: addDays(start, days), end: addDays(end, days) })

function planEvent(
  random: Random,
  wishes: CalendarSpec,
  key: EventKindKey,
  day: number,
  taken: Bookings,
): PlannedEvent {
  const kind = eventKindOf(key)
  const time = chooseTime(random, kind, addDays(wishes.today, day))
  const venue = chooseVenue(random, wishes, kind, (place) => taken.isFree(place, day, time.start))
  const price = choosePrice(random, kind.prices)
  const authorship = chooseAuthorship(random, wishes, day)
  const ownZone = venue === undefined ? undefined : wishes.venues[venue]?.zone
  return {
    ...time,
    wording: chooseWording(random, key, price.price),
    price,
    zone: ownZone ?? partnerZone(random, wishes, kind) ?? wishes.zone,
    venue,
    organizers: chooseOrganizers(random, wishes, kind),
    categories: chooseCategories(random, kind),
    tags: chooseTags(random, kind, price, authorship.language),
    status: 'publish',
    publishedAt: undefined,
    ...authorship,
    isOfSeries: false,
    isFeatured: random.chance(0.025),
    isSticky: random.chance(0.006),
    isHidden: random.chance(0.003),
    hasWebsite: random.chance(0.35),
  }
}

/** A few are not out yet, or not for everyone; which ones follows from the number, so that small calendars have some too. */
function withStatus(event: PlannedEvent, number: number, wishes: CalendarSpec, day: number): PlannedEvent {
  if (number % 97 === 13) return { ...event, status: 'draft' }
  if (number % 397 === 140) return { ...event, status: 'pending' }
  if (number % 131 === 57) return { ...event, status: 'private' }
  if (number % 53 !== 20 || day <= EMBARGO_DAYS) return event
  const today = localToInstant(wishes.today, wishes.zone)
  const publishedAt = today + (1 + (number % EMBARGO_DAYS)) * DAY_SECONDS + 9 * HOUR_SECONDS
  return { ...event, status: 'future', publishedAt }
}
