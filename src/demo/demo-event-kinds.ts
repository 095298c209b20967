import eventKinds from './tables/event-kinds.json' with { type: 'json' }

/** Categories of the sample calendar, each with the key of its parent category; undefined for a top-level category. */
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

/**
 * The uses for which a venue can be suitable. Each venue has some of these uses, and each kind of event lists those
 * that it needs.
 */
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

/**
 * The fields of activity of organizers. Each organizer has some of them, and each kind of event lists those that
 * organize it.
 */
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

/** Kinds of prices. `words` is a text without a number, such as "pay what you can". */
export const PRICE_KINDS = ['free', 'small', 'single', 'range', 'high', 'words'] as const

export type PriceKind = (typeof PRICE_KINDS)[number]

/** Kinds of practical remarks at the end of descriptions. `texts/` has several wordings of each in every language. */
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

/** Times, venues, organizers and prices of events of one kind; their texts are in `texts/`. */
export interface EventKind {
  /** Relative frequency of this kind of event, to be multiplied by the weight of the weekday (`weekdayWeights`). */
  weight: number
  category: CategoryKey
  tags: readonly TagKey[]
  /** Venues with any of these uses fit this kind of event. */
  venueUses: readonly VenueUse[]
  /** Organizers with any of these fields of activity fit this kind of event. */
  organizerFields: readonly OrganizerField[]
  /** Seven digits, Monday to Sunday: relative frequency on each weekday. */
  weekdayWeights: string
  /** First and last day of the season, `MM-DD`, both included; all year by default. */
  season?: readonly [from: string, to: string]
  /** Possible start times, `HH:MM` in local time. */
  startTimes: readonly string[]
  /**
   * Possible durations in minutes. The duration of an event of several days is from its start time to its end time on
   * the last day. Empty for all-day events.
   */
  durationsMinutes: readonly number[]
  /** Number of days from one date to the next; undefined if this kind of event takes place once. */
  repeatDays?: 7 | 28
  /** Smallest and largest duration in days; undefined for kinds of events that last one day. */
  daysRange?: readonly [min: number, max: number]
  prices: readonly PriceKind[]
  notes: readonly NoteKind[]
}

export type EventKindKey = keyof typeof eventKinds

/**
 * Kinds of events, read from a JSON file. `sample-data.test.ts` checks the values, because TypeScript reads strings of
 * a JSON file as `string`, not as literal types.
 */
const EVENT_KINDS = eventKinds as unknown as Readonly<Record<EventKindKey, EventKind>>

export const EVENT_KIND_KEYS = Object.keys(EVENT_KINDS) as EventKindKey[]

export const demoEventKindWithKey = (key: EventKindKey): EventKind => EVENT_KINDS[key]
