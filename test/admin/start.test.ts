import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../src/db/database.ts'
import { assertRedirect, createAdminClient, signIn } from '../kit/admin/client.ts'
import { inputsOf } from '../kit/admin/inputs.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { withServer } from '../kit/server/with-server.ts'

forEachEngine('start page and trash', (engine) => {
  const server = withServer(engine)
  const make = async (title: string, status: string, as: 'editor' | 'author' | 'contributor' = 'editor') => {
    const body = { title, status, start_date: '2030-06-17 10:00', end_date: '2030-06-17 11:00' }
    const answer = await server.ask('POST', '/events', { as, body })
    equal(answer.status, 201, JSON.stringify(answer.body))
    return answer.body.id as number
  }
  const statusOf = async (id: number) => {
    const { status, body } = await server.ask('GET', `/events/${id}`, { as: 'administrator' })
    return status === 200 ? body.status : status
  }

  test('an address without a page, or a method that no page takes, is 404', async () => {
    const editor = await signIn(server, 'editor')
    for (const client of [editor, createAdminClient(server)]) {
      for (const path of ['/admin/nothing', '/admin/events/1/nothing', '/admin//events']) {
        const { status, html } = await client.get(path)
        equal(status, 404, path)
        match(html, /This page does not exist/)
        equal((await client.post(path, { title: 'Nothing' })).status, 404, path)
      }
      equal((await client.post('/admin/audit')).status, 404)
      for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS'])
        equal((await server.ask(method, 'host:/admin/events')).status, 404, method)
    }
    equal((await server.ask('HEAD', 'host:/admin/sign-in')).status, 200)
    equal((await editor.get('/de/admin/Events/')).status, 200)
  })

  test('the start page lists what waits for each role, and nothing of others', async () => {
    await make('Draft of the author', 'draft', 'author')
    await make('Draft of the editor', 'draft')
    await make('To be reviewed', 'pending', 'contributor')
    await make('Public dance', 'publish')
    const author = (await (await signIn(server, 'author')).get('/admin/')).html
    for (const [title, isShown] of [
      ['Draft of the author', true],
      ['Draft of the editor', false],
      ['To be reviewed', false],
      ['Public dance', true],
    ] as const)
      equal(author.includes(title), isShown, title)
    const editor = (await (await signIn(server, 'editor')).get('/admin/')).html
    for (const title of ['Draft of the editor', 'To be reviewed']) ok(editor.includes(title), title)
    ok(!editor.includes('Draft of the author'))
    match(editor, /<a href="\/admin\/events\?language=de">Deutsch<\/a>: \d+ entr/)
    assertRedirect(await (await signIn(server, 'subscriber')).get('/admin/'), '/admin/me')
  })

  test('editors see how many submissions wait and how many came in the last seven days', async () => {
    const day = 86_400
    for (const [token, state, sentAt] of [
      ['a', 'waiting', server.clock.now - 8 * day],
      ['b', 'waiting', server.clock.now - day],
      ['c', 'refused', server.clock.now - day],
      ['d', 'unconfirmed', server.clock.now],
    ] as const) {
      await server.db.transaction((tx) =>
        tx.run(sql`INSERT INTO submission (token_hash, form_nonce, state, language, title, start_date, fields, content_hash,
            sender_name, sender_email, message, network_hash, sent_at)
          VALUES (${token}, ${token}, ${state}, 'en', 'Fair', '', '{}', '', 'A', 'a@b.example', '', '', ${sentAt})`),
      )
    }
    const { html } = await (await signIn(server, 'editor')).get('/admin/')
    match(html, /href="\/admin\/submissions">Waiting for a decision: 2</)
    match(html, /Received in the last seven days: 2</)
    ok(!(await (await signIn(server, 'author')).get('/admin/')).html.includes('Waiting for a decision'))
  })

  test('events without a text in a language are listed until they have one', async () => {
    const client = await signIn(server, 'editor')
    const id = await make('Untranslated talk', 'publish')
    match((await client.get('/admin/events?language=de')).html, /Untranslated talk/)
    await server.ask('PUT', `/events/${id}/translations/de`, { as: 'editor', body: { title: 'Vortrag' } })
    ok(!(await client.get('/admin/events?language=de')).html.includes('Untranslated talk'))
    match((await client.get('/admin/events?language=fi')).html, /Untranslated talk/)
  })

  test('several records come back from the trash at once, or none', async () => {
    const client = await signIn(server, 'editor')
    const ids = [await make('Thrown away', 'publish'), await make('Also thrown away', 'publish')]
    const kept = await make('In use', 'publish')
    for (const id of ids) await client.post(`/admin/events/${id}/trash`)
    match((await client.get('/admin/trash')).html, /Also thrown away<\/a><\/td><td[^>]*>editor</)
    equal((await client.post('/admin/trash', { action: 'restore' })).status, 400)
    const records = (some: number[]) => Object.fromEntries(some.map((id, at) => [`records[${at}]`, `events:${id}`]))
    equal((await client.post('/admin/trash', { action: 'restore', ...records([...ids, kept]) })).status, 400)
    deepEqual(await Promise.all(ids.map(statusOf)), ['trash', 'trash'])
    assertRedirect(await client.post('/admin/trash', { action: 'restore', ...records(ids) }), '/admin/trash')
    deepEqual(await Promise.all(ids.map(statusOf)), ['draft', 'draft'])
    const [, undo = ''] = /action="(\/admin\/undo\/[^"]+)"/.exec((await client.get('/admin/trash')).html) ?? []
    await client.post(undo, { to: '/admin/trash' })
    deepEqual(await Promise.all(ids.map(statusOf)), ['trash', 'trash'])
  })

  test('editors delete for good after a question; authors cannot, and see only their own', async () => {
    const id = await make('Doomed', 'publish')
    const editor = await signIn(server, 'editor')
    await editor.post(`/admin/events/${id}/trash`)
    const author = await signIn(server, 'author')
    ok(!(await author.get('/admin/trash')).html.includes('Doomed'))
    for (const action of ['restore', 'delete-now']) {
      equal((await author.post('/admin/trash', { action, 'records[]': `events:${id}` })).status, 403, action)
    }
    ok(!(await author.post('/admin/trash', { action: 'delete', 'records[]': `events:${id}` })).html.includes('Doomed'))
    const question = await editor.post('/admin/trash', { action: 'delete', 'records[]': `events:${id}` })
    match(question.html, /Doomed/)
    equal(await statusOf(id), 'trash')
    const form = inputsOf(question.html)
    assertRedirect(await editor.post('/admin/trash', { ...form, action: 'delete-now' }), '/admin/trash')
    equal(await statusOf(id), 404)
    equal((await editor.post('/admin/trash', { action: 'restore', 'records[]': 'events:0' })).status, 404)
  })

  test('a draft is shown as its public page to those who may edit it, with what everybody may see', async () => {
    const venue = { venue: 'Unannounced place', status: 'draft' }
    const body = { title: 'Soon', status: 'draft', start_date: '2030-06-17 10:00', end_date: '2030-06-17 11:00', venue }
    const { id } = (await server.ask('POST', '/events', { as: 'editor', body })).body
    const page = await (await signIn(server, 'editor')).get(`/admin/events/${id}/preview`)
    deepEqual([page.status, page.headers['cache-control']], [200, 'no-store, private'])
    ok(page.html.includes('<h1>Soon</h1>') && page.html.includes('noindex'))
    ok(!page.html.includes('Unannounced place'))
    const { status, html } = await (await signIn(server, 'author')).get(`/admin/events/${id}/preview`)
    deepEqual([status, html.includes('Soon')], [404, false])
  })

  test('the preview of a repeated event that is a draft, and of one of its dates, is shown', async () => {
    const when = { start_date: '2031-06-17 10:00', end_date: '2031-06-17 11:00' }
    const body = { ...when, title: 'Choir to come', status: 'draft', recurrence: 'RRULE:FREQ=WEEKLY;COUNT=3' }
    const { id } = (await server.ask('POST', '/events', { as: 'editor', body })).body
    const { events } = (await server.ask('GET', `/events/${id}/occurrences`, { as: 'editor' })).body
    equal(events.length, 3)
    const editor = await signIn(server, 'editor')
    for (const shown of [id, events[1].id]) {
      const { status, html } = await editor.get(`/admin/events/${shown}/preview`)
      deepEqual([status, html.includes('<h1>Choir to come</h1>')], [200, true], html.slice(0, 2000))
    }
  })

  test('a link shows a draft to people without an account, until it expires or is ended', async () => {
    const id = await make('Shared early', 'draft')
    const client = await signIn(server, 'editor')
    const share = async () => {
      const { html } = await client.post(`/admin/events/${id}/share`)
      return /http:\/\/localhost(\/admin\/shared\/[\w-]{43})/.exec(html)?.[1] ?? ''
    }
    const visitor = createAdminClient(server)
    const first = await share()
    const page = await visitor.get(first)
    deepEqual([page.status, page.headers['cache-control']], [200, 'no-store, private'])
    ok(page.html.includes('<h1>Shared early</h1>'))
    assertRedirect(await client.post(`/admin/events/${id}/share/end`), `/admin/events/${id}`)
    equal((await visitor.get(first)).status, 404)
    const second = await share()
    server.clock.now += 14 * 86_400
    equal((await visitor.get(second)).status, 404)
    server.clock.now -= 14 * 86_400
    equal((await visitor.get(second)).status, 200)
    await server.ask('DELETE', `/events/${id}`, { as: 'editor' })
    equal((await visitor.get(second)).status, 404)
    equal((await visitor.get(`/admin/shared/${'x'.repeat(43)}`)).status, 404)
    const author = await signIn(server, 'author')
    equal((await author.post(`/admin/events/${id}/share`)).status, 404)
  })

  test('a duplicate starts with the fields of the event, and is a new one', async () => {
    const client = await signIn(server, 'editor')
    const id = await make('Every month', 'publish')
    const page = await client.get(`/admin/events/new?from=${id}`)
    const answer = await client.post('/admin/events/new', { ...inputsOf(page.html), action: 'draft' })
    const copy = Number(answer.location?.split('/').pop())
    ok(copy > id)
    const { body } = await server.ask('GET', `/events/${copy}`, { as: 'editor' })
    deepEqual([body.title, body.status, body.start_date], ['Every month', 'draft', '2030-06-17 10:00:00'])
    const hidden = await make('Private plan', 'draft')
    const contributor = await signIn(server, 'contributor')
    ok(!(await contributor.get(`/admin/events/new?from=${hidden}`)).html.includes('Private plan'))
  })
})
