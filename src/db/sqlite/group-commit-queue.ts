import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Reader, Transaction } from '../database.ts'
import { runInTransactionFailingAtFirstError } from '../transaction-failing-at-first-error.ts'
import { translateSqliteErrors } from '../translate-database-errors.ts'

/**
 * The maximum number of transactions that share a COMMIT. Limited, because a disk error at COMMIT fails all
 * transactions of the group.
 */
const GROUP_MAX = 100
/**
 * Time after which a group accepts no more transactions, because its first transactions wait for the commit;
 * milliseconds.
 */
const GROUP_MS = 10
/** How long a new group waits for the callers of the previous one to queue a transaction again; milliseconds. */
const REJOIN_MS = 2

/**
 * Time of continuous writing after which the queue pauses, so that other processes can take SQLite's write lock, for
 * which SQLite has no queue; milliseconds.
 */
const MONOPOLY_MS = 100
const PAUSE_MS = 2

interface QueuedTransaction {
  run: () => Promise<unknown>
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
}

/** The result or error of a transaction, and a function that passes it to the caller after the commit of the group. */
interface Outcome {
  isSuccess: boolean
  report: () => void
}

/**
 * Creates a queue of transactions. Transactions that wait at the same time form a group and share one COMMIT, because
 * most of the time of a commit is spent on syncing to disk, which takes as long for many transactions as for one. If a
 * transaction fails, only that one is rolled back. Callers get their results after the commit.
 * @param begin begins a transaction on `db` as soon as no other process is writing
 * @param tx writes to `db`
 * @param onEnd called after each COMMIT or ROLLBACK, before callers get their results
 * @param times milliseconds; see `REJOIN_MS` and `GROUP_MS`
 */
