import type { Kind } from '../../core/kinds.ts'
import { foldTextForSearch } from '../../core/text/fold-text.ts'
import { htmlToText } from '../../core/text/html.ts'
import type { ImportItem, RecordItem, SourceEntry } from '../import-item-types.ts'
import { firstPlaceNameOfItem, hashForRecognizingEvent, keyOfPlaceName } from './match-items-with-changed-ids.ts'
import type { SubscriptionOptions } from './subscription-options.ts'

/** Maximum number of events that a subscription imports from its source. */
export const EVENTS_MAX = 20_000

const DAY_MS = 86_400_000

/**
 * The options of a subscription and the data of this calendar by which entries of the source are changed before their
 * import.
 */
export interface AdaptationContext {
  options: SubscriptionOptions
  /** Current time: Unix time in seconds. */
  now: number
  /** Case-folded names of all categories and tags of this calendar. */
  categories: ReadonlySet<string>
  tags: ReadonlySet<string>
  /**
   * For each place that the source names, by its folded name, the id of the venue that it means; null if an editor must
   * choose the venue.
   */
  venues: ReadonlyMap<string, number | null>
}

/** The entries of a source after the options of a subscription were applied. */
export interface AdaptedEntries {
  /** The items to import: first the records to which events refer, then the events, sorted by start. */
  items: ImportItem[]
  unreadable: SourceEntry[]
  /**
   * External ids and match keys of all events of the source, including those that the options exclude from the import.
   */
  present: { externalId: string; matchKey: string }[]
  /** Names of places for which no venue was found or chosen yet, by folded name. */
  places: Map<string, string>
  /** Names of categories and tags of the source that do not exist in this calendar, by folded name. */
  unknownWords: Map<string, string>
  /** Whether the source has events after the imported range of days, which a later run imports. */
  hasLater: boolean
  /** Whether the source has more than `EVENTS_MAX` events, so that some are not imported. */
  isCut: boolean
}

/** Selects and changes the entries of a source according to the options of its subscription. */
export function adaptEntriesToSubscription(
  entries: readonly SourceEntry[],
  context: AdaptationContext,
): AdaptedEntries {
  const events = entries.filter((entry) => isRecordOf(entry, ['event']))
  const [first, last] = windowOf(context)
  const isLater = ({ fields }: RecordItem) => String(fields.start_date ?? '') > last
  const inWindow = (item: RecordItem) => !isLater(item) && (isRepeated(item) || endOf(item) >= first)
  const wanted = events.filter((item) => inWindow(item) && hasWantedWords(item, context.options))
  const ordered = wanted.toSorted((one, other) => compare(startOf(one), startOf(other)))
  const terms = termNamesIn(entries)
  const places = new Map<string, string>()
  const unknownWords = new Map<string, string>()
  const adapted = ordered.slice(0, EVENTS_MAX).map((item) => adaptEvent(item, context, terms, { places, unknownWords }))
  return {
    items: [...recordsReferredTo(entries, adapted), ...adapted],
    unreadable: entries.filter(({ kind }) => kind === 'unreadable'),
    present: events.map((item) => ({ externalId: item.externalId, matchKey: hashForRecognizingEvent(item) })),
    places,
    unknownWords,
    hasLater: events.some(isLater),
    isCut: ordered.length > EVENTS_MAX,
  }
}

const isRecordOf = (entry: SourceEntry, kinds: readonly Kind[]): entry is RecordItem =>
  (kinds as readonly string[]).includes(entry.kind)

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
const startOf = ({ fields }: RecordItem) => String(fields.start_date ?? '')
/**
 * The end of an event, for comparison with dates. Without an end or a start, `~`, which sorts after all dates: the
 * event is not excluded, but reported by the check of its fields.
 */
const endOf = ({ fields }: RecordItem) => String(fields.end_date ?? fields.start_date ?? '~')
const isRepeated = ({ fields }: RecordItem) => fields.recurrence !== undefined

/** The first and the last local day of the range whose events are imported. */
function windowOf({ now, options }: AdaptationContext): [string, string] {
  const day = (days: number) => new Date(now * 1000 + days * DAY_MS).toISOString().slice(0, 10)
  return [day(-1), `${day(options.window_days)}~`]
}

