import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problems } from '../../core/errors.ts'
import { API_PREFIX } from '../request/address.ts'
import { createScope, type Services } from '../request/scope.ts'
import { negotiateCoding } from '../response/content-coding.ts'
import { allowGet } from './index-route.ts'
import { LIBRARY_FILES, LIBRARY_VERSION, type LibraryFile, libraryFile } from './reference-files.ts'
import { PAGE_SCRIPT, PAGE_STYLE, pagePolicy, referencePage } from './reference-page.ts'

const FOREVER = 'public, max-age=31536000, immutable'

/** The reference page of the API, where things can be tried, with everything it needs. */
export function registerReferenceRoutes(app: FastifyInstance, services: Services): void {
  app.get(`${API_PREFIX}/docs`, { onRequest: allowGet }, async (request, reply) => {
    const problems = new Problems()
    const scope = await createScope(services, request, request.query as Record<string, unknown>, problems)
    problems.throwIfAny()
    const { face, language, site, urls } = scope
    const root = new URL(urls.namespaceRoot).pathname
    const files = `${root}/docs`
    const document = `${root}/doc?${face.languageParameter}=${language}`
    const title = `${site.title} API`
    reply.headers({ 'content-security-policy': pagePolicy(urls.origin), 'referrer-policy': 'no-referrer' })
    reply.type('text/html; charset=utf-8')
    return reply.send(referencePage({ title, language, files, library: `${files}/${LIBRARY_VERSION}`, document }))
  })
  own(app, 'page.js', 'text/javascript; charset=utf-8', PAGE_SCRIPT)
  own(app, 'page.css', 'text/css; charset=utf-8', PAGE_STYLE)
  for (const [name, type] of Object.entries(LIBRARY_FILES)) {
    const url = `${API_PREFIX}/docs/${LIBRARY_VERSION}/${name}`
    app.get(url, { onRequest: allowGet, onSend: varies }, async (request, reply) => {
      const coding = negotiateCoding(request.headers['accept-encoding'])
      reply.headers({ 'cache-control': FOREVER, ...(coding && { 'content-encoding': coding }) })
      return reply.type(type).send(await libraryFile(name as LibraryFile, coding))
    })
  }
}

/** Small enough to be asked for again each time; an entity tag makes that cheap. */
function own(app: FastifyInstance, name: string, type: string, text: string): void {
  app.get(`${API_PREFIX}/docs/${name}`, { onRequest: allowGet }, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').type(type).send(text),
  )
}

/** Hooks of a route run last, after the one that makes the headers of the API. */
async function varies(_request: FastifyRequest, reply: FastifyReply, payload: unknown) {
  reply.header('vary', `${reply.getHeader('vary')}, Accept-Encoding`)
  return payload
}
