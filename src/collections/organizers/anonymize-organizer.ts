import { type AuditActor, buildAuditEntryInsert } from '../../audit/audit-entry.ts'
import { formatMessage } from '../../core/messages/index.ts'
import { slugInTrash } from '../../core/text/slug.ts'
import { type Database, sql, type Transaction } from '../../db/database.ts'
import { RAISED_VERSION } from '../../db/sql-fragments.ts'
import { shortenOutcomesContainingErasedTexts } from '../../idempotency/request-outcomes.ts'
import type { PictureRow } from '../../media/picture-store.ts'
import { markPictureOfNonPublicRecordAsWithdrawn } from '../../media/picture-visibility.ts'
import { lockAndDeletePictureIfUnused } from '../records/purge-pictures.ts'
import { deleteRevisionsOfRecord } from '../revisions/store-revisions.ts'
import { findFreeSlug } from '../texts/free-slug.ts'
import { type RecordText, readRecordTexts, writeRecordText } from '../texts/record-texts.ts'
import { removeRedirectsToRecord } from '../texts/redirect-old-slugs.ts'
import { eraseImportedDataOfOrganizer } from './erase-imported-data-of-organizer.ts'
import { type OrganizerColumns, searchTextOfOrganizerContact } from './organizer-store.ts'

type StoredOrganizer = Pick<OrganizerColumns, 'status' | 'image_id' | 'phone' | 'website' | 'email'>

/**
 * Erases the personal data of an organizer: name, description, contact data, picture and former addresses. The record
 * stays, with a general name in each of its languages, so that its events still have an organizer. The audit entry
 * contains only the id.
 * @returns the deleted picture, unless other records use it; undefined when there is no organizer with this id
 */
export async function anonymizeOrganizer(
  db: Database,
  actor: AuditActor,
  id: number,
): Promise<{ picture: PictureRow | undefined } | undefined> {
  return db.transaction(async (tx) => {
    const organizer = await tx.get<StoredOrganizer>(
      sql`SELECT status, image_id, phone, website, email FROM organizer WHERE id = ${id} ${tx.dialect.forUpdate}`,
    )
    if (!organizer) return undefined
    await tx.run(buildAuditEntryInsert(actor, { action: 'anonymized', collection: 'organizers', id }))
    const texts = (await readRecordTexts(tx, 'organizer', [id])).get(id) ?? []
    const { phone, website, email } = organizer
    await shortenOutcomesContainingErasedTexts(
      tx,
      [phone, website, email, ...texts.map(({ title }) => title)].filter(Boolean),
    )
    for (const text of texts) await anonymizeText(tx, id, text, organizer.status === 'trash', actor.now)
    await removeRedirectsToRecord(tx, 'organizer', id)
    await markPictureOfNonPublicRecordAsWithdrawn(tx, 'organizer', id, actor.now)
    await deleteRevisionsOfRecord(tx, 'organizers', id)
    await eraseImportedDataOfOrganizer(tx, id)
    await tx.run(sql`UPDATE organizer SET phone = '', website = '', email = '', search_text = ${searchTextOfOrganizerContact({})},
      image_id = NULL, modified_at = ${actor.now}, ${RAISED_VERSION} WHERE id = ${id}`)
    const picture =
      organizer.image_id === null ? undefined : await lockAndDeletePictureIfUnused(tx, actor, organizer.image_id)
    return { picture }
  })
}

async function anonymizeText(tx: Transaction, id: number, text: RecordText, isTrashed: boolean, now: number) {
  const { language } = text
  const wanted = `organizer-${id}`
  const slug = await findFreeSlug(tx, 'organizer', language, isTrashed ? slugInTrash(wanted) : wanted, id)
  const title = formatMessage(language, 'anonymous-organizer')
  await writeRecordText(tx, 'organizer', id, language, { title, description: '', excerpt: '', slug }, text, now)
}
