export interface RecordCounts {
  events: number
  venues: number
  organizers: number
  categories: number
  tags: number
}

/** So many of each for a calendar of so many events. */
export const recordCountsFor = (events: number): RecordCounts => {
  const venues = Math.max(500, Math.min(5000, Math.floor(events / 200)))
  return { events: events, venues, organizers: Math.floor(venues / 5), categories: 64, tags: 200 }
}

/** Ids as the two sequences would have given them: of posts, and of terms. */
export const idsIn = ({ venues, organizers, categories }: RecordCounts) => ({
  venue: (nth: number) => nth,
  organizer: (nth: number) => venues + nth,
  event: (nth: number) => venues + organizers + nth,
  category: (nth: number) => nth,
  tag: (nth: number) => categories + nth,
})
