/** Matches a parameter name without percent-encoding: the part before the first `=`, `[` or `%5B`. */
const PLAIN = /^([\w-]+)(?=$|=|\[|%5B)/i

/** The query parameters on which the response at a URL depends. */
export interface UsedParameters {
  names: ReadonlySet<string>
  /** Whether the response also depends on the names of the other parameters, which `X-Ignored-Parameters` lists. */
  listsOthers: boolean
}

/**
 * Sorts the query parameters of a URL by name, so that equivalent URLs have the same cache key. Parameters with the
 * same name stay in their order, because the last one applies. A URL with a percent-encoded parameter name (`%61` for
 * `a`) is returned unchanged, because that name may equal another one.
 * @param url path and query
 * @param used the parameters to retain; of the others at most the name is retained. By default all of them
 */
export function normalizeUrl(url: string, used?: UsedParameters): string {
  const at = url.indexOf('?')
  if (at < 0 || (used === undefined && url.indexOf('&', at) < 0)) return url
  const path = url.slice(0, at)
  if (used?.names.size === 0 && !used.listsOthers) return path
  const pairs: { name: string; pair: string }[] = []
  for (const pair of url.slice(at + 1).split('&')) {
    const name = PLAIN.exec(pair)?.[1]
    if (name === undefined) return url
    if (used === undefined || used.names.has(name)) pairs.push({ name, pair })
    else if (used.listsOthers) pairs.push({ name, pair: name })
  }
  if (pairs.length === 0) return path
  pairs.sort((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0))
  return `${path}?${pairs.map(({ pair }) => pair).join('&')}`
}

/** Matches percent-encoded letters, digits, `-`, `.`, `_`, `[` and `]`, which are equivalent without encoding. */
const NEEDLESSLY_ENCODED = /%(2[de]|3\d|[46][1-9a-f]|[57][\da]|5[bdf])/gi

/**
 * Converts a URL to lower case and removes needless percent-encoding. URLs with equal results are equivalent for the
 * router and the query parser.
 */
export const normalizeUrlEncoding = (url: string) =>
  (url.includes('%') ? url.replace(NEEDLESSLY_ENCODED, decodeURIComponent) : url).toLowerCase()

/**
 * The distinct names of the parameters of a URL that are not empty. Like the query parser, ignores brackets around a
 * name and treats `#` as `?`.
 * @param decoded result of `normalizeUrlEncoding`
 */
export const namesOfUrlParameters = (decoded: string): string[] =>
  BEFORE_PARAMETER.test(decoded)
    ? [...new Set(Array.from(decoded.matchAll(PARAMETER_NAME), ([, name]) => name as string))]
    : []

const BEFORE_PARAMETER = /[?&#]/

const PARAMETER_NAME = /[?&#]\[?([\w-]+)(?![\w-])(?!=(?:&|$))/g

const SEARCH_NAMES: readonly string[] = ['search', 's', 'tribe-bar-search', 'q']

/** Whether one of these parameters is a search. @param names result of `namesOfUrlParameters` */
export const includesSearchParameter = (names: readonly string[]) => names.some((name) => SEARCH_NAMES.includes(name))
