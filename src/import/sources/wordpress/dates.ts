import { parseInstant } from '../../../core/time/parse-date.ts'

/** A date and time in UTC as WordPress stores it, `YYYY-MM-DD HH:MM:SS`, in Unix seconds. Undefined for `0000-00-00 …`. */
export const wordpressInstant = (text: unknown): number | undefined =>
  typeof text === 'string' && !text.startsWith('0000') ? parseInstant(text.replace('T', ' '), 'UTC', 0) : undefined

/** When a record was created and changed last. A scheduled record has a date of publication in the future. */
export function wordpressRecordTimes(
  published: unknown,
  modified: unknown,
): { createdAt?: number; modifiedAt?: number } {
  const [date, modifiedAt] = [wordpressInstant(published), wordpressInstant(modified)]
  if (modifiedAt === undefined) return date === undefined ? {} : { createdAt: date }
  return { createdAt: Math.min(date ?? modifiedAt, modifiedAt), modifiedAt }
}

/** The statuses that imported posts may have, by their names in WordPress. */
const STATUSES = ['publish', 'future', 'private', 'draft', 'pending']

/** Status and date of publication, as fields of the API. Drafts that were never published have no such date. */
export function publicationFields(status: unknown, published: unknown): Record<string, unknown> {
  const name = STATUSES.find((one) => one === status) ?? 'draft'
  const isDated = wordpressInstant(published) !== undefined
  return { status: name, ...(isDated && { date_utc: String(published).replace('T', ' ') }) }
}
