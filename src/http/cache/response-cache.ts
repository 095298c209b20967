import { LRUCache } from 'lru-cache'
import type { VersionCache } from '../../db/cache/version-cache.ts'
import { type CachedResponse, estimateBytes } from './cached-response.ts'

/** What a guest asked, and under which state of the database. */
export interface CacheKey {
  /** Everything an answer depends on: the origin of its links, the address, the parameters in one order. */
  key: string
  /** Asked before anything was read, so that no write in between can be hidden. */
  version: string
}

/** Answers to guests, as long as nobody has written: those that were asked for last, up to a number of bytes. */
export interface ResponseCache {
  /** That of the database, for a request that arrives. */
  currentVersion(): string
  /** @param usage seconds since 1970-01-01 UTC */
  find(key: string, usage: number): CachedResponse | undefined
  /** Keeps an answer, unless someone has written meanwhile. */
  store(question: CacheKey, answer: CachedResponse): void
  /** Counts an answer again that has grown by a coding. */
  updateSize(key: string, answer: CachedResponse): void
  now(): { answers: number; bytes: number }
}

/** @param bytesMax more than 0 */
export function createResponseCache(
  arrivals: Pick<VersionCache, 'version'>,
  db: Pick<VersionCache['db'], 'version'>,
  bytesMax: number,
): ResponseCache {
  const answers = new LRUCache<string, CachedResponse>({
    maxSize: bytesMax,
    sizeCalculation: (answer, key) => estimateBytes(answer) + 2 * key.length,
  })
  let version = ''
  return {
    currentVersion() {
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
      return answer !== undefined && now < answer.expiresAt ? answer : undefined
    },
    store(question, answer) {
      if (question.version === version && version === db.version()) answers.set(question.key, answer)
    },
    updateSize(key, answer) {
      if (answers.peek(key) !== answer) return
      answers.delete(key)
      answers.set(key, answer)
    },
    now: () => ({ answers: answers.size, bytes: answers.calculatedSize }),
  }
}
