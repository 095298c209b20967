import type { Scope } from '../../collections/scope.ts'
import {
  deriveFormerPathPrefixesOfRecord,
  type FormerPath,
  insertFormerPaths,
  redirectSlugsUsedBeforeImport,
} from '../../collections/texts/former-paths-of-imported-records.ts'
import type { Transaction } from '../../db/database.ts'
import type { PreparedItem } from './complete-and-check-items-to-write.ts'
import type { ExternalIdValues } from './external-ids.ts'

/** Stores redirects from the addresses that records had in their source, at the first import of that source. */
export async function redirectFormerAddresses(
  { db, language, languages, now }: Scope<Transaction>,
  items: readonly PreparedItem[],
  stored: readonly ExternalIdValues[],
): Promise<void> {
  const ids = new Map(stored.map(({ externalId, recordId }) => [externalId, recordId]))
  const bases = new Map<string, FormerPath>()
  for (const { item } of items) {
    const id = ids.get(item.externalId)
    if (id === undefined) continue
    const record = { kind: item.kind, id, language: item.language ?? language }
    if (item.oldSlugs) await redirectSlugsUsedBeforeImport(db, record, item.oldSlugs, now)
    const hasParent = (item.references?.parent ?? []).length > 0
    // The path of a category with a parent also contains slugs of ancestors, so the first words of such paths cannot be
    // derived from it.
    const path = hasParent ? '' : (item.path ?? '')
    for (const base of deriveFormerPathPrefixesOfRecord(item.kind, path, String(item.fields.slug ?? ''), languages))
      bases.set(base.path, base)
  }
  await insertFormerPaths(db, [...bases.values()], now)
}
