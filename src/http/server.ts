import { join } from 'node:path'
import fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify'
import { credentialsOf } from '../accounts/credentials.ts'
import { categories } from '../collections/categories/index.ts'
import { comingMoments } from '../collections/coming.ts'
import { events } from '../collections/events/index.ts'
import { publicationOf } from '../collections/events/publication.ts'
import { organizers } from '../collections/organizers/index.ts'
import { tags } from '../collections/tags/index.ts'
import { venues } from '../collections/venues/index.ts'
import type { Language } from '../core/language.ts'
import type { RateSettings } from '../core/rates.ts'
import { arrivalsOf } from '../db/arrivals.ts'
import type { Database } from '../db/database.ts'
import { fetchPicture } from '../media/fetch.ts'
import { sizeCache } from '../media/size-cache.ts'
import type { MapTiles } from '../pages/visit.ts'
import { settingsKeeper } from '../settings/settings.ts'
import { addressing, rewriteWith } from './addressing.ts'
import { apiHeaders, conditionalReads } from './answers.ts'
import { auditRoutes } from './audit-routes.ts'
import { authentication } from './auth.ts'
import { collectionRoutes } from './collection-routes.ts'
import { connectionOptions, connections, type Timeouts } from './connections.ts'
import { discoveryRoutes } from './discovery-routes.ts'
import { docsRoutes } from './docs-routes.ts'
import { embedRoutes } from './embed-routes.ts'
import { endpointsOf } from './endpoints-site.ts'
import { errorAnswers } from './errors.ts'
import { feedRoutes } from './feed-routes.ts'
import { countRequests, type Figures, newFigures } from './figures.ts'
import { guesses } from './guesses.ts'
import { guestReads } from './guests.ts'
import { healthRoutes } from './health-routes.ts'
import { holdings } from './holdings.ts'
import { indexRoutes } from './index-routes.ts'
import { languagesRoutes } from './languages-routes.ts'
import { newRequestId, requestLog } from './logging.ts'
import { mediaRoutes, pictureFileRoutes } from './media-routes.ts'
import { metricsRoutes, type PublicMetrics } from './metrics-routes.ts'
import { multipartBodies } from './multipart.ts'
import { openapiRoutes } from './openapi-routes.ts'
import { origins } from './origin.ts'
import { pageRoutes } from './page-routes.ts'
import { bodyParsers, parseForm } from './parameters.ts'
import { rateLimiting } from './rate-limiting.ts'
import { type Peers, policiesOf, rateLimits } from './rate-limits.ts'
import type { Services } from './scope.ts'
import { securityHeaders } from './security-headers.ts'
import { settingsRoutes } from './settings-routes.ts'
import { translationRoutes } from './translation-routes.ts'
import { wordpressRoutes } from './wordpress-routes.ts'

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
  rateLimits?: RateSettings
  /** Other processes of this server, if there are any. */
  peers?: Peers | undefined
  /** Others than those of limits.ts. */
  timeouts?: Timeouts
  logger: FastifyServerOptions['logger']
  /** Counts what is answered; undefined: somebody who never asks. */
  figures?: Figures | undefined
  /** The figures at the public address; undefined: nothing is there. */
  metrics?: PublicMetrics | undefined
  /** Seconds since 1970-01-01 UTC. */
  now?: () => number
}

const refuseSchemas = () => () => {
  throw new Error('a route has a schema of its own')
}

const clock = () => Math.floor(Date.now() / 1000)

export const COLLECTIONS = [events, venues, organizers, categories, tags]

/** The whole server, in the order things run. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const { languages, now = clock, cacheMaxAge: maxAge, cacheStaleSeconds: stale = 0, trustProxy: hops } = options
  const arrivals = arrivalsOf(options.db)
  const { db } = arrivals
  const publication = publicationOf(db)
  const services: Services = {
    db,
    languages,
    now,
    settings: settingsKeeper(db),
    settled: publication.settled,
    coming: comingMoments(db, publication.span),
    fetchPicture: (url) => fetchPicture(url, { allowPrivate: options.allowPrivateFetch }),
  }
  const app = fastify({
    logger: options.logger ?? false,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newRequestId,
    rewriteUrl: rewriteWith(languages),
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
  const sizes = sizeCache(join(options.dataDir, 'picture-sizes'), (err) =>
    app.log.warn({ err }, 'a resized picture was not kept'),
  )
  connections(app)
  requestLog(app, hops)
  if (options.figures) countRequests(app, options.figures)
  bodyParsers(app)
  multipartBodies(app)
  const originOf = origins({ ...options, trustProxy: hops > 0 })
  const limits = rateLimits(policiesOf(options.rateLimits), options.peers)
  app.addHook('onClose', async () => limits.stop())
  const rates = { writes: limits.writes, searches: limits.searches, hops, now }
  addressing(app, languages, originOf)
  authentication(app, credentialsOf(db), { guesses: guesses(limits.guesses, now), hops, now })
  rateLimiting(app, rates)
  holdings(app, hops)
  const lifetime = maxAge === undefined ? undefined : { maxAge, stale }
  apiHeaders(app, languages, lifetime !== undefined)
  securityHeaders(app)
  const figures = options.figures ?? newFigures()
  guestReads(app, services, { ...options, arrivals, lifetime, originOf, hops, rates, figures })
  conditionalReads(app)
  const problem = pageRoutes(app, services, options.mapTiles)
  errorAnswers(app, problem)

  for (const collection of COLLECTIONS) {
    collectionRoutes(app, services, collection)
    translationRoutes(app, services, collection)
  }
  feedRoutes(app, services, lifetime)
  discoveryRoutes(app, services)
  const endpoints = endpointsOf(COLLECTIONS)
  indexRoutes(app, services, endpoints)
  openapiRoutes(app, services, endpoints)
  docsRoutes(app, services)
  embedRoutes(app)
  mediaRoutes(app, services, sizes)
  settingsRoutes(app, services)
  auditRoutes(app, services)
  languagesRoutes(app, services)
  wordpressRoutes(app, services, sizes)
  pictureFileRoutes(app, services, sizes)
  healthRoutes(app, db)
  if (options.metrics) metricsRoutes(app, options.metrics)
  return app
}
