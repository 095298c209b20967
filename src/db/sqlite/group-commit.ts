import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Reader, Transaction } from '../database.ts'
import { translateSqlite } from '../errors.ts'
import { runInTransactionScope } from '../transaction-scope.ts'

/** Transactions per commit. Bounded, because a disk error at COMMIT fails all of them. */
const GROUP_MAX = 100
/** No more transactions join a group after this time, because its first ones wait for their result. */
const GROUP_MS = 10
/** How long to wait for the writers of the previous group to write again. */
const REJOIN_MS = 2

/** After this time the queue pauses, to give other processes a chance: SQLite's lock is not fair to them. */
const MONOPOLY_MS = 100
const PAUSE_MS = 2

interface QueuedTransaction {
  run: () => Promise<unknown>
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
}

/** The outcome of a transaction, which is reported to its caller after the commit of the group. */
interface Outcome {
  isSuccess: boolean
  report: () => void
}

/**
 * Group commit: transactions that are queued at the same time share one COMMIT, because syncing to disk dominates the cost
 * and takes as long for many as for one. A transaction that fails is rolled back alone. Callers get their result after the
 * commit.
 * @param begin starts a transaction on `db` as soon as no other process is writing
 * @param tx writes through `db`
 * @param onEnd called after each COMMIT or ROLLBACK, before callers get their results
 * @param rejoinMs how long to wait for the writers of the previous group
 */
export function createGroupCommit(
  begin: () => Promise<void>,
  db: DatabaseSync,
  tx: Transaction,
  onEnd: () => void,
  rejoinMs = REJOIN_MS,
) {
  const totalChanges = db.prepare('SELECT total_changes() AS count')
  const countChanges = () => translateSqlite(() => (totalChanges.get() as { count: number }).count)
  const queue: QueuedTransaction[] = []
  let running: Promise<void> | undefined
  /** The size of the last group, and when it was committed (`performance.now`). */
  let lastGroup = { size: 0, committedAt: 0 }
  /** Called when the queue is as long as the last group was. */
  let onRejoined: (() => void) | undefined

  async function processQueue(): Promise<void> {
    // Let all transactions that start in this turn of the event loop join the first group.
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
   * Writers that just got their result often write again at once, but not all at the same moment, which would split them
   * into many small groups. So this waits shortly until as many transactions are queued as the last group had.
   */
  async function waitForLastGroup(): Promise<void> {
    if (queue.length >= lastGroup.size || performance.now() - lastGroup.committedAt > rejoinMs) return
    await new Promise<void>((resolve) => {
      const timeout = setTimeout(resolve, rejoinMs)
      onRejoined = () => {
        clearTimeout(timeout)
        resolve()
      }
    })
    onRejoined = undefined
  }
  async function commitGroup(): Promise<void> {
    const group: QueuedTransaction[] = []
    // If `begin` fails, only the transactions queued now are rejected: later ones have not waited as long.
    const queuedBefore = queue.length
    let outcomes: Outcome[]
    try {
      await begin()
      outcomes = (await runWithoutSavepoints(group)) ?? (await runWithSavepoints(group))
      translateSqlite(() => db.exec(outcomes.some(({ isSuccess }) => isSuccess) ? 'COMMIT' : 'ROLLBACK'))
      onEnd()
    } catch (error) {
      rollback()
      onEnd()
      // Reject all at once: each would wait as long for the lock again.
      for (const { reject } of group.length > 0 ? group : queue.splice(0, queuedBefore)) reject(error)
      return
    }
    lastGroup = { size: group.length, committedAt: performance.now() }
    for (const { report } of outcomes) report()
  }
  /**
   * Runs the queued transactions one after the other. A savepoint for each would copy every page it changes, and few
   * transactions fail after they have written, so this does without.
   * @param group receives the transactions that were started
   * @returns undefined after a rollback, if a transaction failed that had written
   * @throws when SQLite has rolled back the whole transaction
   */
  async function runWithoutSavepoints(group: QueuedTransaction[]): Promise<Outcome[] | undefined> {
    const outcomes: Outcome[] = []
    const startedAt = performance.now()
    while (group.length < GROUP_MAX && performance.now() - startedAt < GROUP_MS) {
      const queued = queue.shift()
      if (!queued) break
      group.push(queued)
      const changesBefore = countChanges()
      const outcome = await runOne(queued)
      // A failed statement is undone by SQLite and not counted, so a difference comes from the statements before it.
      if (!outcome.isSuccess && countChanges() !== changesBefore) {
        translateSqlite(() => db.exec('ROLLBACK'))
        return undefined
      }
      outcomes.push(outcome)
    }
    return outcomes
  }
  /** Runs the transactions again, each in a savepoint. @throws when SQLite has rolled back the whole transaction */
  async function runWithSavepoints(group: readonly QueuedTransaction[]): Promise<Outcome[]> {
    await begin()
    const outcomes: Outcome[] = []
    for (const queued of group) {
      translateSqlite(() => db.exec('SAVEPOINT work'))
      const outcome = await runOne(queued)
      translateSqlite(() => db.exec(outcome.isSuccess ? 'RELEASE work' : 'ROLLBACK TO work; RELEASE work'))
      outcomes.push(outcome)
    }
    return outcomes
  }
  /** @throws when SQLite has rolled back the whole transaction, as it may when the disk is full */
  async function runOne({ run, resolve, reject }: QueuedTransaction): Promise<Outcome> {
    try {
      const result = await run()
      return { isSuccess: true, report: () => resolve(result) }
    } catch (error) {
      if (!db.isOpen || !db.isTransaction) throw error
      return { isSuccess: false, report: () => reject(error) }
    }
  }
  /** Never throws, so that the callers get the original error. */
  function rollback(): void {
    try {
      // A failed COMMIT may already have rolled back.
      if (db.isOpen && db.isTransaction) db.exec('ROLLBACK')
    } catch {
      // The next BEGIN will fail with the reason.
    }
  }
  return {
    /** Queues a transaction (see `Database.transaction`). */
    add<T, Result = T>(
      work: (tx: Transaction) => Promise<T>,
      read?: (tx: Reader, workResult: T) => Promise<Result>,
    ): Promise<Result> {
      return new Promise<Result>((resolve, reject) => {
        const run = () => runInTransactionScope(tx, work, read)
        queue.push({ run, resolve: resolve as QueuedTransaction['resolve'], reject })
        if (queue.length >= lastGroup.size) onRejoined?.()
        running ??= processQueue()
      })
    },
    /** Resolves when the queue is empty. */
    async idle(): Promise<void> {
      await running
    },
  }
}
