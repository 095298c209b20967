import type { Problems } from '../../core/errors.ts'
import { textMeansYes } from '../../core/schema/field-types.ts'
import { startOfDay } from '../../core/time/local-time.ts'
import { parseLocalTimeAndPrecision } from '../../core/time/parse-date.ts'
import type { Scope } from '../scope.ts'

/**
 * Adds a problem if an event would end before it starts. Only forms call this: the API sets such an end to the start
 * (API contract), which people would not notice. Times that cannot be read have other problems. An end without a time
 * of day may be on the day of the start.
 * @param sent the fields of a request that creates an event
 */
export function refuseEndBeforeStart(
  { site, now }: Pick<Scope, 'site' | 'now'>,
  { start_date, end_date, all_day }: Readonly<Record<string, unknown>>,
  problems: Problems,
): void {
  const read = (text: unknown) => parseLocalTimeAndPrecision(String(text ?? ''), site.timezone, now)
  const [start, end] = [read(start_date), read(end_date)]
  if (start === undefined || end === undefined) return
  const hasTimes = end.hasTime && !textMeansYes(String(all_day ?? ''))
  const isBefore = hasTimes ? end.local < start.local : startOfDay(end.local) < startOfDay(start.local)
  if (isBefore) problems.add('end_date', 'reason.before-start')
}
