/** Characters by the names of their HTML character references. @type {Record<string, string>} */
const NAMED_CHARACTERS = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  euro: '€',
  shy: '\u00ad',
}

/**
 * Converts HTML to plain text: removes tags and decodes character references. WordPress sends titles as HTML.
 * @param {unknown} html
 */
export function convertHtmlToPlainText(html) {
  const text = String(html ?? '').replace(/<\/?[a-z][^>]*>/gi, '')
  return text.replace(/&(#x[\da-f]+|#\d+|\w+);/gi, (whole, name) => {
    if (name[0] !== '#') return (Object.hasOwn(NAMED_CHARACTERS, name) && NAMED_CHARACTERS[name]) || whole
    const code = /x/i.test(name[1]) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}

/**
 * Makes an `http:` or `https:` address absolute; undefined for all other schemes, such as `javascript:`.
 * @param {unknown} text
 */
export function parseHttpAddress(text) {
  const url = typeof text === 'string' ? URL.parse(text, document.baseURI) : null
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined
}
