import { FACES, type Face, NATIVE, TEC } from '../../core/faces.ts'
import type { Language } from '../../core/language.ts'

/** Where a request was sent, apart from what it asks for there. */
export interface RequestAddress {
  face: Face
  /** The language root as spelled: `''` or `/de`. */
  languageRoot: string
  /** The language of the root; undefined at the root without one. */
  language: Language | undefined
}

/** What the router matches instead of the address as sent: the routes exist once, for all faces and roots. */
export const API_PREFIX = '/~api'
export const WORDPRESS_PREFIX = '/~wordpress'
export const SITE_PREFIX = '/~site'

/**
 * Takes language root and face off an address (contract: faces and roots).
 * @param url path and query as sent
 * @returns the address, and the URL to route: `/~api/…` below a namespace, `/~wordpress/…` for what clients of
 *   WordPress ask beside it, `/~site/…` for everything else
 */
export function parseRequestUrl(
  url: string,
  languages: readonly Language[],
): { address: RequestAddress; route: string } {
  const [path, query] = splitQuery(url)
  const language = languages.find((code) => path === `/${code}` || path.startsWith(`/${code}/`))
  const languageRoot = language ? `/${language}` : ''
  const rest = path.slice(languageRoot.length)
  const to = (face: Face, route: string, search = query) => ({
    address: { face, languageRoot, language },
    route: route + search,
  })
  for (const face of FACES) {
    const below = after(rest, `${face.prefix}/${face.namespace}`)
    if (below !== undefined) return to(face, API_PREFIX + below)
  }
  const wordpress = after(rest, TEC.prefix)
  if (wordpress !== undefined) return to(TEC, WORDPRESS_PREFIX + wordpress)
  const named = rest === '' || rest === '/' || rest === '/index.php' ? takeRestRoute(query) : undefined
  if (named) {
    const below = after(named.route, `/${TEC.namespace}`)
    return to(TEC, below === undefined ? WORDPRESS_PREFIX + named.route : API_PREFIX + below, named.search)
  }
  return to(NATIVE, SITE_PREFIX + (rest || '/'))
}

function splitQuery(url: string): [path: string, query: string] {
  const at = url.indexOf('?')
  return at < 0 ? [readable(url), ''] : [readable(url.slice(0, at)), url.slice(at)]
}

/** A path with percent signs that spell no text names nothing, and is refused as what names nothing is. */
function readable(path: string): string {
  try {
    decodeURIComponent(path)
    return path
  } catch {
    return path.replaceAll('%', '%25')
  }
}

/** What follows `prefix` in `path`, from its slash on; undefined when `path` is elsewhere. */
function after(path: string, prefix: string): string | undefined {
  if (path === prefix) return '/'
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : undefined
}

/** `?rest_route=/tribe/events/v1/events&page=2`, as WordPress without pretty addresses has it. */
function takeRestRoute(query: string): { route: string; search: string } | undefined {
  const pairs = query.slice(1).split('&')
  const mine = pairs.findIndex((pair) => /^rest_route=./.test(pair))
  if (mine < 0) return undefined
  // What is typed in it names no parameters.
  const route = encodeURI(decode((pairs[mine] as string).slice('rest_route='.length))).replace(
    /[?#]/g,
    encodeURIComponent,
  )
  const others = pairs.filter((_, index) => index !== mine)
  return { route: route.startsWith('/') ? route : `/${route}`, search: others.length > 0 ? `?${others.join('&')}` : '' }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
