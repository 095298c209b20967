import type { Language } from '../core/language.ts'
import { localToInstant } from '../core/time/instant.ts'
import { addDays } from '../core/time/local-time.ts'
import {
  type Authorship,
  type Bookings,
  chooseDemoCategories,
  chooseDemoLanguagesAndWritingTimes,
  chooseDemoOrganizers,
  chooseDemoTags,
  chooseDemoVenue,
  chooseTimeZoneOfDemoHostAbroad,
  createDemoVenueBookings,
} from './choose-linked-records.ts'
import type { CalendarSpec } from './demo-calendar-spec.ts'
import {
  type CategoryKey,
  demoEventKindWithKey,
  type EventKind,
  type EventKindKey,
  type TagKey,
} from './demo-event-kinds.ts'
import {
  type ChosenTime,
  chooseDemoEventDay,
  chooseDemoEventKind,
  chooseDemoEventTime,
  isDayInSeasonOfEventKind,
  LAST_DEMO_DAY,
} from './demo-event-times.ts'
import { chooseDemoEventWording, keyOfDemoEventSubject, type Wording } from './demo-event-wording.ts'
import { HIGHLIGHTS, type Highlight } from './demo-highlights.ts'
import { type ChosenPrice, chooseDemoPrice } from './demo-prices.ts'
import { createPseudoRandom, type Random } from './pseudo-random.ts'

/**
 * An event of the sample calendar before its texts are written. `venue` and `organizers` are indexes into the lists of
 * `CalendarSpec`.
 */
export interface PlannedEvent extends ChosenTime, Authorship {
  wording: Wording
  price: ChosenPrice
  /** The language of a price in words. Such a price has no translations, so all readers see this language. */
  priceLanguage: Language
  zone: string
  venue: number | undefined
  organizers: number[]
  categories: CategoryKey[]
  tags: TagKey[]
  status: 'publish' | 'draft' | 'pending' | 'private' | 'future'
  /** Scheduled time of publication, Unix time in seconds; undefined if none is scheduled. */
  publishedAt: number | undefined
  /** When the event repeats; undefined if it takes place once. */
  repetition: { rule: string; dates: number } | undefined
  isFeatured: boolean
  isSticky: boolean
  isHidden: boolean
  hasWebsite: boolean
}

const DAY_SECONDS = 86_400
const HOUR_SECONDS = 3600
const DATES_MIN = 4
const REPEATED_DAYS_MAX = 210
/** Maximum share of all events in the calendar that the dates of one repeated event can have. */
const REPEATED_SHARE = 1 / 25
/** Probability that an event is planned again if its venue is already booked. */
const REPLAN_SHARE = 0.9
/** Scheduled events are published within this many days from today. */
const SCHEDULE_DAYS_MAX = 20

/**
 * Generates the events in the order in which they will be created. Each date of a repeated event counts as one event.
 */
export function* generatePlannedDemoEvents(spec: CalendarSpec): Generator<PlannedEvent, void> {
  const random = createPseudoRandom(`${spec.seed}/${spec.events}`)
  const bookings = createDemoVenueBookings()
  const isNew = createSubjectCheck(spec)
  let [listed, written] = [0, 0]
  while (listed < spec.events) {
    const day = chooseDemoEventDay(random, spec.today)
    const key = chooseDemoEventKind(random, addDays(spec.today, day))
    const kind = demoEventKindWithKey(key)
    const first = planEvent(random, spec, key, day, bookings)
    if (!bookings.isFree(first.venue, day, first.start) && random.chance(REPLAN_SHARE)) continue
    if (!isNew(first.wording)) continue
    const days = eventDays(random, kind, spec, day).slice(0, spec.events - listed)
    for (const one of days) bookings.add(first.venue, one, first.start)
    listed += days.length
    written += 1
    yield withStatus({ ...first, repetition: repetitionOf(kind, days) }, written, spec, day)
  }
}

/**
 * Maximum number of consecutive events that are planned again because the calendar already has an event with their
 * subject.
 */
const REPLANNED_MAX = 40

/**
 * Creates a function that checks whether an event has a new subject. In calendars for measurements, every event passes.
 */
function createSubjectCheck({ isShowcase }: CalendarSpec): (wording: Wording) => boolean {
  if (!isShowcase) return () => true
  const known = new Set(Object.values(HIGHLIGHTS).map(({ sameAs }: Highlight) => sameAs))
  let refused = 0
  return (wording) => {
    const subject = keyOfDemoEventSubject(wording)
    if (known.has(subject) && refused < REPLANNED_MAX) {
      refused += 1
      return false
    }
    known.add(subject)
    refused = 0
    return true
  }
}

/** The days of an event as numbers (0 is today): several days if it is of a kind that repeats, else one. */
function eventDays(random: Random, kind: EventKind, { events, today }: CalendarSpec, day: number): number[] {
  const { repeatDays } = kind
  if (repeatDays === undefined) return [day]
  const longest = Math.min(Math.floor(REPEATED_DAYS_MAX / repeatDays), Math.floor(events * REPEATED_SHARE))
  const days = Array.from(
    { length: random.integer(DATES_MIN, Math.max(DATES_MIN, longest)) },
    (_, nth) => day + nth * repeatDays,
  )
  const over = days.findIndex((one) => one > LAST_DEMO_DAY || !isDayInSeasonOfEventKind(kind, addDays(today, one)))
  return over === -1 ? days : days.slice(0, over)
}

const repetitionOf = ({ repeatDays = 7 }: EventKind, { length }: readonly number[]): PlannedEvent['repetition'] =>
  length > 1 ? { rule: `RRULE:FREQ=WEEKLY;INTERVAL=${repeatDays / 7};COUNT=${length}`, dates: length } : undefined

function planEvent(
  random: Random,
  spec: CalendarSpec,
  key: EventKindKey,
  day: number,
  bookings: Bookings,
): PlannedEvent {
  const kind = demoEventKindWithKey(key)
  const time = chooseDemoEventTime(random, kind, addDays(spec.today, day))
  const venue = chooseDemoVenue(random, spec, kind, (index) => bookings.isFree(index, day, time.start))
  const price = chooseDemoPrice(random, kind.prices, spec.isShowcase)
  const authorship = chooseDemoLanguagesAndWritingTimes(random, spec, day)
  const venueZone = venue === undefined ? undefined : spec.venues[venue]?.zone
  return {
    ...time,
    wording: chooseDemoEventWording(random, key, price.price),
    price,
    priceLanguage: spec.isShowcase ? (spec.languages[0] as Language) : authorship.language,
    zone: venueZone ?? chooseTimeZoneOfDemoHostAbroad(random, spec, kind) ?? spec.zone,
    venue,
    organizers: chooseDemoOrganizers(random, spec, kind),
    categories: chooseDemoCategories(random, kind),
    tags: chooseDemoTags(random, kind, price, authorship.language),
    status: 'publish',
    publishedAt: undefined,
    ...authorship,
    repetition: undefined,
    isFeatured: random.chance(0.025),
    isSticky: random.chance(0.006),
    isHidden: random.chance(0.003),
    hasWebsite: random.chance(0.35),
  }
}

/**
 * Gives some events of a generated calendar the status draft, pending, private or scheduled. The number of an event
 * decides this, not chance, so that even small calendars contain every status.
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
