import { setTimeout as sleep } from 'node:timers/promises'
import { type AddedDate, expandRecurrence } from '../../../../core/recurrence/index.ts'
import { instantToLocal } from '../../../../core/time/instant.ts'
import { addMonths, type LocalTime } from '../../../../core/time/local-time.ts'
import { type Database, type Reader, sql, type Transaction } from '../../../../db/database.ts'
import { readSiteSettings, type Settings } from '../../../../settings/site-settings.ts'
import { lastTimeOfStoredDates } from '../compute-dates-to-store.ts'
import { parseRecurrenceOfEvent } from '../parse-and-describe-recurrence-of-event.ts'
import { type Repeat, repeatColumns } from '../repeated-event-columns-and-overrides.ts'
import { copyRepeatedEventValuesToDates, insertDatesOfRepeatedEvent } from './insert-dates.ts'

/**
 * A repeated event without end gets further dates when its stored dates end at least this many months earlier than they
 * should, which is `recurrence_months` from now.
 */
const BEHIND_MONTHS = 1
/**
 * Maximum number of repeated events and dates in one transaction. Few, because other writers wait for its end; more
 * than one event, because every transaction invalidates the cached responses.
 */
const ROWS_A_TRANSACTION = 100
/** Pause after each transaction in milliseconds, in which other writers get their turn. */
const PAUSE_MS = 20

/** SQL condition that a repeated event (`event_repeat r`, `event p`) gets further dates as time passes. */
const isEndless = sql`r.is_endless = 1 AND p.status <> 'trash'`

/** SQL condition that a repeated event without end needs further dates: its stored dates end before `limit`. */
const isBehind = (limit: LocalTime) => sql`${isEndless} AND r.expanded_until < ${limit}`

const limitAt = ({ recurrence_months }: Settings, now: number): LocalTime =>
  addMonths(instantToLocal(now, 'UTC'), recurrence_months - BEHIND_MONTHS)

/** Counts the repeated events without end that need further dates. */
export async function countRepeatedEventsNeedingFurtherDates(db: Reader, now: number): Promise<number> {
  const limit = limitAt(await readSiteSettings(db), now)
  const row = await db.get<{ total: number }>(sql`SELECT count(*) AS total
    FROM event_repeat r JOIN event p ON p.id = r.event_id WHERE ${isBehind(limit)}`)
  return Number(row?.total ?? 0)
}

/**
 * Stores further dates of events that repeat without end. Several processes may call this at the same time.
 * @param now Unix time in seconds
 * @param signal stops after the current transaction
 */
export async function storeFurtherDatesOfRepeatedEvents(
  db: Database,
  now: number,
  signal?: AbortSignal,
): Promise<void> {
  const site = await readSiteSettings(db)
  const limit = limitAt(site, now)
  const due = await db.all<{
    id: number
  }>(sql`SELECT r.event_id AS id FROM event_repeat r JOIN event p ON p.id = r.event_id
    WHERE ${isBehind(limit)} ORDER BY r.expanded_until, r.event_id`)
  let left = due.map(({ id }) => id)
  while (left.length > 0 && !signal?.aborted) {
    left = await db.transaction((tx) => extendSome(tx, { site, now }, left))
    await sleep(PAUSE_MS)
  }
}

/** Stores at most `ROWS_A_TRANSACTION` further dates. @returns the ids of the events that still have too few */
async function extendSome(
  tx: Transaction,
  context: { site: Settings; now: number },
  ids: readonly number[],
): Promise<number[]> {
  let rows = 0
  let complete = 0
  for (const id of ids) {
    const { added, isComplete } = await extendRepeat(tx, context, id, ROWS_A_TRANSACTION - rows)
    rows += 1 + added
    if (isComplete) complete += 1
    if (rows >= ROWS_A_TRANSACTION || !isComplete) break
  }
  return ids.slice(complete)
}

/**
 * Stores further dates of one event, at most `datesMax`.
 * @returns the number of added dates, and whether the event has all the dates that it should have now
 */
async function extendRepeat(
  tx: Transaction,
  context: { site: Settings; now: number },
  id: number,
  datesMax: number,
): Promise<{ added: number; isComplete: boolean }> {
  // Locks the row of the repeated event, as all other writes of the event do, so that they wait for each other.
  await tx.get(sql`SELECT id FROM event WHERE id = ${id} ${tx.dialect.forNoKeyUpdate}`)
  const repeat = await tx.get<Repeat>(sql`
    SELECT ${repeatColumns}
    FROM event_repeat r JOIN event p ON p.id = r.event_id WHERE p.id = ${id} AND ${isEndless}`)
  if (repeat === undefined) return { added: 0, isComplete: true }
  const horizon = lastTimeOfStoredDates(context, repeat)
  // Another process may have stored the dates before this transaction got the lock.
  if (repeat.expanded_until >= horizon) return { added: 0, isComplete: true }
  const found = expandRecurrence(parseRecurrenceOfEvent(repeat), {
    // The first date found is stored already. One date more than the transaction stores is computed, to find out
    // whether others follow.
    from: repeat.expanded_until,
    until: horizon,
    limit: datesMax + 2,
  }).filter(({ start }) => start > repeat.expanded_until)
  const dates = found.slice(0, datesMax)
  const isComplete = dates.length === found.length
  await insertOrRestoreDates(tx, repeat, dates, context.now)
  const until = isComplete ? horizon : dates.at(-1)?.start
  await tx.run(sql`UPDATE event_repeat SET expanded_until = ${until} WHERE event_id = ${id}`)
  return { added: dates.length, isComplete }
}

/**
 * Inserts dates after the stored ones. Dates that earlier rules have produced may be in the trash; these are restored
 * instead.
 */
async function insertOrRestoreDates(
  tx: Transaction,
  { id, expanded_until }: Repeat,
  dates: readonly AddedDate[],
  now: number,
): Promise<void> {
  const given = new Set(dates.map(({ start }) => start))
  const later = await tx.all<{ id: number; start: LocalTime }>(sql`SELECT id, original_start AS start FROM event
    WHERE repeat_id = ${id} AND original_start > ${expanded_until}`)
  const stored = later.filter(({ start }) => given.has(start))
  await copyRepeatedEventValuesToDates(
    tx,
    id,
    stored.map((date) => date.id),
  )
  const starts = new Set(stored.map(({ start }) => start))
  await insertDatesOfRepeatedEvent(
    tx,
    id,
    dates.filter(({ start }) => !starts.has(start)),
    now,
  )
}
