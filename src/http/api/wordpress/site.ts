import type { FastifyInstance, FastifyReply } from 'fastify'
import { findAccount } from '../../../accounts/accounts.ts'
import { type Scope, siteDefault } from '../../../collections/collection.ts'
import { type Caller, can, type Right } from '../../../core/caller.ts'
import { CalendarError, Problems } from '../../../core/errors.ts'
import { TEC } from '../../../core/faces.ts'
import type { Language } from '../../../core/language.ts'
import { optionalParameterSet } from '../../../core/schema/parameters.ts'
import { type TSchema, Type } from '../../../core/schema/schema.ts'
import { instantToLocal, localToInstant } from '../../../core/time/instant.ts'
import type { PictureSizeCache } from '../../../media/size-cache.ts'
import { type Settings, settingsParameters } from '../../../settings/settings.ts'
import { WORDPRESS_PREFIX } from '../../request/address.ts'
import { createScope, type Services } from '../../request/scope.ts'
import { sendJson } from '../../response/json.ts'
import { changeSettings, getSettings } from '../settings.ts'
import { registerWordpressMediaRoutes } from './media.ts'

/** Beside its calendar, clients of WordPress ask a site for little: who it is, who they are, its settings and pictures. */
export function registerWordpressRoutes(app: FastifyInstance, services: Services, sizes: PictureSizeCache): void {
  const plainRead = (url: string, present: (scope: Scope) => unknown) =>
    app.get(WORDPRESS_PREFIX + url, async (request, reply) => {
      const problems = new Problems()
      const scope = await createScope(services, request, request.query as Record<string, unknown>, problems)
      problems.throwIfAny()
      reply.header('allow', 'GET')
      return sendJson(reply, await present(scope))
    })
  plainRead('/', presentSite)
  plainRead('/wp/v2/users/me', presentCaller)
  wordpressSettingsRoutes(app, services)
  registerWordpressMediaRoutes(app, services, sizes)
  for (const { pattern, methods } of ROUTES) {
    const url = WORDPRESS_PREFIX + pattern.replace('(?P<id>[\\d]+)', ':id(^\\d+$)')
    app.options(url, (_request, reply) => describe(reply, methods))
  }
}

const describe = (reply: FastifyReply, methods: string[]) =>
  sendJson(reply, { namespace: 'wp/v2', methods, endpoints: [{ methods, args: {} }] })

const WRITES = ['POST', 'PUT', 'PATCH']
const ROUTES = [
  { pattern: '/', methods: ['GET'] },
  { pattern: '/wp/v2/media', methods: ['GET', 'POST'] },
  { pattern: '/wp/v2/media/(?P<id>[\\d]+)', methods: ['GET', ...WRITES, 'DELETE'] },
  { pattern: '/wp/v2/users/me', methods: ['GET'] },
  { pattern: '/wp/v2/settings', methods: ['GET', ...WRITES] },
]

const homeOf = ({ urls, face }: Scope) => urls.apiRoot.slice(0, -`${face.prefix}/`.length)

function presentSite(scope: Scope) {
  const { now, site, urls } = scope
  const routes = [...ROUTES, { pattern: `/${TEC.namespace}`, methods: ['GET'] }].map(({ pattern, methods }) => {
    const self = urls.apiRoot + pattern.slice(1)
    const links = pattern.includes('(') ? {} : { _links: { self: [{ href: self }] } }
    const namespace = pattern.startsWith(`/${TEC.namespace}`) ? TEC.namespace : pattern === '/' ? '' : 'wp/v2'
    return [pattern, { namespace, methods, endpoints: [{ methods, args: {} }], ...links }]
  })
  return {
    name: site.title,
    description: '',
    url: homeOf(scope),
    home: homeOf(scope),
    gmt_offset: (localToInstant(instantToLocal(now, site.timezone), 'UTC') - now) / 3600,
    timezone_string: site.timezone,
    namespaces: ['wp/v2', TEC.namespace],
    // Clients look here for the page that grants them a password of their own; ours are made on the command line.
    authentication: { 'application-passwords': { endpoints: {} } },
    routes: Object.fromEntries(routes),
  }
}

async function presentCaller({ caller, db }: Scope) {
  const account = await findAccount(db, caller.login)
  if (!account) throw new CalendarError('rest_not_logged_in')
  return {
    id: account.id,
    name: account.display_name,
    slug: account.login,
    roles: [account.role],
    capabilities: capabilitiesOf(caller),
    avatar_urls: {},
  }
}

/** What WordPress and its calendar call our rights. */
const CAPABILITIES: Record<string, Right> = {
  edit_posts: 'posts:create',
  publish_posts: 'posts:publish',
  edit_others_posts: 'posts:edit-others',
  edit_tribe_events: 'posts:create',
  publish_tribe_events: 'posts:publish',
  edit_others_tribe_events: 'posts:edit-others',
  manage_categories: 'tags:write',
  upload_files: 'media:upload',
  manage_options: 'settings:write',
}

function capabilitiesOf(caller: Caller): Record<string, boolean> {
  const granted = Object.entries(CAPABILITIES).filter(([, right]) => can(caller, right))
  return Object.fromEntries([['read', true], ...granted.map(([name]) => [name, true]), [caller.role, true]])
}

function wordpressSettingsRoutes(app: FastifyInstance, services: Services): void {
  const url = `${WORDPRESS_PREFIX}/wp/v2/settings`
  app.get(url, async (request, reply) => sendJson(reply, presentSettings(await getSettings(services, request, reply))))
  app.route({
    method: WRITES,
    url,
    handler: async (request, reply) =>
      sendJson(reply, presentSettings(await changeSettings(services, request, reply, readRenamed))),
  })
}

const { title, timezone, per_page } = settingsParameters.schema.properties as Record<string, TSchema>
const SETTINGS = optionalParameterSet(
  Type.Object({ title, timezone, posts_per_page: per_page } as Record<string, TSchema>),
)

/** Settings by the names of WordPress; those only WordPress has are passed over. */
function readRenamed(sent: Record<string, unknown>, problems: Problems): Partial<Settings> {
  const { posts_per_page, ...others } = SETTINGS.read(sent, problems) as Partial<Settings> & { posts_per_page?: number }
  return { ...others, ...(posts_per_page !== undefined && { per_page: posts_per_page }) }
}

function presentSettings(scope: Scope) {
  const { title, timezone, per_page } = scope.site
  return {
    title,
    description: '',
    url: homeOf(scope),
    timezone,
    date_format: 'F j, Y',
    time_format: 'g:i a',
    start_of_week: 1,
    language: LOCALES[siteDefault(scope)],
    posts_per_page: per_page,
  }
}

/** What WordPress calls the languages. */
const LOCALES: Record<Language, string> = { en: 'en_US', fi: 'fi', fr: 'fr_FR', de: 'de_DE', es: 'es_ES' }
