import { setTimeout as sleep } from 'node:timers/promises'
import type { Connection } from '../../test/kit/processes/connection.ts'

const ATTEMPTS_MAX = 60
const PAUSE_MS = 500

/**
 * A connection for checks of what is stored. It repeats a request that the server refuses because it is too busy, as it may be
 * while other programs use all processors.
 */
export const patientConnection = (inner: Connection): Connection => ({
  ...inner,
  async send(...request) {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await inner.send(...request)
      if (answer.body?.code !== 'rest_too_busy' || attempt === ATTEMPTS_MAX) return answer
      await sleep(PAUSE_MS)
    }
  },
})
