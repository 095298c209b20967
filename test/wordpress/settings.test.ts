import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEFAULT_SETTINGS } from '../../src/settings/site-settings.ts'
import { onSqlite } from '../kit/engines/engines.ts'
import type { Ask } from '../kit/server/server.ts'
import { withServer } from '../kit/server/with-server.ts'

onSqlite('settings in wp/v2', (engine) => {
  const server = withServer(engine)
  const ask = (method: string, options: Ask = {}) => server.ask(method, 'host:/wp-json/wp/v2/settings', options)
  const as = 'administrator'

  test('administrators read and change settings by their WordPress names', async () => {
    const defaults = {
      title: 'Almanac',
      description: '',
      url: 'http://localhost',
      timezone: 'UTC',
      date_format: 'F j, Y',
      time_format: 'g:i a',
      start_of_week: 1,
      language: 'en_US',
      posts_per_page: 4,
    }
    assert.deepEqual((await ask('GET', { as })).body, defaults)
    const body = { title: 'Kalender', timezone: 'Europe/Berlin', posts_per_page: 9, date_format: 'd.m.Y', per_page: 3 }
    const expected = { ...defaults, title: 'Kalender', timezone: 'Europe/Berlin', posts_per_page: 9 }
    for (const method of ['POST', 'PUT', 'PATCH']) {
      const changed = await ask(method, { as, body })
      assert.deepEqual([changed.status, changed.body], [200, expected])
    }
    assert.deepEqual((await ask('GET', { as })).body, expected)
    const own = await server.ask('GET', '/settings', { as })
    assert.deepEqual(own.body, { ...DEFAULT_SETTINGS, title: 'Kalender', timezone: 'Europe/Berlin', per_page: 9 })
    await server.ask('POST', '/settings', { as, body: DEFAULT_SETTINGS })
  })

  test('_fields selects settings', async () => {
    const { body } = await server.ask('GET', 'host:/wp-json/wp/v2/settings?_fields=title,timezone', { as })
    assert.deepEqual(body, { title: 'Almanac', timezone: 'UTC' })
  })

  test('an error names an invalid setting by its WordPress name', async () => {
    const { body } = await ask('POST', { as, body: { posts_per_page: 51, timezone: 'x' } })
    assert.deepEqual(Object.keys(body.data.params).sort(), ['posts_per_page', 'timezone'])
  })

  for (const [method, caller, status] of [
    ['GET', 'guest', 401],
    ['GET', 'editor', 403],
    ['POST', 'guest', 401],
    ['POST', 'editor', 403],
  ] as const) {
    test(`${method} is refused to ${caller}`, async () => {
      const refused = await ask(method, { as: caller, ...(method === 'POST' && { body: { title: 'x' } }) })
      assert.deepEqual([refused.status, refused.body.code], [status, 'rest_forbidden'])
    })
  }
})
