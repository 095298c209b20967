import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { SESSION_SECONDS } from '../../accounts/session-store.ts'

type WithOrigin = Pick<FastifyRequest, 'origin'>

/**
 * The cookies of the admin pages. `session`: the token of the session. `notice`: the message for the next page.
 * `oidc`: the token of a sign-in with the identity provider, and the page that follows.
 * `signed-in`: tells the script of public pages, which cannot read the others, that a user is signed in.
 */
type CookieName = 'session' | 'notice' | 'signed-in' | 'oidc'

const NAMES: Record<CookieName, string> = {
  session: 'almanac',
  notice: 'almanac-notice',
  'signed-in': 'almanac-signed-in',
  oidc: 'almanac-oidc',
}

const isEncrypted = ({ origin }: WithOrigin) => origin.startsWith('https:')

/**
 * With TLS, the prefix makes browsers refuse cookies that another host or an unencrypted connection has set (RFC
 * 6265bis, 4.1.3).
 */
const prefixed = (request: WithOrigin, name: CookieName) => `${isEncrypted(request) ? '__Host-' : ''}${NAMES[name]}`

/** Whether browsers store the cookie of a session: with TLS, or if the server runs on the computer of the browser. */
export const canBrowserStoreSessionCookie = (request: WithOrigin) =>
  isEncrypted(request) || isLoopback(new URL(request.origin).hostname)

const isLoopback = (host: string) => /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(host)

/** The value of a cookie; undefined if the request has none, or several with this name. */
export function readAdminCookie(request: WithOrigin & { raw: IncomingMessage }, name: CookieName): string | undefined {
  const start = `${prefixed(request, name)}=`
  const found = (request.raw.headers.cookie ?? '').split(/; */).filter((pair) => pair.startsWith(start))
  return found.length === 1 ? (found[0] as string).slice(start.length) : undefined
}

/** Sets the cookies of a session. @param token empty if the session has ended */
export function setSessionCookies(request: WithOrigin, reply: FastifyReply, token: string): void {
  setAdminCookie(request, reply, 'session', token)
  setAdminCookie(request, reply, 'signed-in', token === '' ? '' : '1')
}

/**
 * Sets a cookie. Browsers send it with requests from pages of this site, and when a link of another site opens a page
 * (`SameSite=Lax`).
 */
export function setAdminCookie(request: WithOrigin, reply: FastifyReply, name: CookieName, value: string): void {
  const seconds = value === '' ? 0 : LIFETIMES[name]
  const secure = isEncrypted(request) ? '; Secure' : ''
  const hidden = name === 'signed-in' ? '' : '; HttpOnly'
  reply.header(
    'set-cookie',
    `${prefixed(request, name)}=${value}; Path=/; Max-Age=${seconds}${hidden}; SameSite=Lax${secure}`,
  )
}

/** How long browsers store each cookie, in seconds. */
const LIFETIMES: Record<CookieName, number> = {
  session: SESSION_SECONDS,
  notice: 60,
  'signed-in': SESSION_SECONDS,
  oidc: 300,
}
