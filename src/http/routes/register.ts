import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { API_PREFIX, SITE_PREFIX, WORDPRESS_PREFIX } from '../request/address.ts'
import { ACCEPTS_FILE } from '../request/multipart.ts'
import { createAllowValues } from './allow.ts'
import { routerPath } from './path-keys.ts'
import { groupByPath, type Route } from './route.ts'

/** A function that responds to OPTIONS requests to one path. */
export type OptionsResponder<R extends Route> = (
  request: FastifyRequest,
  reply: FastifyReply,
  address: { path: string; routes: readonly R[] },
) => Promise<FastifyReply> | FastifyReply

const ROOTS = { namespace: API_PREFIX, wordpress: WORDPRESS_PREFIX, host: SITE_PREFIX }

/**
 * Registers routes. Their responses, including errors after authentication, have the `Allow` header, except for routes
 * with base `host`.
 * @param describe responds to OPTIONS requests, except for routes with base `host`; if undefined, OPTIONS has no route
 */
export function registerRoutes<R extends Route>(
  app: FastifyInstance,
  routes: readonly R[],
  describe?: OptionsResponder<R>,
): void {
  for (const address of groupByPath(routes)) registerAddress(app, address, describe)
}

function registerAddress<R extends Route>(
  app: FastifyInstance,
  address: { path: string; routes: readonly R[] },
  describe: OptionsResponder<R> | undefined,
): void {
  const [{ base = 'namespace' } = {}] = address.routes
  const url = ROOTS[base] + routerPath(address.path)
  const allow = createAllowValues(address.routes)
  // This hook runs before all others of the route, so that the `Allow` header is also set if a later hook throws an
  // error.
  const allowHook =
    (values: typeof allow.byRole) => (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
      reply.header('allow', values[request.caller.role])
      done()
    }
  for (const { methods, hooks = {}, takesFile, handle } of address.routes) {
    const { onRequest = [], onSend = [] } = hooks
    app.route({
      method: [...methods],
      url,
      ...(takesFile && ACCEPTS_FILE),
      onRequest: [...(base === 'host' ? [] : [allowHook(allow.byRole)]), ...[onRequest].flat()],
      onSend,
      handler: (request, reply) => handle(request, reply, allow.full),
    })
  }
  if (describe && base !== 'host') {
    app.options(url, { onRequest: allowHook(allow.atBest) }, (request, reply) => describe(request, reply, address))
  }
}
