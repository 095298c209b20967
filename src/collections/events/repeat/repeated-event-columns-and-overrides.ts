import { collectionNameOfKind, isTermKind, LINKED_KINDS, type LinkedKind } from '../../../core/kinds.ts'
import type { LocalTime } from '../../../core/time/local-time.ts'
import { join, raw } from '../../../db/database.ts'
import { ADMISSION_COLUMNS } from '../admission/admission-columns.ts'
import { SCHEDULE_COLUMNS, type Schedule } from '../event-schedule.ts'
import { EVENT_STATUS_COLUMNS } from '../event-status/status-columns.ts'

/**
 * A repeated event. Each of its dates is a row of the table `event` with its own time and id, and has the texts, price
 * and picture of the repeated event unless it overrides them (decision 0048).
 */
export interface Repeat extends Schedule {
  /** Id of the repeated event. Its start is that of the first date, which the rules refer to (DTSTART). */
  id: number
  /** RRULE, EXRULE, RDATE and EXDATE (RFC 5545), one a line. */
  lines: string
  is_endless: number
  /** All dates up to this local time are stored. */
  expanded_until: LocalTime
  version: number
  created_at: number
  modified_at: number | null
}

/** The columns of a `Repeat`, for a query of the tables `event p` and `event_repeat r`. */
export const repeatColumns = join(
  [
    ...['id', ...SCHEDULE_COLUMNS, 'version', 'created_at', 'modified_at'].map((name) => `p.${name}`),
    ...['r.lines', 'r.is_endless', 'r.expanded_until'],
  ].map((name) => raw(name)),
)

/**
 * Names of the values that a date of a repeated event can override: `texts` in all languages, `times` (start, end, time
 * zone and whether it lasts all day), and fields of the API.
 */
export const OVERRIDES: readonly string[] = [
  ...[
    'texts',
    'times',
    'image',
    'cost',
    'admission',
    'website',
    'show_map',
    'show_map_link',
    'hide_from_listings',
    'sticky',
    'featured',
  ],
  ...EVENT_STATUS_COLUMNS,
  ...LINKED_KINDS.map(linkFieldNameOfKind),
]

/** The name in `OVERRIDES` of the value that a column contains: `admission` for all columns of prices. */
export function overrideNameOfEventColumn(column: string): string {
  if (column === 'image_id') return 'image'
  return (ADMISSION_COLUMNS as readonly string[]).includes(column) ? 'admission' : column
}

/** Name of the field of an event that contains its references to records of a kind. */
export function linkFieldNameOfKind(kind: LinkedKind): string {
  return isTermKind(kind) ? collectionNameOfKind(kind) : kind
}

/** Columns of the table `event` that only dates of repeated events use. */
export interface RepeatColumns {
  /** Id of the repeated event; null for other events. */
  repeat_id: number | null
  /** Local start that the rules give, which identifies the date even after it was moved. */
  original_start: LocalTime | null
  /** JSON list of names in `OVERRIDES`; '' for none. */
  overrides: string
  /** Set in rows of repeated events and of their dates: the repeated event itself. */
  repeat?: Repeat
}

interface Identified extends RepeatColumns {
  id: number
}

export type DateOfRepeat<Row extends Identified> = Row & {
  repeat: Repeat
  repeat_id: number
  original_start: LocalTime
}

/** Whether an event is one date of a repeated event. */
export const isDateOfRepeatedEvent = <Row extends Identified>(event: Row): event is DateOfRepeat<Row> =>
  event.repeat_id !== null && event.repeat !== undefined

/** Whether an event is a repeated event, and not one of the dates of such an event. */
export const isRepeatedEvent = <Row extends Identified>(event: Row): event is Row & { repeat: Repeat } =>
  event.repeat !== undefined && event.repeat_id === null

export const parseOverrides = (overrides: string): string[] =>
  overrides === '' ? [] : (JSON.parse(overrides) as string[])

export const encodeOverrides = (names: readonly string[]): string =>
  names.length === 0 ? '' : JSON.stringify(OVERRIDES.filter((name) => names.includes(name)))

/** A summary of those dates of a repeated event that the caller may see. */
export interface DatesSummary {
  total: number
  /** Start of the last date; null if there is no date. */
  last_start: LocalTime | null
  /** The first date that begins at or after the current time. */
  next: { id: number; start_local: LocalTime; start_at: number; original_start: LocalTime } | undefined
  /** The first dates whose values differ from those of the repeated event. */
  overridden: OverriddenDate[]
}

/** A date whose values differ from those of its repeated event. */
export interface OverriddenDate {
  id: number
  start_local: LocalTime
  original_start: LocalTime
  overrides: string
}

/** The effects of an update of several dates that only the response to the update shows. */
export interface UpdateEffects {
  /** The first dates whose values still differ from those of the repeated event. */
  overridden: OverriddenDate[]
  /** Ids of dates with overrides that the new rules do not give, and that were added to the recurrence (RDATE). */
  orphans: number[]
  /** Id of the event that was split; its later dates now belong to another event. */
  follows?: number
}

/** The next dates of a repeated event, shown with its first date in lists that contain only the first dates. */
export interface NextDates {
  first: { id: number; start_local: LocalTime; end_local: LocalTime }[]
  total: number
}
