import { LRUCache } from 'lru-cache'
import type { Arrivals } from '../db/arrivals.ts'
import { bytesOf, type GuestAnswer } from './guest-answer.ts'

/** What a guest asked, and under which state of the database. */
export interface Question {
  /** Everything an answer depends on: the origin of its links, the address, the parameters in one order. */
  key: string
  /** Asked before anything was read, so that no write in between can be hidden. */
  version: string
}

/** Answers to guests, as long as nobody has written: those that were asked for last, up to a number of bytes. */
export interface KeptAnswers {
  /** That of the database, for a request that arrives. */
  version(): string
  /** @param now seconds since 1970-01-01 UTC */
  find(key: string, now: number): GuestAnswer | undefined
  /** Keeps an answer, unless someone has written meanwhile. */
  keep(question: Question, answer: GuestAnswer): void
  /** Counts an answer again that has grown by a coding. */
  weigh(key: string, answer: GuestAnswer): void
  now(): { answers: number; bytes: number }
}

/** @param bytesMax more than 0 */
export function keptAnswers(
  arrivals: Pick<Arrivals, 'version'>,
  db: Pick<Arrivals['db'], 'version'>,
  bytesMax: number,
): KeptAnswers {
  const answers = new LRUCache<string, GuestAnswer>({
    maxSize: bytesMax,
    sizeCalculation: (answer, key) => bytesOf(answer) + 2 * key.length,
  })
  let version = ''
  return {
    version() {
      const current = arrivals.version()
      if (current !== version) {
        // All at once: none of them can be sent again, and their memory is wanted for others.
        answers.clear()
        version = current
      }
      return version
    },
    find(key, now) {
      const answer = answers.get(key)
      return answer !== undefined && now < answer.until ? answer : undefined
    },
    keep(question, answer) {
      if (question.version === version && version === db.version()) answers.set(question.key, answer)
    },
    weigh(key, answer) {
      if (answers.peek(key) !== answer) return
      answers.delete(key)
      answers.set(key, answer)
    },
    now: () => ({ answers: answers.size, bytes: answers.calculatedSize }),
  }
}
