import type { Problem } from '../../core/errors.ts'
import { type Database, type Reader, sql, type Transaction } from '../../db/database.ts'

/**
 * The functions of this file read and write the table `subscription`, and those rows of `import_source`, `import_run`
 * and `external_id` that belong to subscriptions.
 */

/** A subscription: a source that is read at regular intervals. */
export interface SubscriptionRow {
  /** Id of the subscription, which is that of its source in `import_source`. */
  id: number
  name: string
  type: string
  url: string
  /** The options of the subscription as JSON (see import/subscriptions/subscription-options.ts). */
  options: string
  owner_id: number | null
  created_at: number
  every_minutes: number
  is_on: number
  /** Time of the next request. All times in this row are Unix times in seconds; null means never. */
  next_at: number
  checked_at: number | null
  changed_at: number | null
  etag: string
  last_modified: string
  /** Hash of the last response's content. If the next one has the same hash, nothing is imported. */
  digest: string
  /** Content that a client has sent and that is not imported yet; `''` if there is none. */
  content: string
  /** Hash of the items that the last run imported. If the items have the same hash, no run is needed. */
  items_digest: string
  whole_at: number | null
  failures: number
  failing_since: number | null
  /** The last problem, which the owner sees: a `SubscriptionNote` as JSON; `''` if there is none. */
  note: string
}

/** A problem of a subscription, which its owner sees: the key of a message and the values of its placeholders. */
export type SubscriptionNote = Pick<Problem, 'reason' | 'placeholders'>

const COLUMNS = sql`s.id, s.name, s.type, s.url, s.options, s.owner_id, s.created_at, u.every_minutes, u.is_on, u.next_at,
  u.checked_at, u.changed_at, u.etag, u.last_modified, u.digest, u.content, u.items_digest, u.whole_at, u.failures, u.failing_since, u.note`
const FROM = sql`FROM subscription u JOIN import_source s ON s.id = u.source_id`

/** Lists all subscriptions, sorted by name. */
export const listSubscriptions = (db: Reader): Promise<SubscriptionRow[]> =>
  db.all<SubscriptionRow>(sql`SELECT ${COLUMNS} ${FROM} ORDER BY s.name, s.id`)

export const findSubscription = (db: Reader, id: number): Promise<SubscriptionRow | undefined> =>
  db.get<SubscriptionRow>(sql`SELECT ${COLUMNS} ${FROM} WHERE s.id = ${id}`)

/**
 * Whether another source has this name.
 * @param id id of the source that may have it; 0 for a new one
 */
export const isImportSourceNameTaken = async (db: Reader, name: string, id = 0): Promise<boolean> =>
  (await db.get(sql`SELECT 1 AS one FROM import_source WHERE name = ${name} AND id <> ${id}`)) !== undefined

export interface SubscriptionValues {
  name: string
  url: string
  every_minutes: number
  active: boolean
  /** The options of the subscription, as JSON. */
  options: string
}

/** Inserts a subscription, which is due at once. @returns its id */
export async function insertSubscription(
  tx: Transaction,
  { name, url, every_minutes, active, options }: SubscriptionValues,
  { type, ownerId, now }: { type: string; ownerId: number; now: number },
): Promise<number> {
  const source = await tx.get<{ id: number }>(sql`
    INSERT INTO import_source (name, type, url, options, owner_id, created_at)
    VALUES (${name}, ${type}, ${url}, ${options}, ${ownerId}, ${now}) RETURNING id`)
  const { id } = source as { id: number }
  await tx.run(sql`INSERT INTO subscription (source_id, every_minutes, is_on, next_at)
    VALUES (${id}, ${every_minutes}, ${Number(active)}, ${now})`)
  return id
}

/**
 * Stores changed fields of a subscription. It becomes due at once, and its next request has no validators, so that the
 * whole source is read.
 */
export async function updateSubscription(
  tx: Transaction,
  id: number,
  { name, url, every_minutes, active, options }: SubscriptionValues,
  now: number,
): Promise<void> {
  // A changed name must be written to `external_id` too, which refers to a source by name.
  await tx.run(sql`UPDATE external_id SET source = ${name}
    WHERE source = (SELECT s.name FROM import_source s WHERE s.id = ${id} AND s.name <> ${name})`)
  await tx.run(sql`UPDATE import_source SET name = ${name}, url = ${url}, options = ${options} WHERE id = ${id}`)
  await tx.run(sql`UPDATE subscription SET every_minutes = ${every_minutes}, is_on = ${Number(active)}, next_at = ${now},
    etag = '', last_modified = '', digest = '', items_digest = '', failures = 0, failing_since = NULL, note = ''
    WHERE source_id = ${id}`)
}

/** Deletes a subscription with its runs and external ids. The imported records remain and belong to no source. */
export async function deleteSubscription(tx: Transaction, { id, name }: Pick<SubscriptionRow, 'id' | 'name'>) {
  await tx.run(sql`DELETE FROM external_id WHERE source = ${name}`)
  await tx.run(sql`DELETE FROM import_source WHERE id = ${id}`)
}

