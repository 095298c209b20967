import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { assertRedirect, signIn } from '../kit/admin/client.ts'
import { inputsOf } from '../kit/admin/inputs.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { onSqlite } from '../kit/engines/engines.ts'
import { withServer } from '../kit/server/with-server.ts'

onSqlite('languages side by side', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)
  const read = async (path: string) => (await server.ask('GET', path, { as: 'administrator' })).body
  const event = async (title: string, more: object = {}) =>
    (await make.event({ title, start_date: '2031-03-01 10:00', end_date: '2031-03-01 11:00', ...more })).id as number

  test('a text is written beside the original, and the next event without the language follows', async () => {
    const client = await signIn(server, 'editor')
    const [first, second] = [await event('River walk', { description: 'Along the river.' }), await event('Hill walk')]
    const path = (id: number) => `/admin/events/${id}/texts/de`
    ok(/Deutsch<\/a> <span class="badge">missing/.test((await client.get(`/admin/events/${first}`)).html))
    const page = await client.get(path(first))
    match(page.html, /Along the river/)
    const form = inputsOf(page.html)
    equal((await client.post(path(first), { ...form, title: '' })).status, 400)
    const typed = { ...form, title: 'Flussspaziergang', description: 'Am Fluss.' }
    assertRedirect(await client.post(path(first), { ...typed, action: 'next' }), path(second))
    const german = await read(`/events/${first}?translation_language=de`)
    deepEqual([german.title, german.slug], ['Flussspaziergang', 'flussspaziergang'])
    const last = inputsOf((await client.get(path(second))).html)
    const answer = await client.post(path(second), { ...last, title: 'Hügel', action: 'next' })
    assertRedirect(answer, '/admin/events')
    for (const wrong of ['en', 'xx']) equal((await client.get(`/admin/events/${first}/texts/${wrong}`)).status, 404)
  })

  test('an outdated text shows what has changed in the original since, until it is saved', async () => {
    const client = await signIn(server, 'editor')
    const { id } = await make.venue({ venue: 'Old mill' })
    await server.ask('PUT', `/venues/${id}/translations/de`, { as: 'editor', body: { venue: 'Alte Mühle' } })
    server.clock.now += 60
    await server.ask('POST', `/venues/${id}`, { as: 'editor', body: { venue: 'Old water mill' } })
    ok((await client.get(`/admin/venues/${id}`)).html.includes('older than the original'))
    const page = await client.get(`/admin/venues/${id}/texts/de`)
    match(page.html, /Old <ins>.*water <\/ins>mill/)
    server.clock.now += 60
    await client.post(`/admin/venues/${id}/texts/de`, inputsOf(page.html))
    ok(!(await client.get(`/admin/venues/${id}`)).html.includes('older than the original'))
  })

  test('a newer save of somebody else is shown, and what was typed is not lost', async () => {
    const client = await signIn(server, 'editor')
    const { id } = await make.tag({ name: 'Outdoors' })
    const path = `/admin/tags/${id}/texts/de`
    const form = inputsOf((await client.get(path)).html)
    await server.ask('PUT', `/tags/${id}/translations/de`, { as: 'editor', body: { name: 'Draußen' } })
    const answer = await client.post(path, { ...form, name: 'Im Freien' })
    equal(answer.status, 409)
    match(answer.html, /Draußen/)
    equal(inputsOf(answer.html).name, 'Im Freien')
    await client.post(path, inputsOf(answer.html))
    equal((await read(`/tags/${id}?translation_language=de`)).name, 'Im Freien')
    assertRedirect(await client.post(`${path}/remove`), `/admin/tags/${id}`)
    equal((await read(`/tags/${id}?translation_language=de`)).name, 'Outdoors')
  })

  test('nobody reads or writes the texts of a record that they may not edit', async () => {
    const id = await event('Secret plan', { status: 'draft' })
    const client = await signIn(server, 'contributor')
    const page = await client.get(`/admin/events/${id}/texts/de`)
    deepEqual([page.status, page.html.includes('Secret plan')], [404, false])
    equal((await client.post(`/admin/events/${id}/texts/de`, { title: 'Geheim', version: '1' })).status, 404)
    equal((await client.post(`/admin/events/${id}/texts/de/remove`)).status, 404)
  })
})
