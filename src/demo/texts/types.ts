import type { CategoryKey, EventKindKey, NoteKind, TagKey } from '../event-kinds.ts'
import type { OrganizationKey } from '../people.ts'
import type { LandmarkKey, NeighbourhoodKey } from '../places.ts'

/**
 * Texts for one kind of event. Entry n of a list means the same in every language. Titles, topics, leads and bodies may
 * contain `{topic}`, `{person}`, `{band}`, `{ensemble}`, `{home}` and `{guest}`.
 */
export interface KindTexts {
  titles: readonly string[]
  topics?: readonly string[]
  /** First paragraph. */
  leads: readonly string[]
  /** Second paragraph. */
  bodies: readonly string[]
  /** Items of the timetable of a long event, in order. */
  programme?: readonly string[]
}

export interface NameAndDescription {
  name?: string
  description?: string
}

/** All texts of the sample calendar in one language. */
export interface DemoTexts {
  categories: Record<CategoryKey, string>
  tags: Record<TagKey, string>
  kinds: Record<EventKindKey, KindTexts>
  /** Alternative wordings of each practical remark. */
  notes: Record<NoteKind, readonly string[]>
  headings: { programme: string; practical: string }
  /** Prices without a number. */
  prices: { free: readonly string[]; words: readonly string[] }
  countries: { home: string; unitedStates: string; japan: string; portugal: string }
  /** Translated names and descriptions; a missing entry has no translation. */
  landmarks: Partial<Record<LandmarkKey, NameAndDescription>>
  /** Like `landmarks`. */
  organizations: Partial<Record<OrganizationKey, NameAndDescription>>
  /** Name patterns. `{place}` is the quarter or street, `{genitive}` its genitive. */
  neighbourhood: Record<NeighbourhoodKey, string>
  /** Name pattern; `{place}` is the room number. */
  seminarRoom: string
  /** Patterns of a time of day with `{hour}`, `{paddedHour}` (two digits) and `{minutes}`. */
  clock: { wholeHour: string; withMinutes: string }
}
