import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Language } from '../../src/core/language.ts'
import { foldTextForSearch, splitSearchIntoWords } from '../../src/core/text/fold-text.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { effortOf } from '../kit/generated/run-limits.ts'
import { TEST_NOW } from '../kit/server/server.ts'
import { withServer } from '../kit/server/with-server.ts'

/**
 * Characters with a meaning in a search index or a LIKE pattern, and ordinary ones, in several scripts and both
 * Unicode normal forms.
 */
const PIECES = [
  ...['100%', '_real_', 'a\\b', 'say "q" now', '*', '^', 'NEAR', 'AND', 'OR', 'NOT', '(b)', 'a:b', '{c}', '+-', "it's"],
  ...[
    '日本語の祭り',
    '🎷🎺',
    '👩‍👩‍👧',
    'é',
    'e\u0301',
    'Straße',
    'İstanbul',
    'ab',
    'zz',
    'abab',
    'aaaa',
    '𝔄𝔅',
    'ﬁn',
    'x',
  ],
  ...['concert', 'concerto', 'Ελλάδας', 'Москва', '  two   spaces  ', '%%', '__', '\\\\', '""', 'long '.repeat(30)],
]
const HALVES = [0, 1].map((half) => PIECES.filter((_, index) => index % 2 === half)) as [string[], string[]]
const LANGUAGES: Language[] = ['en', 'de', 'fr']
/** Number of texts that may wait to be indexed (migration 0011). */
const WAITING = 256

interface Said {
  id: number
  isListed: boolean
  texts: Map<Language, string[]>
}

const piecesOf = (max: number) => fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: max })
const saying = () =>
  fc.tuple(piecesOf(4), fc.constantFrom(' ', '', '-')).map(([pieces, between]) => `t${pieces.join(between)}`)

/** Generates parts of a text, sometimes altered. */
const needle = (texts: readonly string[]) =>
  fc.oneof(
    fc.constantFrom(...PIECES),
    fc.constantFrom(...PIECES).map((piece) => `"${piece.replaceAll('"', '')}"`),
    piecesOf(3).map((pieces) => pieces.join(' ')),
    fc
      .tuple(fc.constantFrom(...texts), fc.nat(40), fc.integer({ min: 1, max: 90 }), fc.boolean())
      .map(([text, from, length, isPhrase]) => {
        const part = [...text].slice(from, from + length).join('')
        return isPhrase ? `"${part.replaceAll('"', '')}"` : part
      }),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 4 }),
  )

/** Whether a search is refused because it is empty; by contract `0` counts as empty. */
const isRefused = (search: string) =>
  search === '0' || search.includes('\0') || splitSearchIntoWords(search).length === 0

