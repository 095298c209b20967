import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { assertRedirect, signIn } from '../kit/admin/client.ts'
import { inputsOf } from '../kit/admin/inputs.ts'
import { onSqlite } from '../kit/engines/engines.ts'
import { withServer } from '../kit/server/with-server.ts'

onSqlite('history in the admin', (engine) => {
  const server = withServer(engine)
  const read = async (path: string) => (await server.ask('GET', path, { as: 'administrator' })).body
  const makeVenue = async (venue: string) =>
    (await server.ask('POST', '/venues', { as: 'editor', body: { venue, city: 'Turku', address: 'Quay 1' } })).body.id

  test('a save can be undone with the button beside its message, and repeated', async () => {
    const client = await signIn(server, 'editor')
    const path = `/admin/venues/${await makeVenue('Harbour')}`
    const form = inputsOf((await client.get(path)).html)
    assertRedirect(await client.post(path, { ...form, city: 'Tampere' }), path)
    const undo = /action="(\/admin\/undo\/[^"]+)"/
    const [, first = ''] = undo.exec((await client.get(path)).html) ?? []
    ok(!undo.test((await client.get(path)).html), 'the message is shown once')
    assertRedirect(await client.post(first, { to: path }), path)
    equal((await read(path.replace('/admin', ''))).city, 'Turku')
    const [, second = ''] = undo.exec((await client.get(path)).html) ?? []
    assertRedirect(await client.post(second, { to: 'https://elsewhere.example/' }), '/admin/')
    equal((await read(path.replace('/admin', ''))).city, 'Tampere')
  })

  test('an undo after another save changes nothing and says so', async () => {
    const client = await signIn(server, 'editor')
    const id = await makeVenue('Contested')
    const path = `/admin/venues/${id}`
    const form = inputsOf((await client.get(path)).html)
    await client.post(path, { ...form, city: 'Tampere' })
    const [, undo = ''] = /action="(\/admin\/undo\/[^"]+)"/.exec((await client.get(path)).html) ?? []
    await server.ask('POST', `/venues/${id}`, { as: 'administrator', body: { city: 'Oulu' } })
    equal((await client.post(undo, { to: path })).status, 409)
    equal((await read(`/venues/${id}`)).city, 'Oulu')
    equal((await client.post('/admin/undo/no-such-request')).status, 404)
  })

  test('a change shows its fields before and after, and chosen fields or all are restored', async () => {
    const client = await signIn(server, 'editor')
    const id = await makeVenue('Old hall')
    const body = { venue: 'New hall', city: 'Tampere', description: 'Near <b>the</b> river' }
    await server.ask('POST', `/venues/${id}`, { as: 'editor', body })
    const list = await client.get(`/admin/venues/${id}/history`)
    const [, change = ''] = /href="(\/admin\/venues\/\d+\/history\/\d+)"/.exec(list.html) ?? []
    const page = await client.get(change)
    match(page.html, /<del><span class="hidden">removed: <\/span>Old<\/del> hall/)
    match(page.html, /<ins><span class="hidden">added: <\/span>New<\/ins> hall/)
    ok(page.html.includes('&#60;b&#62;the'), 'stored HTML is shown as text')
    const form = inputsOf(page.html)
    equal((await client.post(change, { ...form, which: 'chosen' })).status, 400)
    assertRedirect(await client.post(change, { ...form, which: 'chosen', 'fields[]': 'city' }), `/admin/venues/${id}`)
    let venue = await read(`/venues/${id}`)
    deepEqual([venue.venue, venue.city], ['New hall', 'Turku'])
    equal((await client.post(change, { ...form, which: 'all' })).status, 412, 'the form is older than the record')
    const again = inputsOf((await client.get(change)).html)
    assertRedirect(await client.post(change, { ...again, which: 'all' }), `/admin/venues/${id}`)
    venue = await read(`/venues/${id}`)
    deepEqual([venue.venue, venue.city], ['Old hall', 'Turku'])
  })

  test('nobody sees the history of a record, or undoes a write, that they may not edit', async () => {
    const id = await makeVenue('Of an editor')
    const { headers } = await server.ask('POST', `/venues/${id}`, { as: 'editor', body: { city: 'Secretville' } })
    const [revision] = (await read(`/venues/${id}/revisions`)).revisions
    const author = await signIn(server, 'author')
    for (const path of ['history', `history/${revision.id}`]) {
      const { status, html } = await author.get(`/admin/venues/${id}/${path}`)
      deepEqual([status, html.includes('Secretville')], [403, false], path)
    }
    equal((await author.post(`/admin/venues/${id}/history/${revision.id}`, { which: 'all', version: '2' })).status, 403)
    equal((await author.post(`/admin/undo/${headers['x-request-id']}`)).status, 403)
    equal((await read(`/venues/${id}`)).city, 'Secretville')
  })
})
