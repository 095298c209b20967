import type { EventRow } from '../../../collections/events/event-row.ts'
import { type EventPlan, planEventWrite as planEvent } from '../../../collections/events/plan-event.ts'
import type { Scope } from '../../../collections/scope.ts'
import { selectExistingTermIds } from '../../../collections/terms/load-terms.ts'
import type { Problems } from '../../../core/errors.ts'
import { collectionNameOfKind, TERM_KINDS } from '../../../core/kinds.ts'
import { resolveEventStartAndEndInstants } from '../../../core/time/event-times.ts'
import { localToInstant } from '../../../core/time/instant.ts'
import type { TecV1EventBody } from './parameters/event-parameters.ts'

/**
 * Computes the values that a write of an event will store. Stricter than the other APIs: categories and tags must
 * exist, and an event must not end before it starts.
 * @param event the event to update; undefined for a new one
 */
export async function computeValuesOfTecV1EventWrite(
  scope: Scope,
  { duration, ...sent }: TecV1EventBody,
  problems: Problems,
  event?: EventRow,
): Promise<EventPlan> {
  const body = duration === undefined ? sent : withEnd(scope, sent, duration, problems, event)
  const plan = await planEvent(scope, body, problems, event)
  if (duration === undefined || sent.end_date !== undefined) refuseReversed(sent, plan, problems, event)
  for (const kind of TERM_KINDS) {
    const ids = body[collectionNameOfKind(kind)]?.flatMap((term) => ('id' in term ? [term.id] : [])) ?? []
    const existing = await selectExistingTermIds(scope.db, kind, ids)
    const unknown = ids.filter((id) => !existing.has(id))
    if (unknown.length > 0) problems.add(collectionNameOfKind(kind), 'reason.unknown-ids', { ids: unknown.join(', ') })
  }
  return plan
}

/** Computes `end_date` from the start and the duration (seconds) of an event, and adds it to the request body. */
function withEnd(
  { site }: Scope,
  body: TecV1EventBody,
  duration: number,
  problems: Problems,
  event: EventRow | undefined,
): TecV1EventBody {
  const zone = (body.timezone ?? event?.timezone) || site.timezone
  const start = body.start_date ?? event?.start_local
  if (start === undefined) return body
  const isUnchanged = start === event?.start_local && zone === event.timezone
  const from = { local: start, instant: isUnchanged ? event.start_at : undefined }
  const { startAt, endAt } = resolveEventStartAndEndInstants(from, { local: body.end_date ?? start }, zone)
  if (body.end_date === undefined) {
    // The end is added as a Unix timestamp, because a local time may be ambiguous when clocks are set back.
    if (startAt + duration <= LAST_END) return { ...body, end_date: `@${startAt + duration}` }
    problems.add('duration', 'reason.date')
    return { ...body, end_date: start }
  }
  if (endAt - startAt !== duration) problems.add('duration', 'reason.duration')
  return body
}

/** One day before the year 10000, so that the end can be shown in every time zone. */
const LAST_END = localToInstant('9999-12-30 23:59:59', 'UTC')

/**
 * Adds a problem if an event ends before it starts, unless clocks were set back in between. The other APIs move such an
 * end to the start (`planEvent`).
 */
function refuseReversed(
  { start_date, end_date }: TecV1EventBody,
  { schedule }: EventPlan,
  problems: Problems,
  event: EventRow | undefined,
): void {
  const [start, end] = [start_date ?? event?.start_local, end_date ?? event?.end_local]
  if (schedule === undefined || start === undefined || end === undefined) return
  const length = schedule.all_day === 1 ? 'YYYY-MM-DD'.length : undefined
  if (end.slice(0, length) >= start.slice(0, length)) return
  if (schedule.all_day === 0 && schedule.end_at > schedule.start_at) return
  problems.add(end_date === undefined ? 'start_date' : 'end_date', 'reason.before-start')
}
