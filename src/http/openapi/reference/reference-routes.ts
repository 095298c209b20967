import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Services } from '../../request/create-request-scope.ts'
import { createHandlerThatChecksParametersAndRight } from '../../routes/handler-that-checks-parameters-and-right.ts'
import type { DocumentedRoute, Route } from '../../routes/route.ts'
import type { Endpoints } from '../endpoints-of-api.ts'
import { SHARED_EXAMPLES } from '../examples-of-shared-routes.ts'

/** The route of the API reference, an HTML page made from the OpenAPI document. */
export const apiReferenceRoute = (services: Services, endpoints: Endpoints): DocumentedRoute => ({
  path: '/docs',
  methods: ['GET'],
  id: 'readReference',
  verb: 'read',
  group: 'site',
  resource: 'site',
  responseSchema: 'page',
  failures: [],
  ...createHandlerThatChecksParametersAndRight(services, {
    right: 'anyone',
    async respond({ reply, scope }) {
      // These modules are imported at the first request for the page, so that the server starts faster.
      const [{ buildOpenApiDocument }, { REFERENCE_POLICY, renderApiReferencePage }] = await Promise.all([
        import('../build-openapi-document.ts'),
        import('./api-reference-page.ts'),
      ])
      const { face, language, urls } = scope
      const inputs = { ...scope, endpoints: endpoints(face), examples: SHARED_EXAMPLES }
      const document = buildOpenApiDocument(inputs) as unknown as Parameters<typeof renderApiReferencePage>[0]
      const root = new URL(urls.namespaceRoot).pathname
      const address = `${root}/doc?${face.languageParameter}=${language}`
      reply.headers({ 'content-security-policy': REFERENCE_POLICY, 'referrer-policy': 'no-referrer' })
      reply.cacheUntil = Number.POSITIVE_INFINITY
      return reply
        .type('text/html; charset=utf-8')
        .send(renderApiReferencePage(document, { language, style: `${root}${STYLE.path}`, address }))
    },
  }),
})

const FOREVER = 'public, max-age=31536000, immutable'

const asset = (name: string) => new URL(`../../../pages/assets/${name}`, import.meta.url)
const FONT = new URL(import.meta.resolve('@fontsource/fraunces/files/fraunces-latin-600-normal.woff2'))

/** Describes a file of the reference, whose path contains a hash of its content. */
function fileOf(name: string, type: string, content: Buffer | string) {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 10)
  return { path: `/docs/${hash}/${name}`, type, content }
}

/** The style sheet of the API reference: the colours, font and basic elements of the other pages, and its own rules. */
const STYLE = fileOf(
  'reference.css',
  'text/css; charset=utf-8',
  ['styles/0-base.css', 'reference.css'].map((name) => readFileSync(asset(name), 'utf8')).join('\n'),
)

/** The routes of the files that the API reference loads. */
export const apiReferenceFileRoutes = (): Route[] =>
  [
    STYLE,
    {
      ...fileOf('fraunces.woff2', 'font/woff2', readFileSync(FONT)),
      path: STYLE.path.replace('reference.css', 'fraunces.woff2'),
    },
  ].map(({ path, type, content }) => ({
    path,
    methods: ['GET'],
    right: 'anyone',
    handle: (_request, reply) => reply.header('cache-control', FOREVER).type(type).send(content),
  }))
