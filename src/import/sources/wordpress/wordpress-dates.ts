import { parseInstant } from '../../../core/time/parse-date.ts'

/** A date and time as WordPress stores it, `YYYY-MM-DD HH:MM:SS`, in Unix seconds. Undefined for `0000-00-00 …`. */
export const wordpressInstant = (text: unknown, timezone = 'UTC'): number | undefined =>
  typeof text === 'string' && !text.startsWith('0000') ? parseInstant(text.replace('T', ' '), timezone, 0) : undefined

/**
 * When a record was created and changed last. A scheduled record has a date of publication in the future; a draft that was never
 * published has its date only as local time.
 */
export function wordpressRecordTimes(
  published: unknown,
  modified: unknown,
  local: { date?: unknown; timezone: string } = { timezone: 'UTC' },
): { createdAt?: number; modifiedAt?: number } {
  const modifiedAt = wordpressInstant(modified)
  const date = wordpressInstant(published) ?? wordpressInstant(local.date, local.timezone)
  if (modifiedAt === undefined) return date === undefined ? {} : { createdAt: date }
  return { createdAt: Math.min(date ?? modifiedAt, modifiedAt), modifiedAt }
}

/** The statuses that imported posts may have, by their names in WordPress. */
const STATUSES = ['publish', 'future', 'private', 'draft', 'pending']

/** Status and date of publication, as fields of the API. Drafts that were never published have no such date. */
export function wordpressPublicationFields(status: unknown, published: unknown): Record<string, unknown> {
  const name = STATUSES.find((one) => one === status) ?? 'draft'
  const isDated = wordpressInstant(published) !== undefined
  return { status: name, ...(isDated && { date_utc: String(published).replace('T', ' ') }) }
}
