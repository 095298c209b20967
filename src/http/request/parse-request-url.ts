import { type Face, NATIVE, TEC, TEC_V1 } from '../../core/faces.ts'
import type { Language } from '../../core/language.ts'
import { FEED_FORMAT_NAMES } from '../../feeds/feed-formats.ts'

/** The variant of the API and the language that a request URL selects. */
export interface RequestAddress {
  face: Face
  /** The path prefix of the language: `/de`, or `''` if neither the URL nor its domain names a language. */
  languageRoot: string
  /** The language of the path prefix, else that of the domain; undefined if there is neither. */
  language: Language | undefined
}

/**
 * Path prefixes of rewritten URLs. They replace all prefixes for API and language, so that each route is registered
 * once.
 */
export const API_PREFIX = '/~api'
/**
 * Internal path prefix of the tec/v1 API. It begins with `API_PREFIX`, so that code for all routes of the API applies
 * to its routes too.
 */
export const TEC_V1_PREFIX = `${API_PREFIX}-tec-v1`
export const WORDPRESS_PREFIX = '/~wordpress'
export const SITE_PREFIX = '/~site'
export const ADMIN_PREFIX = '/~admin'

const FORMATS = FEED_FORMAT_NAMES.join('|').replaceAll('.', '\\.')

/** Matches the rewritten URLs of feeds: of the list of events, of an event and of a series. */
export const FEED_PATH = new RegExp(`^${API_PREFIX}/(events|series)(/[^/?]+)?\\.(${FORMATS})(\\?|$)`)

/**
 * Removes the prefixes for API and language from a request URL, and adds the internal prefix by which the router finds
 * the route (API contract: faces and roots).
 * @param url path and query of the request
 * @param domainLanguage the language whose own domain the request names
 * @returns `route`, the URL for the router: `/~api/…` for the native and The Events Calendar API, `/~api-tec-v1/…` for
 * the newer API of The Events Calendar, `/~wordpress/…` for other WordPress endpoints, `/~admin/…` for pages below
 * `/admin` and `/~admin/submit/…` for those below `/submit`, `/~site/…` for everything else
 */
export function parseRequestUrl(
  url: string,
  languages: readonly Language[],
  domainLanguage?: Language,
): { address: RequestAddress; route: string } {
  const [path, query] = splitQuery(url)
  const prefixLanguage = languages.find((code) => path === `/${code}` || path.startsWith(`/${code}/`))
  const language = prefixLanguage ?? domainLanguage
  const languageRoot = language ? `/${language}` : ''
  const unprefixed = (prefixLanguage ? path.slice(languageRoot.length) : path).replace(INDEX_FILE, '')
  const result = (face: Face, route: string, search = query) => ({
    address: { face, languageRoot, language },
    route: route + search,
  })
  const native = pathBelow(unprefixed, `${NATIVE.prefix}/${NATIVE.namespace}`)
  if (native !== undefined) return result(NATIVE, API_PREFIX + native)
  const wordpress = pathBelow(unprefixed, TEC.prefix)
  if (wordpress !== undefined) return result(...routeInWordpress(wordpress))
  const named =
    unprefixed === '' || unprefixed === '/' || unprefixed === '/index.php' ? takeRestRoute(query) : undefined
  if (named) return result(...routeInWordpress(named.route), named.search)
  // Pages below /submit are handled like those below /admin, because they have the same sessions and the same checks of
  // forms.
  const admin = pathBelow(unprefixed, '/submit') === undefined ? pathBelow(unprefixed, '/admin') : unprefixed
  return result(NATIVE, admin === undefined ? SITE_PREFIX + (unprefixed || '/') : ADMIN_PREFIX + admin)
}

/** The file that WordPress names in API URLs on servers that cannot rewrite URLs: `/index.php/wp-json/…`. */
const INDEX_FILE = /^\/index\.php(?=\/wp-json(\/|$))/

/**
 * The route of a WordPress endpoint, as the router expects it.
 * @param path the path of the endpoint: `/tribe/events/v1/events`
 */
function routeInWordpress(path: string): [face: Face, route: string] {
  for (const [face, prefix] of [
    [TEC, API_PREFIX],
    [TEC_V1, TEC_V1_PREFIX],
  ] as const) {
    const below = pathBelow(path, `/${face.namespace}`)
    if (below !== undefined) return [face, prefix + below]
  }
  return [TEC, WORDPRESS_PREFIX + path]
}

function splitQuery(url: string): [path: string, query: string] {
  const at = url.indexOf('?')
  return at < 0 ? [escapeInvalid(url), ''] : [escapeInvalid(url.slice(0, at)), url.slice(at)]
}

/**
 * If a path has invalid percent-encoding, escapes all its percent signs, so that no route matches and the response is
 * 404. Otherwise the router would respond with 400.
 */
function escapeInvalid(path: string): string {
  try {
    decodeURIComponent(path)
    return path
  } catch {
    return path.replaceAll('%', '%25')
  }
}

/**
 * Returns the part of `path` after `prefix`, with its leading slash; undefined when `path` does not begin with
 * `prefix`.
 */
function pathBelow(path: string, prefix: string): string | undefined {
  if (path === prefix) return '/'
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : undefined
}

/**
 * Extracts the API path from a query such as `?rest_route=/tribe/events/v1/events&page=2`. WordPress has such API URLs
 * when pretty permalinks are off.
 */
function takeRestRoute(query: string): { route: string; search: string } | undefined {
  const pairs = query.slice(1).split('&')
  const index = pairs.findIndex((pair) => /^rest_route=./.test(pair))
  if (index < 0) return undefined
  // A decoded `?` or `#` in the value of `rest_route` belongs to the path, so it is percent-encoded again.
  const route = encodeURI(decode((pairs[index] as string).slice('rest_route='.length))).replace(
    /[?#]/g,
    encodeURIComponent,
  )
  const others = pairs.filter((_, other) => other !== index)
  return { route: route.startsWith('/') ? route : `/${route}`, search: others.length > 0 ? `?${others.join('&')}` : '' }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
