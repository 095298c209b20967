import { parseInstant } from '../../../core/time/parse-date.ts'

/** Converts a date and time of WordPress, `YYYY-MM-DD HH:MM:SS`, to Unix seconds. Undefined for `0000-00-00 …`. */
export const parseWordpressInstant = (text: unknown, timezone = 'UTC'): number | undefined =>
  typeof text === 'string' && !text.startsWith('0000') ? parseInstant(text.replace('T', ' '), timezone, 0) : undefined

/**
 * The times at which a record was created and last changed. For a scheduled post, the date in WordPress is the future
 * publication; a draft that was never published has a date only in local time.
 */
export function readWordpressRecordTimes(
  published: unknown,
  modified: unknown,
  local: { date?: unknown; timezone: string } = { timezone: 'UTC' },
): { createdAt?: number; modifiedAt?: number } {
  const modifiedAt = parseWordpressInstant(modified)
  const date = parseWordpressInstant(published) ?? parseWordpressInstant(local.date, local.timezone)
  if (modifiedAt === undefined) return date === undefined ? {} : { createdAt: date }
  return { createdAt: Math.min(date ?? modifiedAt, modifiedAt), modifiedAt }
}

/** The statuses of WordPress posts that are imported, by their names in WordPress. */
const STATUSES = ['publish', 'future', 'private', 'draft', 'pending']

/**
 * The fields of the API for status and publication date of a post. A draft that was never published has no such date.
 */
export function wordpressPublicationFields(status: unknown, published: unknown): Record<string, unknown> {
  const name = STATUSES.find((one) => one === status) ?? 'draft'
  const isDated = parseWordpressInstant(published) !== undefined
  return { status: name, ...(isDated && { date_utc: String(published).replace('T', ' ') }) }
}
