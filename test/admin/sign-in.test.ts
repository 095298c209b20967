import { equal, match, notEqual, ok } from 'node:assert/strict'
import { before, test } from 'node:test'
import { createPasswordLinkReplacingEarlierLinks, passwordLinkPath } from '../../src/accounts/password-links.ts'
import { SESSIONS_MAX } from '../../src/accounts/session-store.ts'
import { hashNewPassword, replacePasswordAndEndSessions } from '../../src/accounts/store-password.ts'
import { sql } from '../../src/db/database.ts'
import { assertRedirect, createAdminClient, signIn } from '../kit/admin/client.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { onOwnServer } from '../kit/server/own-server.ts'
import { withServer } from '../kit/server/with-server.ts'

const PASSWORD = 'plum river 47 lamp'

forEachEngine('sign-in', (engine) => {
  const server = withServer(engine)
  before(async () => {
    const hash = await hashNewPassword(PASSWORD)
    await server.db.transaction((tx) => replacePasswordAndEndSessions(tx, server.ids.editor, hash))
  })
  const signInWith = (fields: Record<string, string>, headers?: Record<string, string>) =>
    createAdminClient(server).post('/admin/sign-in', fields, headers)

  test('login and password start a session, with a cookie that scripts cannot read', async () => {
    const client = createAdminClient(server)
    const answer = await client.post('/admin/sign-in', { login: 'Editor', password: PASSWORD })
    assertRedirect(answer, '/admin/')
    match(
      [answer.headers['set-cookie']].flat()[0] as string,
      /^almanac=[\w-]{43}; Path=\/; Max-Age=1209600; HttpOnly; SameSite=Lax$/,
    )
    const page = await client.get('/admin/me')
    equal(page.status, 200)
    match(page.html, /<dd>editor<\/dd>/)
    equal(page.headers['cache-control'], 'no-store')
    match(String(page.headers['content-security-policy']), /script-src 'self'.*frame-ancestors 'none'/)
    equal(page.headers['x-robots-tag'], 'noindex')
  })

  test('only the hash of the token is stored', async () => {
    const client = createAdminClient(server)
    await client.post('/admin/sign-in', { login: 'editor', password: PASSWORD })
    const rows = await server.db.all<object>(sql`SELECT * FROM session`)
    ok(!JSON.stringify(rows).includes(client.cookies.get('almanac') as string))
  })

  test('a wrong password, an unknown login and an account without a password get the same page, and the login is kept', async () => {
    const pages = []
    for (const login of ['editor', 'nobody', 'author']) {
      const { status, html, headers } = await signInWith({ login, password: 'wrong wrong wrong' })
      match(html, new RegExp(`value="${login}"`))
      pages.push(`${status} ${headers['set-cookie']} ${html.replaceAll(login, '')}`)
    }
    match(pages[0] as string, /^401 undefined .*do not belong together/s)
    equal(new Set(pages).size, 1)
  })

  for (const [what, headers] of [
    ['another origin', { origin: 'https://evil.example' }],
    ['an opaque origin', { origin: 'null' }],
    ['another site, as the browser says', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling host, as the browser says', { 'sec-fetch-site': 'same-site' }],
    ['nowhere', { origin: '' }],
  ] as const) {
    test(`a form from ${what} is refused, signed in or not`, async () => {
      equal((await signInWith({ login: 'editor', password: PASSWORD }, headers)).status, 403)
      const client = await signIn(server, 'editor')
      equal((await client.post('/admin/sign-out', {}, headers)).status, 403)
      equal((await client.get('/admin/me')).status, 200)
    })
  }

  test('a form without the token of the session is refused', async () => {
    const client = await signIn(server, 'editor')
    for (const form_token of ['', 'x'.repeat(43)]) {
      equal((await client.post('/admin/sign-out', { form_token })).status, 403)
    }
    equal((await client.get('/admin/me')).status, 200)
  })

  test('signing in ends the session of the browser and starts one with a new token', async () => {
    const client = await signIn(server, 'author')
    const before = client.cookies.get('almanac') as string
    await client.post('/admin/sign-in', { login: 'editor', password: PASSWORD })
    notEqual(client.cookies.get('almanac'), before)
    const old = createAdminClient(server)
    old.cookies.set('almanac', before)
    equal((await old.get('/admin/me')).status, 303)
  })

  test('a cookie that the browser was given before signing in is not a session afterwards', async () => {
    const client = createAdminClient(server)
    client.cookies.set('almanac', 'a'.repeat(43))
    await client.post('/admin/sign-in', { login: 'editor', password: PASSWORD })
    notEqual(client.cookies.get('almanac'), 'a'.repeat(43))
  })

  test('a page leads to the sign-in page and back', async () => {
    const client = createAdminClient(server)
    assertRedirect(await client.get('/de/admin/me'), '/de/admin/sign-in?to=%2Fde%2Fadmin%2Fme')
    const page = await client.get('/de/admin/sign-in?to=%2Fde%2Fadmin%2Fme')
    match(page.html, /<html lang="de">.*name="to" value="\/de\/admin\/me"/s)
    assertRedirect(
      await client.post('/de/admin/sign-in', { login: 'editor', password: PASSWORD, to: '/de/admin/me' }),
      '/de/admin/me',
    )
  })

  for (const to of [
    ...['https://evil.example/admin/', '//evil.example/admin/', '/\\evil.example/admin', '\\\\evil.example/admin'],
    ...[
      '/admin/../events/',
      '/administrator',
      'javascript:alert(1)',
      '/admin/\r\nset-cookie: x=y',
      '/admin@evil.example',
    ],
  ]) {
    test(`signing in does not lead to ${JSON.stringify(to)}`, async () => {
      const { status, location = '' } = await signInWith({ login: 'editor', password: PASSWORD, to })
      equal(status, 303)
      match(location, /^\/admin\/[^\\\r\n]*$/)
    })
  }

  test('the API ignores the cookie', async () => {
    const client = await signIn(server, 'administrator')
    const headers = { cookie: `almanac=${client.cookies.get('almanac')}` }
    equal((await server.ask('GET', '/settings', { headers })).status, 401)
    const body = { title: 'Forged', start_date: '2030-07-01 10:00:00', end_date: '2030-07-01 12:00:00' }
    equal((await server.ask('POST', '/events', { headers, body })).status, 401)
  })

  test('admin pages ignore the Authorization header', async () => {
    const { status } = await server.ask('GET', 'host:/admin/me', { as: 'administrator' })
    equal(status, 303)
  })

  test('a session ends by signing out, after 14 days without a request, and with the account', async () => {
    const client = await signIn(server, 'editor')
    const token = client.cookies.get('almanac') as string
    assertRedirect(await client.post('/admin/sign-out'), '/admin/sign-in')
    match((await client.get('/admin/sign-in')).html, /You are signed out/)
    equal(client.cookies.size, 0)
    client.cookies.set('almanac', token)
    equal((await client.get('/admin/me')).status, 303)
    await onOwnServer(engine, async (own) => {
      const other = await signIn(own, 'editor')
      own.clock.now += 14 * 86_400 - 1
      const renewed = await other.get('/admin/me')
      match(String(renewed.headers['set-cookie']), /Max-Age=1209600/)
      own.clock.now += 3599
      equal((await other.get('/admin/me')).headers['set-cookie'], undefined)
      own.clock.now += 14 * 86_400
      equal((await other.get('/admin/me')).status, 303)
    })
  })

  test('an account has at most 50 sessions; the one that was not used for longest ends', async () => {
    const first = await signIn(server, 'other')
    for (let count = 0; count < SESSIONS_MAX; count += 1) await signIn(server, 'other')
    equal((await first.get('/admin/me')).status, 303)
    const { count } = (await server.db.get<{ count: number }>(
      sql`SELECT COUNT(*) AS count FROM session WHERE account_id = ${server.ids.other}`,
    )) as { count: number }
    equal(Number(count), SESSIONS_MAX)
  })

  test('a link sets a password once, signs in, and ends all other sessions', async () => {
    const other = await signIn(server, 'contributor')
    const token = await server.db.transaction((tx) =>
      createPasswordLinkReplacingEarlierLinks(tx, server.ids.contributor, server.clock.now),
    )
    const client = createAdminClient(server)
    match((await client.get(passwordLinkPath(token))).html, /Account: <b>contributor<\/b>/)
    for (const [new_password, message] of [
      ['short', /12 to 200 characters/],
      ['qwertyuiop123', /easy to guess/],
      ['contributor2026', /more in it than your name/],
    ] as const) {
      const refused = await client.post(passwordLinkPath(token), { new_password })
      equal(refused.status, 400)
      match(refused.html, message)
      ok(!refused.html.includes(new_password), 'a password is never sent back')
    }
    assertRedirect(await client.post(passwordLinkPath(token), { new_password: PASSWORD }), '/admin/')
    equal((await client.get('/admin/me')).status, 200)
    equal((await other.get('/admin/me')).status, 303)
    equal((await createAdminClient(server).post(passwordLinkPath(token), { new_password: PASSWORD })).status, 410)
    assertRedirect(await signInWith({ login: 'contributor', password: PASSWORD }), '/admin/')
  })

  test('a newer link replaces an older one, and a link expires after 24 hours', async () => {
    await onOwnServer(engine, async (own) => {
      const create = () =>
        own.db.transaction((tx) => createPasswordLinkReplacingEarlierLinks(tx, own.ids.author, own.clock.now))
      const [older, newer] = [await create(), await create()]
      const client = createAdminClient(own)
      equal((await client.get(passwordLinkPath(older))).status, 410)
      equal((await client.get(passwordLinkPath(newer))).status, 200)
      own.clock.now += 86_400
      equal((await client.get(passwordLinkPath(newer))).status, 410)
    })
  })

  test('without TLS, nobody signs in from another computer', async () => {
    const headers = { host: '192.0.2.7', origin: 'http://192.0.2.7' }
    await onOwnServer(
      engine,
      async (own) => {
        const answer = await createAdminClient(own).get('/admin/sign-in', headers)
        equal(answer.status, 403)
        match(answer.html, /encrypted connection/)
      },
      { allowedHosts: ['192.0.2.7'] },
    )
  })

  test('with TLS, the cookie has the prefix __Host- and the attribute Secure', async () => {
    await onOwnServer(
      engine,
      async (own) => {
        const hash = await hashNewPassword(PASSWORD)
        await own.db.transaction((tx) => replacePasswordAndEndSessions(tx, own.ids.editor, hash))
        const client = createAdminClient(own)
        const fields = { login: 'editor', password: PASSWORD }
        const answer = await client.post('/admin/sign-in', fields, { origin: 'https://calendar.example' })
        match([answer.headers['set-cookie']].flat()[0] as string, /^__Host-almanac=[\w-]{43}; .*; Secure$/)
        equal((await client.get('/admin/me')).status, 200)
      },
      { publicUrl: 'https://calendar.example' },
    )
  })
})
