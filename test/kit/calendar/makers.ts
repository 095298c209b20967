import assert from 'node:assert/strict'
import type { Ask, TestServer } from '../server/server.ts'

/** The required fields of an event; it takes place after `TEST_NOW`. */
export const EVENT = { title: 'Concert', start_date: '2030-07-01 10:00:00', end_date: '2030-07-01 12:00:00' }

type Fields = Record<string, unknown>
// biome-ignore lint/suspicious/noExplicitAny: bodies are looked into freely
type Make = (fields?: Fields, ask?: Ask) => Promise<any>

/**
 * Functions that create a record of each kind over the API, as an editor by default, and return the response body.
 * Names that are not given are unique.
 */
export function makersOf(server: TestServer): Record<'event' | 'venue' | 'organizer' | 'category' | 'tag', Make> {
  let made = 0
  const maker = (path: string, defaults: () => Fields): Make => {
    return async (fields = {}, ask = {}) => {
      const answer = await server.ask('POST', path, { as: 'editor', ...ask, body: { ...defaults(), ...fields } })
      // 200: an existing venue or organizer with the same values.
      assert.ok(answer.status === 201 || answer.status === 200, JSON.stringify(answer.body))
      return answer.body
    }
  }
  const named = (kind: string) => `${kind} ${++made}`
  return {
    event: maker('/events', () => EVENT),
    venue: maker('/venues', () => ({ venue: named('Hall') })),
    organizer: maker('/organizers', () => ({ organizer: named('Club') })),
    category: maker('/categories', () => ({ name: named('Kind') })),
    tag: maker('/tags', () => ({ name: named('Word') })),
  }
}
