import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { isLanguage, LANGUAGES, type Language } from '../core/language.ts'
import { withoutPasswords } from '../core/printable.ts'
import { DEFAULT_RATES, type RateSettings } from '../core/rates.ts'
import type { Env } from './env.ts'

const WORKERS_MAX = 256
/** A year. */
const BACKUP_HOURS_MAX = 8784
const PROXIES_MAX = 10

export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const

/** Everything the process was told, checked. Values arrive elsewhere as arguments. */
export interface Config {
  port: number
  host: string
  databaseUrl: string
  dataDir: string
  /** Origin used in links, without a slash at the end; undefined: taken from the request. */
  publicUrl: string | undefined
  /** Host names, without port, that the Host header may name. */
  allowedHosts: string[]
  /** The first is the default. */
  languages: Language[]
  /** Processes that answer; with 1 there is only this one. */
  workers: number
  adminPassword: string | undefined
  allowPrivateFetch: boolean
  /** How many proxies in front are believed what they forward. */
  trustProxy: number
  rateLimits: RateSettings
  /** 0 keeps nothing. */
  cacheBytes: number
  /** Undefined: proxies and browsers are told nothing. */
  cacheMaxAge: number | undefined
  cacheStaleSeconds: number
  /** Where pictures of maps come from; undefined: maps are drawn, and nobody else is asked. */
  mapTiles: { url: string; attribution: string } | undefined
  /** Undefined: no backups but those that somebody asks for. */
  backups: { dir: string; hours: number; keep: number } | undefined
  /** How long the audit log is kept; 0: for ever. */
  auditDays: number
  /** Where figures are asked for apart from the calendar; undefined: nowhere. */
  metricsPort: number | undefined
  metricsHost: string
  /** Whoever presents it is told the figures at the public address; undefined: nobody is. */
  metricsToken: string | undefined
  logLevel: (typeof LOG_LEVELS)[number]
}

interface Setting {
  env: string
  /** As a flag of `almanac serve`, without the dashes. */
  flag: string
  fallback: string
  meaning: string
}

