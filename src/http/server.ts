import fastify, { type FastifyInstance, LogController } from 'fastify'
import { createCredentialVerifier } from '../accounts/verify-credentials.ts'
import { createUpdaterOfScheduledPublication } from '../collections/events/scheduled-publication.ts'
import { createNextPublicChangeCache } from '../collections/records/next-public-change-cache.ts'
import { TEC, TEC_V1 } from '../core/faces.ts'
import { createDatabaseVersionCache } from '../db/cache/database-version-cache.ts'
import type { Database } from '../db/database.ts'
import { uploadFolder } from '../import/uploads/upload-folder.ts'
import { createPictureFetcher } from '../media/fetch-picture.ts'
import { createPictureSizeCache, pictureSizesFolder } from '../media/picture-size-cache.ts'
import { createSiteSettingsCache } from '../settings/site-settings.ts'
import { isAdminRequest, registerAdminPages, registerAdminSessions } from './admin/register-admin.ts'
import { convertRoutesToWordpressIndexRoutes } from './api/wordpress/site/api-index.ts'
import { respondToWordpressOptionsRequest, wordpressRoutes } from './api/wordpress/wordpress-routes.ts'
import { createApiRoutes, createTecV1Routes } from './api-routes.ts'
import { registerAnonymousCache } from './cache/register-anonymous-cache.ts'
import { createFeedSender } from './feeds/feed-sender.ts'
import { registerBodyMemoryLimit } from './load/body-memory-limit.ts'
import { createClientIdentification } from './load/client-identification.ts'
import { connectionTimeoutAndSizeOptions, registerConnectionLimits } from './load/connection-limits.ts'
import { createFailedLoginLimit } from './load/failed-login-limit.ts'
import { registerLimitOfStreamedResponses } from './load/limit-of-streamed-responses.ts'
import { createRateLimitCounters, createRateLimitPolicies } from './load/rate-limit-counters.ts'
import { registerRateLimits } from './load/rate-limiting.ts'
import { fieldNamesOfRouteResponse } from './openapi/build-response-schemas.ts'
import { apiReferenceFileRoutes } from './openapi/reference/reference-routes.ts'
import { registerAuthentication } from './request/authentication.ts'
import { parseUrlEncodedForm, registerBodyParsers } from './request/body-parsers.ts'
import type { Services } from './request/create-request-scope.ts'
import { declareIdempotencyKeyOfRequests } from './request/idempotency-key.ts'
import { registerMultipartParsing } from './request/multipart.ts'
import {
  createDomainLanguageReader,
  createRequestOriginReader,
  type DomainLanguageReader,
} from './request/origin-of-links.ts'
import { readerLanguageOfRequest } from './request/page-language.ts'
import { declareSubmissionKeyOfRequests } from './request/require-key-of-submitting-site.ts'
import {
  createUrlAndMethodRewriter,
  setAddressLanguageAndOriginOfRequests,
} from './request/url-and-method-rewriting.ts'
import { addHeadersToApiResponses } from './response/api-headers.ts'
import { registerConditionalRequests } from './response/conditional-requests.ts'
import { registerEnvelopesAndJsonp } from './response/envelope-and-jsonp.ts'
import { registerErrorResponses } from './response/error-responses.ts'
import { registerLanguageDomainRedirects } from './response/redirect-to-language-domains.ts'
import { registerSecurityHeaders } from './response/security-headers.ts'
import { registerRoutes } from './routes/register-routes.ts'
import type { ServerOptions } from './server-options.ts'
import { registerCrawlerFileRoutes } from './site/crawlers/crawler-file-routes.ts'
import { registerFilesForEmbedding } from './site/files-for-embedding.ts'
import { registerRedirectsOfFormerPaths } from './site/former-addresses/redirect-former-paths.ts'
import { registerMapFiles } from './site/maps/map-files.ts'
import { registerMetricsRoute } from './site/metrics-route.ts'
import { registerPageAssetFiles } from './site/page-asset-files.ts'
import { registerPublicPages } from './site/page-routes.ts'
import { createFinderOfParametersThatChangeResponse } from './site/parameters-that-change-response.ts'
import { registerPictureFiles } from './site/picture-files.ts'
import { registerSharePictureRoute } from './site/share-pictures/share-picture-route.ts'
import { registerSiteStyleSheet } from './site/style-sheet-of-site-settings.ts'
import { createRequestId, registerRequestLog } from './telemetry/request-log.ts'
import { createRequestMetrics, registerRequestMetrics } from './telemetry/request-metrics.ts'

