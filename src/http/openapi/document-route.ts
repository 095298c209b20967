import type { Services } from '../request/scope.ts'
import { sendJson } from '../response/json.ts'
import { checkedHandler } from '../routes/checked-handler.ts'
import type { DocumentedRoute } from '../routes/route.ts'
import type { Endpoint } from './endpoints.ts'

/** The OpenAPI document of a face and language. Built for each request, which takes a few milliseconds. */
export const documentRoute = (services: Services, endpoints: () => readonly Endpoint[]): DocumentedRoute => ({
  path: '/doc',
  methods: ['GET'],
  id: 'readDocument',
  verb: 'read',
  group: 'site',
  resource: 'site',
  answer: 'Document',
  failures: [],
  ...checkedHandler(services, {
    right: 'anyone',
    async respond({ reply, scope }) {
      // Imported with the first request: the start of the server does not wait for it.
      const { buildOpenApiDocument } = await import('./document.ts')
      return sendJson(reply, buildOpenApiDocument({ ...scope, endpoints: endpoints() }))
    },
  }),
})
