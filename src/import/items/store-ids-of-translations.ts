import type { Transaction } from '../../db/database.ts'
import { type BatchResult, type RunContext, toRunProblem } from '../import-run-context.ts'
import { TRANSLATION_FINGERPRINT } from './compare-imported-items.ts'
import type { PreparedItem } from './complete-and-check-items-to-write.ts'
import { type ExternalIdValues, findImportedRecords, insertExternalIds } from './external-ids.ts'

/**
 * Stores the external ids of translations, so that references and old addresses with these ids lead to the record that
 * contains their texts. A translation that an earlier run has imported as a separate record stays separate, and is
 * reported.
 */
export async function storeExternalIdsOfTranslations(
  context: RunContext,
  tx: Transaction,
  target: { source: string; collection: string; runId: number },
  items: readonly PreparedItem[],
  result: BatchResult,
): Promise<void> {
  const wanted = items.filter(({ item }) => item.otherIds?.length)
  if (wanted.length === 0) return
  const ids = wanted.flatMap(({ item }) => [item.externalId, ...(item.otherIds ?? [])])
  const imported = await findImportedRecords(tx, target.source, target.collection, ids)
  const stored: ExternalIdValues[] = []
  for (const { item, place } of wanted) {
    const recordId = imported.get(item.externalId)?.record_id
    if (recordId == null) continue
    for (const externalId of item.otherIds ?? []) {
      const earlier = imported.get(externalId)
      const values = { externalId, recordId, version: 1, fingerprint: TRANSLATION_FINGERPRINT, content: '' }
      if (earlier === undefined) stored.push(values)
      else if (earlier.record_id !== null && earlier.record_id !== recordId) {
        const placeholders = { value: externalId, id: earlier.record_id }
        result.problems.push(
          toRunProblem(context, { name: 'id', reason: 'import.separate-translation', placeholders }, place),
        )
      }
    }
  }
  await insertExternalIds(tx, target, stored)
}
