import { generateKeyPairSync, hash, type KeyObject, randomUUID, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { IdentityProviderSettings } from '../../../src/accounts/identity-provider-client.ts'

/** What the ID token for one code contains, and what is wrong with it. */
export interface Grant {
  claims: Record<string, unknown>
  /** Signs with a key that is not among the keys of the provider. */
  hasWrongKey?: boolean
}

/**
 * An identity provider on 127.0.0.1. Most tests ask it for codes; in a browser, its page has one link, with which the
 * user given to `offer` signs in.
 */
export interface TestProvider {
  settings: IdentityProviderSettings
  /**
   * Answers an authorization request as the provider would after the user has signed in.
   * @param providerSignInUrl address to which the calendar has redirected the browser
   * @returns path and query to which the browser is sent back
   */
  signIn(providerSignInUrl: string, grant: Grant): string
  /** Sets the user who can sign in on the page of the provider. */
  offer(grant: Grant): void
  /** Answers all requests with 503 until it is called again with false. */
  setDown(isDown: boolean): void
  /** Numbers of requests by path. */
  requests: Map<string, number>
  close(): Promise<void>
}

const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })
const SECRET = 'secret of the calendar'
const LIFETIME_SECONDS = 300

export async function startProvider(): Promise<TestProvider> {
  const key = newKey()
  const grants = new Map<string, Grant & { nonce: string; challenge: string }>()
  const requests = new Map<string, number>()
  let isDown = false
  let offered: Grant = { claims: {} }
  let issuer = ''
  const server = createServer((request, response) => void handle(request, response))
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '', 'http://host').pathname
    requests.set(path, (requests.get(path) ?? 0) + 1)
    if (path === '/authorize') return void respondWithPage(response, signIn(`${issuer}${request.url}`, offered))
    const [status, body] = isDown ? [503, {}] : await respond(path, request)
    response.writeHead(status, { 'content-type': 'application/json', connection: 'close' }).end(JSON.stringify(body))
  }
  async function respond(path: string, request: IncomingMessage): Promise<[status: number, body: object]> {
    if (path === '/.well-known/openid-configuration') return [200, metadataOf(issuer)]
    if (path === '/keys') {
      return [200, { keys: [{ ...key.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'ES256', use: 'sig' }] }]
    }
    if (path !== '/token') return [404, {}]
    const sent = new URLSearchParams(await textOf(request))
    const grant = grants.get(sent.get('code') ?? '')
    grants.delete(sent.get('code') ?? '')
    const isClient =
      request.headers.authorization === `Basic ${btoa(`calendar:${encodeURIComponent(SECRET).replaceAll('%20', '+')}`)}`
    if (!grant || !isClient || challengeOf(sent.get('code_verifier') ?? '') !== grant.challenge) {
      return [400, { error: 'invalid_grant' }]
    }
    const now = Math.floor(Date.now() / 1000)
    const { nonce, claims, hasWrongKey } = grant
    const times = { iat: now, exp: now + LIFETIME_SECONDS }
    const payload = { iss: issuer, aud: 'calendar', nonce, ...times, ...claims }
    const idToken = signToken(hasWrongKey ? newKey().privateKey : key.privateKey, payload)
    return [200, { access_token: randomUUID(), token_type: 'Bearer', id_token: idToken }]
  }
  function signIn(providerSignInUrl: string, grant: Grant): string {
    const { searchParams } = new URL(providerSignInUrl)
    const code = randomUUID()
    const [nonce, challenge] = ['nonce', 'code_challenge'].map((name) => searchParams.get(name) ?? '')
    grants.set(code, { ...grant, nonce: nonce as string, challenge: challenge as string })
    const query = new URLSearchParams({ code, state: searchParams.get('state') ?? '', iss: issuer })
    return `${searchParams.get('redirect_uri')}?${query}`
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    settings: {
      issuer,
      clientId: 'calendar',
      clientSecret: SECRET,
      name: 'Town hall',
      scopes: 'openid email profile',
      newRole: undefined,
      roleClaim: undefined,
    },
    requests,
    offer: (grant) => {
      offered = grant
    },
    setDown: (value) => {
      isDown = value
    },
    signIn(providerSignInUrl, grant) {
      const { pathname, search } = new URL(signIn(providerSignInUrl, grant))
      return pathname + search
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** The page on which the user signs in. */
const respondWithPage = (response: ServerResponse, address: string) =>
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8', connection: 'close' })
    .end(
      `<!doctype html><title>Town hall</title><link rel="icon" href="data:,"><a href="${address.replaceAll('&', '&amp;')}">Continue</a>`,
    )

const metadataOf = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['ES256'],
  authorization_response_iss_parameter_supported: true,
})

const challengeOf = (verifier: string) => hash('sha256', verifier, 'base64url')

function signToken(key: KeyObject, payload: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${part({ alg: 'ES256', kid: 'one' })}.${part(payload)}`
  return `${text}.${sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
