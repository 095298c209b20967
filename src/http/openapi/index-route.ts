import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CalendarError, Problems } from '../../core/errors.ts'
import { API_PREFIX } from '../request/address.ts'
import { createScope, type Services } from '../request/scope.ts'
import { sendJson } from '../response/json.ts'
import { describeEndpoint, type Endpoint } from './endpoints.ts'

/** The index of routes at the namespace root, and OPTIONS on every route, which says the same of one. */
export function registerIndexRoute(app: FastifyInstance, services: Services, endpoints: readonly Endpoint[]): void {
  const below = endpoints.filter(({ at }) => at === 'namespace')

  app.get(`${API_PREFIX}/`, { onRequest: allowGet }, async (request, reply) => {
    const query = request.query as Record<string, unknown>
    const problems = new Problems()
    const { face, language, site, urls } = await createScope(services, request, query, problems)
    problems.throwIfAny()
    if (query.namespace !== undefined && query.namespace !== face.namespace) {
      throw new CalendarError('rest_invalid_namespace')
    }
    const routes = below.map((endpoint) => [
      `/${face.namespace}${endpoint.pattern}`,
      {
        namespace: face.namespace,
        ...describeEndpoint(endpoint, face, language, site),
        _links: Object.keys(endpoint.keys).length > 0 ? {} : { self: [{ href: urls.namespaceRoot + endpoint.path }] },
      },
    ])
    return sendJson(reply, { namespace: face.namespace, routes: Object.fromEntries(routes) })
  })

  for (const endpoint of below) {
    app.options(`${API_PREFIX}${endpoint.url}`, async (request, reply) => {
      const problems = new Problems()
      const query = request.query as Record<string, unknown>
      const { face, language, site } = await createScope(services, request, query, problems)
      problems.throwIfAny()
      reply.header('allow', endpoint.allowed(request.caller))
      return sendJson(reply, { namespace: face.namespace, ...describeEndpoint(endpoint, face, language, site) })
    })
  }
}

/** Set before anything can be refused, so that a refusal says it too (contract). */
export async function allowGet(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('allow', 'GET')
}