export function createGroupCommitQueue(
  begin: () => Promise<void>,
  db: DatabaseSync,
  tx: Transaction,
  onEnd: () => void,
  { rejoinMs = REJOIN_MS, groupMs = GROUP_MS } = {},
) {
  const totalChanges = db.prepare('SELECT total_changes() AS count')
  const countChanges = () => translateSqliteErrors(() => (totalChanges.get() as { count: number }).count)
  const queue: QueuedTransaction[] = []
  let running: Promise<void> | undefined
  /** The number of transactions in the last group, and the time of its commit (on the clock of `performance.now()`). */
  let lastGroup = { size: 0, committedAt: 0 }
  /** Called when the queue has as many transactions as the last group had. */
  let onRequeued: (() => void) | undefined

  async function processQueue(): Promise<void> {
    // Waits for the end of this turn of the event loop, so that
    // all transactions queued in this turn join the first group.
    await nextTurn()
    let startedAt = performance.now()
    while (queue.length > 0) {
      await waitForLastGroup()
      await commitGroup()
      if (performance.now() - startedAt < MONOPOLY_MS) continue
      await sleep(PAUSE_MS)
      startedAt = performance.now()
    }
    running = undefined
  }
  /**
   * Waits briefly until the queue has as many transactions as the last group had. Callers that just got a result often
   * write again at once, but not all at the same moment; without this wait, their transactions would be split into many
   * small groups.
   */
  async function waitForLastGroup(): Promise<void> {
    if (queue.length >= lastGroup.size || performance.now() - lastGroup.committedAt > rejoinMs) return
    await new Promise<void>((resolve) => {
      const timeout = setTimeout(resolve, rejoinMs)
      onRequeued = () => {
        clearTimeout(timeout)
        resolve()
      }
    })
    onRequeued = undefined
  }
  async function commitGroup(): Promise<void> {
    const group: QueuedTransaction[] = []
    // The number of transactions to reject if `begin` fails.
    // Transactions queued later have not waited for the whole timeout.
    const queuedBefore = queue.length
    let outcomes: Outcome[]
    try {
      await begin()
      outcomes = (await runWithoutSavepoints(group)) ?? (await runWithSavepoints(group))
      translateSqliteErrors(() => db.exec(outcomes.some(({ isSuccess }) => isSuccess) ? 'COMMIT' : 'ROLLBACK'))
      onEnd()
    } catch (error) {
      rollback()
      onEnd()
      // If `begin` failed, rejects all transactions that were queued
      // before it: each of them would wait for the lock again.
      for (const { reject } of group.length > 0 ? group : queue.splice(0, queuedBefore)) reject(error)
      return
    }
    lastGroup = { size: group.length, committedAt: performance.now() }
    for (const { report } of outcomes) report()
  }
  /**
   * Runs the queued transactions one after the other, without savepoints. A savepoint per transaction would copy every
   * changed page, and transactions rarely fail after a write.
   * @param group receives the transactions that were started
   * @returns undefined if a transaction failed after a write; then the whole group was rolled back
   * @throws when SQLite itself has rolled back the group
   */
  async function runWithoutSavepoints(group: QueuedTransaction[]): Promise<Outcome[] | undefined> {
    const outcomes: Outcome[] = []
    const startedAt = performance.now()
    while (group.length < GROUP_MAX && performance.now() - startedAt < groupMs) {
      const queued = queue.shift()
      if (!queued) break
      group.push(queued)
      const changesBefore = countChanges()
      const outcome = await runOne(queued)
      // SQLite undoes a failed statement and does not count its changes. So if the number of changes differs, earlier
      // statements of the failed transaction have written.
      if (!outcome.isSuccess && countChanges() !== changesBefore) {
        translateSqliteErrors(() => db.exec('ROLLBACK'))
        return undefined
      }
      outcomes.push(outcome)
    }
    return outcomes
  }
  /**
   * Runs the transactions of a group again, each in its own savepoint.
   * @throws when SQLite itself has rolled back the group
   */
  async function runWithSavepoints(group: readonly QueuedTransaction[]): Promise<Outcome[]> {
    await begin()
    const outcomes: Outcome[] = []
    for (const queued of group) {
      translateSqliteErrors(() => db.exec('SAVEPOINT work'))
      const outcome = await runOne(queued)
      translateSqliteErrors(() => db.exec(outcome.isSuccess ? 'RELEASE work' : 'ROLLBACK TO work; RELEASE work'))
      outcomes.push(outcome)
    }
    return outcomes
  }
  /**
   * Runs one transaction of a group.
   * @throws when SQLite itself has rolled back the whole group, as it may do when the disk is full
   */
  async function runOne({ run, resolve, reject }: QueuedTransaction): Promise<Outcome> {
    try {
      const result = await run()
      return { isSuccess: true, report: () => resolve(result) }
    } catch (error) {
      if (!db.isOpen || !db.isTransaction) throw error
      return { isSuccess: false, report: () => reject(error) }
    }
  }
  /** Rolls the group back. Never throws, so that callers get the error that caused the rollback. */
  function rollback(): void {
    try {
      // A failed COMMIT may already have rolled the transaction back, so SQLite's own state is checked first.
      if (db.isOpen && db.isTransaction) db.exec('ROLLBACK')
    } catch {
      // An error of ROLLBACK is ignored: the next BEGIN will fail with the reason.
    }
  }
  return {
    /** Queues a transaction; for the parameters see `Database.transaction`. */
    add<T, Result = T>(
      work: (tx: Transaction) => Promise<T>,
      read?: (tx: Reader, workResult: T) => Promise<Result>,
    ): Promise<Result> {
      return new Promise<Result>((resolve, reject) => {
        const run = () => runInTransactionFailingAtFirstError(tx, work, read)
        queue.push({ run, resolve: resolve as QueuedTransaction['resolve'], reject })
        if (queue.length >= lastGroup.size) onRequeued?.()
        running ??= processQueue()
      })
    },
    /** Resolves when all queued transactions have ended. */
    async idle(): Promise<void> {
      await running
    },
  }
}
