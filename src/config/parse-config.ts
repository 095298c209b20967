import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { isLanguage, LANGUAGES, type Language } from '../core/language.ts'
import { redactPasswords } from '../core/text/printable-text.ts'
import { type Config, ConfigError, defaultDatabaseFile } from './config-types.ts'
import { createEnvironmentVariableReader, type EnvReader } from './env-reader.ts'
import { ENVIRONMENT_VARIABLES, LOG_LEVELS } from './environment-variables.ts'
import type { Env } from './read-env.ts'
import { readIdentityProviderConfig } from './read-identity-provider-config.ts'
import { readMapConfig } from './read-map-config.ts'

const WORKERS_MAX = 256
/** The longest time between two backups: the number of hours in a leap year. */
const BACKUP_HOURS_MAX = 8784
const PROXIES_MAX = 10
/** The largest number of days in the trash: a hundred years. */
export const TRASH_DAYS_MAX = 36_500

/**
 * Validates the environment variables and converts them to a configuration.
 * @throws {ConfigError} with one line for each invalid value
 */
export function parseConfig(env: Env): Readonly<Config> {
  const reader = createEnvironmentVariableReader(env)
  const { value, wholeNumber, list } = reader
  const dataDir = resolve(value('dataDir'))
  const config: Config = {
    port: reader.port('port'),
    host: value('host'),
    databaseUrl: readDatabaseUrl(reader, env, dataDir),
    dataDir,
    publicUrl: readPublicUrl(reader),
    allowedHosts: list('allowedHosts'),
    corsOrigins: readCorsOrigins(reader),
    languages: readLanguages(reader),
    languageUrls: readLanguageUrls(reader),
    workers: readWorkers(reader),
    adminPassword: env.adminPassword || undefined,
    allowPrivateFetch: reader.flag('allowPrivateFetch'),
    trustProxy: readProxies(reader),
    rateLimits: {
      writes: wholeNumber('rateLimitWrites'),
      searches: wholeNumber('rateLimitSearches'),
      failedLogins: wholeNumber('rateLimitGuesses'),
    },
    cacheBytes: wholeNumber('cacheBytes'),
    ...readCacheLifetime(reader),
    oidc: readIdentityProviderConfig(reader, env),
    mail: readMail(reader, env),
    map: readMapConfig(reader),
    backups: readBackups(reader),
    trashDays: readTrashDays(reader),
    auditDays: wholeNumber('auditDays'),
    revisionDays: wholeNumber('revisionDays'),
    metricsPort: value('metricsPort') === '' ? undefined : reader.port('metricsPort'),
    metricsHost: value('metricsHost'),
    metricsToken: readMetricsToken(reader, env),
    logLevel: readLogLevel(reader),
  }
  if (reader.errors.length > 0) throw new ConfigError(redactPasswords(reader.errors.join('\n')))
  return Object.freeze(config)
}

function readDatabaseUrl({ reject }: EnvReader, { databaseUrl }: Env, dataDir: string): string {
  const url = databaseUrl?.trim() || `sqlite:${defaultDatabaseFile(dataDir)}`
  if (!/^(sqlite:.|postgres(ql)?:\/\/.)/.test(url)) reject('databaseUrl', 'must begin with sqlite: or postgres://')
  return url
}

function readPublicUrl({ value, reject }: EnvReader): string | undefined {
  const url = withoutLastSlash(value('publicUrl'))
  if (url && !isOrigin(url)) reject('publicUrl', 'must be an origin such as https://calendar.example')
  return url || undefined
}

/** Reads the domains of languages: `fr=https://calendrier.example,de=https://kalender.example`. */
function readLanguageUrls({ value, list, reject }: EnvReader): Config['languageUrls'] {
  const [defaultLanguage, ...others] = list('languages')
  const taken = new Set([withoutLastSlash(value('publicUrl'))])
  const urls: Config['languageUrls'] = {}
  for (const entry of list('languageUrls')) {
    const [, language = '', text = ''] = /^([a-z]+)=(.+)$/.exec(entry) ?? []
    const url = withoutLastSlash(text)
    if (language === defaultLanguage) reject('languageUrls', `must not name ${language}, whose domain is PUBLIC_URL`)
    else if (!others.includes(language) || language in urls || !isOrigin(url) || taken.has(url)) {
      const example = 'fr=https://calendrier.example,de=https://kalender.example'
      reject('languageUrls', `must name languages of LANGUAGES and a different origin for each, such as ${example}`)
    }
    taken.add(url)
    urls[language as Language] = url
  }
  if (Object.keys(urls).length > 0 && !value('publicUrl')) {
    reject('publicUrl', 'must be set when LANGUAGE_URLS is set, because it is the domain of the other languages')
  }
  return urls
}

