import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/**
 * Whether a POST comes from a page of this site: browsers say so in `Sec-Fetch-Site` or, on unencrypted connections, in
 * `Origin`. A request with neither header is refused.
 */
export function isSameOriginRequest({ headers, origin }: Pick<FastifyRequest, 'headers' | 'origin'>): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const { origin: sender = '', host = '' } = headers
  if (sender === origin) return true
  // The host of the sender is compared with the host that this request names: without PUBLIC_URL, the origin of links
  // may have another host.
  return URL.canParse(sender) && new URL(sender).host === host
}

/** Compares two secrets in a time that does not depend on where they differ. */
export const areSecretsEqual = (one: unknown, other: string) =>
  typeof one === 'string' && one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/**
 * The path to go to after signing in.
 * @param to the path in the request, which anybody can have written
 * @returns undefined unless it is a path of an admin page of this site
 */
export function parseSafeReturnPath(to: unknown, origin: string): string | undefined {
  if (typeof to !== 'string' || to.length > 2000 || !URL.canParse(to, origin)) return undefined
  const url = new URL(to, origin)
  if (url.origin !== origin || !/^(\/[a-z]{2})?\/(admin|submit)(\/|$)/.test(url.pathname)) return undefined
  return url.pathname + url.search
}
