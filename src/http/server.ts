import { join } from 'node:path'
import fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify'
import { createCredentials } from '../accounts/credentials.ts'
import { createPublication } from '../collections/events/publication.ts'
import { createNextChanges } from '../collections/records/next-changes.ts'
import type { Language } from '../core/language.ts'
import type { RateLimitSettings } from '../core/rate-limit-settings.ts'
import { createVersionCache } from '../db/cache/version-cache.ts'
import type { Database } from '../db/database.ts'
import { fetchPicture } from '../media/fetch.ts'
import { createPictureSizeCache } from '../media/size-cache.ts'
import type { MapTiles } from '../pages/page.ts'
import { createSettingsCache } from '../settings/settings.ts'
import { respondToWordpressOptions, wordpressRoutes } from './api/wordpress/routes.ts'
import { createApiRoutes } from './api-routes.ts'
import { registerAnonymousCache } from './cache/anonymous-cache.ts'
import { registerBodyMemory } from './load/body-memory.ts'
import { type ConnectionTimeouts, connectionOptions, registerConnectionLimits } from './load/connections.ts'
import { createFailedLoginLimit } from './load/failed-logins.ts'
import { createRateCounters, type PeerProcesses, ratePolicies } from './load/rate-counters.ts'
import { registerRateLimits } from './load/rate-limiting.ts'
import { registerStreamLimit } from './load/stream-limit.ts'
import { referenceFileRoutes } from './openapi/reference-routes.ts'
import { registerAuthentication } from './request/authentication.ts'
import { parseForm, registerBodyParsers } from './request/body-parsers.ts'
import { registerMultipart } from './request/multipart.ts'
import { createOriginReader } from './request/origin.ts'
import type { Services } from './request/scope.ts'
import { createUrlRewriter, registerAddressing } from './request/url-rewriting.ts'
import { registerApiHeaders } from './response/api-headers.ts'
import { registerConditionalRequests } from './response/conditional-requests.ts'
import { registerErrorResponses } from './response/error-responses.ts'
import { registerSecurityHeaders } from './response/security-headers.ts'
import { registerRoutes } from './routes/register.ts'
import { registerDiscoveryRoutes } from './site/discovery.ts'
import { registerEmbedRoutes } from './site/embed.ts'
import { type PublicMetrics, registerMetricsRoute } from './site/metrics.ts'
import { registerPages } from './site/pages.ts'
import { registerPictureFiles } from './site/picture-files.ts'
import { createRequestId, registerRequestLog } from './telemetry/request-log.ts'
import { createRequestMetrics, type RequestMetrics, registerRequestMetrics } from './telemetry/request-metrics.ts'

export interface ServerOptions {
  db: Database
  /** The site's languages, its default first. */
  languages: readonly Language[]
  dataDir: string
  publicUrl?: string | undefined
  allowedHosts: readonly string[]
  allowPrivateFetch: boolean
  /** How many proxies in front are believed what they forward. */
  trustProxy: number
  /** Where pictures of maps come from; undefined: maps are drawn. */
  mapTiles?: MapTiles | undefined
  /** How much memory kept answers may take; 0 keeps none. */
  cacheBytes: number
  /** Seconds that proxies and browsers may keep what guests are answered; undefined says nothing of it. */
  cacheMaxAge?: number | undefined
  /** Seconds that they may show it beyond that while they ask again. */
  cacheStaleSeconds?: number
  /** Absent: as SETTINGS has them. */
  rateLimits?: RateLimitSettings
  /** Other processes of this server, if there are any. */
  peers?: PeerProcesses | undefined
  /** Others than those of limits.ts. */
  timeouts?: ConnectionTimeouts
  logger: FastifyServerOptions['logger']
  /** Counts what is answered; undefined: somebody who never asks. */
  figures?: RequestMetrics | undefined
  /** The figures at the public address; undefined: nothing is there. */
  metrics?: PublicMetrics | undefined
  /** Seconds since 1970-01-01 UTC. */
  now?: () => number
}

const refuseSchemas = () => () => {
  throw new Error('a route has a schema of its own')
}

const clock = () => Math.floor(Date.now() / 1000)

/** The whole server, in the order things run. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const {
    languages,
    now = clock,
    cacheMaxAge: maxAgeSeconds,
    cacheStaleSeconds: staleSeconds = 0,
    trustProxy: proxyCount,
  } = options
  const versionCache = createVersionCache(options.db)
  const { db } = versionCache
  const publication = createPublication(db)
  const services: Services = {
    db,
    languages,
    now,
    settings: createSettingsCache(db),
    publishDue: publication.settled,
    nextChanges: createNextChanges(db, publication.span),
    fetchPicture: (url) => fetchPicture(url, { allowPrivate: options.allowPrivateFetch }),
  }
  const app = fastify({
    logger: options.logger ?? false,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: createRequestId,
    rewriteUrl: createUrlRewriter(languages),
    routerOptions: {
      ignoreTrailingSlash: true,
      caseSensitive: false,
      // Node refuses longer addresses.
      maxParamLength: 16 * 1024,
      querystringParser: parseForm,
    },
    // Our schemas check what is sent (core/parameters.ts). Those of the framework would be loaded at every start.
    schemaController: { compilersFactory: { buildValidator: refuseSchemas, buildSerializer: refuseSchemas } },
    ...connectionOptions(options.timeouts),
  })
  const sizes = createPictureSizeCache(join(options.dataDir, 'picture-sizes'), (err) =>
    app.log.warn({ err }, 'a resized picture was not kept'),
  )
  registerConnectionLimits(app)
  registerRequestLog(app, proxyCount)
  if (options.figures) registerRequestMetrics(app, options.figures)
  registerBodyParsers(app)
  registerMultipart(app)
  const originOf = createOriginReader({ ...options, trustProxy: proxyCount > 0 })
  const limits = createRateCounters(ratePolicies(options.rateLimits), options.peers)
  app.addHook('onClose', async () => limits.stop())
  const rateLimitOptions = { writes: limits.writes, searches: limits.searches, proxyCount, now }
  registerAddressing(app, languages, originOf)
  registerAuthentication(app, createCredentials(db), {
    failedLogins: createFailedLoginLimit(limits.failedLogins, now),
    proxyCount,
    now,
  })
  registerRateLimits(app, rateLimitOptions)
  registerBodyMemory(app)
  registerStreamLimit(app, proxyCount)
  const lifetime = maxAgeSeconds === undefined ? undefined : { maxAgeSeconds, staleSeconds }
  registerApiHeaders(app, languages, lifetime !== undefined)
  registerSecurityHeaders(app)
  const requestMetrics = options.figures ?? createRequestMetrics()
  registerAnonymousCache(app, services, {
    ...options,
    versionCache,
    lifetime,
    originOf,
    proxyCount,
    rateLimitOptions,
    requestMetrics,
  })
  registerConditionalRequests(app)
  const problem = registerPages(app, services, options.mapTiles)
  registerErrorResponses(app, problem)

  const { routes, describeAddress } = createApiRoutes(services, { sizes, lifetime })
  registerRoutes(app, routes, describeAddress)
  registerRoutes(app, referenceFileRoutes())
  registerRoutes(app, wordpressRoutes(services, sizes), respondToWordpressOptions)
  registerDiscoveryRoutes(app, services)
  registerEmbedRoutes(app)
  registerPictureFiles(app, services, sizes)
  if (options.metrics) registerMetricsRoute(app, options.metrics)
  return app
}
