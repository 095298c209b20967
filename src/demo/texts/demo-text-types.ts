import type { CategoryKey, EventKindKey, NoteKind, TagKey } from '../demo-event-kinds.ts'
import type { HighlightKey, OfferKey } from '../demo-highlights.ts'
import type { OrganizationKey } from '../demo-people.ts'
import type { LandmarkKey, NeighbourhoodKey } from '../demo-places.ts'

/**
 * Texts for one kind of event. Entry n of a list has the same meaning in every language. Titles, topics, leads and
 * bodies may contain `{topic}`, `{person}`, `{band}`, `{ensemble}`, `{home}` and `{guest}`.
 */
export interface KindTexts {
  titles: readonly string[]
  topics?: readonly string[]
  /** Alternative first paragraphs of the description. */
  leads: readonly string[]
  /** Alternative second paragraphs of the description. */
  bodies: readonly string[]
  /** Items of the timetable of a long event, in order. */
  programme?: readonly string[]
}

export interface NameAndDescription {
  name?: string
  description?: string
}

/** Texts of one of the highlights. */
export interface HighlightTexts {
  title: string
  description: string
  /** The reason why the highlight is cancelled, postponed or changed; undefined if it takes place as announced. */
  reason?: string
  /** The reasons for the cancelled date (`cancelled`) and for the moved date (`moved`) of a repeated event. */
  cancelled?: string
  moved?: string
}

/** All texts of the sample calendar in one language. */
export interface DemoTexts {
  categories: Record<CategoryKey, string>
  tags: Record<TagKey, string>
  kinds: Record<EventKindKey, KindTexts>
  /** Alternative wordings of each practical remark at the end of a description. */
  notes: Record<NoteKind, readonly string[]>
  headings: { programme: string; practical: string }
  festival: { title: string; description: string }
  /** Names of the kinds of tickets. */
  offers: Record<OfferKey, string>
  highlights: Record<HighlightKey, HighlightTexts>
  /** Alternative wordings of prices without a number. */
  prices: { free: readonly string[]; words: readonly string[] }
  countries: { home: string; unitedStates: string; japan: string; portugal: string }
  /** Translated names and descriptions of landmarks; a landmark without an entry has no translation. */
  landmarks: Partial<Record<LandmarkKey, NameAndDescription>>
  /** Translated names and descriptions of organizations; one without an entry has no translation. */
  organizations: Partial<Record<OrganizationKey, NameAndDescription>>
  /** Patterns for names of venues in a quarter; `{place}` is the quarter or street, `{genitive}` its genitive. */
  neighbourhood: Record<NeighbourhoodKey, string>
  /** Pattern for names of seminar rooms; `{place}` is the room number. */
  seminarRoom: string
  /** Patterns for a time of day: `{hour}`, `{paddedHour}` (two digits) and `{minutes}` are replaced. */
  clock: { wholeHour: string; withMinutes: string }
}
