import type { RecordItem, SourceEntry } from '../import-item-types.ts'

/** Consecutive entries of a source that are written in one transaction. All records among them are of one kind. */
export type Batch = readonly SourceEntry[]

/** Maximum number of characters in the texts of a batch, unless one entry has more: all of them are in memory. */
const CHARACTERS_MAX = 400_000
/** How many characters a picture counts for. Its size is only known when it is loaded. */
const CHARACTERS_OF_PICTURE = CHARACTERS_MAX / 4

/**
 * Groups the entries of a source into batches.
 * @param size returns the maximum number of entries of the next batch
 */
export async function* groupEntriesIntoBatches(
  entries: AsyncIterable<SourceEntry>,
  size: () => number,
): AsyncGenerator<Batch> {
  let batch: SourceEntry[] = []
  let ids = new Set<string>()
  let characters = 0
  for await (const entry of entries) {
    const kind = batch.find(({ kind }) => kind !== 'unreadable')?.kind
    const isOtherKind = entry.kind !== 'unreadable' && kind !== undefined && entry.kind !== kind
    const added = countCharacters(entry)
    const isFull = batch.length >= size() || characters + added > CHARACTERS_MAX
    if (batch.length > 0 && (isOtherKind || isFull || refersTo(entry, ids))) {
      yield batch
      batch = []
      ids = new Set()
      characters = 0
    }
    batch.push(entry)
    characters += added
    if (entry.externalId !== undefined) ids.add(entry.externalId)
  }
  if (batch.length > 0) yield batch
}

/**
 * Whether an entry is a category whose parent is among `ids`, the categories of the batch. Such an entry begins a new
 * batch, so that the parent is stored first.
 */
const refersTo = (entry: SourceEntry, ids: ReadonlySet<string>): boolean =>
  ((entry as RecordItem).references?.parent ?? []).some((parent) => ids.has(parent))

/** Counts the characters in the texts of an entry, in all languages. */
function countCharacters(entry: SourceEntry): number {
  if (entry.kind === 'picture') return CHARACTERS_OF_PICTURE
  if (entry.kind === 'unreadable' || entry.kind === 'presence') return 0
  return [entry, ...(entry.texts ?? []), ...(entry.dates ?? [])]
    .flatMap(({ fields }) => Object.values(fields))
    .reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0)
}
