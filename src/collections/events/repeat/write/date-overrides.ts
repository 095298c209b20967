import { LINKED_KINDS } from '../../../../core/kinds.ts'
import { join, raw, type Sql, sql, type Transaction } from '../../../../db/database.ts'
import { eventLinkTable, RAISED_VERSION } from '../../../../db/sql-fragments.ts'
import type { Scope } from '../../../scope.ts'
import { textsColumnAssignments } from '../../../texts/record-texts.ts'
import type { EventRow } from '../../event-row.ts'
import { copyLinksToEvents } from '../../links/insert-and-replace-links.ts'
import { type DateOfRepeat, encodeOverrides, parseOverrides } from '../repeated-event-columns-and-overrides.ts'
import { copyRepeatedEventValuesToDates, updateLanguagesOfDates } from './insert-dates.ts'

/**
 * Removes the overrides of dates of a repeated event: the dates get its texts, links and other values again.
 * `storeRecurrenceAndDates` resets their times afterwards.
 * @param which SQL condition that selects the dates; by default all dates
 */
export async function removeOverridesOfDates(
  scope: Scope<Transaction>,
  repeatId: number,
  links: string,
  which: Sql = sql`1 = 1`,
): Promise<void> {
  const { db, now } = scope
  const rows = await db.all<{ id: number }>(
    sql`SELECT id FROM event WHERE repeat_id = ${repeatId} AND overrides <> '' AND ${which} ORDER BY id`,
  )
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  const inDates = (column: Sql) => db.dialect.inList(column, ids)
  await db.run(sql`DELETE FROM event_text WHERE ${inDates(sql`event_id`)}`)
  for (const kind of LINKED_KINDS)
    await db.run(sql`DELETE FROM ${eventLinkTable(kind)} WHERE ${inDates(sql`event_id`)}`)
  // The start that was announced first stays if all dates are rescheduled.
  const status = sql`(SELECT r.event_status FROM event r WHERE r.id = ${repeatId})`
  await db.run(sql`UPDATE event SET overrides = '', texts = '[]', links = '', image_id = NULL, cost = '', website = '',
    show_map = 0, show_map_link = 0, previous_start = CASE WHEN ${status} = 'rescheduled' THEN previous_start END,
    modified_at = ${now}, ${RAISED_VERSION} WHERE ${inDates(sql`id`)}`)
  await updateLanguagesOfDates(scope, repeatId)
  await copyLinksToEvents(db, repeatId, links, ids)
  await copyRepeatedEventValuesToDates(db, repeatId)
}

/**
 * Copies the texts of a repeated event in all languages to one of its dates, which has no texts of its own yet. The
 * copies have no slug, because the address of a date contains the slug of the repeated event.
 */
export async function copyRepeatedEventTextsToDate(tx: Transaction, repeatId: number, dateId: number): Promise<void> {
  const columns = ['language', 'title', 'description', 'excerpt', 'title_folded', 'search_text', 'modified_at']
  await tx.run(sql`INSERT INTO event_text (event_id, slug, listed_start, ${raw(columns.join())})
    SELECT e.id, '', e.listed_start, ${raw(columns.map((name) => `t.${name}`).join())}
    FROM event e CROSS JOIN event_text t WHERE e.id = ${dateId} AND t.event_id = ${repeatId}`)
  await tx.run(
    sql`UPDATE event AS p SET ${join(textsColumnAssignments(tx, 'event'))}, languages = '' WHERE p.id = ${dateId}`,
  )
}

/**
 * Copies the texts of the repeated event to a date that has no texts of its own.
 * @returns the date with its own texts
 */
export async function ensureDateHasOwnTexts(
  { db }: Scope<Transaction>,
  date: DateOfRepeat<EventRow>,
): Promise<DateOfRepeat<EventRow>> {
  const names = parseOverrides(date.overrides)
  const overrides = encodeOverrides([...names, 'texts'])
  if (!names.includes('texts')) {
    await copyRepeatedEventTextsToDate(db, date.repeat_id, date.id)
    await db.run(sql`UPDATE event SET overrides = ${overrides} WHERE id = ${date.id}`)
  }
  return { ...date, overrides, texts: date.texts.map((text) => ({ ...text, slug: '' })), hasNoSlug: true }
}
