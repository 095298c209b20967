import { deepEqual, match, throws } from 'node:assert/strict'
import { test } from 'node:test'
import { parseConfig } from './parse-config.ts'
import { readEnvironmentVariables } from './read-env.ts'

const cacheOf = (env: Record<string, string>) => {
  const { cacheBytes, cacheMaxAge, cacheStaleSeconds } = parseConfig(readEnvironmentVariables(env))
  return [cacheBytes, cacheMaxAge, cacheStaleSeconds]
}

test('the cache settings are whole numbers; without CACHE_MAX_AGE, max-age is undefined', () => {
  deepEqual(cacheOf({}), [8 * 1024 * 1024, undefined, 0])
  deepEqual(cacheOf({ CACHE_BYTES: '0', CACHE_MAX_AGE: '0' }), [0, 0, 0])
  deepEqual(cacheOf({ CACHE_MAX_AGE: ' 60 ', CACHE_STALE_SECONDS: '30' }), [8 * 1024 * 1024, 60, 30])
})

const OIDC = { OIDC_ISSUER: 'https://id.example/town', OIDC_CLIENT_ID: 'calendar', OIDC_CLIENT_SECRET: 's' }

test('there is an identity provider only if an issuer is configured', () => {
  const oidcOf = (env: Record<string, string>) => parseConfig(readEnvironmentVariables(env)).oidc
  deepEqual(oidcOf({ ...OIDC, OIDC_ISSUER: '' }), undefined)
  const settings = { issuer: OIDC.OIDC_ISSUER, clientId: 'calendar', clientSecret: 's', scopes: 'openid email profile' }
  deepEqual(oidcOf(OIDC), { ...settings, name: 'id.example', newRole: undefined, roleClaim: undefined })
  const more = {
    OIDC_ISSUER: 'http://localhost:8080',
    OIDC_NAME: 'Town',
    OIDC_NEW_ROLE: 'author',
    OIDC_ROLE_CLAIM: 'groups',
  }
  const given = { issuer: 'http://localhost:8080', name: 'Town', newRole: 'author', roleClaim: 'groups' }
  deepEqual(oidcOf({ ...OIDC, ...more }), { ...settings, ...given })
})

test('languages may have domains of their own', () => {
  const urlsOf = (env: Record<string, string>) => parseConfig(readEnvironmentVariables(env)).languageUrls
  deepEqual(urlsOf({}), {})
  const LANGUAGE_URLS = 'fr=https://calendrier.example/, de=http://localhost:3001'
  deepEqual(urlsOf({ PUBLIC_URL: 'https://calendar.example', LANGUAGE_URLS }), {
    fr: 'https://calendrier.example',
    de: 'http://localhost:3001',
  })
})

test('metrics have a separate port or a token only if configured', () => {
  const metricsOf = (env: Record<string, string>) => {
    const { metricsPort, metricsHost, metricsToken } = parseConfig(readEnvironmentVariables(env))
    return [metricsPort, metricsHost, metricsToken]
  }
  deepEqual(metricsOf({}), [undefined, '127.0.0.1', undefined])
  const METRICS_TOKEN = 'sixteen-at-least'
  deepEqual(metricsOf({ METRICS_PORT: '9464', METRICS_HOST: '::1', METRICS_TOKEN }), [9464, '::1', METRICS_TOKEN])
})

test('backups are scheduled only if a folder is configured', () => {
  const backupsOf = (env: Record<string, string>) => parseConfig(readEnvironmentVariables(env)).backups
  deepEqual(backupsOf({ BACKUP_HOURS: '1' }), undefined)
  deepEqual(backupsOf({ BACKUP_DIR: '/backups' }), { dir: '/backups', hours: 24, keep: 7 })
  deepEqual(backupsOf({ BACKUP_DIR: '/b', BACKUP_HOURS: '6', BACKUP_KEEP: '28' }), { dir: '/b', hours: 6, keep: 28 })
})

