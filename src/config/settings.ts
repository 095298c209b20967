import { DEFAULT_RATE_LIMITS } from '../core/rate-limit-settings.ts'
import type { Env } from './env.ts'

export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const

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
    fallback: String(DEFAULT_RATE_LIMITS.writes),
    meaning: 'writes of one account in a minute, 0 for any number; guests may try a tenth of it',
  },
  rateLimitSearches: {
    env: 'RATE_LIMIT_SEARCHES',
    flag: 'rate-limit-searches',
    fallback: String(DEFAULT_RATE_LIMITS.searches),
    meaning:
      'searches of one account, or of one address without one, in a minute, 0 for any number; those answered from memory are not counted',
  },
  rateLimitGuesses: {
    env: 'RATE_LIMIT_GUESSES',
    flag: 'rate-limit-guesses',
    fallback: String(DEFAULT_RATE_LIMITS.failedLogins),
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
