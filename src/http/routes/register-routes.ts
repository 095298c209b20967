import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { FILE_TYPE } from '../request/multipart.ts'
import { API_PREFIX, SITE_PREFIX, TEC_V1_PREFIX, WORDPRESS_PREFIX } from '../request/parse-request-url.ts'
import { addHeadToGet } from '../request/read-and-write-methods.ts'
import { createAllowHeaderValues } from './allow-header.ts'
import {
  type CheckedRoute,
  createParameterNameCheck,
  doesRouteListAllParameters,
  type ResponseFields,
} from './check-parameter-names.ts'
import { groupRoutesByPath, type Route } from './route.ts'
import { convertToRouterPath } from './syntax-of-route-paths.ts'

/** A function that responds to OPTIONS requests to one path. */
export type OptionsResponder<R extends Route> = (
  request: FastifyRequest,
  reply: FastifyReply,
  address: { path: string; routes: readonly R[] },
) => Promise<FastifyReply> | FastifyReply

interface Options<R extends Route> {
  /**
   * Responds to OPTIONS requests. If undefined, no route for OPTIONS is registered; nor is one for pages and files,
   * which are outside the APIs (`base: 'host'`).
   */
  describe?: OptionsResponder<R>
  /** Fields that clients may send back in writes; by default none. */
  responseFields?: ResponseFields<R>
}

const ROOTS = { namespace: API_PREFIX, 'tec/v1': TEC_V1_PREFIX, wordpress: WORDPRESS_PREFIX, host: SITE_PREFIX }

/**
 * Registers routes. Responses of API routes, including errors after authentication, have the `Allow` header; those of
 * pages and files (`base: 'host'`) have not.
 */
export function registerRoutes<R extends CheckedRoute>(
  app: FastifyInstance,
  routes: readonly R[],
  options: Options<R> = {},
): void {
  for (const address of groupRoutesByPath(routes)) registerAddress(app, address, options)
}

function registerAddress<R extends CheckedRoute>(
  app: FastifyInstance,
  address: { path: string; routes: readonly R[] },
  { describe, responseFields }: Options<R>,
): void {
  const [{ base = 'namespace' } = {}] = address.routes
  const url = ROOTS[base] + convertToRouterPath(address.path)
  const allow = createAllowHeaderValues(address.routes)
  // This hook runs before all others of the route, so that the `Allow` header is also set if a later hook throws an
  // error.
  const allowHook =
    (values: typeof allow.byRole) => (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
      reply.header('allow', values[request.caller.role])
      done()
    }
  for (const route of address.routes) {
    const {
      methods,
      hooks: { onRequest = [], onSend = [] } = {},
      takesFile,
      uploadFolder,
      isConditional,
      allowsOrigin,
      handle,
    } = route
    const checkNames = doesRouteListAllParameters(route) ? createParameterNameCheck(route, responseFields) : undefined
    const options: RouteOptions = {
      method: addHeadToGet(methods),
      url,
      config: {
        acceptsFile: () => takesFile === true,
        uploadFolder: () => uploadFolder,
        isConditional: isConditional === true,
        allowsOrigin,
      },
      onRequest: [...(base === 'host' ? [] : [allowHook(allow.byRole)]), ...[onRequest].flat()],
      onSend,
      handler(request, reply) {
        checkNames?.(request, reply)
        return handle(request, reply, allow.full)
      },
    }
    if (uploadFolder === undefined) app.route(options)
    else
      app.register(async (inner) => {
        // Leaves the body unread, because a hook of `registerMultipartParsing` reads the file.
        inner.addContentTypeParser(FILE_TYPE, async () => ({}))
        inner.route(options)
      })
  }
  if (describe && base !== 'host') {
    const config = { allowsOrigin: address.routes[0]?.allowsOrigin }
    app.options(url, { onRequest: allowHook(allow.atBest), config }, (request, reply) =>
      describe(request, reply, address),
    )
  }
}
