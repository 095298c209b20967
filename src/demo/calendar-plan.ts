import { localToInstant } from '../core/time/instant.ts'
import { addDays } from '../core/time/local-time.ts'
import type { CalendarSpec } from './calendar-spec.ts'
import {
  type Authorship,
  type Bookings,
  chooseAuthorship,
  chooseCategories,
  chooseOrganizers,
  choosePartnerZone,
  chooseTags,
  chooseVenue,
  createVenueBookings,
} from './choices.ts'
import { type CategoryKey, type EventKind, type EventKindKey, eventKindOf, type TagKey } from './event-kinds.ts'
import {
  type ChosenTime,
  chooseEventDay,
  chooseEventKind,
  chooseEventTime,
  isInSeason,
  LAST_DEMO_DAY,
} from './event-times.ts'
import { type ChosenPrice, choosePrice } from './price.ts'
import { createRandom, type Random } from './random.ts'
import { chooseWording, type Wording } from './wording.ts'

/**
 * An event of the sample calendar before its texts are written. `venue` and `organizers` are indexes into the lists of
 * `CalendarSpec`.
 */
export interface PlannedEvent extends ChosenTime, Authorship {
  wording: Wording
  price: ChosenPrice
  zone: string
  venue: number | undefined
  organizers: number[]
  categories: CategoryKey[]
  tags: TagKey[]
  status: 'publish' | 'draft' | 'pending' | 'private' | 'future'
  /** Scheduled time of publication, Unix time in seconds; undefined if none is scheduled. */
  publishedAt: number | undefined
  isInSeries: boolean
  isFeatured: boolean
  isSticky: boolean
  isHidden: boolean
  hasWebsite: boolean
}

const DAY_SECONDS = 86_400
const HOUR_SECONDS = 3600
const SERIES_MIN = 4
const SERIES_DAYS_MAX = 210
/** Largest share of all events that one series may have. */
const SERIES_SHARE = 1 / 25
/** Probability that an event whose venue is already booked is planned again. */
const REPLAN_SHARE = 0.9
/** Scheduled events are published within this many days from today. */
const SCHEDULE_DAYS_MAX = 20

/** Generates the events in the order in which they will be created; the events of a series follow one another. */
export function* planCalendar(spec: CalendarSpec): Generator<PlannedEvent, void> {
  const random = createRandom(`${spec.seed}/${spec.events}`)
  const bookings = createVenueBookings()
  let number = 0
  while (number < spec.events) {
    const day = chooseEventDay(random, spec.today)
    const key = chooseEventKind(random, addDays(spec.today, day))
    const kind = eventKindOf(key)
    const first = planEvent(random, spec, key, day, bookings)
    if (!bookings.isFree(first.venue, day, first.start) && random.chance(REPLAN_SHARE)) continue
    const occurrences = seriesLength(random, kind, spec.events)
    for (let occurrence = 0; occurrence < occurrences && number < spec.events; occurrence += 1) {
      const shift = occurrence * (kind.repeatDays ?? 0)
      if (day + shift > LAST_DEMO_DAY || !isInSeason(kind, addDays(first.start, shift))) break
      number += 1
      bookings.add(first.venue, day + shift, first.start)
      yield withStatus({ ...first, ...shifted(first, shift), isInSeries: occurrences > 1 }, number, spec, day + shift)
    }
  }
}

function seriesLength(random: Random, { repeatDays }: EventKind, events: number): number {
  if (repeatDays === undefined) return 1
  const longest = Math.min(Math.floor(SERIES_DAYS_MAX / repeatDays), Math.floor(events * SERIES_SHARE))
  return random.integer(SERIES_MIN, Math.max(SERIES_MIN, longest))
}

const shifted = ({ start, end }: ChosenTime, days: number) => ({ start: addDays(start, days), end: addDays(end, days) })

function planEvent(
  random: Random,
  spec: CalendarSpec,
  key: EventKindKey,
  day: number,
  bookings: Bookings,
): PlannedEvent {
  const kind = eventKindOf(key)
  const time = chooseEventTime(random, kind, addDays(spec.today, day))
  const venue = chooseVenue(random, spec, kind, (index) => bookings.isFree(index, day, time.start))
  const price = choosePrice(random, kind.prices)
  const authorship = chooseAuthorship(random, spec, day)
  const venueZone = venue === undefined ? undefined : spec.venues[venue]?.zone
  return {
    ...time,
    wording: chooseWording(random, key, price.price),
    price,
    zone: venueZone ?? choosePartnerZone(random, spec, kind) ?? spec.zone,
    venue,
    organizers: chooseOrganizers(random, spec, kind),
    categories: chooseCategories(random, kind),
    tags: chooseTags(random, kind, price, authorship.language),
    status: 'publish',
    publishedAt: undefined,
    ...authorship,
    isInSeries: false,
    isFeatured: random.chance(0.025),
    isSticky: random.chance(0.006),
    isHidden: random.chance(0.003),
    hasWebsite: random.chance(0.35),
  }
}

/**
 * Gives some events another status than published. The status depends on the number of the event, so that even small
 * calendars contain every status.
 */
function withStatus(event: PlannedEvent, number: number, spec: CalendarSpec, day: number): PlannedEvent {
  if (number % 97 === 13) return { ...event, status: 'draft' }
  if (number % 397 === 140) return { ...event, status: 'pending' }
  if (number % 131 === 57) return { ...event, status: 'private' }
  if (number % 53 !== 20 || day <= SCHEDULE_DAYS_MAX) return event
  const today = localToInstant(spec.today, spec.zone)
  const publishedAt = today + (1 + (number % SCHEDULE_DAYS_MAX)) * DAY_SECONDS + 9 * HOUR_SECONDS
  return { ...event, status: 'future', publishedAt }
}
