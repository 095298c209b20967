import { DEFAULT_RATE_LIMITS } from '../core/rate-limit-settings.ts'
import type { Env } from './env.ts'

export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const

interface Variable {
  name: string
  /** As a flag of `almanac serve`, without the dashes. */
  flag: string
  defaultValue: string
  description: string
}

/** One line a setting: `--help` and docs/configuration.md are made from this table. */
export const VARIABLES: Record<keyof Env, Variable> = {
  port: { name: 'PORT', flag: 'port', defaultValue: '3000', description: 'TCP port, 0 for any free one' },
  host: { name: 'HOST', flag: 'host', defaultValue: '127.0.0.1', description: 'address to listen on; 0.0.0.0 for all' },
  databaseUrl: {
    name: 'DATABASE_URL',
    flag: 'database-url',
    defaultValue: 'sqlite:$DATA_DIR/almanac.db',
    description:
      '`sqlite:<file>` or `postgres://user:password@host/database`; of several hosts (`a:5432,b:5432`) the one that takes writes',
  },
  dataDir: {
    name: 'DATA_DIR',
    flag: 'data-dir',
    defaultValue: './data',
    description: 'folder of the database and resized pictures',
  },
  publicUrl: {
    name: 'PUBLIC_URL',
    flag: 'public-url',
    defaultValue: '',
    description: 'origin used in links, e.g. `https://calendar.example`; else taken from the request',
  },
  allowedHosts: {
    name: 'ALLOWED_HOSTS',
    flag: 'allowed-hosts',
    defaultValue: 'localhost,127.0.0.1,[::1]',
    description: 'host names, separated by commas, that links may be made from when PUBLIC_URL is not set',
  },
  languages: {
    name: 'LANGUAGES',
    flag: 'languages',
    defaultValue: 'en,de,fr,es,fi',
    description: 'languages of the site, separated by commas; the first is the default',
  },
  workers: {
    name: 'WORKERS',
    flag: 'workers',
    defaultValue: '1',
    description: 'processes that answer; `auto` is one for each processor',
  },
  adminPassword: {
    name: 'ALMANAC_ADMIN_PASSWORD',
    flag: 'admin-password',
    defaultValue: '',
    description: 'application password of `admin` at the first start; else one is made and printed once',
  },
  allowPrivateFetch: {
    name: 'ALLOW_PRIVATE_FETCH',
    flag: 'allow-private-fetch',
    defaultValue: '0',
    description: '1 lets image URLs name private and loopback addresses',
  },
  trustProxy: {
    name: 'TRUST_PROXY',
    flag: 'trust-proxy',
    defaultValue: '0',
    description:
      'proxies in front that host, protocol and client address are taken from (X-Forwarded headers); each must add the address it was asked from at the end',
  },
  rateLimitWrites: {
    name: 'RATE_LIMIT_WRITES',
    flag: 'rate-limit-writes',
    defaultValue: String(DEFAULT_RATE_LIMITS.writes),
    description: 'writes of one account in a minute, 0 for any number; guests may try a tenth of it',
  },
  rateLimitSearches: {
    name: 'RATE_LIMIT_SEARCHES',
    flag: 'rate-limit-searches',
    defaultValue: String(DEFAULT_RATE_LIMITS.searches),
    description:
      'searches of one account, or of one address without one, in a minute, 0 for any number; those answered from memory are not counted',
  },
  rateLimitGuesses: {
    name: 'RATE_LIMIT_GUESSES',
    flag: 'rate-limit-guesses',
    defaultValue: String(DEFAULT_RATE_LIMITS.failedLogins),
    description: 'different wrong credentials of one address in ten minutes, 0 for any number',
  },
  cacheBytes: {
    name: 'CACHE_BYTES',
    flag: 'cache-bytes',
    defaultValue: '8388608',
    description: 'memory of each process for answers to guests, 0 to keep and compress none',
  },
  cacheMaxAge: {
    name: 'CACHE_MAX_AGE',
    flag: 'cache-max-age',
    defaultValue: '',
    description: 'seconds that proxies and browsers may keep what guests read (`max-age`); else nothing is said of it',
  },
  cacheStaleSeconds: {
    name: 'CACHE_STALE_SECONDS',
    flag: 'cache-stale-seconds',
    defaultValue: '0',
    description: 'seconds beyond CACHE_MAX_AGE that they may show it while they ask again (`stale-while-revalidate`)',
  },
  mapTiles: {
    name: 'MAP_TILES',
    flag: 'map-tiles',
    defaultValue: '',
    description:
      'tile server below the maps of the pages, e.g. `https://tile.example/{z}/{x}/{y}.png`; else maps are drawn',
  },
  mapAttribution: {
    name: 'MAP_ATTRIBUTION',
    flag: 'map-attribution',
    defaultValue: '',
    description: 'who must be named beside maps of MAP_TILES',
  },
  backupDir: {
    name: 'BACKUP_DIR',
    flag: 'backup-dir',
    defaultValue: '',
    description: 'folder for backups that the server makes by itself; else it makes none',
  },
  backupHours: {
    name: 'BACKUP_HOURS',
    flag: 'backup-hours',
    defaultValue: '24',
    description: 'hours from one such backup to the next',
  },
  backupKeep: {
    name: 'BACKUP_KEEP',
    flag: 'backup-keep',
    defaultValue: '7',
    description: 'such backups that are kept; older ones are removed',
  },
  auditDays: {
    name: 'AUDIT_DAYS',
    flag: 'audit-days',
    defaultValue: '0',
    description: 'days that entries of the audit log are kept, 0 for ever',
  },
  metricsPort: {
    name: 'METRICS_PORT',
    flag: 'metrics-port',
    defaultValue: '',
    description: 'TCP port of a listener of its own for `/metrics` (Prometheus); else there is none',
  },
  metricsHost: {
    name: 'METRICS_HOST',
    flag: 'metrics-host',
    defaultValue: '127.0.0.1',
    description: 'address that METRICS_PORT listens on',
  },
  metricsToken: {
    name: 'METRICS_TOKEN',
    flag: 'metrics-token',
    defaultValue: '',
    description:
      'secret of at least 16 characters that opens `/metrics` on PORT, as `Authorization: Bearer`; else it is closed',
  },
  logLevel: { name: 'LOG_LEVEL', flag: 'log-level', defaultValue: 'info', description: LOG_LEVELS.join(', ') },
}