for (const [env, error] of [
  [{ LANGUAGE_URLS: 'fr=https://fr.example' }, /^PUBLIC_URL: must be set when LANGUAGE_URLS is set/],
  ...[
    'fr',
    'fr=fr.example',
    'fr=https://fr.example/a',
    'xx=https://xx.example',
    'fr=https://calendar.example/',
    'fr=https://a.example,de=https://a.example',
    'fr=https://a.example,fr=https://b.example',
  ].map(
    (urls) =>
      [{ PUBLIC_URL: 'https://calendar.example', LANGUAGE_URLS: urls }, /^LANGUAGE_URLS: must name languages/] as const,
  ),
  [
    { PUBLIC_URL: 'https://calendar.example', LANGUAGE_URLS: 'en=https://en.example' },
    /^LANGUAGE_URLS: must not name en, whose domain is PUBLIC_URL/,
  ],
  [{ BACKUP_HOURS: '0' }, /^BACKUP_HOURS: must be from 1 to 8784, not "0"$/],
  [{ BACKUP_KEEP: '0' }, /^BACKUP_KEEP: must be at least 1/],
  [{ CACHE_BYTES: '16MB' }, /^CACHE_BYTES: must be a whole number, not "16MB"$/],
  [{ CACHE_MAX_AGE: '-1' }, /^CACHE_MAX_AGE: must/],
  [{ CACHE_MAX_AGE: '1', CACHE_STALE_SECONDS: '0.5' }, /^CACHE_STALE_SECONDS: must/],
  [{ TRASH_DAYS: 'x' }, /^TRASH_DAYS: must be a whole number, not "x"$/],
  [{ TRASH_DAYS: '36501' }, /^TRASH_DAYS: must be at most 36500/],
  [{ AUDIT_DAYS: '-1' }, /^AUDIT_DAYS: must be a whole number, not "-1"$/],
  [{ METRICS_PORT: '65536' }, /^METRICS_PORT: must be a port from 0 to 65535, not "65536"$/],
  // The error message must not repeat the value of METRICS_TOKEN, because it is a secret.
  [{ METRICS_TOKEN: 'short' }, /^METRICS_TOKEN: must have at least 16 ASCII characters and no spaces$/],
  [{ MAP_TILES: 'ftp://tiles/{z}/{x}/{y}', MAP_ATTRIBUTION: 'A' }, /^MAP_TILES: must be an http/],
  [{ MAP_TILES: 'https://tiles.example/{z}/{x}.png', MAP_ATTRIBUTION: 'A' }, /^MAP_TILES: must/],
  [{ MAP_TILES: 'https://tiles.example/{z}/{x}/{y}.png' }, /^MAP_ATTRIBUTION: must be set/],
  [
    { MAP_TILES: 'https://tiles.example/{z}/{x}/{y}.png', MAP_ATTRIBUTION: 'A', MAP_PMTILES: 'a' },
    /^MAP_PMTILES: must/,
  ],
  [{ MAP_PMTILES: 'https://maps.example/a.pmtiles; script-src *' }, /^MAP_PMTILES: must be a file or an http/],
  [{ ...OIDC, OIDC_ISSUER: 'http://id.example' }, /^OIDC_ISSUER: must be an address that begins with https:/],
  [{ ...OIDC, OIDC_ISSUER: 'https://id.example?x' }, /^OIDC_ISSUER: must/],
  [{ ...OIDC, OIDC_CLIENT_SECRET: ' ' }, /^OIDC_CLIENT_SECRET: must be set when OIDC_ISSUER is set$/],
  [{ ...OIDC, OIDC_CLIENT_ID: '' }, /^OIDC_CLIENT_ID: must be set/],
  [{ ...OIDC, OIDC_SCOPES: 'email' }, /^OIDC_SCOPES: must contain openid, not "email"$/],
  [{ ...OIDC, OIDC_NEW_ROLE: 'administrator' }, /^OIDC_NEW_ROLE: must be one of subscriber, contributor/],
  [{ CACHE_STALE_SECONDS: '30' }, /^CACHE_STALE_SECONDS: must be 0 without CACHE_MAX_AGE, not "30"$/],
] as const) {
  test(`rejects ${JSON.stringify(env)}`, () =>
    throws(
      () => parseConfig(readEnvironmentVariables(env)),
      ({ message }: Error) => {
        match(message, error)
        return true
      },
    ))
}