/** One line a setting: `--help` and docs/configuration.md are made from this table. */
export const SETTINGS: Record<keyof Env, Setting> = {
  port: { env: 'PORT', flag: 'port', fallback: '3000', meaning: 'TCP port, 0 for any free one' },
  host: { env: 'HOST', flag: 'host', fallback: '127.0.0.1', meaning: 'address to listen on; 0.0.0.0 for all' },
  databaseUrl: {
    env: 'DATABASE_URL',
    flag: 'database-url',
    fallback: 'sqlite:$DATA_DIR/almanac.db',
    meaning:
      '`sqlite:<file>` or `postgres://user:password@host/database`; of several hosts (`a:5432,b:5432`) the one that takes writes',
  },
  dataDir: {
    env: 'DATA_DIR',
    flag: 'data-dir',
    fallback: './data',
    meaning: 'folder of the database and resized pictures',
  },
  publicUrl: {
    env: 'PUBLIC_URL',
    flag: 'public-url',
    fallback: '',
    meaning: 'origin used in links, e.g. `https://calendar.example`; else taken from the request',
  },
  allowedHosts: {
    env: 'ALLOWED_HOSTS',
    flag: 'allowed-hosts',
    fallback: 'localhost,127.0.0.1,[::1]',
    meaning: 'host names, separated by commas, that links may be made from when PUBLIC_URL is not set',
  },
  languages: {
    env: 'LANGUAGES',
    flag: 'languages',
    fallback: 'en,de,fr,es,fi',
    meaning: 'languages of the site, separated by commas; the first is the default',
  },
  workers: {
    env: 'WORKERS',
    flag: 'workers',
    fallback: '1',
    meaning: 'processes that answer; `auto` is one for each processor',
  },
  adminPassword: {
    env: 'ALMANAC_ADMIN_PASSWORD',
    flag: 'admin-password',
    fallback: '',
    meaning: 'application password of `admin` at the first start; else one is made and printed once',
  },
  allowPrivateFetch: {
    env: 'ALLOW_PRIVATE_FETCH',
    flag: 'allow-private-fetch',
    fallback: '0',
    meaning: '1 lets image URLs name private and loopback addresses',
  },
  trustProxy: {
    env: 'TRUST_PROXY',
    flag: 'trust-proxy',
    fallback: '0',
    meaning:
      'proxies in front that host, protocol and client address are taken from (X-Forwarded headers); each must add the address it was asked from at the end',
  },
  rateLimitWrites: {
    env: 'RATE_LIMIT_WRITES',
    flag: 'rate-limit-writes',
    fallback: String(DEFAULT_RATES.writes),
    meaning: 'writes of one account in a minute, 0 for any number; guests may try a tenth of it',
  },
  rateLimitSearches: {
    env: 'RATE_LIMIT_SEARCHES',
    flag: 'rate-limit-searches',
    fallback: String(DEFAULT_RATES.searches),
    meaning:
      'searches of one account, or of one address without one, in a minute, 0 for any number; those answered from memory are not counted',
  },
  rateLimitGuesses: {
    env: 'RATE_LIMIT_GUESSES',
    flag: 'rate-limit-guesses',
    fallback: String(DEFAULT_RATES.guesses),
    meaning: 'different wrong credentials of one address in ten minutes, 0 for any number',
  },
  cacheBytes: {
    env: 'CACHE_BYTES',
    flag: 'cache-bytes',
    fallback: '8388608',
    meaning: 'memory of each process for answers to guests, 0 to keep and compress none',
  },
  cacheMaxAge: {
    env: 'CACHE_MAX_AGE',
    flag: 'cache-max-age',
    fallback: '',
    meaning: 'seconds that proxies and browsers may keep what guests read (`max-age`); else nothing is said of it',
  },
  cacheStaleSeconds: {
    env: 'CACHE_STALE_SECONDS',
    flag: 'cache-stale-seconds',
    fallback: '0',
    meaning: 'seconds beyond CACHE_MAX_AGE that they may show it while they ask again (`stale-while-revalidate`)',
  },
  mapTiles: {
    env: 'MAP_TILES',
    flag: 'map-tiles',
    fallback: '',
    meaning:
      'tile server below the maps of the pages, e.g. `https://tile.example/{z}/{x}/{y}.png`; else maps are drawn',
  },
  mapAttribution: {
    env: 'MAP_ATTRIBUTION',
    flag: 'map-attribution',
    fallback: '',
    meaning: 'who must be named beside maps of MAP_TILES',
  },
  backupDir: {
    env: 'BACKUP_DIR',
    flag: 'backup-dir',
    fallback: '',
    meaning: 'folder for backups that the server makes by itself; else it makes none',
  },
  backupHours: {
    env: 'BACKUP_HOURS',
    flag: 'backup-hours',
    fallback: '24',
    meaning: 'hours from one such backup to the next',
  },
  backupKeep: {
    env: 'BACKUP_KEEP',
    flag: 'backup-keep',
    fallback: '7',
    meaning: 'such backups that are kept; older ones are removed',
  },
  auditDays: {
    env: 'AUDIT_DAYS',
    flag: 'audit-days',
    fallback: '0',
    meaning: 'days that entries of the audit log are kept, 0 for ever',
  },
  metricsPort: {
    env: 'METRICS_PORT',
    flag: 'metrics-port',
    fallback: '',
    meaning: 'TCP port of a listener of its own for `/metrics` (Prometheus); else there is none',
  },
  metricsHost: {
    env: 'METRICS_HOST',
    flag: 'metrics-host',
    fallback: '127.0.0.1',
    meaning: 'address that METRICS_PORT listens on',
  },
  metricsToken: {
    env: 'METRICS_TOKEN',
    flag: 'metrics-token',
    fallback: '',
    meaning:
      'secret of at least 16 characters that opens `/metrics` on PORT, as `Authorization: Bearer`; else it is closed',
  },
  logLevel: { env: 'LOG_LEVEL', flag: 'log-level', fallback: 'info', meaning: LOG_LEVELS.join(', ') },
}

