import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { OriginOptions } from '../request/origin-of-links.ts'
import { ADMIN_PREFIX, FEED_PATH, SITE_PREFIX } from '../request/parse-request-url.ts'
import { isReadRequest } from '../request/read-and-write-methods.ts'

/**
 * If languages have domains of their own, redirects reads of pages and feeds to the address that links use: `/fr/…` to
 * the domain of French, pages of languages without a domain to the main domain. Admin pages and the form for
 * submissions exist on the main domain only, because a session or a passkey is valid on one domain. Responses of the
 * API are not redirected: clients drop credentials when a redirect leads to another origin.
 */
export function registerLanguageDomainRedirects(
  app: FastifyInstance,
  { publicUrl, languageUrls = {} }: Pick<OriginOptions, 'publicUrl' | 'languageUrls'>,
): void {
  if (publicUrl === undefined || Object.keys(languageUrls).length === 0) return
  app.addHook('onRequest', async (request, reply) => {
    const { raw, address, originalUrl, origin } = request
    const prefix = /^\/[a-z]{2}(?=[/?]|$)/.exec(originalUrl)?.[0] ?? ''
    const hasPrefix = prefix === address.languageRoot
    const path = hasPrefix ? originalUrl.slice(prefix.length) : originalUrl
    const isAdmin = (raw.url ?? '').startsWith(ADMIN_PREFIX)
    const domain = address.language && !isAdmin ? languageUrls[address.language] : undefined
    const isCorrect = origin === (domain ?? publicUrl) && !(domain !== undefined && hasPrefix)
    if (isCorrect || !(isAdmin || isReadOfPageOrFeed(request))) return
    const location =
      domain === undefined ? publicUrl + address.languageRoot + path : domain + path.replace(/^(?!\/)/, '/')
    // A write to the wrong domain gets 303, so the browser shows the page of the form again, on the right domain.
    return reply
      .code(isReadRequest(raw) ? 301 : 303)
      .header('location', location)
      .type('text/plain; charset=utf-8')
      .send('')
  })
}

function isReadOfPageOrFeed({ raw, headers }: FastifyRequest): boolean {
  const route = raw.url ?? ''
  return (
    isReadRequest(raw) &&
    headers.authorization === undefined &&
    (route.startsWith(SITE_PREFIX) || FEED_PATH.test(route))
  )
}
