import type { RecordItem, SourceEntry } from '../import-item-types.ts'

/** Consecutive entries of a source that are written in one transaction. All records among them are of one kind. */
export type Batch = readonly SourceEntry[]

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
  for await (const entry of entries) {
    const kind = batch.find(({ kind }) => kind !== 'unreadable')?.kind
    const isOtherKind = entry.kind !== 'unreadable' && kind !== undefined && entry.kind !== kind
    if (batch.length > 0 && (isOtherKind || batch.length >= size() || refersTo(entry, ids))) {
      yield batch
      batch = []
      ids = new Set()
    }
    batch.push(entry)
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
