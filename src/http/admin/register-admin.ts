import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Session } from '../../accounts/session-store.ts'
import { hasRight } from '../../core/caller.ts'
import { CalendarError } from '../../core/errors.ts'
import type { Services } from '../request/create-request-scope.ts'
import { ADMIN_PREFIX } from '../request/parse-request-url.ts'
import { addHeadToGet } from '../request/read-and-write-methods.ts'
import type { AdminRoute, AdminServices } from './admin-handler.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * The session and the form token of a request to an admin page; undefined for other requests, and without a valid
     * session.
     */
    session: (Session & { formToken: string }) | undefined
    /** The route of the admin page; undefined for requests to other pages. */
    adminRoute: AdminRoute | undefined
    /** Whether a request to an admin page may upload a file. */
    mayUpload: boolean
  }
}

/** Whether the URL of a request, as rewritten by `parseRequestUrl`, is below `/admin`. */
export const isAdminRequest = ({ raw }: Pick<FastifyRequest, 'raw'>) => (raw.url ?? '').startsWith(ADMIN_PREFIX)

/**
 * Reads the session of requests to admin pages from their cookie. All other routes ignore cookies, so that no other
 * site can make a browser write. Call after `registerAuthentication` and before `registerRateLimits`, which counts
 * requests by account.
 */
export function registerAdminSessions(app: FastifyInstance, services: Services): void {
  app.decorateRequest('session', undefined)
  app.addHook('onRequest', async (request, reply) => {
    if (!isAdminRequest(request)) return
    request.hasPrivateResponse = true
    await (await import('./identify-signed-in-user.ts')).identifySignedInUser(services, request, reply)
  })
}

/** Whether a request may upload a file. The files of all others are discarded. */
const mayUpload = async (services: AdminServices, route: AdminRoute, request: FastifyRequest): Promise<boolean> => {
  const { session, caller } = request
  if (route.access === 'anyone') return route.mayUpload !== undefined && (await route.mayUpload(services, request))
  if (session === undefined) return false
  if (route.takesImport === true) return route.access !== 'account' && hasRight(caller, route.access)
  return route.takesFile === true && hasRight(caller, 'media:upload')
}

const takesImport = ({ adminRoute }: FastifyRequest) =>
  adminRoute !== undefined && 'takesImport' in adminRoute && adminRoute.takesImport === true

/** Imports the code of the admin pages, when the first request needs it. */
const loadResponder = () => import('./respond-to-admin-request.ts')

/**
 * Registers the admin pages. They ignore the `Authorization` header. The router has one route for all of them; the page
 * is found by code that the first request imports, because many servers get no such request for a long time.
 * @returns a function that sends an error as an admin page
 */
export function registerAdminPages(app: FastifyInstance, services: AdminServices) {
  app.decorateRequest('adminRoute', undefined)
  app.decorateRequest('routePattern', undefined)
  app.decorateRequest('mayUpload', false)
  const options: Omit<RouteOptions, 'url'> = {
    method: addHeadToGet(['GET', 'POST']),
    config: {
      isPage: true,
      hasOwnCredential: true,
      reportsLargeFiles: true,
      acceptsFile: (request) => request.mayUpload,
      uploadFolder: (request) => (takesImport(request) ? services.uploads : undefined),
    },
    onRequest: async (request) => {
      const found = (await import('./find-admin-route.ts')).findAdminRoute(request.raw)
      if (found === undefined) throw new CalendarError('rest_no_route')
      request.adminRoute = found.route
      request.routePattern = ADMIN_PREFIX + found.route.path
      request.params = found.params
      request.mayUpload = await mayUpload(services, found.route, request)
    },
    handler: async (request, reply) =>
      (await loadResponder()).respondToAdminRequest(services, request.adminRoute as AdminRoute, request, reply),
  }
  // A wildcard does not match the start page.
  for (const url of [`${ADMIN_PREFIX}/`, `${ADMIN_PREFIX}/*`]) app.route({ ...options, url })
  // The script of public pages imports this module at an address without a hash, because its own address must not
  // change when the module changes.
  app.get(`${ADMIN_PREFIX}/edit-links.js`, async (_request, reply) =>
    reply.redirect((await import('./admin-asset-files.ts')).adminAssetPath('edit-links.js'), 302),
  )
  app.get(`${ADMIN_PREFIX}/assets/:hash/:file`, async (request, reply) =>
    (await import('./admin-asset-files.ts')).sendAdminAsset(request, reply),
  )
  return async (request: FastifyRequest, reply: FastifyReply, error: CalendarError): Promise<FastifyReply> =>
    (await loadResponder()).sendErrorAsAdminPage(services, request, reply, error)
}
