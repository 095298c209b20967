import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { IdentityProviderSettings } from '../../src/accounts/identity-provider-client.ts'
import { findSession } from '../../src/accounts/session-store.ts'
import { sql } from '../../src/db/database.ts'
import { type AdminClient, createAdminClient, signIn } from '../kit/admin/client.ts'
import { type Grant, startProvider, type TestProvider } from '../kit/admin/identity-provider.ts'
import { openMenu } from '../kit/admin/open-menu.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { violationsOf, withPage } from '../kit/pages/browser.ts'
import type { TestServer } from '../kit/server/server.ts'
import { withListeningServer, withServer } from '../kit/server/with-server.ts'

const START = '/admin/sign-in/oidc'
const verified = (sub: string, email: string) => ({ sub, email, email_verified: true })
const past = Math.floor(Date.now() / 1000) - 3600

forEachEngine('OpenID Connect', (engine) => {
  // The server reads the settings when a user signs in, so that tests can change them.
  const oidc = { newRole: undefined } as IdentityProviderSettings
  let provider: TestProvider
  before(async () => {
    provider = await startProvider()
    Object.assign(oidc, provider.settings)
  })
  after(() => provider.close())
  const server = withServer(engine, { oidc }, async ({ db }) => {
    await db.transaction(async (tx) => {
      for (const login of ['author', 'editor', 'administrator'])
        await tx.run(sql`UPDATE account SET email = ${`${login}@town.example`} WHERE login = ${login}`)
    })
  })

  /** Follows the redirect to the provider and back. */
  async function signInWith(client: AdminClient, grant: Grant, start = START) {
    const { status, location } = await client.get(start)
    equal(status, 303)
    return client.get(provider.signIn(location as string, grant))
  }
  const loginOf = async ({ cookies }: AdminClient) =>
    (await findSession(server.db, cookies.get('almanac') ?? '', server.clock.now))?.login

  test('a user signs in to the account with the verified address, and then by the subject', async () => {
    const client = createAdminClient(server)
    match((await client.get('/admin/sign-in?to=/admin/events')).html, /Sign in with Town hall/)
    const start = await client.get(`${START}?to=/admin/events`)
    const url = new URL(start.location as string)
    equal(`${url.origin}${url.pathname}`, `${oidc.issuer}/authorize`)
    equal(url.searchParams.get('redirect_uri'), 'http://localhost/admin/sign-in/oidc/back')
    equal(url.searchParams.get('code_challenge_method'), 'S256')
    match(String(start.headers['set-cookie']), /^almanac-oidc=[^;]+; Path=\/; Max-Age=300; HttpOnly; SameSite=Lax$/)
    const back = await client.get(provider.signIn(url.href, { claims: verified('1', 'Editor@Town.example') }))
    deepEqual([back.status, back.location], [303, '/admin/events'])
    ok(!client.cookies.has('almanac-oidc'))
    equal(await loginOf(client), 'editor')
    const { body } = await server.ask('GET', '/audit?collection=users', { as: 'administrator' })
    deepEqual([body.audit[0].user, body.audit[0].fields], ['editor', ['identity']])
    const other = createAdminClient(server)
    equal((await signInWith(other, { claims: { sub: '1', email: 'renamed@town.example' } })).location, '/admin/')
    equal(await loginOf(other), 'editor')
    equal(provider.requests.get('/.well-known/openid-configuration'), 1)
    equal(new URL((await other.get(START)).location as string).searchParams.get('prompt'), 'login', 'asks again')
    match((await other.get('/admin/me/proof?to=/admin/me/password')).html, /oidc\?to=%2Fadmin%2Fme%2Fpassword/)
  })

  const editor = verified('1', 'editor@town.example')
  for (const [what, grant] of [
    ['for another request (nonce)', { claims: { ...editor, nonce: 'another' } }],
    ['for another client (audience)', { claims: { ...editor, aud: 'another' } }],
    ['of another issuer', { claims: { ...editor, iss: 'https://evil.example' } }],
    ['that has expired', { claims: { ...editor, iat: past, exp: past + 60 } }],
    ['with a wrong signature', { claims: editor, hasWrongKey: true }],
    ['without a subject', { claims: { email: 'editor@town.example', email_verified: true } }],
  ] as const) {
    test(`an ID token ${what} is refused`, async () => {
      const client = createAdminClient(server)
      const { status, html } = await signInWith(client, grant)
      equal(status, 401)
      match(html, /has failed or was cancelled/)
      ok(!client.cookies.has('almanac'))
    })
  }

  for (const [what, change] of [
    ['with another state', (path: string) => path.replace(/state=[^&]*/, 'state=another')],
    ['of another issuer (mix-up)', (path: string) => path.replace(/iss=[^&]*/, 'iss=https%3A%2F%2Fevil.example')],
    ['with an error', (path: string) => path.replace(/code=[^&]*/, 'error=access_denied')],
    ['with an unknown code', (path: string) => path.replace(/code=[^&]*/, 'code=another')],
    ['without parameters', (path: string) => path.replace(/\?.*/, '')],
  ] as const) {
    test(`an answer ${what} is refused`, async () => {
      const client = createAdminClient(server)
      const { location } = await client.get(START)
      const { status } = await client.get(change(provider.signIn(location as string, { claims: editor })))
      equal(status, 401)
      ok(!client.cookies.has('almanac'))
    })
  }

  test('an answer is valid once, and in one browser', async () => {
    const client = createAdminClient(server)
    const { location } = await client.get(START)
    const back = provider.signIn(location as string, { claims: editor })
    equal((await createAdminClient(server).get(back)).status, 401, 'without the cookie')
    const thief = createAdminClient(server)
    await thief.get(START)
    equal((await thief.get(back)).status, 401, 'with the cookie of another sign-in')
    const cookie = client.cookies.get('almanac-oidc') as string
    equal((await client.get(back)).status, 303)
    equal((await client.get(back)).status, 401, 'without the cookie, which was deleted')
    client.cookies.set('almanac-oidc', cookie)
    equal((await client.get(back)).status, 401, 'with a used code')
  })

  test('users without an account of their own are refused, and read why', async () => {
    const refusal = async (claims: Grant['claims']) => {
      const { status, html } = await signInWith(createAdminClient(server), { claims })
      equal(status, 401)
      return /field-login">([^<]*)</.exec(html)?.[1]
    }
    const unverified = 'The identity provider has not verified your e-mail address, so no account can be found.'
    equal(await refusal({ sub: '2', email: 'author@town.example' }), unverified)
    equal(await refusal({ sub: '2', email: 'author@town.example', email_verified: 'yes' }), unverified)
    equal(await refusal({ sub: '2' }), unverified)
    match(String(await refusal(verified('2', 'nobody@town.example'))), /no account here/)
    match(String(await refusal(verified('3', 'editor@town.example'))), /belongs to another user/)
    await disable(server, 'author', server.clock.now)
    match(String(await refusal(verified('4', 'author@town.example'))), /disabled/)
    await disable(server, 'editor', server.clock.now)
    match(String(await refusal(editor)), /disabled/)
    for (const login of ['author', 'editor']) await disable(server, login, null)
    equal((await server.db.all(sql`SELECT subject FROM identity`)).length, 1)
  })

  test('new accounts get the role of the setting, or that which the provider assigns', async () => {
    oidc.newRole = 'contributor'
    const roles = async () =>
      Object.fromEntries(
        (
          await server.db.all<{ login: string; role: string; display_name: string }>(
            sql`SELECT login, role, display_name FROM account WHERE email LIKE 'new%'`,
          )
        ).map(({ login, role, display_name }) => [login, `${role} ${display_name}`]),
      )
    const one = { ...verified('5', 'new.one@town.example'), name: 'Aino', preferred_username: 'editor' }
    equal((await signInWith(createAdminClient(server), { claims: one })).status, 303)
    deepEqual(await roles(), { 'new.one': 'contributor Aino' }, 'the login "editor" is taken')
    oidc.roleClaim = 'realm.roles'
    const as = (roles: unknown) => ({ claims: { ...one, realm: { roles } } })
    const client = createAdminClient(server)
    await signInWith(client, as(['offline', 'author', 'editor']))
    deepEqual(await roles(), { 'new.one': 'editor Aino' })
    equal((await client.get('/admin/submissions')).status, 200)
    await signInWith(createAdminClient(server), as('subscriber'))
    deepEqual(await roles(), { 'new.one': 'subscriber Aino' })
    equal((await client.get('/admin/submissions')).status, 303, 'a change of role ends other sessions')
    await signInWith(createAdminClient(server), as(['guest', 'king']))
    deepEqual(await roles(), { 'new.one': 'subscriber Aino' }, 'other values change nothing')
    oidc.newRole = undefined
    oidc.roleClaim = undefined
  })

  test('a path of another site is not followed after signing in', async () => {
    for (const to of ['https://evil.example/admin', '//evil.example/admin', '/\\evil.example']) {
      const back = await signInWith(
        createAdminClient(server),
        { claims: editor },
        `${START}?to=${encodeURIComponent(to)}`,
      )
      equal(back.location, '/admin/')
    }
    const client = createAdminClient(server)
    const { location } = await client.get(START)
    const [token] = (client.cookies.get('almanac-oidc') as string).split('.')
    client.cookies.set('almanac-oidc', `${token}.${Buffer.from('https://evil.example/admin').toString('base64url')}`)
    equal((await client.get(provider.signIn(location as string, { claims: editor }))).location, '/admin/')
  })

  test('while the provider is down, users read that, and sign in with a password', async () => {
    const client = createAdminClient(server)
    const { location } = await client.get(START)
    provider.setDown(true)
    server.clock.now += 3600
    const start = await createAdminClient(server).get(`/de${START}`)
    equal(start.status, 503)
    match(start.html, /antwortet nicht/)
    match(start.html, /autocomplete="current-password"/)
    equal((await client.get(provider.signIn(location as string, { claims: editor }))).status, 503)
    provider.setDown(false)
    server.clock.now += 5
    equal((await signInWith(client, { claims: editor })).status, 303)
    equal((await (await signIn(server, 'editor')).get('/admin')).status, 200)
  })
})

