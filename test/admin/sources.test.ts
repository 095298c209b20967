import { equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../src/db/database.ts'
import { listSubscriptions } from '../../src/import/subscriptions/subscription-store.ts'
import { assertRedirect, signIn } from '../kit/admin/client.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { icsCalendar, icsEvent, subscribe, withFeedHost } from '../kit/calendar/subscriptions.ts'
import { onSqlite } from '../kit/engines/engines.ts'
import { withServer } from '../kit/server/with-server.ts'

onSqlite('pages of sources', (engine) => {
  const server = withServer(engine)
  const host = withFeedHost()
  const make = makersOf(server)
  const FIELDS = {
    type: 'ics',
    every_minutes: '60',
    active: 'true',
    status: 'pending',
    window_days: '540',
    on_missing: 'trash',
  }
  const find = async (name: string) => (await listSubscriptions(server.db)).find((row) => row.name === name)

  test('an administrator sees what would be imported, then subscribes, changes and ends the subscription', async () => {
    const admin = await signIn(server, 'administrator')
    host.answer = (_, response) => response.end(icsCalendar(icsEvent('a-1', 'Seen <first>', 1)))
    const fields = { ...FIELDS, name: 'Club', url: host.url, categories: 'Sport, Town', map: 'Boats = Sport' }
    const shown = await admin.post('/admin/sources/new', { ...fields, action: 'preview' })
    equal(shown.status, 200)
    match(shown.html, /1 of 1 events/)
    ok(shown.html.includes('Seen') && shown.html.includes('value="Club"'), 'events, and what was typed')
    equal(await find('Club'), undefined)
    const { location = '' } = await admin.post('/admin/sources/new', { ...fields, action: 'add' })
    match(location, /^\/admin\/sources\/\d+$/)
    match((await admin.get(location)).html, /value="Sport, Town"[\s\S]*>\s*Boats = Sport/)
    assertRedirect(await admin.post(location, { ...fields, name: 'Club 2', active: 'false' }), location)
    equal((await find('Club 2'))?.is_on, 0)
    assertRedirect(await admin.post(`${location}/run`), location)
    assertRedirect(await admin.post(`${location}/remove`), '/admin/sources')
    equal(await find('Club 2'), undefined)
  })

  test('a refused form names the fields and shows what was typed', async () => {
    const admin = await signIn(server, 'administrator')
    for (const [fields, name] of [
      [{ url: 'no address' }, 'url'],
      [{ url: 'http://localhost/feed' }, 'url'],
      [{ every_minutes: '1' }, 'every_minutes'],
      [{ url: 'http://127.0.0.1:1/', action: 'preview' }, 'url'],
    ] as const) {
      const { status, html } = await admin.post('/admin/sources/new', { ...FIELDS, name: 'Typed', ...fields })
      equal(status, 400)
      ok(html.includes(`<a href="#field-${name}">`) && html.includes('value="Typed"'), name)
    }
    equal(await find('Typed'), undefined)
  })

  test('an editor chooses venues and takes the values of a source again, but changes no subscription', async () => {
    const editor = await signIn(server, 'editor')
    const venue = await make.venue({ venue: 'Boat house' })
    host.answer = (_, response) => response.end(icsCalendar(icsEvent('t-1', 'Theirs', 1, 'LOCATION:The boats')))
    const { id, refresh } = await subscribe(server.db, { url: host.url, status: 'publish' })
    await refresh()
    const [event] = await server.db.all<{ id: number }>(
      sql`SELECT record_id AS id FROM external_id WHERE external_id = 't-1'`,
    )
    const path = `/events/${event?.id}`
    await server.ask('POST', path, { as: 'editor', body: { title: 'Ours' } })
    assertRedirect(
      await editor.post('/admin/sources/places', { place: 'the boats', venue: String(venue.id) }),
      '/admin/sources/places',
    )
    await refresh()
    const kept = (await server.ask('GET', path)).body
    equal(`${kept.title} ${kept.venue.id}`, `Ours ${venue.id}`)
    match((await editor.get(`/admin/sources/${id}`)).html, /Ours/)
    assertRedirect(await editor.post(`/admin/sources/${id}/take/${event?.id}`), `/admin/sources/${id}`)
    const { runId } = (await refresh()) as { runId?: number }
    equal((await server.ask('GET', path)).body.title, 'Theirs')
    match((await editor.get(`/admin/sources/runs/${runId}`)).html, /<th scope="row">Events<\/th>/)
    match((await editor.get('/admin/sources')).html, new RegExp(`/admin/sources/runs/${runId}`))
    equal((await editor.post(`/admin/sources/${id}`, { ...FIELDS, name: 'x' })).status, 403)
    equal((await editor.post(`/admin/sources/${id}/remove`)).status, 403)
    equal((await editor.get('/admin/sources/new')).status, 403)
    equal((await editor.post('/admin/sources/places', { place: 'the boats', venue: '999999' })).status, 400)
    equal((await editor.get('/admin/sources/999999')).status, 404)
    equal((await (await signIn(server, 'author')).get('/admin/sources')).status, 403)
  })

  test('an editor keeps one of two likely duplicates, and its source does not create it again', async () => {
    const editor = await signIn(server, 'editor')
    const ours = await make.event({ title: 'Rowing regatta', start_date: '2030-07-09 18:00', status: 'publish' })
    const feed = (title: string) => icsCalendar(icsEvent('d-1', title, 9), icsEvent('d-2', 'Rowing regatta party', 9))
    host.answer = (_, response) => response.end(feed('Regatta: rowing'))
    const { refresh } = await subscribe(server.db, { url: host.url, status: 'publish' })
    await refresh()
    const idOf = async (uid: string) =>
      String(
        (await server.db.get<{ id: number }>(sql`SELECT record_id AS id FROM external_id WHERE external_id = ${uid}`))
          ?.id,
      )
    const [theirs, party] = [await idOf('d-1'), await idOf('d-2')]
    const path = '/admin/sources/duplicates'
    const { html } = await editor.get(path)
    ok(html.includes(`name="second" value="${theirs}"`) && html.includes(`name="second" value="${party}"`))
    const first = String(ours.id)
    assertRedirect(await editor.post(path, { first, second: party, keep: 'both' }), path)
    assertRedirect(await editor.post(path, { first, second: theirs, keep: 'first' }), path)
    ok(!(await editor.get(path)).html.includes('name="second"'))
    host.answer = (_, response) => response.end(feed('Regatta: rowing, new title'))
    equal((await refresh()).counts?.created, undefined)
    equal(await idOf('d-1'), first)
    equal((await server.ask('GET', `/events/${theirs}`, { as: 'editor' })).body.status, 'trash')
    equal((await server.ask('GET', `/events/${first}`)).body.title, 'Rowing regatta')
    equal((await editor.post(path, { first, second: first, keep: 'first' })).status, 400)
  })

  test('an administrator undoes an import', async () => {
    const admin = await signIn(server, 'administrator')
    host.answer = (_, response) => response.end(icsCalendar(icsEvent('x-1', 'Mistake', 2)))
    const { refresh } = await subscribe(server.db, { url: host.url, status: 'publish' })
    const { runId } = (await refresh()) as { runId?: number }
    const path = `/admin/sources/runs/${runId}`
    match((await admin.get(path)).html, /action="[^"]*\/undo"/)
    ok(!(await (await signIn(server, 'editor')).get(path)).html.includes('/undo'))
    equal((await (await signIn(server, 'editor')).post(`${path}/undo`)).status, 403)
    const { location = '' } = await admin.post(`${path}/undo`, { force: 'true' })
    match(location, /^\/admin\/sources\/runs\/\d+$/)
    match((await admin.get(location)).html, new RegExp(`href="${path}"`))
    const { html } = await admin.get(path)
    ok(html.includes(`href="${location}"`) && !html.includes('/undo"'), 'a link to the undo instead of the button')
    equal((await admin.post('/admin/sources/runs/999999/undo')).status, 404)
  })
})
