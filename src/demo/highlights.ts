import { addDays, daysInMonth, type LocalTime } from '../core/time/local-time.ts'
import type { CategoryKey, OrganizerField, TagKey, VenueUse } from './event-kinds.ts'
import { weekdayOfLocalTime } from './event-times.ts'

/** Days of the week as `weekdayOfLocalTime` numbers them. */
const TUESDAY = 1
const FRIDAY = 4
const SATURDAY = 5

export type OfferKey = 'admission' | 'full' | 'reduced' | 'child'

/**
 * An event of the sample calendar that shows what events can be: cancelled, repeated, part of a festival and so on. Its
 * texts are in `texts/`, the reason of its status included.
 */
export interface Highlight {
  /**
   * Returns the first day of the event.
   * @param today midnight of the current day, local time
   */
  firstDay(today: LocalTime): LocalTime
  /** Time of day at which the highlight starts: `HH:MM`, local time. */
  start: string
  durationMinutes: number
  category: CategoryKey
  tags: readonly TagKey[]
  venueUse: VenueUse
  organizerField: OrganizerField
  /** Prices in euros, as texts. Undefined: admission is free. */
  offers?: readonly { name: OfferKey; price: string }[]
  isSoldOut?: boolean
  isInFestival?: boolean
  /** The event status that the highlight got after it was announced, such as `cancelled`. */
  status?: 'cancelled' | 'postponed' | 'moved_online' | 'rescheduled'
  /** The rule of a repeated event, and the numbers of the dates that differ; 0 is the first date. */
  repeat?: { rule: string; cancelled: number; moved: number; movedToDays: number; movedToStart: string }
}

/** Number of days by which the rescheduled event moved. */
export const RESCHEDULED_DAYS = 8

const daysFromToday = (days: number) => (today: LocalTime) => addDays(today, days)

/** The first day with a weekday that is at least `days` days after today. */
const weekdayFrom = (weekday: number, days: number) => (today: LocalTime) => {
  const earliest = addDays(today, days)
  return addDays(earliest, (weekday - weekdayOfLocalTime(earliest) + 7) % 7)
}

/** The last Saturday of the current month or, if it is over, of the next one. */
function lastSaturday(today: LocalTime): LocalTime {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))]
  const lastDay = `${today.slice(0, 8)}${daysInMonth(year, month)} 00:00:00`
  const saturday = addDays(lastDay, -((weekdayOfLocalTime(lastDay) - SATURDAY + 7) % 7))
  return saturday >= today ? saturday : lastSaturday(addDays(lastDay, 1))
}

/** Number of days from today to the earliest opening of the festival, which begins on a Friday. */
const FESTIVAL_DAYS = 4
const festivalDay = (day: number) => (today: LocalTime) => addDays(weekdayFrom(FRIDAY, FESTIVAL_DAYS)(today), day)

const CONCERT = { category: 'classical', tags: ['liveMusic', 'accessible'], organizerField: 'music' } as const
const PRICES = [
  { name: 'full', price: '24.00' },
  { name: 'reduced', price: '16.00' },
] as const
export const FREE_ADMISSION = [{ name: 'admission', price: '0' }] as const
const FESTIVAL = { isInFestival: true, organizerField: 'culture' } as const

