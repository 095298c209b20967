/** An event that is compared with others to find duplicates. */
export interface ComparedEvent {
  id: number
  /** Local start, `YYYY-MM-DD HH:MM:SS`. */
  start_local: string
  title: string
  title_folded: string
  /** JSON of a list of ids for each kind of linked record, the venues' first, e.g. `[[9,7],[],[],[]]`; `''` for none. */
  links: string
  /** Name of a source from which the event was imported; null if it was not imported. */
  source: string | null
}

export type DuplicatePair = readonly [ComparedEvent, ComparedEvent]

/** Two titles count as similar if at least this share of all words in them is in both. */
const SIMILAR = 0.5
/** Maximum number of events of one day that are compared with each other. */
const COMPARED_A_DAY = 300

/**
 * Finds pairs of events that are probably the same: on the same day, with similar titles, not at different venues, and
 * imported from different sources or only one of them imported.
 * @param events sorted by start
 * @param isDistinct whether an editor has decided that two events are not the same
 */
export function findLikelyDuplicateEvents(
  events: readonly ComparedEvent[],
  isDistinct: (one: number, other: number) => boolean,
): DuplicatePair[] {
  const days = Map.groupBy(events, ({ start_local }) => start_local.slice(0, 10))
  return [...days.values()].flatMap((day) => {
    const compared = day.slice(0, COMPARED_A_DAY).map((event) => ({
      event,
      words: new Set(event.title_folded.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')),
      venues: event.links === '' ? [] : (JSON.parse(event.links) as number[][])[0],
    }))
    return compared.flatMap((one, at) =>
      compared
        .slice(at + 1)
        .filter((other) => one.event.source !== other.event.source && !isDistinct(one.event.id, other.event.id))
        .filter((other) => areSimilar(one.words, other.words) && mayBeSamePlace(one.venues, other.venues))
        .map((other): DuplicatePair => [one.event, other.event]),
    )
  })
}

function areSimilar(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const shared = [...one].filter((word) => other.has(word)).length
  return shared > 0 && shared / (one.size + other.size - shared) >= SIMILAR
}

const mayBeSamePlace = (one: readonly number[] = [], other: readonly number[] = []) =>
  one.length === 0 || other.length === 0 || one.some((venue) => other.includes(venue))
