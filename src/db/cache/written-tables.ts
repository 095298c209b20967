/**
 * Events refer to venues, organizers, terms, pictures, accounts and settings, and none of these to events. So most writes,
 * those of events, leave all the others as they were: what was read of them still holds.
 */
const OF_EVENTS: ReadonlySet<string> = new Set([
  'event',
  'event_text',
  'event_venue',
  'event_organizer',
  'event_category',
  'event_within',
  'event_tag',
  'event_count_later',
  'audit',
  'id_sequence',
])

/** A table that is written. Locks are no writes (FOR UPDATE), and a conflict says nothing new (DO UPDATE). */
const WRITTEN = /\b(?:INSERT INTO|DELETE FROM|(?<!\b(?:FOR|KEY|DO) )UPDATE)\s+(\w+)/gi

/** The same few statements are sent over and over. */
const FOUND_MAX = 500
const found = new Map<string, boolean>()

/** Whether a statement writes to anything besides events and what is told of them. */
export function mayWriteOtherTables(text: string): boolean {
  const known = found.get(text)
  if (known !== undefined) return known
  if (found.size >= FOUND_MAX) found.clear()
  const isFound = text.matchAll(WRITTEN).some(([, table = '']) => !OF_EVENTS.has(table))
  found.set(text, isFound)
  return isFound
}
