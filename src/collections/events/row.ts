import type { PostColumns, PostContent } from '../posts/read.ts'
import type { EventLinks } from './links.ts'
import type { Schedule } from './schedule.ts'

/** Flags of an event. Columns are named after their fields. */
export const EVENT_FLAGS = ['show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured'] as const

export interface EventColumns extends PostColumns, Schedule, Record<(typeof EVENT_FLAGS)[number], number> {
  /** A parsed `Cost` as JSON; empty for none. */
  cost: string
  website: string
  /** The column `links` in the format of `packLinks`. */
  links_json: string
}

export type EventRow = EventColumns & PostContent & { links: EventLinks }
