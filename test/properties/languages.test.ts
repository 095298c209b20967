import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { PostKind } from '../../src/core/kinds.ts'
import { LANGUAGES, type Language } from '../../src/core/language.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { TRANSLATED_KINDS } from '../kit/calendar/kinds.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { effortOf } from '../kit/generated/run-limits.ts'
import { walk } from '../kit/server/paged-lists.ts'
import { type Ask, startServer, type TestServer } from '../kit/server/server.ts'

// biome-ignore lint/suspicious/noExplicitAny: bodies are looked into freely
type Body = any
type Collection = (typeof TRANSLATED_KINDS)[number]
type Steps = ReturnType<typeof stepsIn> extends fc.Arbitrary<infer T> ? T : never

/** Only a few titles, so that records share slugs and names. */
const TITLES = ['Straße', 'Strasse', 'Café Müller', 'Cafe Muller', 'i', '!', '日本']
const EDITOR = { as: 'editor' } as const

const title = () => fc.constantFrom(...TITLES)

/** Generates steps: create and update records, add and remove texts, move records to the trash and restore them. */
const stepsIn = (languages: readonly Language[]) => {
  const language = () => fc.constantFrom(...languages)
  const which = () => fc.nat({ max: 5 })
  return fc.array(
    fc.oneof(
      {
        weight: 3,
        arbitrary: fc.record({
          do: fc.constant('create' as const),
          title: title(),
          language: language(),
          isDraft: fc.boolean(),
        }),
      },
      {
        weight: 5,
        arbitrary: fc.record({ do: fc.constant('put' as const), which: which(), title: title(), language: language() }),
      },
      {
        weight: 2,
        arbitrary: fc.record({
          do: fc.constant('change' as const),
          which: which(),
          title: title(),
          language: language(),
        }),
      },
      { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), which: which(), language: language() }) },
      {
        weight: 2,
        arbitrary: fc.record({
          do: fc.constant('share' as const),
          which: which(),
          language: language(),
          value: fc.constantFrom('1', '2', '3'),
        }),
      },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('trash' as const), which: which() }) },
      {
        weight: 1,
        arbitrary: fc.record({ do: fc.constant('publish' as const), which: which(), language: language() }),
      },
    ),
    { minLength: 4, maxLength: 14 },
  )
}

/** Expected state of a record, collected from responses to writes. */
interface Known {
  id: number
  original: Language
  languages: Set<Language>
  status: 'publish' | 'draft' | 'trash'
  shared: string | undefined
}

/** For each kind of posts a body with one field that all languages of a record share. */
const SHARED: Partial<Record<PostKind, (value: string) => Record<string, string>>> = {
  event: (cost) => ({ cost }),
  venue: (city) => ({ city }),
  organizer: (phone) => ({ phone }),
}
const sharedField = (kind: PostKind, value: string) =>
  SHARED[kind]?.(value) ?? { website: `https://example.org/${value}` }
const isTermKind = ({ kind }: Collection): boolean => kind === 'category' || kind === 'tag'

/** Applies steps to one collection. @returns the records that must exist afterwards */
async function fill(server: TestServer, collection: Collection, steps: Steps): Promise<Known[]> {
  const { name, title: field, needed, kind } = collection
  const records: Known[] = []
  const send = (method: string, path: string, body: object | undefined, language: Language | undefined) =>
    server.ask(method, `/${name}${path}${language ? `?translation_language=${language}` : ''}`, {
      ...EDITOR,
      ...(body && { body }),
    })
  const create = async (step: Extract<Steps[number], { do: 'create' }>) => {
    const status = step.isDraft ? 'draft' : 'publish'
    const { status: code, body } = await send('POST', '', { ...needed, [field]: step.title, status }, step.language)
    // A venue or organizer that exists with the same fields is returned instead.
    if (code === 200) return assert.ok(records.some(({ id }) => id === body.id))
    if (code !== 201) return assert.equal(body.code, 'term_exists')
    const { id, original_language } = body
    const known = { id, original: original_language, languages: new Set([step.language]), shared: undefined }
    records.push({ ...known, status: isTermKind(collection) ? 'publish' : status })
  }
  for (const step of steps) {
    if (step.do === 'create') {
      await create(step)
      continue
    }
    const record = records[step.which % (records.length || 1)]
    if (record === undefined) continue
    const isGone = record.status === 'trash'
    const at = `/${record.id}`
    const expect = ({ status, body }: { status: number; body: Body }, isFine: boolean, ...codes: string[]) => {
      if (isGone && step.do !== 'publish') assert.equal(body.code, `${kind}-is-in-trash`)
      else if (!isFine || codes.includes(body?.code)) assert.ok(codes.includes(body.code), JSON.stringify(body))
      else assert.equal(status, 200, JSON.stringify(body))
      return status === 200
    }
    switch (step.do) {
      case 'put':
      case 'change': {
        const answer =
          step.do === 'put'
            ? await send('PUT', `${at}/translations/${step.language}`, { [field]: step.title }, undefined)
            : await send('PATCH', at, { [field]: step.title }, step.language)
        if (expect(answer, true, ...(isTermKind(collection) ? ['term_exists'] : [])))
          record.languages.add(step.language)
        break
      }
      case 'remove': {
        const answer = await send('DELETE', `${at}/translations/${step.language}`, undefined, undefined)
        const isFine = record.languages.has(step.language) && step.language !== record.original
        if (expect(answer, isFine, 'original-translation', 'translation-not-found'))
          record.languages.delete(step.language)
        // The record itself exists, whichever text was removed.
        assert.equal((await send('GET', at, undefined, step.language)).status, 200)
        break
      }
      case 'share': {
        if (isTermKind(collection)) break
        const shared = sharedField(kind as PostKind, step.value)
        if (expect(await send('PATCH', at, shared, step.language), true)) record.shared = step.value
        break
      }
      case 'trash':
        if (!isTermKind(collection) && expect(await send('DELETE', at, undefined, undefined), true))
          record.status = 'trash'
        break
      case 'publish':
        if (!isTermKind(collection) && expect(await send('PATCH', at, { status: 'publish' }, step.language), true))
          record.status = 'publish'
    }
  }
  return records
}

