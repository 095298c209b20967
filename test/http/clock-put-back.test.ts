import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EXPERIMENTAL_API_ACKNOWLEDGEMENT } from '../../src/core/experimental-api-acknowledgement.ts'
import { collectionNameOfKind, KIND_PROPERTIES } from '../../src/core/kinds.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { onSqlite } from '../kit/engines/engines.ts'
import { startServer, TEST_NOW } from '../kit/server/server.ts'

const HOUR = 3600
const PUBLICATION = new Date((TEST_NOW + HOUR) * 1000).toISOString().slice(0, 19).replace('T', ' ')

/** Addresses that show a record, besides the lists of its collection. */
const ADDRESSES = {
  event: (id: number) => [
    ...['/events?search=secret', `/events/${id}`, '/events/by-slug/secret-word', `host:/wp-json/tec/v1/events/${id}`],
    ...['/events.ics', '/events.rss', `/events/${id}.ics`],
    ...['host:/', 'host:/events/list/', 'host:/events/month/2030-07/', 'host:/event/secret-word/'],
  ],
  venue: (id: number) => [
    ...['/venues?search=secret', `/venues/${id}`, 'host:/venue/secret-word/'],
    // The filter forms of these pages list all venues.
    ...['host:/events/list/', 'host:/events/month/2030-07/'],
  ],
}

onSqlite('a clock that is put back', (engine) => {
  for (const kind of ['event', 'venue'] as const) {
    test(`hides a scheduled ${kind} again, although responses were cached while it was public`, async (t) => {
      const server = await startServer(await engine.open(), { cacheMaxAge: 600 })
      t.after(() => server.close())
      const { id } = await makersOf(server)[kind]({
        [KIND_PROPERTIES[kind].titleField]: 'Secret word',
        date: PUBLICATION,
      })
      const addresses = [`/${collectionNameOfKind(kind)}`, ...ADDRESSES[kind](id)]
      const responseTo = async (path: string) =>
        (await server.ask('GET', path, { headers: { 'x-tec-eea': EXPERIMENTAL_API_ACKNOWLEDGEMENT } })).bytes.toString()
      const before = new Map<string, string>()
      for (const path of addresses) before.set(path, await responseTo(path))
      server.clock.now += 2 * HOUR
      for (const path of addresses) assert.notEqual(await responseTo(path), before.get(path), path)
      server.clock.now -= 2 * HOUR
      for (const path of addresses) assert.doesNotMatch(await responseTo(path), /secret.word/i, path)
    })
  }
})
