import type { FastifyReply, FastifyRequest } from 'fastify'
import { CalendarError, Problems } from '../../core/errors.ts'
import { createValueForEachFace } from '../../core/faces.ts'
import { attachDocumentationToSchema, Type } from '../../core/schema/field-types.ts'
import { createParameterSet } from '../../core/schema/parameter-set.ts'
import { createRequestScope, type Services } from '../request/create-request-scope.ts'
import { sendJson } from '../response/send-json.ts'
import { createHandlerThatChecksParametersAndRight } from '../routes/handler-that-checks-parameters-and-right.ts'
import type { OptionsResponder } from '../routes/register-routes.ts'
import type { DocumentedRoute } from '../routes/route.ts'
import { describeEndpointForRouteIndex, type Endpoint, type Endpoints } from './endpoints-of-api.ts'

/** Parameters that the route index documents for its own route. Their values are not validated. */
const indexParameters = (namespace: string) =>
  createParameterSet(
    Type.Object({
      namespace: Type.Optional(attachDocumentationToSchema(Type.String(), { default: namespace })),
      context: Type.Optional(attachDocumentationToSchema(Type.String(), { default: 'view' })),
    }),
  )

/** The route `/` of an API, which returns the route index: a list of all routes of the API. */
export const indexRoute = (
  services: Services,
  endpoints: Endpoints,
  base: NonNullable<DocumentedRoute['base']> = 'namespace',
): DocumentedRoute => ({
  base,
  path: '/',
  methods: ['GET'],
  id: 'readIndex',
  verb: 'read',
  group: 'site',
  resource: 'site',
  responseSchema: 'Index',
  failures: ['rest_invalid_namespace'],
  ...createHandlerThatChecksParametersAndRight(services, {
    right: 'anyone',
    respond({ request, reply, scope }) {
      const { face, urls } = scope
      const { namespace } = request.query as { namespace?: unknown }
      if (namespace !== undefined && namespace !== face.namespace) throw new CalendarError('rest_invalid_namespace')
      const below = endpoints(face).filter((endpoint) => endpoint.base === base)
      const routes = below.map((endpoint) => [
        `/${face.namespace}${endpoint.pattern}`,
        {
          namespace: face.namespace,
          ...describeEndpointForRouteIndex(endpoint, scope),
          _links: Object.keys(endpoint.keys).length > 0 ? {} : { self: [{ href: urls.namespaceRoot + endpoint.path }] },
        },
      ])
      return sendJson(reply, { namespace: face.namespace, routes: Object.fromEntries(routes) })
    },
  }),
  parameters: createValueForEachFace(({ namespace }) => indexParameters(namespace)),
})

/**
 * Creates the function that responds to OPTIONS requests. The response is the entry of the requested path in the route
 * index.
 */
export function createResponderToOptionsRequests(
  services: Services,
  endpoints: Endpoints,
  more: (endpoint: Endpoint) => object = () => ({}),
): OptionsResponder<DocumentedRoute> {
  return async (request: FastifyRequest, reply: FastifyReply, { path }) => {
    const problems = new Problems()
    const query = request.query as Record<string, unknown>
    const scope = await createRequestScope(services, request, query, problems)
    const { face } = scope
    problems.throwIfAny()
    const endpoint = endpoints(face).find((one) => one.path === path) as Endpoint

    return sendJson(reply, {
      namespace: face.namespace,
      ...describeEndpointForRouteIndex(endpoint, scope),
      ...more(endpoint),
    })
  }
}