/** Every contradiction at once, each naming its variable. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** @throws {ConfigError} with one line for each value that cannot be used */
export function configFrom(env: Env): Readonly<Config> {
  const wrong: string[] = []
  const value = (key: keyof Env) => env[key]?.trim() || SETTINGS[key].fallback
  const refuse = (key: keyof Env, why: string) => wrong.push(`${SETTINGS[key].env}: ${why}, not "${value(key)}"`)
  const flag = (key: keyof Env) => {
    if (!['0', '1', 'false', 'true'].includes(value(key))) refuse(key, 'must be 0 or 1')
    return ['1', 'true'].includes(value(key))
  }
  const wholeNumber = (key: keyof Env) => {
    if (!/^\d{1,15}$/.test(value(key))) refuse(key, 'must be a whole number')
    return Number(value(key))
  }
  const list = (key: keyof Env) =>
    value(key)
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean)

  const port = Number(value('port'))
  if (!isPort(port)) refuse('port', 'must be a port from 0 to 65535')
  const dataDir = resolve(value('dataDir'))
  const databaseUrl = env.databaseUrl?.trim() || `sqlite:${resolve(dataDir, 'almanac.db')}`
  if (!/^(sqlite:.|postgres(ql)?:\/\/.)/.test(databaseUrl))
    refuse('databaseUrl', 'must begin with sqlite: or postgres://')
  const publicUrl = value('publicUrl').replace(/\/+$/, '')
  if (publicUrl && !isOrigin(publicUrl)) refuse('publicUrl', 'must be an origin such as https://calendar.example')
  const languages = list('languages')
  if (languages.length === 0 || !languages.every(isLanguage) || new Set(languages).size < languages.length) {
    refuse('languages', `must be different languages out of ${LANGUAGES.join(', ')}`)
  }
  const workers = value('workers') === 'auto' ? availableParallelism() : Number(value('workers'))
  if (!Number.isInteger(workers) || workers < 1 || workers > WORKERS_MAX) {
    refuse('workers', `must be a number from 1 to ${WORKERS_MAX}, or auto`)
  }
  const hops = value('trustProxy') === 'true' ? 1 : value('trustProxy') === 'false' ? 0 : Number(value('trustProxy'))
  if (!Number.isInteger(hops) || hops < 0 || hops > PROXIES_MAX) {
    refuse('trustProxy', `must be a number of proxies from 0 to ${PROXIES_MAX}`)
  }
  const logLevel = value('logLevel') as Config['logLevel']
  if (!LOG_LEVELS.includes(logLevel)) refuse('logLevel', `must be one of ${LOG_LEVELS.join(', ')}`)
  const cacheMaxAge = value('cacheMaxAge') ? wholeNumber('cacheMaxAge') : undefined
  const cacheStaleSeconds = wholeNumber('cacheStaleSeconds')
  if (cacheStaleSeconds > 0 && cacheMaxAge === undefined) refuse('cacheStaleSeconds', 'must be 0 without CACHE_MAX_AGE')
  const metricsPort = value('metricsPort') === '' ? undefined : Number(value('metricsPort'))
  if (metricsPort !== undefined && !isPort(metricsPort)) refuse('metricsPort', 'must be a port from 0 to 65535')
  const metricsToken = env.metricsToken?.trim() || undefined
  // Not shown again: it is a secret.
  if (metricsToken !== undefined && !/^[\x21-\x7e]{16,}$/.test(metricsToken))
    wrong.push('METRICS_TOKEN: must have at least 16 ASCII characters and no spaces')
  const tiles = value('mapTiles')
  if (tiles && !isTileAddress(tiles)) refuse('mapTiles', 'must be an http(s) address with {z}, {x} and {y}')
  if (tiles && !value('mapAttribution')) refuse('mapAttribution', 'must name the owner of the tiles')
  const backupHours = wholeNumber('backupHours')
  if (backupHours < 1 || backupHours > BACKUP_HOURS_MAX) refuse('backupHours', `must be from 1 to ${BACKUP_HOURS_MAX}`)
  const backupKeep = wholeNumber('backupKeep')
  if (backupKeep < 1) refuse('backupKeep', 'must be 1 at least')
  const backupDir = value('backupDir')
  const config = {
    port,
    host: value('host'),
    databaseUrl,
    dataDir,
    publicUrl: publicUrl || undefined,
    allowedHosts: list('allowedHosts'),
    languages: languages as Language[],
    workers,
    adminPassword: env.adminPassword || undefined,
    allowPrivateFetch: flag('allowPrivateFetch'),
    trustProxy: hops,
    rateLimits: {
      writes: wholeNumber('rateLimitWrites'),
      searches: wholeNumber('rateLimitSearches'),
      guesses: wholeNumber('rateLimitGuesses'),
    },
    cacheBytes: wholeNumber('cacheBytes'),
    cacheMaxAge,
    cacheStaleSeconds,
    mapTiles: tiles ? { url: tiles, attribution: value('mapAttribution') } : undefined,
    backups: backupDir ? { dir: resolve(backupDir), hours: backupHours, keep: backupKeep } : undefined,
    auditDays: wholeNumber('auditDays'),
    metricsPort,
    metricsHost: value('metricsHost'),
    metricsToken,
    logLevel,
  }
  if (wrong.length > 0) throw new ConfigError(withoutPasswords(wrong.join('\n')))
  return Object.freeze(config)
}

const isPort = (port: number) => Number.isInteger(port) && port >= 0 && port <= 65535

function isTileAddress(text: string): boolean {
  const isHttp = /^https?:\/\//.test(text) && URL.canParse(text.replace(/[{}]/g, ''))
  return isHttp && ['{z}', '{x}', '{y}'].every((part) => text.includes(part))
}

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return ['http:', 'https:'].includes(url.protocol) && url.origin === text
}
