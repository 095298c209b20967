/** Number of records of each kind. */
export interface RecordCounts {
  /** Events that have texts: all but the dates of repeated events. */
  events: number
  /** Dates of each event; 0 if no event repeats. */
  datesEach: number
  venues: number
  organizers: number
  categories: number
  tags: number
}

/**
 * Record counts for a calendar with this many events.
 * @param repeated the events are the dates of this many repeated events; undefined: no event repeats
 */
export const recordCountsFor = (events: number, repeated?: number): RecordCounts => {
  const venues = Math.max(500, Math.min(5000, Math.floor(events / 200)))
  const rows = repeated === undefined ? { events, datesEach: 0 } : { events: repeated, datesEach: events / repeated }
  return { ...rows, venues, organizers: Math.floor(venues / 5), categories: 64, tags: 200 }
}

/** The ids that the two sequences would assign: one for venues, organizers and events, one for terms. */
export const idsIn = ({ venues, organizers, categories }: RecordCounts) => ({
  venue: (nth: number) => nth,
  organizer: (nth: number) => venues + nth,
  event: (nth: number) => venues + organizers + nth,
  category: (nth: number) => nth,
  tag: (nth: number) => categories + nth,
})
