import asyncHooks from 'node:async_hooks'
import type { describe } from 'node:test'

/**
 * Loads `node:test` without its tracking of promises, which takes a sixth of the processor time of tests. It only
 * finds out which test caused an unhandled rejection: without it, the rejection fails the whole file. Suites must be defined
 * synchronously, because the runner cannot follow them through promises. Has an effect only before the first import of
 * `node:test` in a process.
 */
export async function loadTestRunner(): Promise<{ describe: typeof describe }> {
  const { createHook } = asyncHooks
  asyncHooks.createHook = (callbacks) => createHook({ ...callbacks, trackPromises: false })
  try {
    return await import('node:test')
  } finally {
    asyncHooks.createHook = createHook
  }
}
