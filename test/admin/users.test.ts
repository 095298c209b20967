import { equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { hasRight } from '../../src/core/caller.ts'
import { sql } from '../../src/db/database.ts'
import { ADMIN_ROUTES } from '../../src/http/admin/admin-routes.ts'
import { assertRedirect, createAdminClient, signIn } from '../kit/admin/client.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { onOwnServer } from '../kit/server/own-server.ts'
import { withServer } from '../kit/server/with-server.ts'

const PASSWORD = 'plum river 47 lamp'
const NEW_USER = { login: 'mina', name: 'Mina Salo', email: 'mina@town.example', role: 'editor' }

forEachEngine('users', (engine) => {
  const server = withServer(engine)
  const basic = (login: string, secret: string) => ({
    authorization: `Basic ${Buffer.from(`${login}:${secret}`).toString('base64')}`,
  })
  const linkIn = (html: string) => /http:\/\/localhost(\/admin\/sign-in\/link\/[\w-]{43})/.exec(html)?.[1] as string
  const secretIn = (html: string) => /<code class="secret">([^<]+)</.exec(html)?.[1] as string

  for (const role of ['subscriber', 'contributor', 'author', 'editor'] as const) {
    test(`every page that needs a right which the role ${role} lacks is refused, and names no user`, async () => {
      const client = await signIn(server, role)
      for (const { path, methods, access } of ADMIN_ROUTES) {
        if (access === 'account' || access === 'anyone' || hasRight({ role }, access)) continue
        for (const method of methods) {
          const address = `/admin${path.replace(':id', String(server.ids.administrator))}`
          const { status, html } = await (method === 'GET' ? client.get(address) : client.post(address))
          equal(status, 403, `${method} ${address}`)
          ok(!html.includes('administrator</'), address)
        }
      }
      ok(!(await client.get('/admin/me')).html.includes('/admin/users'))
    })
  }

  test('without a session, no page is shown and no form is accepted, also with the credentials of an administrator', async () => {
    const client = createAdminClient(server)
    const headers = { authorization: `Bearer ${server.tokens.administrator}` }
    for (const { path, methods, access } of ADMIN_ROUTES) {
      if (access === 'anyone') continue
      const address = `/admin${path.replaceAll(/:\w+/g, '1')}`
      for (const method of methods) {
        const answer = method === 'GET' ? await client.get(address, headers) : await client.post(address, {}, headers)
        equal(answer.status, method === 'GET' ? 303 : 401, `${method} ${address}`)
        if (method === 'GET') match(answer.location ?? '', /^\/admin\/sign-in\?to=/)
      }
    }
  })

  test('a new user gets a link, sets a password and has the rights of the role at once', async () => {
    const admin = await signIn(server, 'administrator')
    const page = await admin.post('/admin/users/new', NEW_USER)
    equal(page.status, 200)
    match((await admin.get('/admin/users')).html, /Mina Salo.*mina@town\.example.*no password yet/s)
    const mina = createAdminClient(server)
    assertRedirect(await mina.post(linkIn(page.html), { new_password: PASSWORD }), '/admin/')
    match((await mina.get('/admin/me')).html, /<dd>Editor<\/dd>/)
    const signedIn = await createAdminClient(server).post('/admin/sign-in', {
      login: NEW_USER.email,
      password: PASSWORD,
    })
    assertRedirect(signedIn, '/admin/')
  })

  for (const [what, fields, message] of [
    ['a login that is taken', { login: 'editor' }, /<a href="#field-login">Login is already used/],
    ['a login with spaces', { login: 'a b' }, /<a href="#field-login">Login must have 1 to 60/],
    ['an address without @', { email: 'nowhere' }, /<a href="#field-email">E-mail address must be/],
    ['an unknown role', { role: 'guest' }, /<a href="#field-role">Role must be one of/],
    ['no name', { name: ' ' }, /<a href="#field-name">Name must/],
  ] as const) {
    test(`${what} is refused at its field, and what was typed is shown again`, async () => {
      const admin = await signIn(server, 'administrator')
      const typed = { ...NEW_USER, login: 'typed', email: 'typed@town.example', ...fields }
      const { status, html } = await admin.post('/admin/users/new', typed)
      equal(status, 400)
      match(html, message)
      for (const text of [typed.login, typed.email]) ok(html.includes(`value="${text}"`), text)
    })
  }

  test('a disabled user can neither sign in nor use the API, until enabled again', async () => {
    const admin = await signIn(server, 'administrator')
    const { html } = await admin.post(`/admin/users/${server.ids.contributor}/link`)
    const link = linkIn(html)
    const user = await signIn(server, 'contributor')
    const me = () => server.ask('GET', 'host:/wp-json/wp/v2/users/me', { as: 'contributor' })
    assertRedirect(
      await admin.post(`/admin/users/${server.ids.contributor}/disable`),
      `/admin/users/${server.ids.contributor}`,
    )
    equal((await user.get('/admin/me')).status, 303)
    equal((await me()).status, 401)
    equal((await createAdminClient(server).get(link)).status, 410)
    match((await admin.get('/admin/users')).html, /disabled/)
    assertRedirect(
      await admin.post(`/admin/users/${server.ids.contributor}/enable`),
      `/admin/users/${server.ids.contributor}`,
    )
    equal((await me()).status, 200)
  })

  test('a change of role applies to the next request, and its audit entry names the administrator', async () => {
    const admin = await signIn(server, 'administrator')
    const fields = { name: 'Other', email: '', role: 'administrator' }
    assertRedirect(await admin.post(`/admin/users/${server.ids.other}`, fields), '/admin/users')
    equal((await server.ask('GET', '/settings', { as: 'other' })).status, 200)
    await admin.post(`/admin/users/${server.ids.other}`, { ...fields, role: 'author' })
    equal((await server.ask('GET', '/settings', { as: 'other' })).status, 403)
    const entry = await server.db.get(sql`SELECT face, login, fields, title FROM audit ORDER BY id DESC LIMIT 1`)
    equal(JSON.stringify(entry), '{"face":"admin","login":"administrator","fields":"name,email,role","title":"other"}')
  })

  test('an e-mail address of another user is refused', async () => {
    const admin = await signIn(server, 'administrator')
    await admin.post(`/admin/users/${server.ids.author}`, { name: 'A', email: 'a@town.example', role: 'author' })
    const fields = { name: 'B', email: 'A@town.example', role: 'editor' }
    const { status, html } = await admin.post(`/admin/users/${server.ids.editor}`, fields)
    equal(status, 400)
    match(html, /<a href="#field-email">/)
  })

  test('the last administrator can be neither disabled nor lowered, also not by two requests at once', async () => {
    await onOwnServer(engine, async (own) => {
      const admin = await signIn(own, 'administrator')
      const path = `/admin/users/${own.ids.administrator}`
      equal((await admin.post(`${path}/disable`)).status, 400)
      match((await admin.post(path, { name: 'A', email: '', role: 'editor' })).html, /last administrator/)
      await admin.post(`/admin/users/${own.ids.editor}`, { name: 'E', email: '', role: 'administrator' })
      const other = await signIn(own, 'editor')
      await Promise.all([admin.post(`/admin/users/${own.ids.editor}/disable`), other.post(`${path}/disable`)])
      const left = await own.db.all(sql`SELECT id FROM account WHERE role = 'administrator' AND disabled_at IS NULL`)
      equal(left.length, 1)
    })
  })

  test('an application password is shown once, works in the API, and no longer when revoked', async () => {
    const client = await signIn(server, 'author')
    const { html } = await client.post('/admin/me/application-passwords', { name: 'phone' })
    const secret = secretIn(html)
    const ask = () => server.ask('GET', 'host:/wp-json/wp/v2/users/me', { headers: basic('author', secret) })
    equal((await ask()).status, 200)
    const list = await client.get('/admin/me/application-passwords')
    ok(!list.html.includes(secret))
    const id = /application-passwords\/(\d+)\/revoke/.exec(list.html)?.[1]
    const stranger = await signIn(server, 'editor')
    equal((await stranger.post(`/admin/me/application-passwords/${id}/revoke`)).status, 404)
    equal((await ask()).status, 200)
    const revoke = `/admin/me/application-passwords/${id}/revoke`
    assertRedirect(await client.post(revoke), '/admin/me/application-passwords')
    equal((await ask()).status, 401)
  })

  test('a token may expire, and invalid names and numbers of days are refused', async () => {
    const client = await signIn(server, 'editor')
    const { html } = await client.post('/admin/me/tokens', { name: 'robot', expires_in_days: '2' })
    const headers = { authorization: `Bearer ${secretIn(html)}` }
    equal((await server.ask('GET', 'host:/wp-json/wp/v2/users/me', { headers })).status, 200)
    match((await client.get('/admin/me/tokens')).html, /17 June 2030/)
    for (const fields of [
      { name: '' },
      { name: 'a\nb' },
      { name: 'x', expires_in_days: '0' },
      { name: 'x', expires_in_days: 'x' },
    ]) {
      equal((await client.post('/admin/me/tokens', fields)).status, 400, JSON.stringify(fields))
    }
  })
})
