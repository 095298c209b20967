import type { CategoryKey, EventKindKey, NoteKind, TagKey } from '../kinds.ts'
import type { OrganizationKey } from '../people.ts'
import type { LandmarkKey, NeighbourhoodKey } from '../places.ts'

/** The words for one kind of event. The lists of all languages say the same in the same order. */
export interface KindTexts {
  /** May hold `{topic}`, `{person}`, `{band}`, `{ensemble}`, `{home}` and `{guest}`, as may the other lists. */
  titles: readonly string[]
  topics?: readonly string[]
  /** The first paragraph. */
  leads: readonly string[]
  /** The second. */
  bodies: readonly string[]
  /** What happens in turn on a long day. */
  programme?: readonly string[]
}

export interface NameAndDescription {
  name?: string
  description?: string
}

/** Everything the sample calendar says in one language. */
export interface DemoTexts {
  categories: Record<CategoryKey, string>
  tags: Record<TagKey, string>
  kinds: Record<EventKindKey, KindTexts>
  /** What is good to know about an event. */
  notes: Record<NoteKind, readonly string[]>
  headings: { programme: string; practical: string }
  /** Prices that are no numbers. */
  prices: { free: readonly string[]; words: readonly string[] }
  countries: { home: string; unitedStates: string; japan: string; portugal: string }
  /** Where the language has a name, or something to say, of its own. */
  landmarks: Partial<Record<LandmarkKey, NameAndDescription>>
  organizations: Partial<Record<OrganizationKey, NameAndDescription>>
  /** `{place}` is a quarter or street, `{genitive}` the same in that case. */
  neighbourhood: Record<NeighbourhoodKey, string>
  /** `{place}` is the number of the room. */
  seminarRoom: string
  /** A time of day, given hours and minutes with two digits each. */
  clock(hours: string, minutes: string): string
}
