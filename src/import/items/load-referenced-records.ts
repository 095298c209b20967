import { selectVisiblePostIds } from '../../collections/events/links/load-links.ts'
import { selectExistingTermIds } from '../../collections/terms/load-terms.ts'
import { LINKED_POST_KINDS } from '../../core/kinds.ts'
import type { Reader } from '../../db/database.ts'
import type { RecordItem, ReferenceField } from '../import-item-types.ts'
import type { RunContext } from '../import-run-context.ts'

/**
 * Loads the records to which events of a batch refer into the cache of `reader`, with one statement for each kind of
 * records. Otherwise the check of each event would load those of the event.
 */
export async function loadRecordsReferencedByEvents(
  { scope, index }: RunContext,
  items: readonly RecordItem[],
  reader: Reader,
): Promise<void> {
  const references = items.flatMap(({ kind, references = {} }) => (kind === 'event' ? [references] : []))
  const resolved = references.map((one) => index.resolve({}, one).fields)
  const idsIn = (field: ReferenceField) => [...new Set(resolved.flatMap((fields) => (fields[field] ?? []) as number[]))]
  const inside = { ...scope, db: reader }
  await Promise.all([
    ...LINKED_POST_KINDS.map((kind) => selectVisiblePostIds(inside, kind, idsIn(kind))),
    selectExistingTermIds(reader, 'category', idsIn('categories')),
    selectExistingTermIds(reader, 'tag', idsIn('tags')),
  ])
}
