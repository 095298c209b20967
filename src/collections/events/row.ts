import type { PostColumns, PostContent } from '../posts/read.ts'
import type { EventLinks } from './links.ts'
import type { Schedule } from './schedule.ts'

/** Flags of an event; the columns have the names of the fields. */
export const EVENT_FLAGS = ['show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured'] as const

export interface EventColumns extends PostColumns, Schedule, Record<(typeof EVENT_FLAGS)[number], number> {
  /** A `Cost` as JSON, empty for none. */
  cost: string
  website: string
  /** As `packLinks` has them. */
  links_json: string
}

export type EventRow = EventColumns & PostContent & { links: EventLinks }
