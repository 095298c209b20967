import { addDays, daysInMonth, type LocalTime } from '../core/time/local-time.ts'
import type { CategoryKey, OrganizerField, TagKey, VenueUse } from './demo-event-kinds.ts'
import { weekdayOfLocalTime } from './demo-event-times.ts'

/** Numbers of days of the week, as `weekdayOfLocalTime` returns them. */
const MONDAY = 0
const TUESDAY = 1
const THURSDAY = 3
const FRIDAY = 4
const SATURDAY = 5

export type OfferKey = 'admission' | 'full' | 'reduced' | 'child'

/**
 * An event of the sample calendar that shows a special case: cancelled, repeated, part of a festival and so on. Its
 * texts are in `texts/`, including the reason for its status.
 */
export interface Highlight {
  /**
   * Returns the first day of the highlight.
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
  isFeatured?: boolean
  /**
   * The subject (`keyOfDemoEventSubject`) by which generated events are recognized that would look like this one. They are
   * not generated.
   */
  sameAs?: string
  /** The event status that the highlight got after it was announced, such as `cancelled`. */
  status?: 'cancelled' | 'postponed' | 'moved_online' | 'rescheduled'
  repeat?: {
    /** Rule for the dates of the event (RRULE), in the form in which clients of the API send it. */
    rule: string
    /** Index of the cancelled date; 0 is the first date. */
    cancelled?: number
    /** Index of the date that moves, number of days by which it moves, and its new time of day. */
    moved?: { date: number; days: number; start: string }
  }
}

/** Number of days by which the highlight with the status `rescheduled` has moved. */
export const RESCHEDULED_DAYS = 8

const daysFromToday = (days: number) => (today: LocalTime) => addDays(today, days)

/** The first day with a weekday that is at least `days` days after today. */
const weekdayFrom = (weekday: number, days: number) => (today: LocalTime) => {
  const earliest = addDays(today, days)
  return addDays(earliest, (weekday - weekdayOfLocalTime(earliest) + 7) % 7)
}

/** The last day of the current month that has a certain weekday; if it is past, the last one of the next month. */
const lastWeekday =
  (weekday: number) =>
  (today: LocalTime): LocalTime => {
    const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))]
    const lastDay = `${today.slice(0, 8)}${daysInMonth(year, month)} 00:00:00`
    const last = addDays(lastDay, -((weekdayOfLocalTime(lastDay) - weekday + 7) % 7))
    return last >= today ? last : lastWeekday(weekday)(addDays(lastDay, 1))
  }

/** Minimum number of days from today to the opening of the festival, which is always on a Friday. */
const FESTIVAL_DAYS = 4
const festivalDay = (day: number) => (today: LocalTime) => addDays(weekdayFrom(FRIDAY, FESTIVAL_DAYS)(today), day)

const DAY_MINUTES = 24 * 60

const CONCERT = { category: 'classical', tags: ['liveMusic', 'accessible'], organizerField: 'music' } as const
const PRICES = [
  { name: 'full', price: '24.00' },
  { name: 'reduced', price: '16.00' },
] as const
export const FREE_ADMISSION = [{ name: 'admission', price: '0' }] as const
const FESTIVAL = { isInFestival: true, organizerField: 'culture' } as const

export const HIGHLIGHTS = {
  riverPictures: {
    firstDay: daysFromToday(-12),
    start: '10:00',
    durationMinutes: 40 * DAY_MINUTES + 8 * 60,
    category: 'exhibitions',
    tags: ['photography', 'history', 'accessible'],
    venueUse: 'museum',
    organizerField: 'museum',
    offers: PRICES,
  },
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
    isFeatured: true,
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
    repeat: { rule: 'RRULE:FREQ=WEEKLY;COUNT=26', cancelled: 4, moved: { date: 3, days: 0, start: '21:00' } },
  },
  fleaMarket: {
    firstDay: lastWeekday(SATURDAY),
    start: '08:00',
    durationMinutes: 360,
    sameAs: 'fleaMarket',
    category: 'markets',
    tags: ['free', 'sustainability'],
    venueUse: 'square',
    organizerField: 'city',
    repeat: {
      rule: 'RRULE:FREQ=MONTHLY;BYDAY=-1SA;COUNT=12',
      cancelled: 2,
      moved: { date: 1, days: 1, start: '08:00' },
    },
  },
  openChoir: {
    firstDay: weekdayFrom(MONDAY, -28),
    start: '19:00',
    durationMinutes: 120,
    category: 'music',
    tags: ['neighbourhood', 'free', 'beginners'],
    venueUse: 'community',
    organizerField: 'music',
    repeat: { rule: 'RRULE:FREQ=WEEKLY;COUNT=40', cancelled: 6 },
  },
  eveningMarket: {
    firstDay: lastWeekday(FRIDAY),
    start: '17:00',
    durationMinutes: 300,
    category: 'markets',
    tags: ['food', 'liveMusic', 'free'],
    venueUse: 'square',
    organizerField: 'city',
    repeat: { rule: 'RRULE:FREQ=MONTHLY;BYDAY=-1FR;COUNT=12' },
  },
  ibsenPlay: {
    firstDay: weekdayFrom(THURSDAY, 6),
    start: '20:00',
    durationMinutes: 135,
    category: 'theatre',
    tags: ['accessible', 'literature'],
    venueUse: 'stage',
    organizerField: 'theatre',
    offers: PRICES,
    repeat: {
      rule: 'RRULE:FREQ=WEEKLY;BYDAY=TH,FR,SA;COUNT=11',
      cancelled: 4,
      moved: { date: 8, days: 1, start: '17:00' },
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
    isFeatured: true,
    durationMinutes: 120,
    tags: ['festival', 'liveMusic', 'openAir'],
    venueUse: 'park',
    offers: [...PRICES, { name: 'child', price: '0' }],
  },
  paperBoats: {
    ...FESTIVAL,
    firstDay: festivalDay(1),
    start: '11:00',
    isFeatured: true,
    durationMinutes: 150,
    category: 'family',
    tags: ['festival', 'children', 'free'],
    venueUse: 'park',
  },
  openStudios: {
    ...FESTIVAL,
    firstDay: festivalDay(1),
    start: '19:00',
    isFeatured: true,
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

export const demoHighlightWithKey = (key: HighlightKey): Highlight => HIGHLIGHTS[key]
