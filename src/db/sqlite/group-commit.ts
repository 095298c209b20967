import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Reader, Transaction } from '../database.ts'
import { translateSqlite } from '../errors.ts'
import { runInTransactionScope } from '../transaction-scope.ts'

/** Works in one commit at most: one that fails on the disk fails them all. */
const TOGETHER_MAX = 100
/** After so long nothing more joins: the first ones wait for their answer. */
const TOGETHER_MS = 10
/** Whoever was answered so short a time ago may be about to write again, and is waited for no longer. */
const AGAIN_MS = 2

/** The lock is not fair: another process would find it taken each time it looks, if nobody paused. */
const ALONE_MS = 100
const PAUSE_MS = 2

interface Write {
  run: () => Promise<unknown>
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
}

/** What became of a work, to be told after the commit. */
interface Ended {
  hasWritten: boolean
  answer: () => void
}

/**
 * The queue of the one writer. Works that wait at the same time are committed together, each so that it can be undone alone:
 * the disk is what takes long, and it takes as long for many as for one. Nobody is answered before the commit.
 * @param begin starts a transaction on `db` as soon as no other process writes
 * @param tx    writes through `db`
 * @param onEnd called when a transaction has ended, before anyone is answered
 * @param againMs how long who was just answered is waited for
 */
export function createGroupCommit(
  begin: () => Promise<void>,
  db: DatabaseSync,
  tx: Transaction,
  onEnd: () => void,
  againMs = AGAIN_MS,
) {
  const changes = db.prepare('SELECT total_changes() AS count')
  const changed = () => translateSqlite(() => (changes.get() as { count: number }).count)
  const waiting: Write[] = []
  let running: Promise<void> | undefined
  /** How many were answered together last, and when. */
  let last = { together: 0, at: 0 }
  /** Called when as many wait as were expected. */
  let allCame: (() => void) | undefined

  async function run(): Promise<void> {
    // Whoever asks in this turn of the event loop is there before the first commit.
    await nextTurn()
    let begun = performance.now()
    while (waiting.length > 0) {
      await othersCame()
      await commitTogether()
      if (performance.now() - begun < ALONE_MS) continue
      await sleep(PAUSE_MS)
      begun = performance.now()
    }
    running = undefined
  }
  /**
   * Whoever was just answered may write again in a moment, some later than others, and each small group would get a commit of
   * its own. So as many as came together last time are waited for: groups grow, and none shrinks without a reason.
   */
  async function othersCame(): Promise<void> {
    if (waiting.length >= last.together || performance.now() - last.at > againMs) return
    await new Promise<void>((resolve) => {
      const late = setTimeout(resolve, againMs)
      allCame = () => {
        clearTimeout(late)
        resolve()
      }
    })
    allCame = undefined
  }
  async function commitTogether(): Promise<void> {
    const taken: Write[] = []
    // Who comes later has not waited as long.
    const due = waiting.length
    let ended: Ended[]
    try {
      await begin()
      ended = (await atOnce(taken)) ?? (await apart(taken))
      translateSqlite(() => db.exec(ended.some(({ hasWritten }) => hasWritten) ? 'COMMIT' : 'ROLLBACK'))
      onEnd()
    } catch (error) {
      undo()
      onEnd()
      // One after the other would wait as long again.
      for (const { reject } of taken.length > 0 ? taken : waiting.splice(0, due)) reject(error)
      return
    }
    last = { together: taken.length, at: performance.now() }
    for (const { answer } of ended) answer()
  }
  /**
   * Does all works that wait, with nothing between them. Works seldom fail after they have written, and a savepoint for each
   * would copy every page it changes.
   * @param taken learns which were begun
   * @returns undefined when one failed that had written: then all of it is undone
   * @throws when the whole transaction is lost
   */
  async function atOnce(taken: Write[]): Promise<Ended[] | undefined> {
    const ended: Ended[] = []
    const begun = performance.now()
    while (taken.length < TOGETHER_MAX && performance.now() - begun < TOGETHER_MS) {
      const write = waiting.shift()
      if (!write) break
      taken.push(write)
      const before = changed()
      const one = await end(write)
      // What was undone as a whole is not counted.
      if (!one.hasWritten && changed() !== before) {
        translateSqlite(() => db.exec('ROLLBACK'))
        return undefined
      }
      ended.push(one)
    }
    return ended
  }
  /** Does the works again, each so that it can be undone alone. @throws when the whole transaction is lost */
  async function apart(taken: readonly Write[]): Promise<Ended[]> {
    await begin()
    const ended: Ended[] = []
    for (const write of taken) {
      translateSqlite(() => db.exec('SAVEPOINT work'))
      const one = await end(write)
      translateSqlite(() => db.exec(one.hasWritten ? 'RELEASE work' : 'ROLLBACK TO work; RELEASE work'))
      ended.push(one)
    }
    return ended
  }
  /** @throws when the whole transaction is lost, as a full disk may have it */
  async function end({ run, resolve, reject }: Write): Promise<Ended> {
    try {
      const result = await run()
      return { hasWritten: true, answer: () => resolve(result) }
    } catch (error) {
      if (!db.isOpen || !db.isTransaction) throw error
      return { hasWritten: false, answer: () => reject(error) }
    }
  }
  /** Whoever waits is answered, whatever becomes of this. */
  function undo(): void {
    try {
      // A failed COMMIT may already have rolled back.
      if (db.isOpen && db.isTransaction) db.exec('ROLLBACK')
    } catch {
      // The next BEGIN will say what is wrong.
    }
  }
  return {
    add<T, Answer = T>(
      work: (tx: Transaction) => Promise<T>,
      read?: (tx: Reader, made: T) => Promise<Answer>,
    ): Promise<Answer> {
      return new Promise<Answer>((resolve, reject) => {
        waiting.push({ run: () => runInTransactionScope(tx, work, read), resolve: resolve as Write['resolve'], reject })
        if (waiting.length >= last.together) allCame?.()
        running ??= run()
      })
    },
    /** Resolves when nothing waits any more. */
    async ended(): Promise<void> {
      await running
    },
  }
}