export const HIGHLIGHTS = {
  songRecital: {
    ...CONCERT,
    firstDay: daysFromToday(3),
    start: '19:30',
    durationMinutes: 90,
    venueUse: 'hall',
    offers: PRICES,
    status: 'cancelled',
  },
  ferryReading: {
    firstDay: daysFromToday(9),
    start: '17:00',
    durationMinutes: 60,
    category: 'readings',
    tags: ['literature', 'openAir'],
    venueUse: 'park',
    organizerField: 'books',
    offers: [{ name: 'full', price: '8.00' }],
    status: 'postponed',
  },
  glacierLecture: {
    firstDay: daysFromToday(11),
    start: '18:00',
    durationMinutes: 90,
    category: 'lectures',
    tags: ['climate', 'free'],
    venueUse: 'campus',
    organizerField: 'university',
    status: 'moved_online',
  },
  cabaret: {
    firstDay: daysFromToday(5),
    start: '20:00',
    durationMinutes: 120,
    category: 'theatre',
    tags: ['accessible'],
    venueUse: 'stage',
    organizerField: 'theatre',
    offers: PRICES,
    isSoldOut: true,
  },
  silentFilm: {
    firstDay: daysFromToday(4),
    start: '21:30',
    durationMinutes: 110,
    category: 'film',
    tags: ['openAir', 'night'],
    venueUse: 'park',
    organizerField: 'film',
    offers: [
      { name: 'full', price: '9.00' },
      { name: 'child', price: '4.50' },
    ],
    status: 'rescheduled',
  },
  tangoEvening: {
    firstDay: weekdayFrom(TUESDAY, -21),
    start: '19:30',
    durationMinutes: 150,
    category: 'courses',
    tags: ['dance', 'beginners'],
    venueUse: 'club',
    organizerField: 'culture',
    offers: [
      { name: 'full', price: '7.00' },
      { name: 'reduced', price: '5.00' },
    ],
    repeat: { rule: 'RRULE:FREQ=WEEKLY;COUNT=26', cancelled: 4, moved: 3, movedToDays: 0, movedToStart: '21:00' },
  },
  fleaMarket: {
    firstDay: lastSaturday,
    start: '08:00',
    durationMinutes: 360,
    category: 'markets',
    tags: ['free', 'sustainability'],
    venueUse: 'square',
    organizerField: 'city',
    repeat: {
      rule: 'RRULE:FREQ=MONTHLY;BYDAY=-1SA;COUNT=12',
      cancelled: 2,
      moved: 1,
      movedToDays: 1,
      movedToStart: '08:00',
    },
  },
  riverOpening: {
    ...FESTIVAL,
    firstDay: festivalDay(0),
    start: '18:00',
    durationMinutes: 90,
    category: 'city',
    tags: ['festival', 'free', 'openAir'],
    venueUse: 'square',
  },
  waterConcert: {
    ...FESTIVAL,
    ...CONCERT,
    firstDay: festivalDay(0),
    start: '20:30',
    durationMinutes: 120,
    tags: ['festival', 'liveMusic', 'openAir'],
    venueUse: 'park',
    offers: [...PRICES, { name: 'child', price: '0' }],
  },
  paperBoats: {
    ...FESTIVAL,
    firstDay: festivalDay(1),
    start: '11:00',
    durationMinutes: 150,
    category: 'family',
    tags: ['festival', 'children', 'free'],
    venueUse: 'park',
  },
  openStudios: {
    ...FESTIVAL,
    firstDay: festivalDay(1),
    start: '19:00',
    durationMinutes: 300,
    category: 'exhibitions',
    tags: ['festival', 'night', 'design'],
    venueUse: 'club',
    offers: [{ name: 'full', price: '6.00' }],
  },
  raftRace: {
    ...FESTIVAL,
    firstDay: festivalDay(2),
    start: '14:00',
    durationMinutes: 180,
    category: 'sport',
    tags: ['festival', 'free', 'openAir'],
    venueUse: 'park',
  },
  closingFireworks: {
    ...FESTIVAL,
    ...CONCERT,
    firstDay: festivalDay(2),
    start: '21:00',
    durationMinutes: 90,
    tags: ['festival', 'free', 'night'],
    venueUse: 'park',
  },
} satisfies Record<string, Highlight>

export type HighlightKey = keyof typeof HIGHLIGHTS

export const HIGHLIGHT_KEYS = Object.keys(HIGHLIGHTS) as HighlightKey[]

export const highlightOf = (key: HighlightKey): Highlight => HIGHLIGHTS[key]
