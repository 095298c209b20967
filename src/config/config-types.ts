import { resolve } from 'node:path'
import type { Role } from '../core/caller.ts'
import type { Language } from '../core/language.ts'
import type { RateLimitSettings } from '../core/rate-limit-settings.ts'
import type { LOG_LEVELS } from './environment-variables.ts'

/** Roles that accounts may get when users of the identity provider sign in for the first time. */
export const NEW_ACCOUNT_ROLES = ['subscriber', 'contributor', 'author', 'editor'] as const satisfies Role[]
export type NewAccountRole = (typeof NEW_ACCOUNT_ROLES)[number]

/** The validated configuration of the server process. All other code receives these values as arguments. */
export interface Config {
  port: number
  host: string
  databaseUrl: string
  dataDir: string
  /**
   * Scheme, host and port of links in responses, without a slash at the end. When undefined, links have the scheme,
   * host and port of the request.
   */
  publicUrl: string | undefined
  /** Host names without port that are accepted in the Host header. */
  allowedHosts: string[]
  /** Origins of other sites whose pages may send requests with the credentials of the browser (CORS). */
  corsOrigins: string[]
  /** The languages of the site; the first is the default language. */
  languages: Language[]
  /** Origins of languages with a domain of their own; never of the default language. */
  languageUrls: Partial<Record<Language, string>>
  /** Number of server processes. With 1, no worker processes are started. */
  workers: number
  adminPassword: string | undefined
  allowPrivateFetch: boolean
  /** Number of reverse proxies whose X-Forwarded headers are trusted. */
  trustProxy: number
  rateLimits: RateLimitSettings
  /** Maximum size in bytes of the response cache of each process; 0 turns the cache off. */
  cacheBytes: number
  /**
   * Value in seconds of `max-age` in the header Cache-Control of responses to anonymous visitors; undefined: responses
   * have no `max-age`.
   */
  cacheMaxAge: number | undefined
  /**
   * Value in seconds of `stale-while-revalidate` in the header Cache-Control of responses to anonymous visitors; 0:
   * responses do not have it.
   */
  cacheStaleSeconds: number
  /** The identity provider with which users sign in (OpenID Connect); undefined: there is none. */
  oidc:
    | {
        issuer: string
        clientId: string
        clientSecret: string
        name: string
        scopes: string
        newRole: NewAccountRole | undefined
        roleClaim: string | undefined
      }
    | undefined
  /** Mail server with its credentials, and the sender of all mails; undefined: no mail is sent. */
  mail: { smtpUrl: string; from: string } | undefined
  /**
   * Background of maps and the attribution to show: the URL template of a tile server, or a PMTiles file (path or https
   * address); undefined: the background of maps shows only coastlines.
   */
  map: { type: 'tiles' | 'archive'; source: string; attribution: string } | undefined
  /**
   * Scheduled backups: `dir` is their folder, `hours` the time between two backups, `keep` the number of backups after
   * which the oldest is deleted; undefined: no backups are made.
   */
  backups: { dir: string; hours: number; keep: number } | undefined
  /**
   * Number of days after which `almanac purge` deletes records in the trash and unused pictures; 0: they are never
   * deleted.
   */
  trashDays: number
  /** Number of days after which entries of the audit log are deleted; 0: they are never deleted. */
  auditDays: number
  /** Number of days after which earlier versions of records are deleted; 0: they are never deleted. */
  revisionDays: number
  /** Port of a second HTTP server that serves only `/metrics`; undefined: there is no second server. */
  metricsPort: number | undefined
  /** Network address on which the second HTTP server, for `/metrics` only, accepts connections. */
  metricsHost: string
  /** Bearer token that `/metrics` requires on the public port; undefined: the public port does not serve `/metrics`. */
  metricsToken: string | undefined
  logLevel: (typeof LOG_LEVELS)[number]
}

/**
 * Thrown for an invalid configuration. The message has one line for each invalid or contradictory value, with the name
 * of the environment variable.
 */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Path of the SQLite file that is used if DATABASE_URL is not set. */
export const defaultDatabaseFile = (dataDir: string) => resolve(dataDir, 'almanac.db')
