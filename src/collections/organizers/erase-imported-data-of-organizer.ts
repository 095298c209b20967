import { sql, type Transaction } from '../../db/database.ts'

/**
 * Stored in `external_id.fingerprint` of an organizer that is anonymous: no import writes this organizer again, whatever
 * its source contains, and events of the source still refer to it.
 */
export const ANONYMIZED_FINGERPRINT = 'anonymized'

/** Erases what imports stored of an organizer besides the record: the item of each source, and problems with it. */
export async function eraseImportedDataOfOrganizer(tx: Transaction, id: number): Promise<void> {
  const ofOrganizer = sql`collection = 'organizers' AND record_id = ${id}`
  await tx.run(sql`DELETE FROM import_problem WHERE collection = 'organizers'
    AND external_id IN (SELECT external_id FROM external_id WHERE ${ofOrganizer})`)
  await tx.run(sql`DELETE FROM import_write WHERE ${ofOrganizer} AND content <> ''`)
  await tx.run(sql`UPDATE external_id SET fingerprint = ${ANONYMIZED_FINGERPRINT}, content = '', match_key = ''
    WHERE ${ofOrganizer}`)
}
