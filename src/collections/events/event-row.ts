import type { LocalTime } from '../../core/time/local-time.ts'
import type { PostColumns, PostContent } from '../posts/load-posts.ts'
import type { Schedule } from './event-schedule.ts'
import type { EventStatusColumns } from './event-status/status-columns.ts'
import type { EventLinks } from './links/load-links.ts'
import type {
  DatesSummary,
  NextDates,
  RepeatColumns,
  UpdateEffects,
} from './repeat/repeated-event-columns-and-overrides.ts'

/** Boolean columns of an event. Each has the name of its field in the API. */
export const EVENT_FLAGS = ['show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured'] as const

export interface EventColumns
  extends PostColumns,
    Schedule,
    EventStatusColumns,
    RepeatColumns,
    Record<(typeof EVENT_FLAGS)[number], number> {
  /** The price, parsed to a `Cost` and serialized to JSON; an empty text if the event has no price. */
  cost: string
  website: string
  /** Offers, registration, ages, accessibility and conditions: the column `event.admission`, as JSON. */
  admission: string
  /** Whether the event is free: 1, 0, or null if it is not stated. */
  is_free: number | null
  /** Ids of the linked records: the column `event.links`, encoded by `encodeLinkIds`. */
  links_json: string
}

/**
 * The values of an event that a calendar shows in one line: times, status, title and address, and the categories for
 * the colour.
 */
export type EventLine = Pick<
  EventColumns,
  | keyof Schedule
  | 'id'
  | 'status'
  | 'published_at'
  | 'original_language'
  | 'event_status'
  | 'sold_out'
  | 'attendance_mode'
  | 'featured'
> &
  Pick<PostContent, 'text' | 'page_path'> & { links: Pick<EventLinks, 'categories'> }

export type EventRow = EventColumns &
  PostContent & {
    links: EventLinks
    /** The number of dates of a repeated event, and the next ones; undefined for other events. */
    dates?: DatesSummary
    /**
     * The next dates of the repeated event. Set for dates in a list that contains only the first date of each repeated
     * event.
     */
    next_dates?: NextDates
    /**
     * The changes that an update of several dates of a repeated event made besides the update of the event itself. Set
     * only in the response to that update.
     */
    effects?: UpdateEffects | undefined
    /** Ids and starts of the dates of a repeated event, only in revisions before a write that may change these starts. */
    starts_of_dates?: [id: number, original_start: LocalTime][]
  }
