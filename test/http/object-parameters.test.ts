import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EXPERIMENTAL_API_ACKNOWLEDGEMENT } from '../../src/core/experimental-api-acknowledgement.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { withServer } from '../kit/server/with-server.ts'

const server = withServer('sqlite', {}, async (filled) => {
  await makersOf(filled).event({ title: 'Jazz' })
})

const NAMES = [
  'venue',
  'search',
  '_fields',
  '_embed',
  '_envelope',
  '_jsonp',
  'lang',
  'per_page',
  'slug',
  'context',
  'ical',
]

for (const path of [
  '/events',
  '/events.jscal.json',
  '/events.ics',
  'host:/wp-json/tec/v1/events',
  'host:/wp-json/wp/v2/tribe_events',
  'host:/wp-json/wp/v2/tags',
  'host:/wp-json/wp/v2/search',
  'host:/wp-json/',
  'host:/events/list/',
]) {
  test(`${path}: no parameter with an object as its value is a server error`, async () => {
    for (const name of NAMES) {
      const { status } = await server.ask('GET', `${path}?${name}[id]=3`, {
        headers: { 'x-tec-eea': EXPERIMENTAL_API_ACKNOWLEDGEMENT },
      })
      assert.ok(status < 500, `${name}: ${status}`)
    }
  })
}
