import { setTimeout as sleep } from 'node:timers/promises'

/** Time after which a test counts as hanging: long, because a busy machine may be twenty times slower than a quiet one. */
export const HANG_MS = 300_000

/** Polls a condition until it is true. @param what the condition in words, for the error after `HANG_MS` */
export async function eventually(isTrue: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (const until = performance.now() + HANG_MS; !(await isTrue()); await sleep(20)) {
    if (performance.now() > until) throw new Error(`never happened: ${what}`)
  }
}
