import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseUrlEncodedForm } from './body-parsers.ts'
import { includesSearchParameter, namesOfUrlParameters, normalizeUrl, normalizeUrlEncoding } from './normalize-url.ts'

const searches = (url: string) => includesSearchParameter(namesOfUrlParameters(normalizeUrlEncoding(url)))

for (const [url, ordered] of [
  ['/events', '/events'],
  ['/events?page=2', '/events?page=2'],
  ['/events?per_page=3&page=2', '/events?page=2&per_page=3'],
  ['/events?b=1&a=2&b=0', '/events?a=2&b=1&b=0'],
  ['/events?tags[]=b&search=x&tags%5B%5D=a', '/events?search=x&tags[]=b&tags%5B%5D=a'],
  ['/events?tags%5b0%5d=b&featured', '/events?featured&tags%5b0%5d=b'],
  ['/events?b=1&%61=2&a=3', '/events?b=1&%61=2&a=3'],
  ['/events?b=1&&a=3', '/events?b=1&&a=3'],
] as const) {
  test(`sorts the parameters of ${url}`, () => equal(normalizeUrl(url), ordered))
}

test('of parameters that are not used, at most the name is retained', () => {
  const url = '/events/?b=1&utm_source=x&a=2&utm_source=y'
  const names = new Set(['a', 'b'])
  equal(normalizeUrl(url, { names, listsOthers: false }), '/events/?a=2&b=1')
  equal(normalizeUrl(url, { names, listsOthers: true }), '/events/?a=2&b=1&utm_source&utm_source')
  equal(normalizeUrl('/events/?fbclid=1', { names, listsOthers: false }), '/events/')
  equal(normalizeUrl('/robots.txt?%61=1', { names: new Set(), listsOthers: false }), '/robots.txt')
})

test('parameters that are used are parsed like those of the original URL', () => {
  const piece = fc.constantFrom('a', 'b', 'c', '%61', '[', ']', '%5B', '=', '&', '1', '+')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 24 }), (pieces) => {
      const query = pieces.join('')
      const used = normalizeUrl(`/?${query}`, { names: new Set(['a']), listsOthers: false }).slice(2)
      equal(JSON.stringify(parseUrlEncodedForm(used).a), JSON.stringify(parseUrlEncodedForm(query).a))
    }),
    { numRuns: 2000 },
  )
})

test('a sorted URL is parsed like the original', () => {
  const piece = fc.constantFrom('a', 'b', 'c', '%61', '[', ']', '%5B', '%5d', '=', '&', '1', '2', '+', '%', '-', '?')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 24 }), (pieces) => {
      const query = pieces.join('')
      const ordered = normalizeUrl(`/?${query}`).slice(2)
      deepEqual(parseUrlEncodedForm(ordered), parseUrlEncodedForm(query))
    }),
    { numRuns: 5000 },
  )
})

test('URLs that are parsed differently stay different', () => {
  const pair = fc.constantFrom('a=1', 'a=2', 'a[]=1', 'a%5B%5D=2', 'b=1', 'b=2', '%61=1', 'b[c]=1')
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 5 }), fc.array(pair, { maxLength: 5 }), (one, other) => {
      const [first, second] = [one, other].map((pairs) => pairs.join('&'))
      if (normalizeUrl(`/?${first}`) === normalizeUrl(`/?${second}`)) {
        deepEqual(parseUrlEncodedForm(first ?? ''), parseUrlEncodedForm(second ?? ''))
      }
    }),
    { numRuns: 5000 },
  )
})

for (const [url, expected] of [
  ['/events?search=a', true],
  ['/events?page=2&s=a', true],
  ['/events?%73earch=a', true],
  ['/events?[search]=a', true],
  ['/events?%5B%73earch%5d.=a', true],
  ['/events#search=a', true],
  ['/events/list/?tribe-bar-search=a', true],
  ['/events', false],
  ['/events?search=', false],
  ['/events?search=&page=2', false],
  ['/events?researches=1&tags=search', false],
] as const) {
  test(`${expected ? 'has' : 'does not have'} a search parameter: ${url}`, () => equal(searches(url), expected))
}

test('every URL from which the parser reads a search has one, however it is encoded', () => {
  const piece = fc.constantFrom(
    'search',
    's',
    'S',
    '%73',
    'e%61rch',
    '[',
    ']',
    '%5B',
    '%5d',
    '=',
    '&',
    'x',
    '.',
    '%',
    '%2e',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const { search, s } = parseUrlEncodedForm(pieces.join(''))
      if (search || s) equal(searches(`/?${pieces.join('')}`), true, pieces.join(''))
    }),
    { numRuns: 20_000 },
  )
})
