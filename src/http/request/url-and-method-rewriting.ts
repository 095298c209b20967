import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { NATIVE } from '../../core/faces.ts'
import type { Language } from '../../core/language.ts'
import type { DomainLanguageReader } from './origin-of-links.ts'
import { parseRequestUrl, type RequestAddress } from './parse-request-url.ts'

/**
 * The parsed URL of each request in progress. Stored when the URL is rewritten for the router, and read by the
 * `onRequest` hook.
 */
const ADDRESSES = new WeakMap<IncomingMessage, RequestAddress>()

const OVERRIDES = ['PUT', 'PATCH', 'DELETE']

/**
 * Creates the function that rewrites URLs before the router runs: it removes the prefixes for API and language. If a
 * POST has a method override (`X-HTTP-Method-Override` or `_method`), it also replaces the method.
 */
export function createUrlAndMethodRewriter(languages: readonly Language[], domainLanguageOf: DomainLanguageReader) {
  return (raw: IncomingMessage): string => {
    const { address, route } = parseRequestUrl(raw.url ?? '/', languages, domainLanguageOf(raw))
    ADDRESSES.set(raw, address)
    // A method override applies only to POST: if it applied to GET, following a link could delete data
    // (docs/compatibility.md).
    if (raw.method === 'POST') raw.method = overriddenMethod(raw, route) ?? 'POST'
    return route
  }
}

function overriddenMethod({ headers }: IncomingMessage, route: string): string | undefined {
  const override = headers['x-http-method-override'] ?? /[?&]_method=(\w+)/.exec(route)?.[1]
  return OVERRIDES.find((method) => method === String(override).toUpperCase())
}

/** Sets `address`, `language` and `origin` of each request. */
export function setAddressLanguageAndOriginOfRequests(
  app: FastifyInstance,
  languages: readonly Language[],
  originOf: (raw: IncomingMessage) => string,
): void {
  app.decorateRequest('address', null as unknown as RequestAddress)
  app.decorateRequest('language', languages[0] as Language)
  app.decorateRequest('origin', '')
  app.addHook('onRequest', async (request) => {
    request.address = ADDRESSES.get(request.raw) ?? { face: NATIVE, languageRoot: '', language: undefined }
    request.language = request.address.language ?? (languages[0] as Language)
    request.origin = originOf(request.raw)
  })
}