forEachEngine('without an identity provider', (engine) => {
  const server = withServer(engine)

  test('its addresses do not exist', async () => {
    const client = createAdminClient(server)
    ok(!(await client.get('/admin/sign-in')).html.includes(START))
    for (const path of [START, `${START}/back`]) equal((await client.get(path)).status, 404)
  })
})

const disable = (server: TestServer, login: string, at: number | null) =>
  server.db.transaction((tx) => tx.run(sql`UPDATE account SET disabled_at = ${at} WHERE login = ${login}`))

// The browser does the same with both engines, so one is enough.
describe('OpenID Connect in a browser', () => {
  const oidc = { newRole: undefined } as IdentityProviderSettings
  let provider: TestProvider
  const server = withListeningServer(
    'sqlite',
    async ({ db }) => {
      provider = await startProvider()
      Object.assign(oidc, provider.settings)
      await db.transaction((tx) => tx.run(sql`UPDATE account SET email = 'editor@town.example' WHERE login = 'editor'`))
    },
    { oidc },
  )
  after(() => provider.close())

  for (const javaScriptEnabled of [true, false]) {
    test(`a user signs in at the provider and comes back, ${javaScriptEnabled ? 'with' : 'without'} script`, async (t) => {
      provider.offer({ claims: verified('1', 'editor@town.example') })
      // Another host than that of the provider, so that browsers treat the way back as a link from another site.
      const origin = server.origin.replace('127.0.0.1', 'localhost')
      const options = {
        origin,
        alsoFrom: [oidc.issuer],
        width: 375,
        javaScriptEnabled,
        expected: [/401 \(Unauthorized\)/],
      }
      await withPage(t, options, async (page, context) => {
        await page.goto('/admin/venues')
        if (javaScriptEnabled) deepEqual(await violationsOf(page), [])
        await page.getByRole('link', { name: 'Sign in with Town hall' }).click()
        equal(await page.title(), 'Town hall')
        await page.getByRole('link', { name: 'Continue' }).click()
        await page.waitForURL('**/admin/venues')
        await page.getByRole('heading', { name: 'Places', exact: true }).waitFor()
        const names = (await context.cookies()).map(({ name }) => name)
        ok(names.includes('almanac') && !names.includes('almanac-oidc'), String(names))
        await openMenu(page)
        await page.getByRole('button', { name: 'Sign out' }).click()
        provider.offer({ claims: verified('2', 'stranger@town.example') })
        await page.getByRole('link', { name: 'Sign in with Town hall' }).click()
        await page.getByRole('link', { name: 'Continue' }).click()
        await page.getByRole('alert').filter({ hasText: 'Please correct this' }).waitFor()
        ok(!(await context.cookies()).some(({ name }) => name === 'almanac'))
      })
    })
  }
})
