import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { NATIVE } from '../../core/faces.ts'
import type { Language } from '../../core/language.ts'
import { parseRequestUrl, type RequestAddress } from './address.ts'

/** What the address of a raw request was before it was rewritten. */
const ADDRESSES = new WeakMap<IncomingMessage, RequestAddress>()

const OVERRIDES = ['PUT', 'PATCH', 'DELETE']

/** Runs before the router: takes face and language root off the address, and lets a POST stand for another method. */
export function createUrlRewriter(languages: readonly Language[]) {
  return (raw: IncomingMessage): string => {
    const { address, route } = parseRequestUrl(raw.url ?? '/', languages)
    ADDRESSES.set(raw, address)
    // Only on POST: a GET that deletes would be a trap (see docs/compatibility.md).
    if (raw.method === 'POST') raw.method = overriddenMethod(raw, route) ?? 'POST'
    return route
  }
}

function overriddenMethod({ headers }: IncomingMessage, route: string): string | undefined {
  const wanted = headers['x-http-method-override'] ?? /[?&]_method=(\w+)/.exec(route)?.[1]
  return OVERRIDES.find((method) => method === String(wanted).toUpperCase())
}

/** Gives each request its address, language and the origin its links have. */
export function registerAddressing(
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
