import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { isLanguage, LANGUAGES, type Language } from '../core/language.ts'
import type { RateLimitSettings } from '../core/rate-limit-settings.ts'
import { redactPasswords } from '../core/text/printable.ts'
import type { Env } from './env.ts'
import { LOG_LEVELS, VARIABLES } from './variables.ts'

const WORKERS_MAX = 256
/** A year. */
const BACKUP_HOURS_MAX = 8784
const PROXIES_MAX = 10

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
  rateLimits: RateLimitSettings
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

/** Every contradiction at once, each naming its variable. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** @throws {ConfigError} with one line for each value that cannot be used */
export function parseConfig(env: Env): Readonly<Config> {
  const given = valuesOf(env)
  const { value, wholeNumber, list } = given
  const dataDir = resolve(value('dataDir'))
  const config: Config = {
    port: given.port('port'),
    host: value('host'),
    databaseUrl: databaseUrlIn(given, env, dataDir),
    dataDir,
    publicUrl: publicUrlIn(given),
    allowedHosts: list('allowedHosts'),
    languages: languagesIn(given),
    workers: workersIn(given),
    adminPassword: env.adminPassword || undefined,
    allowPrivateFetch: given.flag('allowPrivateFetch'),
    trustProxy: proxiesIn(given),
    rateLimits: {
      writes: wholeNumber('rateLimitWrites'),
      searches: wholeNumber('rateLimitSearches'),
      failedLogins: wholeNumber('rateLimitGuesses'),
    },
    cacheBytes: wholeNumber('cacheBytes'),
    ...lifetimeIn(given),
    mapTiles: mapTilesIn(given),
    backups: backupsIn(given),
    auditDays: wholeNumber('auditDays'),
    metricsPort: value('metricsPort') === '' ? undefined : given.port('metricsPort'),
    metricsHost: value('metricsHost'),
    metricsToken: metricsTokenIn(given, env),
    logLevel: logLevelIn(given),
  }
  if (given.wrong.length > 0) throw new ConfigError(redactPasswords(given.wrong.join('\n')))
  return Object.freeze(config)
}

/** Reads values as what they should be, and notes which are not. */
function valuesOf(env: Env) {
  const wrong: string[] = []
  const value = (key: keyof Env) => env[key]?.trim() || VARIABLES[key].defaultValue
  const refuse = (key: keyof Env, why: string) => void wrong.push(`${VARIABLES[key].name}: ${why}, not "${value(key)}"`)
  return {
    wrong,
    value,
    refuse,
    flag(key: keyof Env) {
      if (!['0', '1', 'false', 'true'].includes(value(key))) refuse(key, 'must be 0 or 1')
      return ['1', 'true'].includes(value(key))
    },
    wholeNumber(key: keyof Env) {
      if (!/^\d{1,15}$/.test(value(key))) refuse(key, 'must be a whole number')
      return Number(value(key))
    },
    port(key: keyof Env) {
      const port = Number(value(key))
      if (!Number.isInteger(port) || port < 0 || port > 65535) refuse(key, 'must be a port from 0 to 65535')
      return port
    },
    list: (key: keyof Env) =>
      value(key)
        .split(',')
        .map((item) => item.trim())
        .filter(Boolean),
  }
}

type Values = ReturnType<typeof valuesOf>

function databaseUrlIn({ refuse }: Values, { databaseUrl }: Env, dataDir: string): string {
  const url = databaseUrl?.trim() || `sqlite:${resolve(dataDir, 'almanac.db')}`
  if (!/^(sqlite:.|postgres(ql)?:\/\/.)/.test(url)) refuse('databaseUrl', 'must begin with sqlite: or postgres://')
  return url
}

function publicUrlIn({ value, refuse }: Values): string | undefined {
  const url = value('publicUrl').replace(/\/+$/, '')
  if (url && !isOrigin(url)) refuse('publicUrl', 'must be an origin such as https://calendar.example')
  return url || undefined
}

function languagesIn({ list, refuse }: Values): Language[] {
  const languages = list('languages')
  if (languages.length === 0 || !languages.every(isLanguage) || new Set(languages).size < languages.length) {
    refuse('languages', `must be different languages out of ${LANGUAGES.join(', ')}`)
  }
  return languages as Language[]
}

function workersIn({ value, refuse }: Values): number {
  const workers = value('workers') === 'auto' ? availableParallelism() : Number(value('workers'))
  if (!Number.isInteger(workers) || workers < 1 || workers > WORKERS_MAX) {
    refuse('workers', `must be a number from 1 to ${WORKERS_MAX}, or auto`)
  }
  return workers
}

function proxiesIn({ value, refuse }: Values): number {
  const words: Record<string, number> = { true: 1, false: 0 }
  const hops = words[value('trustProxy')] ?? Number(value('trustProxy'))
  if (!Number.isInteger(hops) || hops < 0 || hops > PROXIES_MAX) {
    refuse('trustProxy', `must be a number of proxies from 0 to ${PROXIES_MAX}`)
  }
  return hops
}

function lifetimeIn({ value, wholeNumber, refuse }: Values): Pick<Config, 'cacheMaxAge' | 'cacheStaleSeconds'> {
  const cacheMaxAge = value('cacheMaxAge') ? wholeNumber('cacheMaxAge') : undefined
  const cacheStaleSeconds = wholeNumber('cacheStaleSeconds')
  if (cacheStaleSeconds > 0 && cacheMaxAge === undefined) refuse('cacheStaleSeconds', 'must be 0 without CACHE_MAX_AGE')
  return { cacheMaxAge, cacheStaleSeconds }
}

function mapTilesIn({ value, refuse }: Values): Config['mapTiles'] {
  const url = value('mapTiles')
  if (!url) return undefined
  if (!isTileAddress(url)) refuse('mapTiles', 'must be an http(s) address with {z}, {x} and {y}')
  if (!value('mapAttribution')) refuse('mapAttribution', 'must name the owner of the tiles')
  return { url, attribution: value('mapAttribution') }
}

function backupsIn({ value, wholeNumber, refuse }: Values): Config['backups'] {
  const hours = wholeNumber('backupHours')
  if (hours < 1 || hours > BACKUP_HOURS_MAX) refuse('backupHours', `must be from 1 to ${BACKUP_HOURS_MAX}`)
  const keep = wholeNumber('backupKeep')
  if (keep < 1) refuse('backupKeep', 'must be 1 at least')
  const dir = value('backupDir')
  return dir ? { dir: resolve(dir), hours, keep } : undefined
}

function metricsTokenIn({ wrong }: Values, env: Env): string | undefined {
  const token = env.metricsToken?.trim() || undefined
  // Not shown again: it is a secret.
  if (token !== undefined && !/^[\x21-\x7e]{16,}$/.test(token)) {
    wrong.push(`${VARIABLES.metricsToken.name}: must have at least 16 ASCII characters and no spaces`)
  }
  return token
}

function logLevelIn({ value, refuse }: Values): Config['logLevel'] {
  const level = value('logLevel') as Config['logLevel']
  if (!LOG_LEVELS.includes(level)) refuse('logLevel', `must be one of ${LOG_LEVELS.join(', ')}`)
  return level
}

function isTileAddress(text: string): boolean {
  const isHttp = /^https?:\/\//.test(text) && URL.canParse(text.replace(/[{}]/g, ''))
  return isHttp && ['{z}', '{x}', '{y}'].every((part) => text.includes(part))
}

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return ['http:', 'https:'].includes(url.protocol) && url.origin === text
}
