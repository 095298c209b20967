import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { describe, test } from 'node:test'
import { addPasskey } from '../../src/accounts/passkey-store.ts'
import { hashNewPassword, replacePasswordAndEndSessions } from '../../src/accounts/store-password.ts'
import { type AdminClient, assertRedirect, createAdminClient, signIn } from '../kit/admin/client.ts'
import { openMenu } from '../kit/admin/open-menu.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { violationsOf, withPage } from '../kit/pages/browser.ts'
import { withListeningServer, withServer } from '../kit/server/with-server.ts'

const PASSWORD = 'plum river 47 lamp'

// The browser does the same with both engines, so one is enough.
describe('passkeys in a browser', () => {
  const server = withListeningServer('sqlite', async ({ db, ids }) => {
    const hash = await hashNewPassword(PASSWORD)
    await db.transaction((tx) => replacePasswordAndEndSessions(tx, ids.editor, hash))
  })

  test('a passkey is created, signs in without a password, and no longer when removed', async (t) => {
    // The relying party of a passkey is a host name, so the address must not be 127.0.0.1.
    const origin = server.origin.replace('127.0.0.1', 'localhost')
    await withPage(t, { origin, width: 375, expected: [/401 \(Unauthorized\)/] }, async (page, context) => {
      const devtools = await context.newCDPSession(page)
      await devtools.send('WebAuthn.enable')
      const options = {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
      } as const
      await devtools.send('WebAuthn.addVirtualAuthenticator', {
        options: { ...options, isUserVerified: true, automaticPresenceSimulation: true },
      })
      await page.goto('/admin/sign-in')
      await page.getByLabel('Login or e-mail address').fill('editor')
      await page.getByLabel('Password').fill(PASSWORD)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.waitForURL('**/admin/')
      await page.goto('/admin/me/passkeys')
      await page.getByLabel('Name').fill('laptop')
      await page.getByRole('button', { name: 'Add a passkey' }).click()
      await page.getByRole('cell', { name: 'laptop' }).waitFor()
      deepEqual(await violationsOf(page), [])
      await openMenu(page)
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
      await page.waitForURL('**/admin/')
      await page.goto('/admin/me')
      equal(await page.locator('.facts dd').nth(1).innerText(), 'editor')
      await page.goto('/admin/me/passkeys')
      await page.getByRole('button', { name: 'Remove' }).click()
      await page.getByText('Revoked.').waitFor()
      await openMenu(page)
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
      await page.getByRole('link', { name: /was not accepted/ }).waitFor()
    })
  })
})

/** A passkey as an authenticator stores it. */
function createAuthenticator() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const [xBytes, yBytes] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]
  // COSE (RFC 9053): a map with key type 2, algorithm ES256, curve P-256 and the two coordinates.
  const start = Buffer.from('a5010203262001215820', 'hex')
  const key = Buffer.concat([start, xBytes, Buffer.from('225820', 'hex'), yBytes])
  const id = randomBytes(16).toString('base64url')
  return {
    id,
    publicKey: key.toString('base64url'),
    /** Signs a challenge like a device on which the user was verified, for the page of an origin. */
    respond(challenge: string, origin = 'http://localhost', flags = 0x05): string {
      const client = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge, origin, crossOrigin: false }))
      const hash = (data: Buffer | string) => createHash('sha256').update(data).digest()
      const data = Buffer.concat([hash('localhost'), Buffer.from([flags, 0, 0, 0, 1])])
      const signature = sign('sha256', Buffer.concat([data, hash(client)]), privateKey)
      const text = (bytes: Buffer) => bytes.toString('base64url')
      const response = { clientDataJSON: text(client), authenticatorData: text(data), signature: text(signature) }
      return JSON.stringify({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response })
    },
  }
}

forEachEngine('signing in with a passkey', (engine) => {
  const device = createAuthenticator()
  const server = withServer(engine, {}, async ({ db, ids, clock }) => {
    const passkey = { account_id: ids.editor, credential_id: device.id, public_key: device.publicKey, counter: 0 }
    await db.transaction((tx) => addPasskey(tx, { ...passkey, transports: '', name: 'laptop' }, clock.now))
  })
  const challengeFor = async (client: AdminClient) =>
    (await client.post('/admin/sign-in/passkey/options')).body.challenge

  test('a signed challenge starts a session, and only once', async () => {
    const client = createAdminClient(server)
    const passkey = device.respond(await challengeFor(client))
    assertRedirect(await client.post('/admin/sign-in/passkey', { passkey }), '/admin/')
    match((await client.get('/admin/me')).html, /<dd>editor<\/dd>/)
    equal((await createAdminClient(server).post('/admin/sign-in/passkey', { passkey })).status, 401)
  })

  test('a challenge that is invented, expired or signed for another site or without verifying the user is refused', async () => {
    const client = createAdminClient(server)
    const attempt = async (passkey: string) => (await client.post('/admin/sign-in/passkey', { passkey })).status
    equal(await attempt(device.respond(randomBytes(32).toString('base64url'))), 401)
    equal(await attempt(device.respond(await challengeFor(client), 'http://localhost.evil.example')), 401)
    equal(await attempt(device.respond(await challengeFor(client), 'http://localhost', 0x01)), 401)
    const late = await challengeFor(client)
    server.clock.now += 301
    equal(await attempt(device.respond(late)), 401)
  })
})

forEachEngine('passkeys that are not valid', (engine) => {
  const server = withServer(engine)

  for (const passkey of ['', '{', 'null', '[]', '{"id":"x"}', '{"id":"x","response":{"clientDataJSON":"e30"}}']) {
    test(`signing in with ${passkey || 'nothing'} is refused, and storing it too`, async () => {
      const client = createAdminClient(server)
      const { status, html, headers } = await client.post('/admin/sign-in/passkey', { passkey })
      equal(status, 401)
      match(html, /was not accepted/)
      equal(headers['set-cookie'], undefined)
      const user = await signIn(server, 'editor')
      equal((await user.post('/admin/me/passkeys', { name: 'x', passkey })).status, 400)
    })
  }

  test('each request for options gets a new challenge, from pages of this site only', async () => {
    const client = createAdminClient(server)
    const options = async () => (await client.post('/admin/sign-in/passkey/options')).body
    const [one, other] = [await options(), await options()]
    ok(one.challenge !== other.challenge)
    equal(one.rpId, 'localhost')
    equal((await client.post('/admin/sign-in/passkey/options', {}, { origin: 'https://evil.example' })).status, 403)
    equal((await client.post('/admin/me/passkeys/options')).status, 401)
  })
})
