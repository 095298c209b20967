import { HTML_TEXT_MAX } from '../../src/collections/shared-fields.ts'
import { EVENT } from '../../test/kit/calendar/makers.ts'
import type { TestServer } from '../../test/kit/server/server.ts'
import { type Outcome, type TrialOptions, timeLimitMs } from '../trial.ts'

/** Many times what a refusal takes, and half of what sanitizing the texts would take. */
const LIMIT_MS = 1000

/** Measures requests with much HTML that are refused before it is sanitized. */
export async function measureRefusals(server: TestServer, options: TrialOptions): Promise<Outcome> {
  const markup = (length: number) => '<td>x'.repeat(length / 5)
  const inline = Array.from({ length: 5 }, (_, index) => ({ organizer: `O${index}`, description: markup(180_000) }))
  const violations: string[] = []
  let slowest = 0
  for (const [as, body] of [
    ['guest', { ...EVENT, description: markup(HTML_TEXT_MAX) }],
    ['guest', { ...EVENT, organizer: inline }],
    ['subscriber', { ...EVENT, organizer: inline }],
    ['editor', { ...EVENT, description: markup(1_000_000) }],
  ] as const) {
    const begun = process.cpuUsage()
    const { status } = await server.ask('POST', '/events', { as, body })
    const ms = process.cpuUsage(begun).user / 1000
    slowest = Math.max(slowest, ms)
    if (ms > timeLimitMs(LIMIT_MS, options) || status < 400) violations.push(`${status} for ${as} took ${ms} ms`)
  }
  return { figures: { 'slowest refusal, ms': Math.round(slowest) }, violations }
}