function readCorsOrigins({ list, reject }: EnvReader): string[] {
  const origins = list('corsOrigins')
  if (!origins.every(isOrigin)) reject('corsOrigins', 'must be a list of origins such as https://site.example')
  return origins
}

function readLanguages({ list, reject }: EnvReader): Language[] {
  const languages = list('languages')
  if (languages.length === 0 || !languages.every(isLanguage) || new Set(languages).size < languages.length) {
    reject('languages', `must be a list without duplicates of ${LANGUAGES.join(', ')}`)
  }
  return languages as Language[]
}

function readWorkers({ value, reject }: EnvReader): number {
  const workers = value('workers') === 'auto' ? availableParallelism() : Number(value('workers'))
  if (!Number.isInteger(workers) || workers < 1 || workers > WORKERS_MAX) {
    reject('workers', `must be a number from 1 to ${WORKERS_MAX}, or auto`)
  }
  return workers
}

function readProxies({ value, reject }: EnvReader): number {
  const words: Record<string, number> = { true: 1, false: 0 }
  const hops = words[value('trustProxy')] ?? Number(value('trustProxy'))
  if (!Number.isInteger(hops) || hops < 0 || hops > PROXIES_MAX) {
    reject('trustProxy', `must be a number of proxies from 0 to ${PROXIES_MAX}`)
  }
  return hops
}

function readTrashDays({ wholeNumber, reject }: EnvReader): number {
  const days = wholeNumber('trashDays')
  if (days > TRASH_DAYS_MAX) reject('trashDays', `must be at most ${TRASH_DAYS_MAX}`)
  return days
}

function readCacheLifetime({
  value,
  wholeNumber,
  reject,
}: EnvReader): Pick<Config, 'cacheMaxAge' | 'cacheStaleSeconds'> {
  const cacheMaxAge = value('cacheMaxAge') ? wholeNumber('cacheMaxAge') : undefined
  const cacheStaleSeconds = wholeNumber('cacheStaleSeconds')
  if (cacheStaleSeconds > 0 && cacheMaxAge === undefined) reject('cacheStaleSeconds', 'must be 0 without CACHE_MAX_AGE')
  return { cacheMaxAge, cacheStaleSeconds }
}

function readMail({ value, errors, reject }: EnvReader, env: Env): Config['mail'] {
  const smtpUrl = env.smtpUrl?.trim() ?? ''
  if (smtpUrl === '') return undefined
  // The error message does not repeat the value of SMTP_URL, because it may contain a password.
  if (!/^smtps?:\/\/./.test(smtpUrl) || !URL.canParse(smtpUrl)) {
    errors.push(
      `${ENVIRONMENT_VARIABLES.smtpUrl.name}: must be an address such as smtp://user:password@mail.example:587`,
    )
  }
  const from = value('mailFrom')
  if (!/^([^<>\r\n]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(from)) {
    reject('mailFrom', 'must be an address or Name <address> when SMTP_URL is set')
  }
  if (!value('publicUrl')) reject('publicUrl', 'must be set when SMTP_URL is set, because mails contain links')
  return { smtpUrl, from }
}

function readBackups({ value, wholeNumber, reject }: EnvReader): Config['backups'] {
  const hours = wholeNumber('backupHours')
  if (hours < 1 || hours > BACKUP_HOURS_MAX) reject('backupHours', `must be from 1 to ${BACKUP_HOURS_MAX}`)
  const keep = wholeNumber('backupKeep')
  if (keep < 1) reject('backupKeep', 'must be at least 1')
  const dir = value('backupDir')
  return dir ? { dir: resolve(dir), hours, keep } : undefined
}

function readMetricsToken({ errors }: EnvReader, env: Env): string | undefined {
  const token = env.metricsToken?.trim() || undefined
  // The error message does not repeat the value of METRICS_TOKEN, because it is a secret.
  if (token !== undefined && !/^[\x21-\x7e]{16,}$/.test(token)) {
    errors.push(`${ENVIRONMENT_VARIABLES.metricsToken.name}: must have at least 16 ASCII characters and no spaces`)
  }
  return token
}

function readLogLevel({ value, reject }: EnvReader): Config['logLevel'] {
  const level = value('logLevel') as Config['logLevel']
  if (!LOG_LEVELS.includes(level)) reject('logLevel', `must be one of ${LOG_LEVELS.join(', ')}`)
  return level
}

const withoutLastSlash = (url: string) => url.replace(/\/+$/, '')

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return ['http:', 'https:'].includes(url.protocol) && url.origin === text
}