/** Creates the server with all its hooks and routes. Hooks run in the order of their registration here. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const { languages, now = clock, corsOrigins = [], trustProxy: proxyCount } = options
  const { requestMetrics = createRequestMetrics() } = options
  const versionCache = createDatabaseVersionCache(options.db)
  const services = createServices(options, versionCache.db, now)
  const lifetime = cacheLifetimeOf(options)
  const originOf = createRequestOriginReader({ ...options, trustProxy: proxyCount > 0 })
  const domainLanguageOf = createDomainLanguageReader(options, originOf)
  const app = createFastify(options, domainLanguageOf)
  const limits = createRateLimitCounters(createRateLimitPolicies(options.rateLimits), options.peers)
  app.addHook('onClose', async () => limits.stop())
  const failedLogins = createFailedLoginLimit(limits.failedLogins, now)
  const sizes = createPictureSizeCache(pictureSizesFolder(options.dataDir), (err) =>
    app.log.warn({ err }, 'a resized picture could not be cached'),
  )

  registerConnectionLimits(app)
  registerRequestLog(app, proxyCount)
  if (options.requestMetrics) registerRequestMetrics(app, requestMetrics)
  registerBodyParsers(app)
  registerMultipartParsing(app)
  declareIdempotencyKeyOfRequests(app)
  declareSubmissionKeyOfRequests(app)
  setAddressLanguageAndOriginOfRequests(app, languages, originOf)
  registerRedirectsOfFormerPaths(app, services)
  registerLanguageDomainRedirects(app, options)
  const credentials = createCredentialVerifier(services.db)
  registerAuthentication(app, credentials, { failedLogins, proxyCount, now })
  registerAdminSessions(app, services)
  const clients = createClientIdentification(app, proxyCount)
  const rateLimitOptions = { writes: limits.writes, searches: limits.searches, clients, now }
  registerRateLimits(app, rateLimitOptions)
  registerBodyMemoryLimit(app)
  registerLimitOfStreamedResponses(app, proxyCount)
  registerEnvelopesAndJsonp(app)
  addHeadersToApiResponses(app, { ...services, isShared: lifetime !== undefined, corsOrigins })
  registerSecurityHeaders(app)
  registerAnonymousCache(app, services, {
    ...options,
    corsOrigins,
    versionCache,
    lifetime,
    originOf,
    domainLanguageOf,
    usedParametersOf: createFinderOfParametersThatChangeResponse(languages),
    readerLanguageOfRequest: (raw) => readerLanguageOfRequest(raw, languages, domainLanguageOf(raw)),
    proxyCount,
    clients,
    rateLimitOptions,
    requestMetrics,
  })
  registerConditionalRequests(app)

  const feeds = createFeedSender(services, lifetime)
  const uploads = uploadFolder(options.dataDir)
  const files = registerPageAssetFiles(app)
  registerSiteStyleSheet(app, services)
  const sendErrorPage = registerPublicPages(app, services, { feeds, map: registerMapFiles(app, options.map), files })
  const sendAdminErrorPage = registerAdminPages(app, {
    ...{ services, credentials, failedLogins, proxyCount, sizes, files },
    identityProvider: options.oidc,
    uploads,
  })
  registerErrorResponses(app, (request, ...failure) =>
    (isAdminRequest(request) ? sendAdminErrorPage : sendErrorPage)(request, ...failure),
  )
  const { routes, respondToOptions } = createApiRoutes(services, { sizes, feeds, uploads, proxyCount })
  registerRoutes(app, routes, { describe: respondToOptions, responseFields: fieldNamesOfRouteResponse })
  const tecV1 = createTecV1Routes(services)
  registerRoutes(app, tecV1.routes, { describe: tecV1.respondToOptions, responseFields: fieldNamesOfRouteResponse })
  registerRoutes(app, apiReferenceFileRoutes())
  const indexed = [
    ...convertRoutesToWordpressIndexRoutes(TEC, routes),
    ...convertRoutesToWordpressIndexRoutes(TEC_V1, tecV1.routes),
  ]
  registerRoutes(app, wordpressRoutes(services, sizes, indexed), {
    describe: respondToWordpressOptionsRequest,
  })
  registerCrawlerFileRoutes(app, services)
  registerFilesForEmbedding(app, services)
  registerPictureFiles(app, services, sizes)
  registerSharePictureRoute(app, services)
  if (options.metrics) registerMetricsRoute(app, options.metrics)
  return app
}

const clock = () => Math.floor(Date.now() / 1000)

const cacheLifetimeOf = ({ cacheMaxAge: maxAgeSeconds, cacheStaleSeconds: staleSeconds = 0 }: ServerOptions) =>
  maxAgeSeconds === undefined ? undefined : { maxAgeSeconds, staleSeconds }

/**
 * Creates the data and functions that route handlers use.
 * @param db the database of the server options, wrapped so that its version is read at most once per event loop
 * iteration
 */
function createServices(
  { languages, publicUrl, languageUrls, allowPrivateFetch, mail }: ServerOptions,
  db: Database,
  now: () => number,
): Services {
  const publication = createUpdaterOfScheduledPublication(db)
  return {
    db,
    languages,
    siteOriginsOf: (origin) => ({ main: publicUrl ?? origin, ofLanguages: languageUrls }),
    now,
    settings: createSiteSettingsCache(db),
    publishDue: publication.ensureCurrent,
    nextChanges: createNextPublicChangeCache(db, publication.span),
    canSendMail: mail !== undefined,
    runningKeys: new Set(),
    fetchPicture: createPictureFetcher({ allowPrivate: allowPrivateFetch }),
    fetchGuard: { allowPrivate: allowPrivateFetch },
  }
}

const createFastify = ({ languages, logger, timeouts }: ServerOptions, domainLanguageOf: DomainLanguageReader) =>
  fastify({
    logger: logger ?? false,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: createRequestId,
    rewriteUrl: createUrlAndMethodRewriter(languages, domainLanguageOf),
    routerOptions: {
      ignoreTrailingSlash: true,
      caseSensitive: false,
      // Length of path variables in characters. It is never reached, because Node refuses URLs of this length.
      maxParamLength: 16 * 1024,
      querystringParser: parseUrlEncodedForm,
    },
    // `core/schema` validates requests. Without this option, Fastify would load its own schema compilers at every
    // start.
    schemaController: { compilersFactory: { buildValidator: refuseSchemas, buildSerializer: refuseSchemas } },
    ...connectionTimeoutAndSizeOptions(timeouts),
  })

const refuseSchemas = () => () => {
  throw new Error('routes have no Fastify schemas')
}