/** The language of the displayed text. */
const shownIn = (language: Language, { languages, original }: Known, siteDefault: Language) =>
  [language, siteDefault].find((one) => languages.has(one)) ?? original

async function checkLists(
  server: TestServer,
  { name, hasSlugs, title: field }: Collection,
  records: Known[],
  languages: readonly Language[],
) {
  const siteDefault = languages[0] as Language
  for (const as of ['guest', 'editor'] as const) {
    for (const root of languages) {
      for (const isStrict of [false, true]) {
        const ask: Ask = { as, root }
        const pages = await walk(server, `/${name}?per_page=2&hide_empty=0${isStrict ? '&fallback=false' : ''}`, ask)
        const rows: Body[] = pages.flatMap(({ body }) => body[name])
        const ids = rows.map(({ id }) => id)
        const wanted = records.filter(
          ({ status, languages: own }) =>
            (as === 'guest' ? status === 'publish' : status !== 'trash') && (!isStrict || own.has(root)),
        )
        assert.deepEqual(ids.toSorted(), wanted.map(({ id }) => id).toSorted(), `${name} ${root} ${as}`)
        for (const { body } of pages) assert.equal(body.total, rows.length)
        for (const row of rows) {
          const known = records.find(({ id }) => id === row.id) as Known
          assert.equal(row.language, shownIn(root, known, siteDefault))
          assert.equal(row.original_language, known.original)
          if (hasSlugs && row.slug !== '') {
            const found = await server.ask('GET', `/${name}/by-slug/${row.slug}`, { as, root: row.language })
            assert.equal(found.body.id, row.id, JSON.stringify(found.body))
          }
        }
        const last = rows.at(-1)
        if (last) {
          const query = `/${name}?per_page=50&hide_empty=0&search=${encodeURIComponent(last[field])}`
          const found = await server.ask('GET', query, ask)
          assert.ok(
            found.body[name].some(({ id }: Body) => id === last.id),
            `${name}: ${last[field]}`,
          )
        }
      }
    }
  }
}

async function checkRecords(
  server: TestServer,
  { name, kind }: Collection,
  records: Known[],
  languages: readonly Language[],
) {
  const slugs = new Set<string>()
  for (const record of records) {
    const { body } = await server.ask('GET', `/${name}/${record.id}/translations`, EDITOR)
    const texts: Body[] = body.translations
    assert.deepEqual(
      texts.map(({ language }) => language),
      languages.filter((language) => record.languages.has(language)),
    )
    for (const { language, slug, rest_url, url } of texts) {
      const { pathname, search } = new URL(rest_url)
      const version = (await server.ask('GET', `host:${pathname}${search}`, EDITOR)).body
      assert.deepEqual([version.language, version.slug, version.url], [language, slug, url])
      assert.deepEqual(version.translations[language], { slug, rest_url, url })
      assert.equal(slug.endsWith('__trashed') || /__trashed-\d+$/.test(slug), record.status === 'trash')
      if (slug !== '') assert.ok(!slugs.has(`${language} ${slug}`), `${language} ${slug} twice`)
      else assert.ok(kind === 'event' && record.status === 'draft')
      slugs.add(`${language} ${slug}`)
    }
    if (record.shared === undefined) continue
    for (const root of languages) {
      const read = await server.ask('GET', `/${name}/${record.id}`, { ...EDITOR, root })
      for (const [field, expected] of Object.entries(sharedField(kind as PostKind, record.shared)))
        assert.equal(read.body[field].replace('$', ''), expected)
    }
  }
}

async function checkLanguages(server: TestServer, languages: readonly Language[]): Promise<void> {
  const { body } = await server.ask('GET', '/languages')
  assert.deepEqual(
    body.languages.map(({ code }: Body) => code),
    languages,
  )
  for (const { code, events } of body.languages) {
    const { total } = (await server.ask('GET', '/events?fallback=false', { root: code })).body
    assert.equal(events, total)
  }
}

forEachEngine('calendars in several languages', (engine) => {
  test('after any sequence of writes, lists in every language contain every record once, with the same fields', async () => {
    const { numRuns, isOver } = effortOf({ runs: 2, longRuns: 200 })
    const calendar = fc.shuffledSubarray([...LANGUAGES], { minLength: 2, maxLength: 4 }).chain((languages) =>
      fc.record({
        languages: fc.constant(languages),
        steps: fc.tuple(...TRANSLATED_KINDS.map(() => stepsIn(languages))),
      }),
    )
    const property = fc.asyncProperty(calendar, async ({ languages, steps }) => {
      if (isOver()) return
      const server = await startServer(await openDatabase(await engine.url()), { languages })
      try {
        for (const [index, collection] of TRANSLATED_KINDS.entries()) {
          const records = await fill(server, collection, steps[index] ?? [])
          await checkRecords(server, collection, records, languages)
          await checkLists(server, collection, records, languages)
        }
        await checkLanguages(server, languages)
      } finally {
        await server.close()
        await server.db.close()
      }
    })
    await fc.assert(property, { numRuns })
  })
})
