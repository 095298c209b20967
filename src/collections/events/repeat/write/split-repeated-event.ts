import { invalidParameterError } from '../../../../core/errors.ts'
import type { Language } from '../../../../core/language.ts'
import { expandRecurrence, splitRecurrence } from '../../../../core/recurrence/index.ts'
import { join, type RowValues, sql, type Transaction } from '../../../../db/database.ts'
import type { Scope } from '../../../scope.ts'
import { findFreeSlug } from '../../../texts/free-slug.ts'
import { textsColumnAssignments } from '../../../texts/record-texts.ts'
import type { EventRow } from '../../event-row.ts'
import { copyLinksToEvents } from '../../links/insert-and-replace-links.ts'
import { lastTimeOfStoredDates, scheduleOfRepeatedEventDate } from '../compute-dates-to-store.ts'
import { parseRecurrenceOfEvent } from '../parse-and-describe-recurrence-of-event.ts'
import type { DateOfRepeat } from '../repeated-event-columns-and-overrides.ts'
import { moveDatesToOtherEvent } from './move-dates-to-other-event.ts'
import { storeRecurrenceAndDates } from './store-recurrence.ts'
import { storeRecurrenceChangedByDate } from './store-recurrence-changed-by-date.ts'

/**
 * Splits a repeated event at one of its dates: that date and all later ones become dates of a new repeated event, which
 * has the same texts and values. The ids of the dates do not change.
 * @returns the id of the event to which the date belongs now; if the date is the first of its event, the event is not
 *   split
 */
export async function splitRepeatedEvent(scope: Scope<Transaction>, date: DateOfRepeat<EventRow>): Promise<number> {
  const { db } = scope
  const { repeat, original_start: at } = date
  if (isFirstDateOfRepeatedEvent(date)) return repeat.id
  const parts = splitRecurrence(parseRecurrenceOfEvent(repeat), at, { horizon: lastTimeOfStoredDates(scope, repeat) })
  if (parts.problem) throw invalidParameterError('scope', parts.problem.reason, parts.problem.placeholders)
  const id = await db.nextId('record')
  const schedule = scheduleOfRepeatedEventDate({ start: at }, repeat)
  await copyRow(db, 'event', repeat.id, { id, ...schedule, created_at: scope.now, modified_at: null, version: 1 })
  await copyAllTexts(db, repeat.id, id)
  await copyLinksToEvents(db, repeat.id, date.links_json, [id])
  await db.run(sql`INSERT INTO event_repeat (event_id, lines, is_hidden, is_endless, expanded_until)
    SELECT ${id}, lines, is_hidden, is_endless, expanded_until FROM event_repeat WHERE event_id = ${repeat.id}`)
  await moveDatesToOtherEvent(db, { from: repeat.id, to: id }, sql`e.original_start >= ${at}`)
  await storeRecurrenceChangedByDate(scope, repeat, parts.before)
  await storeRecurrenceAndDates(scope, { ...schedule, id }, parts.after)
  return id
}

/** Whether a date is the first of its repeated event. Earlier dates that are excluded do not count. */
export function isFirstDateOfRepeatedEvent({ repeat, original_start }: DateOfRepeat<EventRow>): boolean {
  const [first] = expandRecurrence(parseRecurrenceOfEvent(repeat), { until: original_start, limit: 1 })
  return first === undefined || first.start >= original_start
}

type Row = Record<string, string | number | null>

/** Columns that the database computes, so that no INSERT may name them. */
const COMPUTED = ['listed_start', 'is_evening']

/** Inserts a copy of a row with some values changed. */
async function copyRow(tx: Transaction, table: 'event', id: number, changes: object): Promise<void> {
  const row = (await tx.get<Row>(sql`SELECT * FROM event WHERE id = ${id}`)) as Row
  const copy = { ...row, ...changes } as Row
  const columns = Object.keys(copy).filter((name) => !COMPUTED.includes(name))
  await tx.insert(table, columns, [columns.map((name) => copy[name]) as RowValues])
}

async function copyAllTexts(tx: Transaction, from: number, to: number): Promise<void> {
  const texts = await tx.all<Row & { language: Language; slug: string }>(
    sql`SELECT * FROM event_text WHERE event_id = ${from} ORDER BY language`,
  )
  for (const { id: _, ...text } of texts) {
    const slug = text.slug === '' ? '' : await findFreeSlug(tx, 'event', text.language, text.slug, to)
    const copy: Row = { ...text, event_id: to, slug }
    await tx.insert('event_text', Object.keys(copy), [Object.values(copy)])
  }
  await tx.run(sql`UPDATE event AS p SET ${join(textsColumnAssignments(tx, 'event'))} WHERE p.id = ${to}`)
}
