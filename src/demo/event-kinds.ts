import eventKinds from './tables/event-kinds.json' with { type: 'json' }

/** Categories of the sample calendar: key → key of the parent category; undefined for a top-level category. */
export const CATEGORIES = {
  music: undefined,
  classical: 'music',
  pop: 'music',
  stage: undefined,
  theatre: 'stage',
  film: 'stage',
  talks: undefined,
  lectures: 'talks',
  readings: 'talks',
  exhibitions: undefined,
  city: undefined,
  markets: 'city',
  tours: 'city',
  sport: undefined,
  courses: undefined,
  family: undefined,
} as const satisfies Record<string, string | undefined>

export type CategoryKey = keyof typeof CATEGORIES

export const TAGS = [
  'accessible',
  'architecture',
  'astronomy',
  'beginners',
  'children',
  'climate',
  'cycling',
  'dance',
  'design',
  'digital',
  'festival',
  'food',
  'free',
  'health',
  'history',
  'inEnglish',
  'literature',
  'liveMusic',
  'nature',
  'neighbourhood',
  'night',
  'online',
  'openAir',
  'photography',
  'registration',
  'running',
  'seniors',
  'students',
  'sustainability',
  'volunteers',
  'workshop',
  'youth',
] as const

export type TagKey = (typeof TAGS)[number]

/** Venues have uses, and kinds of events name the uses they need. */
export const VENUE_USES = [
  'hall',
  'church',
  'club',
  'stage',
  'museum',
  'campus',
  'library',
  'square',
  'park',
  'sports',
  'cinema',
  'online',
  'observatory',
  'school',
  'community',
  'bookshop',
  'abroad',
] as const

export type VenueUse = (typeof VENUE_USES)[number]

/** Fields of activity: organizers have some, and kinds of events name those that fit. */
export const ORGANIZER_FIELDS = [
  'city',
  'university',
  'music',
  'theatre',
  'culture',
  'museum',
  'books',
  'school',
  'sport',
  'nature',
  'family',
  'film',
] as const

export type OrganizerField = (typeof ORGANIZER_FIELDS)[number]

/** `words`: a text without a number, such as "pay what you can". */
export const PRICE_KINDS = ['free', 'small', 'single', 'range', 'high', 'words'] as const

export type PriceKind = (typeof PRICE_KINDS)[number]

/** Practical remarks that end a description; each has several wordings per language. */
export const NOTE_KINDS = [
  'free',
  'paid',
  'register',
  'access',
  'outdoor',
  'weekly',
  'monthly',
  'children',
  'online',
  'food',
] as const

export type NoteKind = (typeof NOTE_KINDS)[number]

/** When, where, by whom and for how much events of one kind take place; their texts are in `texts/`. */
export interface EventKind {
  /** Relative frequency on a day with a weekday weight of 1. */
  weight: number
  category: CategoryKey
  tags: readonly TagKey[]
  /** Venues with any of these uses fit. */
  venueUses: readonly VenueUse[]
  /** Organizers with any of these fields fit. */
  organizerFields: readonly OrganizerField[]
  /** Seven digits, Monday to Sunday: relative frequency on each weekday. */
  weekdayWeights: string
  /** First and last day of the season, `MM-DD`, both included; all year by default. */
  season?: readonly [from: string, to: string]
  /** `HH:MM` */
  startTimes: readonly string[]
  /** Duration on the last day; empty for all-day events. */
  durationsMinutes: readonly number[]
  /** Days between the events of a series. */
  repeatDays?: 7 | 28
  /** Shortest and longest number of days of a multi-day event. */
  daysRange?: readonly [min: number, max: number]
  prices: readonly PriceKind[]
  notes: readonly NoteKind[]
}

export type EventKindKey = keyof typeof eventKinds

/** The values are checked by `sample-data.test.ts`: TypeScript widens the strings of a JSON file. */
const EVENT_KINDS = eventKinds as unknown as Readonly<Record<EventKindKey, EventKind>>

export const EVENT_KIND_KEYS = Object.keys(EVENT_KINDS) as EventKindKey[]

export const eventKindOf = (key: EventKindKey): EventKind => EVENT_KINDS[key]
