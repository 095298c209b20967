import type { RecordItem, SourceEntry } from '../import-item.ts'

/** Consecutive entries of a source that are written in one transaction. Their records are of one kind. */
export type Batch = readonly SourceEntry[]

/**
 * Groups the entries of a source.
 * @param size how many entries the next batch has at most
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

/** Whether an entry is a category whose parent is in the batch: the parent must be stored before. */
const refersTo = (entry: SourceEntry, ids: ReadonlySet<string>): boolean =>
  ((entry as RecordItem).references?.parent ?? []).some((parent) => ids.has(parent))
