import { collectionNameOfKind, type Kind, POST_KINDS } from '../../core/kinds.ts'
import { type Reader, sql } from '../../db/database.ts'

/**
 * Finds the record that had an id on a WordPress site and another id here, because the id was not free. If several
 * sites had the id, the record of the site that was imported first is found.
 * @param kind undefined: any kind of posts, whose ids are unique in WordPress
 */
export async function findRecordByFormerId(
  db: Reader,
  kind: Kind | undefined,
  formerId: number,
): Promise<{ kind: Kind; id: number } | undefined> {
  const kinds = kind === undefined ? POST_KINDS : [kind]
  const row = (await selectImported(db, kinds.map(collectionNameOfKind), formerId)).find(({ id }) => id !== formerId)
  const found = row && kinds.find((one) => collectionNameOfKind(one) === row.collection)
  return found && { kind: found, id: row.id }
}

/** Finds the picture that had an id on a WordPress site; its id here may be the same or another. */
export const findPictureIdByFormerId = async (db: Reader, formerId: number): Promise<number | undefined> =>
  (await selectImported(db, ['media'], formerId))[0]?.id

const selectImported = (db: Reader, collections: readonly string[], formerId: number) =>
  db.all<{ collection: string; id: number }>(sql`
    SELECT x.collection, x.record_id AS id FROM import_source s JOIN external_id x ON x.source = s.name
    WHERE s.site <> '' AND x.external_id = ${String(formerId)} AND x.record_id IS NOT NULL
      AND ${db.dialect.inList(sql`x.collection`, collections)}
    ORDER BY s.id`)
