/** A parameter whose name is spelled plainly: what stands before the first `=`, `[` or `%5B`. */
const PLAIN = /^([\w-]+)(?=$|=|\[|%5B)/i

/**
 * An address with its parameters in one order, so that what means the same is kept once.
 *
 * Those of one name keep their order, since of a name given twice the last counts. A name that is spelled in another way
 * (`%61` for `a`) might be the same as one beside it; such an address stays as it is.
 * @param url path and query as sent
 */
export function normalizeUrl(url: string): string {
  const at = url.indexOf('?')
  if (at < 0 || url.indexOf('&', at) < 0) return url
  const pairs: { name: string; pair: string }[] = []
  for (const pair of url.slice(at + 1).split('&')) {
    const name = PLAIN.exec(pair)?.[1]
    if (name === undefined) return url
    pairs.push({ name, pair })
  }
  pairs.sort((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0))
  return `${url.slice(0, at)}?${pairs.map(({ pair }) => pair).join('&')}`
}

/** Letters, digits, `-`, `.`, `_`, `[` and `]`, which mean the same with a percent sign. */
const NEEDLESSLY_CODED = /%(2[de]|3\d|[46][1-9a-f]|[57][\da]|5[bdf])/gi

/** An address as the router and the parser of parameters read it: in small letters, without needless percent signs. */
export const decodeUrl = (url: string) => url.replace(NEEDLESSLY_CODED, decodeURIComponent).toLowerCase()

/** Whether an address asks for words. A name in brackets is one without them, and a # begins parameters as a ? does. */
export const hasSearch = (url: string) => /[?&#]\[?(search|s)\b(?!=(&|$))/.test(decodeUrl(url))
