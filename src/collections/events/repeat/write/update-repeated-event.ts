import { invalidParameterError } from '../../../../core/errors.ts'
import { LINKED_KINDS } from '../../../../core/kinds.ts'
import type { Recurrence } from '../../../../core/recurrence/index.ts'
import { timeOfDay } from '../../../../core/time/local-time.ts'
import { type Sql, sql, type Transaction } from '../../../../db/database.ts'
import { deletePostRows } from '../../../records/delete-permanently.ts'
import type { Scope } from '../../../scope.ts'
import type { EventRow } from '../../event-row.ts'
import type { Schedule } from '../../event-schedule.ts'
import { type LinkIds, replaceLinksOfEvents } from '../../links/insert-and-replace-links.ts'
import type { EventPlan } from '../../plan-event.ts'
import { parseRecurrenceOfEvent } from '../parse-and-describe-recurrence-of-event.ts'
import {
  isRepeatedEvent,
  linkFieldNameOfKind,
  type Repeat,
  type UpdateEffects,
} from '../repeated-event-columns-and-overrides.ts'
import { readDatesWithOverrides } from '../summarize-dates.ts'
import { removeOverridesOfDates } from './date-overrides.ts'
import {
  copyRepeatedEventValuesToDates,
  dateDoesNotOverrideFieldCondition,
  readDateIdsOfRepeatedEvent,
  updateLanguagesOfDates,
} from './insert-dates.ts'
import { storeRecurrenceAndDates } from './store-recurrence.ts'

/**
 * Makes a stored event repeat. The event itself leaves the lists, and its dates enter them.
 * @param isHidden 1 if lists show none of the dates, else 0
 */
export async function makeEventRepeat(
  scope: Scope<Transaction>,
  event: Schedule & { id: number },
  recurrence: Recurrence,
  isHidden: number,
): Promise<void> {
  const { db } = scope
  await db.run(sql`UPDATE event SET hide_from_listings = 1 WHERE id = ${event.id} AND hide_from_listings = 0`)
  await db.run(sql`INSERT INTO event_repeat (event_id, lines, is_hidden, is_endless, expanded_until)
    VALUES (${event.id}, '', ${isHidden}, 0, '')`)
  await storeRecurrenceAndDates(scope, event, recurrence)
}

/**
 * Changes the dates of an event after an update of the event itself, which may begin, continue or cease to repeat. If
 * only texts and prices changed, no date is written.
 * @param event the event before the update
 * @returns undefined unless the event repeats both before and after the update
 */
export async function updateDatesAfterEventUpdate(
  scope: Scope<Transaction>,
  event: EventRow,
  plan: EventPlan,
  links: LinkIds,
): Promise<UpdateEffects | undefined> {
  const { db } = scope
  const { body, recurrence } = plan
  const schedule = { ...(plan.schedule ?? event), id: event.id }
  const isHidden = Number(body.hide_from_listings ?? event.hide_from_listings)
  if (!isRepeatedEvent(event)) {
    if (recurrence) await makeEventRepeat(scope, schedule, recurrence, isHidden)
    return undefined
  }
  if (recurrence === null) {
    await stopRepeating(scope, event, isHidden, body.reset_overrides === true)
    return undefined
  }
  if (isHidden !== event.hide_from_listings) {
    await db.run(sql`UPDATE event_repeat SET is_hidden = ${isHidden} WHERE event_id = ${event.id}`)
  }
  if (body.reset_overrides) await removeOverridesOfDates(scope, event.id, event.links_json)
  const orphans = await updateRecurrence(scope, event, plan)
  if (changesValues(event, plan)) await copyRepeatedEventValuesToDates(db, event.id)
  if (plan.eventStatus.previous_start === null) await removePreviousStarts(db, event.id)
  for (const kind of LINKED_KINDS.filter((kind) => links[kind])) {
    const dates = await readDateIdsOfRepeatedEvent(
      db,
      event.id,
      dateDoesNotOverrideFieldCondition(linkFieldNameOfKind(kind)),
    )
    await db.inParts(dates, (part) => replaceLinksOfEvents(scope, inIds(db, part), { [kind]: links[kind] }))
  }
  if (!event.texts.some(({ language }) => language === scope.language)) {
    await updateLanguagesOfDates(scope, event.id)
  }
  return { overridden: await readDatesWithOverrides(scope, event.id), orphans }
}

