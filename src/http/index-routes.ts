import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AnyCollection } from '../collections/collection.ts'
import { CalendarError, Problems } from '../core/errors.ts'
import { API } from './address.ts'
import { answer } from './answers.ts'
import { describeEndpoint, type Endpoint, endpointsOf } from './endpoints.ts'
import { type Services, scopeOf } from './scope.ts'

/** The index of routes at the namespace root, and OPTIONS on every route, which says the same of one. */
export function indexRoutes(app: FastifyInstance, services: Services, collections: readonly AnyCollection[]): void {
  const endpoints = endpointsOf(collections)

  app.get(`${API}/`, async (request, reply) => {
    const problems = new Problems()
    const query = request.query as Record<string, unknown>
    const { face, language, site, urls } = await scopeOf(services, request, query, problems)
    problems.throwIfAny()
    if (query.namespace !== undefined && query.namespace !== face.namespace) {
      throw new CalendarError('rest_invalid_namespace')
    }
    reply.header('allow', 'GET')
    const routes = endpoints.map((endpoint) => [
      `/${face.namespace}${endpoint.pattern}`,
      {
        namespace: face.namespace,
        ...describeEndpoint(endpoint, face, language, site),
        _links: endpoint.path.includes('{') ? {} : { self: [{ href: urls.namespaceRoot + endpoint.path }] },
      },
    ])
    return answer(reply, { namespace: face.namespace, routes: Object.fromEntries(routes) })
  })

  for (const endpoint of endpoints) {
    app.options(`${API}${endpoint.url}`, async (request, reply) => {
      const { face, language, site } = await scopeOf(services, request, {}, new Problems())
      reply.header('allow', allowed(endpoint, request))
      return answer(reply, { namespace: face.namespace, ...describeEndpoint(endpoint, face, language, site) })
    })
  }
}

const allowed = (endpoint: Endpoint, { caller }: FastifyRequest) => (endpoint.canCreate?.(caller) ? 'GET, POST' : 'GET')
