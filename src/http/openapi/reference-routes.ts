import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../request/scope.ts'
import { negotiateCoding } from '../response/content-coding.ts'
import { checkedHandler } from '../routes/checked-handler.ts'
import type { DocumentedRoute, Route } from '../routes/route.ts'
import { LIBRARY_FILES, LIBRARY_VERSION, type LibraryFile, readLibraryFile } from './reference-files.ts'
import { PAGE_SCRIPT, PAGE_STYLE, referencePagePolicy, renderReferencePage } from './reference-page.ts'

const FOREVER = 'public, max-age=31536000, immutable'

/** The route of the API reference page, which shows the OpenAPI document and can send requests. */
export const referenceRoute = (services: Services): DocumentedRoute => ({
  path: '/docs',
  methods: ['GET'],
  id: 'readReference',
  verb: 'read',
  group: 'site',
  resource: 'site',
  answer: 'page',
  failures: [],
  ...checkedHandler(services, {
    right: 'anyone',
    respond({ reply, scope: { face, language, site, urls } }) {
      const root = new URL(urls.namespaceRoot).pathname
      const files = `${root}/docs`
      const document = `${root}/doc?${face.languageParameter}=${language}`
      const title = `${site.title} API`
      reply.headers({ 'content-security-policy': referencePagePolicy(urls.origin), 'referrer-policy': 'no-referrer' })
      reply.type('text/html; charset=utf-8')
      return reply.send(
        renderReferencePage({ title, language, files, library: `${files}/${LIBRARY_VERSION}`, document }),
      )
    },
  }),
})

/** The routes of the files that the API reference page loads. */
export const referenceFileRoutes = (): Route[] => [
  ownFile('page.js', 'text/javascript; charset=utf-8', PAGE_SCRIPT),
  ownFile('page.css', 'text/css; charset=utf-8', PAGE_STYLE),
  ...Object.entries(LIBRARY_FILES).map(([name, type]) => libraryFileRoute(name as LibraryFile, type)),
]

/**
 * The route of a small file that belongs to this project and not to Swagger UI. Browsers revalidate the file on every
 * use.
 */
const ownFile = (name: string, type: string, text: string): Route => ({
  path: `/docs/${name}`,
  methods: ['GET'],
  right: 'anyone',
  handle: (_request, reply) => reply.header('cache-control', 'no-cache').type(type).send(text),
})

const libraryFileRoute = (name: LibraryFile, type: string): Route => ({
  path: `/docs/${LIBRARY_VERSION}/${name}`,
  methods: ['GET'],
  right: 'anyone',
  hooks: { onSend: addVaryByCoding },
  async handle(request, reply) {
    const coding = negotiateCoding(request.headers['accept-encoding'])
    reply.headers({ 'cache-control': FOREVER, ...(coding && { 'content-encoding': coding }) })
    return reply.type(type).send(await readLibraryFile(name, coding))
  },
})

/**
 * Adds `Accept-Encoding` to the header `Vary`: an `onSend` hook, which must run after the hook that sets the API
 * headers.
 */
async function addVaryByCoding(_request: FastifyRequest, reply: FastifyReply, payload: unknown) {
  reply.header('vary', `${reply.getHeader('vary')}, Accept-Encoding`)
  return payload
}
