import type { FastifyServerOptions } from 'fastify'
import type { IdentityProviderSettings } from '../accounts/identity-provider-client.ts'
import type { Language } from '../core/language.ts'
import type { RateLimitSettings } from '../core/rate-limit-settings.ts'
import type { Database } from '../db/database.ts'
import type { MailSettings } from '../mail/send-mail.ts'
import type { ConnectionTimeouts } from './load/connection-limits.ts'
import type { PeerProcesses } from './load/rate-limit-counters.ts'
import type { MapSource } from './site/maps/map-files.ts'
import type { PublicMetrics } from './site/metrics-route.ts'
import type { RequestMetrics } from './telemetry/request-metrics.ts'

export interface ServerOptions {
  db: Database
  /** The languages of the site, the default language first. */
  languages: readonly Language[]
  /** Folder in which resized pictures are stored. */
  dataDir: string
  /** Origin of all links; if undefined, links have the origin of the request. */
  publicUrl?: string | undefined
  /** Origins of languages with a domain of their own; only with `publicUrl`, and never of the default language. */
  languageUrls?: Partial<Record<Language, string>> | undefined
  /** Host names that links may contain if `publicUrl` is undefined and a request has such a host name. */
  allowedHosts: readonly string[]
  /** Origins whose pages may send requests with the credentials of the browser; if absent, none. */
  corsOrigins?: readonly string[] | undefined
  /** Whether pictures may be downloaded from private and loopback addresses. */
  allowPrivateFetch: boolean
  /** Number of reverse proxies whose forwarded headers are trusted. */
  trustProxy: number
  /**
   * Mail server and sender; if undefined, pages offer nothing that needs mail. Delivery is a task of `almanac serve`.
   */
  mail?: MailSettings | undefined
  /** The identity provider with which users sign in; if undefined, there is none. */
  oidc?: IdentityProviderSettings | undefined
  /** Background of maps; if undefined, maps show only coast lines. */
  map?: MapSource | undefined
  /** Memory for cached responses, in bytes; 0 disables the cache. */
  cacheBytes: number
  /** `max-age` of responses to anonymous users, in seconds; if undefined, they have no `Cache-Control`. */
  cacheMaxAge?: number | undefined
  /** `stale-while-revalidate` of responses to anonymous users, in seconds. */
  cacheStaleSeconds?: number
  /** Limits of requests per client; if absent, the defaults apply. */
  rateLimits?: RateLimitSettings
  /** The other processes of this server, which share its rate limits. */
  peers?: PeerProcesses | undefined
  /** Timeouts of connections; if absent, those in all-limits.ts apply. */
  timeouts?: ConnectionTimeouts
  logger: FastifyServerOptions['logger']
  /** Counts the requests of this process; undefined if no metrics are published. */
  requestMetrics?: RequestMetrics | undefined
  /** Token and contents of the route `/metrics`; if undefined, there is no such route. */
  metrics?: PublicMetrics | undefined
  /** Returns the current time in seconds since 1970-01-01 UTC. */
  now?: () => number
}
