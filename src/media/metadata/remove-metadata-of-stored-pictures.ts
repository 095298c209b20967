import { type AuditActor, buildAuditEntryInsert } from '../../audit/audit-entry.ts'
import { type Database, sql } from '../../db/database.ts'
import { findPicture, readPictureContent, replacePictureContent } from '../picture-store.ts'
import { sanitizePicture } from './sanitize-picture.ts'

/** How many pictures were changed and how many not, and those that could not be decoded. */
export interface CleanedPictures {
  /** Number of pictures that had metadata or were rotated by their EXIF orientation. */
  changed: number
  unchanged: number
  /** Ids of pictures that cannot be decoded; they were not changed. */
  unreadable: number[]
}

/**
 * Removes the metadata of pictures that were stored before Almanac removed metadata from uploads (table
 * `picture_to_clean`). Each picture has its own transaction, so an interrupted run can be continued.
 * @param options.withCredit as for `sanitizePicture`
 * @param options.signal when it is aborted, the run ends after the current picture
 * @param options.onProgress called with the number of finished pictures and the number of all
 */
export async function removeMetadataOfStoredPictures(
  db: Database,
  actor: AuditActor,
  options: { withCredit: boolean; signal: AbortSignal; onProgress(done: number, total: number): void },
): Promise<CleanedPictures> {
  const counts: CleanedPictures = { changed: 0, unchanged: 0, unreadable: [] }
  const waiting = await db.all<{ id: number }>(sql`SELECT picture_id AS id FROM picture_to_clean ORDER BY picture_id`)
  for (const [index, { id }] of waiting.entries()) {
    if (options.signal.aborted) break
    options.onProgress(index, waiting.length)
    const outcome = await cleanPicture(db, actor, id, options.withCredit)
    if (outcome === 'unreadable') counts.unreadable.push(id)
    else if (outcome) counts[outcome] += 1
  }
  return counts
}

/**
 * Removes the metadata of one stored picture.
 * @returns undefined when the picture was deleted or cleaned by another process meanwhile
 */
async function cleanPicture(
  db: Database,
  actor: AuditActor,
  id: number,
  withCredit: boolean,
): Promise<'changed' | 'unchanged' | 'unreadable' | undefined> {
  const picture = await findPicture(db, id)
  const stored = picture && (await readPictureContent(db, picture.file_name))
  if (!stored) return undefined
  const sanitized = await sanitizePicture(stored, { withCredit })
  if (!sanitized) return 'unreadable'
  const isChanged = !sanitized.bytes.equals(stored)
  return db.transaction(async (tx) => {
    const wasWaiting = await tx.run(sql`DELETE FROM picture_to_clean WHERE picture_id = ${id}`)
    if (wasWaiting === 0) return undefined
    if (!isChanged) return 'unchanged'
    await replacePictureContent(tx, id, sanitized)
    await tx.run(buildAuditEntryInsert(actor, { action: 'updated', collection: 'media', id, fields: ['file'] }))
    return 'changed'
  })
}