/** Makes a subscription due at once. Its next request has no validators, so that the whole source is read. */
export const scheduleSubscriptionRefreshNow = (tx: Transaction, id: number, now: number): Promise<number> =>
  tx.run(sql`UPDATE subscription SET next_at = ${now}, whole_at = ${now} WHERE source_id = ${id}`)

/** Stores content that a client has sent for a subscription, and makes the subscription due at once. */
export const storeSubscriptionContent = (tx: Transaction, id: number, content: string, now: number): Promise<number> =>
  tx.run(sql`UPDATE subscription SET content = ${content}, next_at = ${now}, is_on = 1 WHERE source_id = ${id}`)

/**
 * Deletes the sent content of a subscription after its import, unless a client has sent other content in the meantime.
 */
export const deleteSubscriptionContent = (tx: Transaction, { id, content }: Pick<SubscriptionRow, 'id' | 'content'>) =>
  tx.run(sql`UPDATE subscription SET content = '' WHERE source_id = ${id} AND content = ${content}`)

const isDueCondition = (now: number) => sql`is_on = 1 AND next_at <= ${now}`

export const isSubscriptionRefreshDue = async (db: Reader, now: number): Promise<boolean> =>
  (await db.get(sql`SELECT source_id FROM subscription WHERE ${isDueCondition(now)} LIMIT 1`)) !== undefined

/**
 * The interval of a subscription is multiplied by a random number of seconds from 54 to 66 instead of by 60, so that
 * subscriptions are not all due at the same time.
 */
const SHORTEST_MINUTE = 54
const MINUTE_SPREAD = 12

/**
 * Claims the subscription that has been due for the longest time, or the one with a given id, by storing the time at
 * which it is due next. No other process refreshes it before that time.
 * @param random number from 0 to 1
 * @returns the row as it was before; undefined if no subscription is due
 */
export async function claimDueSubscription(
  db: Database,
  { now, random, id }: { now: number; random: number; id?: number },
): Promise<SubscriptionRow | undefined> {
  const chosen = id === undefined ? isDueCondition(now) : sql`source_id = ${id}`
  const minute = Math.round(SHORTEST_MINUTE + MINUTE_SPREAD * random)
  const claimed = await db.transaction((tx) =>
    // The condition is repeated because another process may have claimed the subscription while this statement waited for it.
    tx.get<{ source_id: number }>(sql`UPDATE subscription
      SET checked_at = ${now}, next_at = CAST(${now} AS BIGINT) + every_minutes * CAST(${minute} AS BIGINT)
      WHERE source_id = (SELECT source_id FROM subscription WHERE ${chosen} ORDER BY next_at, source_id LIMIT 1) AND ${chosen}
      RETURNING source_id`),
  )
  return claimed && findSubscription(db, claimed.source_id)
}

/** The columns of a subscription that a successful request changes. */
export interface RefreshState {
  etag: string
  last_modified: string
  digest: string
  items_digest: string
  whole_at: number | null
  changed_at: number | null
  note: string
}

/** Stores that the source of a subscription was requested successfully. */
export const storeSuccessfulRefresh = (tx: Transaction, id: number, state: RefreshState): Promise<number> =>
  tx.run(sql`UPDATE subscription SET etag = ${state.etag}, last_modified = ${state.last_modified},
    digest = ${state.digest}, items_digest = ${state.items_digest}, whole_at = ${state.whole_at},
    changed_at = ${state.changed_at}, note = ${state.note}, failures = 0, failing_since = NULL WHERE source_id = ${id}`)

/** Stores that the request for the source of a subscription failed, and the time of the next request. */
export const storeFailedRefresh = (
  tx: Transaction,
  { id, failures, failing_since }: SubscriptionRow,
  { note, nextAt, isOn, now }: { note: string; nextAt: number; isOn: boolean; now: number },
): Promise<number> =>
  tx.run(sql`UPDATE subscription SET failures = ${failures + 1}, failing_since = ${failing_since ?? now}, note = ${note},
    next_at = ${nextAt}, is_on = ${Number(isOn)} WHERE source_id = ${id}`)

/** Counts the subscriptions whose last request failed. */
export const countFailingSubscriptions = async (db: Reader): Promise<number> =>
  (await db.get<{ failing: number }>(sql`SELECT COUNT(*) AS failing FROM subscription WHERE failures > 0`))?.failing ??
  0

/** Number of runs that are stored for each subscription; older ones are deleted. */
const RUNS_STORED = 20

/** Deletes the runs of a source except the newest `RUNS_STORED`. */
export const deleteOldRunsOfSubscription = (tx: Transaction, id: number): Promise<number> =>
  tx.run(sql`DELETE FROM import_run WHERE source_id = ${id} AND id <= (
    SELECT r.id FROM import_run r WHERE r.source_id = ${id} ORDER BY r.id DESC LIMIT 1 OFFSET ${RUNS_STORED})`)
