import { deepEqual, equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../src/db/database.ts'
import { findSubscription } from '../../src/import/subscriptions/subscription-store.ts'
import { icsCalendar, icsEvent, withFeedHost } from '../kit/calendar/subscriptions.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { TEST_NOW } from '../kit/server/server.ts'
import { withServer } from '../kit/server/with-server.ts'

forEachEngine('routes of subscriptions', (engine) => {
  const server = withServer(engine)
  const host = withFeedHost()
  const asAdministrator = { as: 'administrator' } as const
  const create = (fields: object) =>
    server.ask('POST', '/imports/sources', { ...asAdministrator, body: { type: 'ics', ...fields } })

  test('a subscription has the default options, is due at once, and its writes are audited', async () => {
    const { status, body, headers } = await create({
      name: 'Club',
      url: 'webcal://club.example/a.ics',
      tags: 'One, two',
    })
    equal(status, 201)
    match(String(headers.location), new RegExp(`/imports/sources/${body.id}$`))
    deepEqual(
      [body.url, body.every_minutes, body.active, body.status, body.tags, body.on_missing, body.next_utc, body.note],
      ['https://club.example/a.ics', 60, true, 'pending', ['One', 'two'], 'trash', '2030-06-15 12:00:00', ''],
    )
    const path = `/imports/sources/${body.id}`
    const changed = await server.ask('PATCH', path, { ...asAdministrator, body: { active: false, skip: 'x' } })
    deepEqual([changed.body.active, changed.body.skip, changed.body.tags], [false, 'x', ['One', 'two']])
    equal((await server.ask('DELETE', path, asAdministrator)).status, 200)
    const { body: log } = await server.ask('GET', '/audit?collection=subscriptions&per_page=3', asAdministrator)
    deepEqual(
      log.audit.map(({ action }: { action: string }) => action),
      ['deleted', 'updated', 'created'],
    )
  })

  for (const [field, value] of [
    ['url', 'ftp://club.example/'],
    ['url', 'http://localhost/events.ics'],
    ['every_minutes', 14],
    ['type', 'html'],
    ['status', 'private'],
    ['timezone', 'Mars'],
    ['on_missing', 'delete'],
    ['name', 'Taken'],
  ] as const) {
    test(`refused: ${field} ${value}`, async () => {
      if (field === 'name') await create({ name: 'Taken' })
      const before = await server.db.all(sql`SELECT id FROM import_source`)
      const { status, body } = await create({ name: 'Refused', [field]: value })
      deepEqual([status, Object.keys(body.data.params)], [400, [field]])
      equal((await server.db.all(sql`SELECT id FROM import_source`)).length, before.length)
    })
  }

  test('editors read and run subscriptions, but do not write them; authors see nothing', async () => {
    const { body } = await create({ name: 'Rights', url: 'https://rights.example/' })
    const path = `/imports/sources/${body.id}`
    const body0 = { every_minutes: 30 }
    for (const [method, address, as, status] of [
      ['GET', path, 'editor', 200],
      ['POST', `${path}/run`, 'editor', 202],
      ['PATCH', path, 'editor', 403],
      ['DELETE', path, 'editor', 403],
      ['POST', '/imports/preview', 'editor', 403],
      ['GET', path, 'author', 403],
      ['GET', '/imports/sources', 'author', 403],
      ['GET', '/imports/runs', 'author', 403],
    ] as const) {
      const sent = { ...body0, type: 'ics' }
      const found = await server.ask(method, address, { as, ...(method !== 'GET' && { body: sent }) })
      equal(found.status, status, `${method} ${address} as ${as}`)
    }
    equal((await server.ask('GET', path)).status, 401)
  })

  test('content that a client sends is stored for the next read', async () => {
    const { body } = await create({ name: 'Pushed' })
    const text = icsCalendar(icsEvent('p-1', 'Pushed', 1))
    const headers = { 'content-type': 'text/calendar; charset=utf-8' }
    const path = `/imports/sources/${body.id}/content`
    equal((await server.ask('PUT', path, { ...asAdministrator, headers, body: text })).status, 202)
    const row = await findSubscription(server.db, body.id)
    deepEqual([row?.content, row?.next_at], [text, TEST_NOW])
  })

  test('a preview shows events, places and problems, and stores nothing', async () => {
    const content = icsCalendar(icsEvent('v-1', 'Visible', 1, 'LOCATION:New place'), icsEvent('v-2', 'Hidden', 2))
    host.answer = (_, response) => response.end(content)
    const options = { type: 'ics', skip: 'hidden' }
    for (const sent of [{ url: host.url }, { content }]) {
      const { status, body } = await server.ask('POST', '/imports/preview', {
        ...asAdministrator,
        body: { ...options, ...sent },
      })
      deepEqual([status, body.total, body.chosen, body.places, body.problems], [200, 2, 1, ['New place'], []])
      deepEqual(body.events, [{ title: 'Visible', start_date: '2030-07-01 18:00:00', end_date: '2030-07-01 19:00:00' }])
    }
    equal(await server.db.get(sql`SELECT place FROM place_venue WHERE name = 'New place'`), undefined)
    const broken = {
      type: 'jsonfeed',
      content: JSON.stringify({ version: 'https://jsonfeed.org/version/1', items: [{}] }),
    }
    const { body } = await server.ask('POST', '/imports/preview', { ...asAdministrator, body: broken })
    deepEqual([body.total, body.problems[0].place], [0, 'item 1'])
  })

  test('a preview of something else names the problem at its field', async () => {
    host.answer = (_, response) => response.end('<!DOCTYPE html><title>Sign in</title>')
    for (const [sent, field] of [
      [{ url: host.url }, 'url'],
      [{ content: 'no calendar' }, 'content'],
      [{ url: 'http://127.0.0.1:1/' }, 'url'],
    ] as const) {
      const { status, body } = await server.ask('POST', '/imports/preview', {
        ...asAdministrator,
        body: { type: 'ics', ...sent },
      })
      deepEqual([status, Object.keys(body.data.params)], [400, [field]])
    }
    equal((await server.ask('POST', '/imports/preview', { ...asAdministrator, body: { type: 'ics' } })).status, 400)
  })
})