/** Whether an event contains one of the words of the option `match`, and no word of the option `skip`. */
function hasWantedWords({ fields }: RecordItem, { match, skip }: SubscriptionOptions): boolean {
  if (match === '' && skip === '') return true
  const text = foldTextForSearch(htmlToText(`${String(fields.title ?? '')} ${String(fields.description ?? '')}`))
  const hasOneOf = (words: readonly string[]) => words.some((word) => text.includes(word))
  return (match === '' || hasOneOf(wordsIn(match))) && !hasOneOf(wordsIn(skip))
}

const wordsIn = (text: string) =>
  text
    .split(',')
    .map(foldTextForSearch)
    .filter((word) => word !== '')

/** The names of the categories and tags in a source, by kind and external id. */
function termNamesIn(entries: readonly SourceEntry[]): Map<string, string> {
  const terms = entries.filter((entry) => isRecordOf(entry, ['category', 'tag']))
  return new Map(terms.map(({ kind, externalId, fields }) => [`${kind} ${externalId}`, String(fields.name ?? '')]))
}

/** The names that an event has as categories and tags in its source. */
function wordsOf({ fields, references = {} }: RecordItem, terms: ReadonlyMap<string, string>): string[] {
  const { categories = [], tags = [] } = references
  return [
    ...[fields.categories, fields.tags].flat().filter((word) => typeof word === 'string'),
    ...categories.flatMap((id) => terms.get(`category ${id}`) ?? []),
    ...tags.flatMap((id) => terms.get(`tag ${id}`) ?? []),
  ]
}

/**
 * Replaces names of categories and tags in a source by those that they mean here according to the option `map`. Names
 * that it maps to nothing are omitted.
 */
function mappedWords(words: readonly string[], { map }: SubscriptionOptions): string[] {
  const own = new Map(Object.entries(map).map(([theirs, ours]) => [foldTextForSearch(theirs), ours]))
  return words.map((word) => own.get(foldTextForSearch(word)) ?? word).filter((word) => word !== '')
}

function adaptEvent(
  item: RecordItem,
  context: AdaptationContext,
  terms: ReadonlyMap<string, string>,
  { places, unknownWords }: Pick<AdaptedEntries, 'places' | 'unknownWords'>,
): RecordItem {
  const { status, venue, categories: _, tags: __, ...fields } = item.fields
  const { categories: ___, tags: ____, ...references } = item.references ?? {}
  const words = mappedWords(wordsOf(item, terms), context.options)
  for (const word of words) {
    const folded = foldTextForSearch(word)
    if (!context.categories.has(folded) && !context.tags.has(folded)) unknownWords.set(folded, word)
  }
  const wordsIn = (names: ReadonlySet<string>) => words.filter((word) => names.has(foldTextForSearch(word)))
  const [ownCategories, ownTags] = [wordsIn(context.categories), wordsIn(context.tags)]
  return {
    ...item,
    // The author is omitted, because authors of another calendar have no accounts here.
    author: undefined,
    id: undefined,
    matchKey: hashForRecognizingEvent(item),
    fields: {
      ...fields,
      // A private event is imported as private. Other events have no status in the item: the options of the
      // subscription decide the status of new events, and editors may change it later.
      ...(status === 'private' && { status }),
      ...venueField(item, context, places),
      ...(ownCategories.length > 0 && { categories: ownCategories }),
      ...(ownTags.length > 0 && { tags: ownTags }),
    },
    references,
  }
}

/**
 * The venue that the place of an event means. Without such a venue, the place is added to `places`, so that an editor
 * can choose one; a subscription never creates venues.
 */
function venueField(item: RecordItem, { venues }: AdaptationContext, places: Map<string, string>) {
  const name = firstPlaceNameOfItem(item)
  if (name === '') return {}
  const venue = venues.get(keyOfPlaceName(name))
  if (venue === undefined) places.set(keyOfPlaceName(name), name)
  return venue ? { venue } : {}
}

/** Selects the records and pictures to which events refer, directly or through another record. */
function recordsReferredTo(entries: readonly SourceEntry[], events: readonly RecordItem[]): ImportItem[] {
  const others = entries.filter(
    (entry) => !['event', 'category', 'tag', 'unreadable'].includes(entry.kind),
  ) as ImportItem[]
  if (others.length === 0) return []
  const used = new Set<string>()
  const use = (item: ImportItem) => {
    if (item.kind === 'picture') return
    for (const ids of Object.values(item.references ?? {})) for (const id of ids) used.add(id)
  }
  events.forEach(use)
  others.filter(({ externalId }) => used.has(externalId)).forEach(use)
  return others.filter(({ externalId }) => used.has(externalId))
}
