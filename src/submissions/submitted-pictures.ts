import { type Reader, sql, type Transaction } from '../db/database.ts'

/** Maximum size of a picture that a sender uploads, in bytes. */
export const SUBMITTED_PICTURE_BYTES_MAX = 5 * 1024 * 1024

/** A picture that a sender has uploaded for a submission. Its metadata were removed. */
export interface SubmittedPicture {
  /** File name that the browser sent; may be empty. */
  name: string
  mimeType: string
  /** Description for people who cannot see the picture. */
  alt: string
  bytes: Buffer
}

/** Stores the picture of a submission, and replaces an earlier one. */
export async function storeSubmittedPicture(
  tx: Transaction,
  submissionId: number,
  picture: SubmittedPicture,
): Promise<void> {
  const { name, mimeType, alt, bytes } = picture
  await deleteSubmittedPicture(tx, submissionId)
  await tx.run(sql`INSERT INTO submission_picture (submission_id, name, mime_type, alt, content)
    VALUES (${submissionId}, ${name}, ${mimeType}, ${alt}, ${bytes})`)
}

export const deleteSubmittedPicture = (tx: Transaction, submissionId: number): Promise<number> =>
  tx.run(sql`DELETE FROM submission_picture WHERE submission_id = ${submissionId}`)

export const isPictureStoredForSubmission = async (db: Reader, submissionId: number): Promise<boolean> =>
  (await db.get(sql`SELECT 1 AS found FROM submission_picture WHERE submission_id = ${submissionId}`)) !== undefined

export async function readSubmittedPicture(db: Reader, submissionId: number): Promise<SubmittedPicture | undefined> {
  const row = await db.get<{ name: string; mime_type: string; alt: string; content: Uint8Array }>(
    sql`SELECT name, mime_type, alt, content FROM submission_picture WHERE submission_id = ${submissionId}`,
  )
  if (!row) return undefined
  const { name, mime_type: mimeType, alt, content } = row
  return { name, mimeType, alt, bytes: Buffer.from(content.buffer, content.byteOffset, content.byteLength) }
}
