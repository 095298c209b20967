import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { startSession } from '../../src/accounts/session-store.ts'
import { createAdminClient, signIn } from '../kit/admin/client.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { violationsOf, withPage } from '../kit/pages/browser.ts'
import { withListeningServer, withServer } from '../kit/server/with-server.ts'

forEachEngine('links to admin pages on public pages', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)

  test('a user gets links to what the user may edit, and nobody else gets any', async () => {
    const { id } = await make.event({ title: 'Open day', start_date: '2031-03-01 10:00', end_date: '2031-03-01 11:00' })
    const body = { title: 'Secret', status: 'draft', start_date: '2031-03-01 10:00', end_date: '2031-03-01 11:00' }
    const secret = (await server.ask('POST', '/events', { as: 'editor', body })).body.id
    const links = async (as: 'editor' | 'author' | 'subscriber', page: string, root = '') => {
      const client = await signIn(server, as)
      const answer = await client.get(`${root}/admin/edit-links?page=${encodeURIComponent(page)}`)
      return JSON.parse(answer.html)
    }
    const create = { path: '/admin/events/new', label: 'New event' }
    const edit = { path: `/admin/events/${id}`, label: 'Edit' }
    deepEqual(await links('editor', '/event/open-day/'), { edit, create })
    deepEqual(await links('author', '/event/open-day/'), { create })
    deepEqual(await links('subscriber', '/event/open-day/'), {})
    deepEqual(await links('editor', '/de/event/open-day/', '/de'), {
      edit: { path: `/de/admin/events/${id}`, label: 'Bearbeiten' },
      create: { path: '/de/admin/events/new', label: 'Neue Veranstaltung' },
    })
    const draft = `/?post_type=tribe_events&p=${secret}`
    deepEqual(await links('author', draft), { create })
    equal((await links('editor', draft)).edit.path, `/admin/events/${secret}`)
    for (const page of ['/events/month/', '/no/such/page', '/admin/users', 'x', '//', '/event/%']) {
      deepEqual(await links('editor', page), { create }, page)
    }
    equal((await createAdminClient(server).get('/admin/edit-links?page=%2Fevent%2Fopen-day%2F')).status, 303)
  })

  test('pages have the same bytes for a browser that is signed in, and signing out removes both cookies', async () => {
    const client = await signIn(server, 'editor')
    client.cookies.set('almanac-signed-in', '1')
    equal((await client.get('/')).html, (await createAdminClient(server).get('/')).html)
    await client.post('/admin/sign-out')
    deepEqual([client.cookies.has('almanac'), client.cookies.has('almanac-signed-in')], [false, false])
  })
})

// Pages look the same on both engines.
const listening = withListeningServer('sqlite')

test('the script adds the links for users who are signed in, and asks for nothing otherwise', async (t) => {
  await withPage(t, { origin: listening.origin }, async (page, context) => {
    const body = { title: 'Open day', start_date: '2030-06-20 10:00', end_date: '2030-06-20 11:00', status: 'publish' }
    await listening.send('POST', '/events', { as: 'editor', body })
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto('/event/open-day/')
    ok(!asked.some((path) => path.startsWith('/admin')))
    const token = await listening.db.transaction((tx) =>
      startSession(tx, listening.ids.editor, 'test', listening.clock.now),
    )
    await context.addCookies([
      { name: 'almanac', value: token, url: listening.origin },
      { name: 'almanac-signed-in', value: '1', url: listening.origin },
    ])
    await page.goto('/event/open-day/')
    await page.getByRole('link', { name: 'Edit' }).waitFor()
    deepEqual(await violationsOf(page), [])
    await page.goto('/events/month/2030-06/')
    const day = page.getByRole('link', { name: 'New event: 2030-06-21' })
    await day.waitFor()
    deepEqual(await violationsOf(page), [])
    await day.click()
    equal(await page.getByLabel('Start', { exact: true }).inputValue(), '2030-06-21')
  })
})
