import { hash, randomBytes } from 'node:crypto'
import { createSemaphore } from '../core/semaphore.ts'
import type { VerifyPassword } from './password-hash.ts'

const RESULTS_MAX = 1000

/** Concurrent checks. Node's thread pool has four threads, which also read files and resize images; two stay free. */
const RUNNING_MAX = 2

/** Checks that may wait for a free thread; at 150 ms each the last one waits five seconds. */
export const VERIFICATIONS_WAITING_MAX = 64

/** Caches the results of password checks, which are slow by design. */
export interface VerificationCache {
  /** The result of an earlier check; undefined when there is none. */
  cachedResult(value: string, stored: string): boolean | undefined
  /** Checks a password, or returns the cached result. Equal checks at the same time share one. */
  verify: VerifyPassword
}

/**
 * Creates a cache that stores no passwords, only keyed hashes of them; the key exists only in this process.
 * @param resultsMax entries for correct passwords, and as many for wrong ones; separate, so that an attacker who guesses
 * cannot evict correct passwords
 */
export function createVerificationCache(verify: VerifyPassword, resultsMax = RESULTS_MAX): VerificationCache {
  const secret = randomBytes(32).toString('base64')
  const correct = new Set<string>()
  const wrong = new Set<string>()
  const running = new Map<string, Promise<boolean>>()
  const limited = createSemaphore({ runningMax: RUNNING_MAX, waitingMax: VERIFICATIONS_WAITING_MAX })
  // Cache keys never leave this process, so a plain keyed hash is enough; HMAC takes ten times as long, on every request.
  const cacheKey = (value: string, stored: string) => hash('sha256', `${secret}\0${stored}\0${value}`, 'base64')
  const resultFor = (key: string) => (correct.has(key) ? true : wrong.has(key) ? false : undefined)

  const check = async (key: string, value: string, stored: string) => {
    try {
      const isCorrect = await limited(() => verify(value, stored))
      addBounded(isCorrect ? correct : wrong, key, resultsMax)
      return isCorrect
    } finally {
      running.delete(key)
    }
  }
  return {
    cachedResult: (value, stored) => resultFor(cacheKey(value, stored)),
    async verify(value, stored) {
      const key = cacheKey(value, stored)
      const cached = resultFor(key)
      if (cached !== undefined) return cached
      const result = running.get(key) ?? check(key, value, stored)
      running.set(key, result)
      return result
    },
  }
}

/** Adds a key; removes the oldest one if the set is full. */
function addBounded(keys: Set<string>, key: string, max: number): void {
  if (keys.size >= max) keys.delete(keys.values().next().value as string)
  keys.add(key)
}
