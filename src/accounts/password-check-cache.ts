import { hash, randomBytes } from 'node:crypto'
import { createCoalescerOfSimultaneousCalls } from '../core/generic/coalesce-calls.ts'
import { createSemaphore } from '../core/generic/semaphore.ts'
import type { VerifyPassword } from './password-hash.ts'

const RESULTS_MAX = 1000

/**
 * How many password checks run at once. They run on Node's pool of four threads, which reading files and resizing
 * images also need, so two threads are left free.
 */
const RUNNING_MAX = 2

/** How many password checks may wait for a thread. At 150 ms per check, the last one waits about five seconds. */
export const VERIFICATIONS_WAITING_MAX = 64

/** Caches the results of password checks, which are slow by design. */
export interface PasswordCheckCache {
  /** The result of an earlier check of the same password and hash; undefined if none is cached. */
  cachedResult(value: string, stored: string): boolean | undefined
  /**
   * Checks a password against a hash, or returns the cached result. Simultaneous checks of the same password and hash
   * are coalesced into one.
   */
  verify: VerifyPassword
}

/**
 * Creates a cache that stores keyed hashes instead of passwords; the key exists only in the memory of this process.
 * @param resultsMax maximum number of cached results for correct passwords, and also for wrong passwords; each has its
 * own limit, so that an attacker who tries many wrong passwords cannot evict correct ones
 */
export function createPasswordCheckCache(verify: VerifyPassword, resultsMax = RESULTS_MAX): PasswordCheckCache {
  const secret = randomBytes(32).toString('base64')
  const correct = new Set<string>()
  const wrong = new Set<string>()
  const checkOnce = createCoalescerOfSimultaneousCalls<boolean>()
  const limited = createSemaphore({ runningMax: RUNNING_MAX, waitingMax: VERIFICATIONS_WAITING_MAX })
  // The key is a plain SHA-256 of a random secret, the stored hash and the password; HMAC would take ten times as long.
  // SHA-256 is enough, because cache keys never leave this process.
  const cacheKey = (value: string, stored: string) => hash('sha256', `${secret}\0${stored}\0${value}`, 'base64')
  const resultFor = (key: string) => (correct.has(key) ? true : wrong.has(key) ? false : undefined)

  const check = async (key: string, value: string, stored: string) => {
    const isCorrect = await limited(() => verify(value, stored))
    addBounded(isCorrect ? correct : wrong, key, resultsMax)
    return isCorrect
  }
  return {
    cachedResult: (value, stored) => resultFor(cacheKey(value, stored)),
    async verify(value, stored) {
      const key = cacheKey(value, stored)
      return resultFor(key) ?? checkOnce(key, () => check(key, value, stored))
    },
  }
}

/** Adds a key to a set of limited size; removes the oldest key first if the set is full. */
function addBounded(keys: Set<string>, key: string, max: number): void {
  if (keys.size >= max) keys.delete(keys.values().next().value as string)
  keys.add(key)
}