/**
 * Stores the new recurrence of a repeated event, if an update changes it.
 * @returns the ids of dates that do not result from the new rules, and that were added to the recurrence because they
 *   have overrides
 */
async function updateRecurrence(
  scope: Scope<Transaction>,
  event: EventRow & { repeat: Repeat },
  plan: EventPlan,
): Promise<number[]> {
  const { body, recurrence, schedule } = plan
  if (!recurrence && event.status !== 'trash' && !body.reset_overrides) return []
  const before = parseRecurrenceOfEvent(event.repeat)
  const hasNewRules = body.recurrence !== undefined || body.dates !== undefined
  // If the time of day does not change, stored dates that also result from the new rules have the same start, so no
  // starts need to be compared.
  const hasNewTime = schedule !== undefined && !isAtSameTimeOfDay(schedule, event)
  const isMoved = hasNewRules ? hasNewTime : schedule !== undefined
  return storeRecurrenceAndDates(scope, { ...(schedule ?? event), id: event.id }, recurrence ?? before, {
    movedFrom: isMoved ? { recurrence: before, hasNewRules, newStarts: plan.newStarts } : undefined,
    earlierStarts: plan.earlierStarts,
    keepsOverridden: true,
    eventStatus: plan.eventStatus.event_status ?? event.event_status,
  })
}

const isAtSameTimeOfDay = (one: Schedule, other: Schedule): boolean =>
  one.all_day === other.all_day && timeOfDay(one.start_local) === timeOfDay(other.start_local)

/**
 * Removes the previous starts of the dates of an event that takes place as scheduled again, except from dates with a
 * status of their own.
 */
const removePreviousStarts = (tx: Transaction, repeatId: number): Promise<number> =>
  tx.run(sql`UPDATE event AS e SET previous_start = NULL
    WHERE e.repeat_id = ${repeatId} AND e.previous_start IS NOT NULL AND ${dateDoesNotOverrideFieldCondition('event_status')}`)

const inIds = (tx: Transaction, ids: readonly number[]): Sql => tx.dialect.inList(sql`e.id`, ids)

/** Whether an update changes columns that are copied to the dates. */
const changesValues = (event: EventRow, { body, ...plan }: EventPlan): boolean =>
  plan.status !== event.status ||
  plan.published_at !== event.published_at ||
  plan.dating !== event.dating ||
  plan.authorId !== event.author_id ||
  [
    ...[body.hide_from_listings, body.featured, body.sticky],
    ...Object.values({ ...plan.eventStatus, ...plan.admission }),
  ].some((value) => value !== undefined)

/**
 * Deletes all dates of an event, which becomes an event by itself again, at the time of the first date.
 * @throws {CalendarError} if dates have overrides and the request does not contain `reset_overrides`
 */
async function stopRepeating(
  { db }: Scope<Transaction>,
  event: EventRow & { repeat: Repeat },
  isHidden: number,
  dropsOverrides: boolean,
): Promise<void> {
  const own = await db.get(sql`SELECT 1 AS one FROM event
    WHERE repeat_id = ${event.id} AND overrides <> '' AND status <> 'trash' LIMIT 1`)
  if (own && !dropsOverrides) throw invalidParameterError('reset_overrides', 'reason.reset-overrides')
  const dates = await readDateIdsOfRepeatedEvent(db, event.id, sql`1 = 1`)
  await db.inParts(dates, (part) => deletePostRows(db, 'event', part))
  await db.run(sql`DELETE FROM event_repeat WHERE event_id = ${event.id}`)
  await db.run(sql`UPDATE event SET hide_from_listings = ${isHidden} WHERE id = ${event.id}`)
}
