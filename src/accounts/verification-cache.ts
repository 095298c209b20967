import { hash, randomBytes } from 'node:crypto'
import { createSemaphore } from '../core/semaphore.ts'
import type { VerifyPassword } from './password-hash.ts'

const KEPT_MAX = 1000

/** Checks that run at one time. Node has four threads for this and for files, names and pictures; two stay free. */
const RUNNING_MAX = 2

/** Checks that wait for their turn; at 150 ms each the last of them waits for five seconds. */
export const VERIFICATIONS_WAITING_MAX = 64

export interface VerificationCache {
  /** What an earlier check found; undefined when there was none. */
  cachedResult(value: string, stored: string): boolean | undefined
  /** Equal checks at one time are one. */
  verify: VerifyPassword
}

/**
 * Remembers what `verify` found, so that the slow check runs once for each value that is presented. Nothing that could be
 * presented is kept, only a hash of it under a key that lives as long as this process.
 * @param keptMax how many right values are kept; of wrong ones as many, apart, so that guessing drives out no right one
 */
export function createVerificationCache(verify: VerifyPassword, keptMax = KEPT_MAX): VerificationCache {
  const key = randomBytes(32).toString('base64')
  const right = new Set<string>()
  const wrong = new Set<string>()
  const running = new Map<string, Promise<boolean>>()
  const inTurn = createSemaphore({ runningMax: RUNNING_MAX, waitingMax: VERIFICATIONS_WAITING_MAX })
  // Nobody sees it, so a plain keyed hash will do: an HMAC takes ten times as long, which every request of a user would pay.
  const nameOf = (value: string, stored: string) => hash('sha256', `${key}\0${stored}\0${value}`, 'base64')
  const knownAs = (name: string) => (right.has(name) ? true : wrong.has(name) ? false : undefined)

  const check = async (name: string, value: string, stored: string) => {
    try {
      const found = await inTurn(() => verify(value, stored))
      keep(found ? right : wrong, name, keptMax)
      return found
    } finally {
      running.delete(name)
    }
  }
  return {
    cachedResult: (value, stored) => knownAs(nameOf(value, stored)),
    async verify(value, stored) {
      const name = nameOf(value, stored)
      const known = knownAs(name)
      if (known !== undefined) return known
      const begun = running.get(name) ?? check(name, value, stored)
      running.set(name, begun)
      return begun
    },
  }
}

/** The oldest goes. */
function keep(names: Set<string>, name: string, max: number): void {
  if (names.size >= max) names.delete(names.values().next().value as string)
  names.add(name)
}
