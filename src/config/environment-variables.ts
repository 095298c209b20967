import { DEFAULT_RATE_LIMITS } from '../core/rate-limit-settings.ts'
import type { Env } from './read-env.ts'

export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const

interface Variable {
  name: string
  /** The command-line flag that sets the same value, without the dashes. */
  flag: string
  defaultValue: string
  description: string
  /** Whether the value is a secret, which can also be in a file (see secret-files.ts). */
  isSecret?: boolean
}

/** All environment variables. `almanac help environment` and docs/configuration.md are generated from this table. */
export const ENVIRONMENT_VARIABLES: Record<keyof Env, Variable> = {
  port: {
    name: 'PORT',
    flag: 'port',
    defaultValue: '3000',
    description: 'TCP port of the server; 0 chooses a free port',
  },
  host: {
    name: 'HOST',
    flag: 'host',
    defaultValue: '127.0.0.1',
    description: 'IP address to listen on; 0.0.0.0 listens on all',
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    flag: 'database-url',
    isSecret: true,
    defaultValue: 'sqlite:$DATA_DIR/almanac.db',
    description:
      '`sqlite:<file>` or `postgres://user:password@host/database`; with several hosts (`a:5432,b:5432`), the server uses the one that accepts writes',
  },
  dataDir: {
    name: 'DATA_DIR',
    flag: 'data-dir',
    defaultValue: './data',
    description: 'folder for the SQLite database and resized pictures',
  },
  publicUrl: {
    name: 'PUBLIC_URL',
    flag: 'public-url',
    defaultValue: '',
    description: 'origin of links, e.g. `https://calendar.example`; if empty, the origin of the request',
  },
  allowedHosts: {
    name: 'ALLOWED_HOSTS',
    flag: 'allowed-hosts',
    defaultValue: 'localhost,127.0.0.1,[::1]',
    description:
      'host names, separated by commas, that are accepted in requests and used in links if PUBLIC_URL is empty',
  },
  corsOrigins: {
    name: 'CORS_ORIGINS',
    flag: 'cors-origins',
    defaultValue: '',
    description:
      'origins, separated by commas, whose pages may send requests with the credentials of the browser; pages of all origins may send others',
  },
  languages: {
    name: 'LANGUAGES',
    flag: 'languages',
    defaultValue: 'en,de,fr,es,fi',
    description: 'languages of the site, separated by commas; the first is the default language',
  },
  languageUrls: {
    name: 'LANGUAGE_URLS',
    flag: 'language-urls',
    defaultValue: '',
    description:
      'languages with a domain of their own, e.g. `fr=https://calendrier.example,de=https://kalender.example`; needs PUBLIC_URL ([domains of languages](operations.md#a-domain-for-a-language))',
  },
  workers: {
    name: 'WORKERS',
    flag: 'workers',
    defaultValue: '1',
    description: 'number of server processes; `auto` starts one for each processor',
  },
  adminPassword: {
    name: 'ALMANAC_ADMIN_PASSWORD',
    flag: 'admin-password',
    isSecret: true,
    defaultValue: '',
    description:
      'application password of the user `admin`, used at the first start only and never printed; if empty, one is generated and printed once',
  },
  allowPrivateFetch: {
    name: 'ALLOW_PRIVATE_FETCH',
    flag: 'allow-private-fetch',
    defaultValue: '0',
    description: '1 allows fetching pictures and calendars from private and loopback addresses',
  },
  trustProxy: {
    name: 'TRUST_PROXY',
    flag: 'trust-proxy',
    defaultValue: '0',
    description:
      'number of reverse proxies whose X-Forwarded headers are trusted for host, protocol and client address; each proxy must append the address of its client',
  },
  rateLimitWrites: {
    name: 'RATE_LIMIT_WRITES',
    flag: 'rate-limit-writes',
    defaultValue: String(DEFAULT_RATE_LIMITS.writes),
    description: 'writes per minute and account; 0 is unlimited; anonymous clients may try a tenth of it',
  },
  rateLimitSearches: {
    name: 'RATE_LIMIT_SEARCHES',
    flag: 'rate-limit-searches',
    defaultValue: String(DEFAULT_RATE_LIMITS.searches),
    description:
      'searches, feeds of lists, and lists with several filters or distances per minute and account, or client address if anonymous; 0 is unlimited; responses from the cache are not counted',
  },
  rateLimitGuesses: {
    name: 'RATE_LIMIT_GUESSES',
    flag: 'rate-limit-guesses',
    defaultValue: String(DEFAULT_RATE_LIMITS.failedLogins),
    description: 'different wrong credentials per client address in ten minutes; 0 is unlimited',
  },
  cacheBytes: {
    name: 'CACHE_BYTES',
    flag: 'cache-bytes',
    defaultValue: '8388608',
    description:
      'size of the cache of responses to anonymous clients, in bytes for each process; 0 turns caching and compression off',
  },
  cacheMaxAge: {
    name: 'CACHE_MAX_AGE',
    flag: 'cache-max-age',
    defaultValue: '',
    description:
      'seconds for which proxies and browsers may cache responses to anonymous clients (`max-age`); if empty, `max-age` is not sent',
  },
  cacheStaleSeconds: {
    name: 'CACHE_STALE_SECONDS',
    flag: 'cache-stale-seconds',
    defaultValue: '0',
    description:
      'seconds after CACHE_MAX_AGE for which they may still use a response while they revalidate it (`stale-while-revalidate`)',
  },
  oidcIssuer: {
    name: 'OIDC_ISSUER',
    flag: 'oidc-issuer',
    defaultValue: '',
    description:
      'identity provider (OpenID Connect) with which users sign in to `/admin`, e.g. `https://id.example/realms/town`; if empty, there is none',
  },
  oidcClientId: {
    name: 'OIDC_CLIENT_ID',
    flag: 'oidc-client-id',
    defaultValue: '',
    description:
      'id of this server at the identity provider, where `PUBLIC_URL/admin/sign-in/oidc/back` is registered as the redirect address',
  },
  oidcClientSecret: {
    name: 'OIDC_CLIENT_SECRET',
    flag: 'oidc-client-secret',
    isSecret: true,
    defaultValue: '',
    description: 'secret of this server at the identity provider',
  },
  oidcName: {
    name: 'OIDC_NAME',
    flag: 'oidc-name',
    defaultValue: '',
    description: 'name of the identity provider on the sign-in page; if empty, its host name',
  },
  oidcScopes: {
    name: 'OIDC_SCOPES',
    flag: 'oidc-scopes',
    defaultValue: 'openid email profile',
    description: 'scopes to request, separated by spaces; with `openid`',
  },
  oidcNewRole: {
    name: 'OIDC_NEW_ROLE',
    flag: 'oidc-new-role',
    defaultValue: '',
    description:
      'role of accounts that are created for users of the identity provider: subscriber, contributor, author or editor; if empty, users without an account are refused',
  },
  oidcRoleClaim: {
    name: 'OIDC_ROLE_CLAIM',
    flag: 'oidc-role-claim',
    defaultValue: '',
    description:
      'claim of the identity provider that names the role of a user, e.g. `groups` or `realm_access.roles`; the highest role in it applies from each sign-in on; if empty, roles are assigned here',
  },
  smtpUrl: {
    name: 'SMTP_URL',
    flag: 'smtp-url',
    isSecret: true,
    defaultValue: '',
    description:
      'mail server, e.g. `smtp://user:password@mail.example:587` or `smtps://…:465`; needs PUBLIC_URL and MAIL_FROM; if empty, no mail is sent',
  },
  mailFrom: {
    name: 'MAIL_FROM',
    flag: 'mail-from',
    defaultValue: '',
    description: 'sender of mails: an address, or `Name <address>`',
  },
  mapTiles: {
    name: 'MAP_TILES',
    flag: 'map-tiles',
    defaultValue: '',
    description: 'URL of a tile server for maps in pages, e.g. `https://tile.example/{z}/{x}/{y}.png`',
  },
  mapPmtiles: {
    name: 'MAP_PMTILES',
    flag: 'map-pmtiles',
    defaultValue: '',
    description:
      'street map for maps in pages instead: a PMTiles file that this server serves, or the address of one elsewhere; if both are empty, maps have only coasts ([maps](maps.md))',
  },
  mapAttribution: {
    name: 'MAP_ATTRIBUTION',
    flag: 'map-attribution',
    defaultValue: '',
    description:
      'attribution that the owner of MAP_TILES or MAP_PMTILES requires, shown next to maps; if empty, © OpenStreetMap for MAP_PMTILES',
  },
  backupDir: {
    name: 'BACKUP_DIR',
    flag: 'backup-dir',
    defaultValue: '',
    description: 'folder for scheduled backups; if empty, there are none',
  },
  backupHours: {
    name: 'BACKUP_HOURS',
    flag: 'backup-hours',
    defaultValue: '24',
    description: 'hours between two scheduled backups',
  },
  backupKeep: {
    name: 'BACKUP_KEEP',
    flag: 'backup-keep',
    defaultValue: '7',
    description: 'number of scheduled backups to keep; older ones are deleted',
  },
  trashDays: {
    name: 'TRASH_DAYS',
    flag: 'trash-days',
    defaultValue: '0',
    description:
      'days after which records in the trash, and pictures that no record uses, are deleted for good; 0 keeps them forever',
  },
  auditDays: {
    name: 'AUDIT_DAYS',
    flag: 'audit-days',
    defaultValue: '0',
    description: 'days after which entries of the audit log are deleted; 0 keeps them forever',
  },
  revisionDays: {
    name: 'REVISION_DAYS',
    flag: 'revision-days',
    defaultValue: '365',
    description: 'days after which earlier versions of records are deleted; 0 keeps them, up to 50 a record, forever',
  },
  metricsPort: {
    name: 'METRICS_PORT',
    flag: 'metrics-port',
    defaultValue: '',
    description: 'TCP port of a separate listener for `/metrics` (Prometheus); if empty, there is none',
  },
  metricsHost: {
    name: 'METRICS_HOST',
    flag: 'metrics-host',
    defaultValue: '127.0.0.1',
    description: 'IP address that METRICS_PORT listens on',
  },
  metricsToken: {
    name: 'METRICS_TOKEN',
    flag: 'metrics-token',
    isSecret: true,
    defaultValue: '',
    description:
      'secret of at least 16 characters for `/metrics` on PORT, sent as `Authorization: Bearer`; if empty, PORT has no `/metrics`',
  },
  logLevel: {
    name: 'LOG_LEVEL',
    flag: 'log-level',
    defaultValue: 'info',
    description: `least severe messages to log: ${LOG_LEVELS.join(', ')}`,
  },
}
