import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  deriveFormTokenOfSession,
  findSession,
  isSessionRenewalDue,
  renewSession,
  type Session,
} from '../../accounts/session-store.ts'
import { hasRight } from '../../core/caller.ts'
import type { CalendarError } from '../../core/errors.ts'
import type { Services } from '../request/create-request-scope.ts'
import { ADMIN_PREFIX } from '../request/parse-request-url.ts'
import { addHeadToGet } from '../request/read-and-write-methods.ts'
import { readAdminCookie, setSessionCookies } from './admin-cookies.ts'
import type { AdminRoute, AdminServices } from './admin-handler.ts'
import { ADMIN_ROUTES } from './admin-routes.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * The session and the form token of a request to an admin page; undefined for other requests, and without a valid
     * session.
     */
    session: (Session & { formToken: string }) | undefined
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
export function registerAdminSessions(app: FastifyInstance, { db, now }: Services): void {
  app.decorateRequest('session', undefined)
  app.addHook('onRequest', async (request, reply) => {
    if (!isAdminRequest(request)) return
    request.hasPrivateResponse = true
    const token = readAdminCookie(request, 'session')
    const session = token === undefined ? undefined : await findSession(db, token, now())
    if (token === undefined || session === undefined) return
    request.session = { ...session, formToken: deriveFormTokenOfSession(token) }
    request.caller = { id: session.account_id, login: session.login, role: session.role }
    if (!isSessionRenewalDue(session, now())) return
    await db.transaction((tx) => renewSession(tx, session.id, now()))
    setSessionCookies(request, reply, token)
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

/** Imports the code of the admin pages, when the first request needs it. */
const loadResponder = () => import('./respond-to-admin-request.ts')

/**
 * Registers the admin pages. They ignore the `Authorization` header.
 * @returns a function that sends an error as an admin page
 */
export function registerAdminPages(app: FastifyInstance, services: AdminServices) {
  app.decorateRequest('mayUpload', false)
  for (const route of ADMIN_ROUTES) {
    app.route({
      method: addHeadToGet(route.methods),
      url: ADMIN_PREFIX + route.path,
      config: {
        isPage: true,
        hasOwnCredential: true,
        reportsLargeFiles: true,
        acceptsFile: (request) => request.mayUpload,
        ...('takesImport' in route && route.takesImport && { uploadFolder: services.uploads }),
      },
      onRequest: async (request) => {
        request.mayUpload = await mayUpload(services, route, request)
      },
      handler: async (request, reply) => (await loadResponder()).respondToAdminRequest(services, route, request, reply),
    })
  }
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
