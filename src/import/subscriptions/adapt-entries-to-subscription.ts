import type { Kind } from '../../core/kinds.ts'
import { foldText } from '../../core/text/fold-text.ts'
import { htmlToText } from '../../core/text/html.ts'
import type { ImportItem, RecordItem, SourceEntry } from '../import-item.ts'
import { eventMatchKey, placeNameKey, placeNameOf } from './match-items-with-changed-ids.ts'
import type { SubscriptionOptions } from './subscription-options.ts'

/** Maximum number of events that are imported from one source. */
export const EVENTS_MAX = 20_000

const DAY_MS = 86_400_000

/** The data of this calendar that determine how events of a source are changed before their import. */
export interface AdaptationContext {
  options: SubscriptionOptions
  /** Unix time in seconds. */
  now: number
  /** Case-folded names of all categories and tags of this calendar. */
  categories: ReadonlySet<string>
  tags: ReadonlySet<string>
  /** Venues by the folded name of a place; null if an editor has to choose one. */
  venues: ReadonlyMap<string, number | null>
}

/** The entries of a source as a subscription imports them. */
export interface AdaptedEntries {
  /** Records that events refer to, then events by their start. */
  items: ImportItem[]
  unreadable: SourceEntry[]
  /** Ids and match keys of all events of the source, also of those that are not imported. */
  present: { externalId: string; matchKey: string }[]
  /** Places of events for which no venue is known yet: their names, by case-folded name. */
  places: Map<string, string>
  /** Categories and tags of the source that do not exist here: their names, by case-folded name. */
  unknownWords: Map<string, string>
  /** Whether there are events after the window, which are imported later. */
  hasLater: boolean
  /** Whether the source has more than `EVENTS_MAX` events, so that some are not imported. */
  isCut: boolean
}

/** Chooses and changes the entries of a source by the options of its subscription. */
export function adaptEntries(entries: readonly SourceEntry[], context: AdaptationContext): AdaptedEntries {
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
    present: events.map((item) => ({ externalId: item.externalId, matchKey: eventMatchKey(item) })),
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
 * The end of an event. If it is missing, a text that sorts after all dates, so that the item is not left out but
 * checked and reported.
 */
const endOf = ({ fields }: RecordItem) => String(fields.end_date ?? fields.start_date ?? '~')
const isRepeated = ({ fields }: RecordItem) => fields.recurrence !== undefined

/** First and last local day of the events that are imported. */
function windowOf({ now, options }: AdaptationContext): [string, string] {
  const day = (days: number) => new Date(now * 1000 + days * DAY_MS).toISOString().slice(0, 10)
  return [day(-1), `${day(options.window_days)}~`]
}

/** Whether an event contains one of the words to match, and none of those to skip. */
function hasWantedWords({ fields }: RecordItem, { match, skip }: SubscriptionOptions): boolean {
  if (match === '' && skip === '') return true
  const text = foldText(htmlToText(`${String(fields.title ?? '')} ${String(fields.description ?? '')}`))
  const hasOneOf = (words: readonly string[]) => words.some((word) => text.includes(word))
  return (match === '' || hasOneOf(wordsIn(match))) && !hasOneOf(wordsIn(skip))
}

const wordsIn = (text: string) =>
  text
    .split(',')
    .map(foldText)
    .filter((word) => word !== '')

/** Names of the categories and tags in a source, by kind and external id. */
function termNamesIn(entries: readonly SourceEntry[]): Map<string, string> {
  const terms = entries.filter((entry) => isRecordOf(entry, ['category', 'tag']))
  return new Map(terms.map(({ kind, externalId, fields }) => [`${kind} ${externalId}`, String(fields.name ?? '')]))
}

/** The names of the categories and tags of an event in its source. */
function wordsOf({ fields, references = {} }: RecordItem, terms: ReadonlyMap<string, string>): string[] {
  const { categories = [], tags = [] } = references
  return [
    ...[fields.categories, fields.tags].flat().filter((word) => typeof word === 'string'),
    ...categories.flatMap((id) => terms.get(`category ${id}`) ?? []),
    ...tags.flatMap((id) => terms.get(`tag ${id}`) ?? []),
  ]
}

/** The words of a source with those of this calendar that they mean; without words that mean none. */
function mappedWords(words: readonly string[], { map }: SubscriptionOptions): string[] {
  const own = new Map(Object.entries(map).map(([theirs, ours]) => [foldText(theirs), ours]))
  return words.map((word) => own.get(foldText(word)) ?? word).filter((word) => word !== '')
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
    const folded = foldText(word)
    if (!context.categories.has(folded) && !context.tags.has(folded)) unknownWords.set(folded, word)
  }
  const wordsIn = (names: ReadonlySet<string>) => words.filter((word) => names.has(foldText(word)))
  const [ownCategories, ownTags] = [wordsIn(context.categories), wordsIn(context.tags)]
  return {
    ...item,
    // The author is left out, because authors of the other site have no accounts here.
    author: undefined,
    id: undefined,
    matchKey: eventMatchKey(item),
    fields: {
      ...fields,
      // An event that is private in its source is imported as private. All other events get no status here: that of a
      // new event is an option of the subscription, and editors may change it later.
      ...(status === 'private' && { status }),
      ...venueField(item, context, places),
      ...(ownCategories.length > 0 && { categories: ownCategories }),
      ...(ownTags.length > 0 && { tags: ownTags }),
    },
    references,
  }
}

/**
 * The venue for the place of an event. A place without a venue is added to `places`, for an editor to choose; no venue
 * is created from the name of a place.
 */
function venueField(item: RecordItem, { venues }: AdaptationContext, places: Map<string, string>) {
  const name = placeNameOf(item)
  if (name === '') return {}
  const venue = venues.get(placeNameKey(name))
  if (venue === undefined) places.set(placeNameKey(name), name)
  return venue ? { venue } : {}
}

/** The records and pictures that events refer to, directly or through another record. */
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
