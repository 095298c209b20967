/** Number of records of each kind. */
export interface RecordCounts {
  events: number
  venues: number
  organizers: number
  categories: number
  tags: number
}

/** Record counts for a calendar with this many events. */
export const recordCountsFor = (events: number): RecordCounts => {
  const venues = Math.max(500, Math.min(5000, Math.floor(events / 200)))
  return { events: events, venues, organizers: Math.floor(venues / 5), categories: 64, tags: 200 }
}

/** The ids that the two sequences would assign: one for venues, organizers and events, one for terms. */
export const idsIn = ({ venues, organizers, categories }: RecordCounts) => ({
  venue: (nth: number) => nth,
  organizer: (nth: number) => venues + nth,
  event: (nth: number) => venues + organizers + nth,
  category: (nth: number) => nth,
  tag: (nth: number) => categories + nth,
})
