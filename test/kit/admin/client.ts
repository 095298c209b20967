import assert from 'node:assert/strict'
import type { BrowserContext } from 'playwright-core'
import { deriveFormTokenOfSession, startSession } from '../../../src/accounts/session-store.ts'
import type { TestCaller } from '../server/accounts.ts'
import type { TestAnswer, TestServer } from '../server/server.ts'

export interface PageAnswer extends TestAnswer {
  /** The HTML document. */
  html: string
  /** Path to which the answer redirects. */
  location: string | undefined
}

/** A browser without script: it stores cookies and sends forms. */
export interface AdminClient {
  /** The cookies, by name. */
  cookies: Map<string, string>
  get(path: string, headers?: Record<string, string>): Promise<PageAnswer>
  /** Sends a form as a page of this site would, with the token of the session unless `fields` has another one. */
  post(path: string, fields?: Record<string, string>, headers?: Record<string, string>): Promise<PageAnswer>
  /** Sends a form with a file as its field `file`. */
  upload(path: string, fields: Record<string, string>, file: { name: string; bytes: Buffer }): Promise<PageAnswer>
}

const ORIGIN = 'http://localhost'

/** A client that has not signed in. */
export function createAdminClient(server: TestServer): AdminClient {
  const cookies = new Map<string, string>()
  const send = async (method: string, path: string, headers: Record<string, string>, body?: string | Buffer) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const sent = { accept: 'text/html', ...(cookie !== '' && { cookie }), ...headers }
    const answer = await server.ask(method, `host:${path}`, { headers: sent, ...(body !== undefined && { body }) })
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) storeCookie(cookies, String(line))
    return { ...answer, html: answer.bytes.toString(), location: answer.headers.location as string | undefined }
  }
  const withToken = (fields: Record<string, string>): Record<string, string> => {
    const session = cookies.get('almanac')
    return { ...(session !== undefined && { form_token: deriveFormTokenOfSession(session) }), ...fields }
  }
  return {
    cookies,
    get: (path, headers = {}) => send('GET', path, headers),
    post(path, fields = {}, headers = {}) {
      const type = 'application/x-www-form-urlencoded'
      return send(
        'POST',
        path,
        { origin: ORIGIN, 'content-type': type, ...headers },
        new URLSearchParams(withToken(fields)).toString(),
      )
    },
    async upload(path, fields, { name, bytes }) {
      const form = new FormData()
      // The file comes first: the fields after it must be read even if it is refused.
      form.append('file', new File([new Uint8Array(bytes)], name))
      for (const [field, text] of Object.entries(withToken(fields))) if (field !== 'file') form.append(field, text)
      const encoded = new Response(form)
      const type = encoded.headers.get('content-type') as string
      const body = Buffer.from(await encoded.arrayBuffer())
      return send('POST', path, { origin: ORIGIN, 'content-type': type }, body)
    },
  }
}

function storeCookie(cookies: Map<string, string>, line: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
  if (/Max-Age=0(;|$)/.test(line)) cookies.delete(name)
  else cookies.set(name, value)
}

/**
 * Starts a session of one of the accounts of a test server, without checking a password. @returns the value of its
 * cookie
 */
export const startTestSession = (
  { db, ids, clock }: Pick<TestServer, 'db' | 'ids' | 'clock'>,
  as: Exclude<TestCaller, 'guest'>,
): Promise<string> => db.transaction((tx) => startSession(tx, ids[as], 'test', clock.now))

/** A client with a session of one of the accounts of the test server. */
export async function signIn(server: TestServer, as: Exclude<TestCaller, 'guest'>): Promise<AdminClient> {
  const client = createAdminClient(server)
  client.cookies.set('almanac', await startTestSession(server, as))
  return client
}

/** Asserts a redirect after a form, with status 303. */
export function assertRedirect({ status, location, html }: PageAnswer, to: string): void {
  assert.deepEqual({ status, location }, { status: 303, location: to }, html.slice(0, 2000))
}

/** Gives a browser a session of one of the accounts of a test server. */
export async function signInInBrowser(
  server: Pick<TestServer, 'db' | 'ids' | 'clock'> & { origin: string },
  context: BrowserContext,
  as: Exclude<TestCaller, 'guest'>,
): Promise<void> {
  await context.addCookies([{ name: 'almanac', value: await startTestSession(server, as), url: server.origin }])
}