forEachEngine('searches', (engine) => {
  const server = withServer(engine, { languages: LANGUAGES })
  const make = makersOf(server)
  const said: Said[] = []

  const [sayings] = fc.sample(fc.array(fc.tuple(saying(), saying()), { minLength: 200, maxLength: 200 }), {
    numRuns: 1,
    seed: 7,
  }) as [[string, string][]]
  let used = 0
  const nextSaying = () => sayings[used++ % sayings.length] as [string, string]

  async function add(language: Language, status = 'publish'): Promise<void> {
    const [title, excerpt] = nextSaying()
    const { id } = await make.event({ title, excerpt, status }, { root: language })
    said.push({ id, isListed: status === 'publish', texts: new Map([[language, [title, excerpt]]]) })
  }
  async function rewrite(event: Said, language: Language): Promise<void> {
    const [title, excerpt] = nextSaying()
    const body = { title, excerpt }
    const answer = await server.ask('POST', `/events/${event.id}`, { as: 'editor', root: language, body })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    event.texts.set(language, [title, excerpt])
  }
  async function send(event: Said, method: string, path: string, body?: object): Promise<void> {
    const { status } = await server.ask(method, `/events/${event.id}${path}`, { as: 'editor', ...(body && { body }) })
    assert.equal(status, 200)
  }
  const some = (every: number) => said.filter((_, index) => index % every === 1)

  /** The records found by comparing with every displayed text. */
  function expected(search: string, language: Language): number[] {
    const words = splitSearchIntoWords(search)
    const shown = ({ texts }: Said) => texts.get(language) ?? texts.get('en') ?? [...texts.values()][0] ?? []
    return said
      .filter((event) => event.isListed)
      .filter((event) => words.every((word) => shown(event).some((text) => foldTextForSearch(text).includes(word))))
      .map(({ id }) => id)
  }
  async function found(search: string, language: Language, more = ''): Promise<number[]> {
    const ids: number[] = []
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const path = `/events?per_page=50&page=${page}&search=${encodeURIComponent(search)}${more}`
      const { status, body } = await server.ask('GET', path, { root: language })
      assert.equal(status, 200, JSON.stringify(body))
      pages = body.total_pages
      for (const { id } of body.events) ids.push(id)
      if (page >= pages) assert.equal(body.total, ids.length)
    }
    return ids
  }
  /** Asserts that generated searches find what is expected, and these. */
  async function check(searches: readonly string[]): Promise<void> {
    const texts = said.flatMap((event) => [...event.texts.values()].flat())
    const { numRuns, isOver } = effortOf({ runs: 20, longRuns: 8000 })
    const property = fc.asyncProperty(needle(texts), fc.constantFrom(...LANGUAGES), async (search, language) => {
      if (isOver() || isRefused(search)) return
      assert.deepEqual(await found(search, language), expected(search, language), JSON.stringify(search))
    })
    await fc.assert(property, { numRuns })
    for (const search of searches.filter((piece) => splitSearchIntoWords(piece).length > 0))
      assert.deepEqual(await found(search, 'de'), expected(search, 'de'), search)
  }

  test('a search finds what comparing with every displayed text finds, before and after indexing', async () => {
    for (let count = 0; count < WAITING - 2; count += 1) await add(LANGUAGES[count % 3] as Language)
    await check(HALVES[0])
    for (let count = 0; count < 5; count += 1) {
      await add('en')
      assert.deepEqual(await found('t', 'en'), expected('t', 'en'))
    }
    await check(HALVES[1])
  })

  test('a search reflects created, changed, deleted and restored records', async () => {
    await add('de', 'draft')
    for (const event of some(4)) await rewrite(event, 'de')
    for (const event of some(5)) await rewrite(event, 'fr')
    await check(HALVES[0])
    for (const event of some(8)) {
      await send(event, 'DELETE', '')
      event.isListed = false
    }
    for (const event of some(5)) {
      if (!event.isListed || !event.texts.has('fr') || [...event.texts.keys()][0] === 'fr') continue
      await send(event, 'DELETE', '/translations/fr')
      event.texts.delete('fr')
    }
    await check(HALVES[1])
    for (const event of some(16)) {
      await send(event, 'PATCH', '', { status: 'publish' })
      event.isListed = true
    }
    await check(PIECES)
  })

  test('a search combines with every other filter, in the order of the list', async () => {
    const [venue, tag] = [await make.venue(), await make.tag()]
    const body = { venue: venue.id, tags: [tag.id], featured: true }
    for (const event of some(6)) if (event.isListed) await send(event, 'PATCH', '', body)
    const marked = new Set(some(6).map(({ id }) => id))
    const both = expected('t', 'en').filter((id) => marked.has(id))
    assert.ok(both.length > 3)
    for (const more of [`&venue=${venue.id}`, `&tags=${tag.id}`, '&featured=1', `&venue=${venue.id}&featured=1`]) {
      assert.deepEqual(await found('t', 'en', more), both, more)
    }
    assert.deepEqual(await found('t', 'en', `&include=${both.join()}&start_date=2000-01-01`), both)
    assert.deepEqual(await found('t', 'en', '&start_date=2030-07-02'), [])
    const drafts = await server.ask('GET', '/events?search=t&status=draft', { as: 'editor', root: 'de' })
    assert.equal(drafts.body.total, 1)
    const beyond = await server.ask('GET', '/events?search=t&page=999')
    assert.equal(beyond.body.code, 'event-archive-page-not-found')
  })

  test('a search finds scheduled events from their publication date on', async () => {
    const date = new Date((TEST_NOW + 3600) * 1000).toISOString().slice(0, 19).replace('T', ' ')
    await make.event({ title: 'quodlibet', date })
    assert.deepEqual((await found('quodlibet', 'en')).length, 0)
    server.clock.now += 3601
    assert.deepEqual((await found('quodlibet', 'en')).length, 1)
  })
})
