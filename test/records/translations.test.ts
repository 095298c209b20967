import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textsColumnAssignments } from '../../src/collections/texts/record-texts.ts'
import { type Face, NATIVE, TEC } from '../../src/core/faces.ts'
import type { Language } from '../../src/core/language.ts'
import { formatMessage } from '../../src/core/messages/index.ts'
import { join, raw, sql } from '../../src/db/database.ts'
import { TRANSLATED_KINDS } from '../kit/calendar/kinds.ts'
import { EVENT } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { onOwnServer } from '../kit/server/own-server.ts'
import { walk } from '../kit/server/paged-lists.ts'
import { assertRefused } from '../kit/server/refusals.ts'
import { type Ask, startServer, type TestServer } from '../kit/server/server.ts'
import { withServer } from '../kit/server/with-server.ts'

/** Every way to select a language: the parameter of each face, or the language root. */
const WAYS: { face: Face; parameter?: string; said: string }[] = [
  { face: NATIVE, parameter: 'translation_language', said: 'translation_language' },
  { face: TEC, parameter: 'wpml_language', said: 'wpml_language' },
  { face: TEC, parameter: 'lang', said: 'lang' },
  { face: NATIVE, said: 'the root' },
  { face: TEC, said: 'the root of the TEC face' },
]

const EDITOR = { as: 'editor' } as const
// biome-ignore lint/suspicious/noExplicitAny: bodies are looked into freely
type Body = any
type Fields = Record<string, unknown>

/** The path and options of a request in a language. */
function inLanguage(path: string, language: Language, { face, parameter }: (typeof WAYS)[number]): [string, Ask] {
  if (parameter === undefined) return [path, { face, root: language }]
  return [`${path}${path.includes('?') ? '&' : '?'}${parameter}=${language}`, { face }]
}

/** Sends requests to a server and asserts that they succeed. */
function asker(server: TestServer) {
  const ask = async (method: string, path: string, options: Ask = {}): Promise<Body> => {
    const answer = await server.ask(method, path, options)
    assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  return {
    read: (path: string, ask_: Ask = {}) => ask('GET', path, ask_),
    write: (method: string, path: string, body?: Fields, root?: Language) =>
      ask(method, path, { ...EDITOR, ...(body && { body }), ...(root && { root }) }),
  }
}

/** The URLs of a `Link` header, by language. */
const alternates = (link: unknown): Record<string, string> =>
  Object.fromEntries(
    [...String(link).matchAll(/<([^>]+)>; rel="alternate"; hreflang="([^"]+)"/g)].map(([, url, code]) => [code, url]),
  )

const pathOf = (url: string) => `host:${url.slice(new URL(url).origin.length)}`
const sorted = (ids: number[]) => ids.toSorted((one, other) => one - other)

forEachEngine('translations', (engine) => {
  const server = withServer(engine)
  const on = asker(server)

  let made = 0
  const fresh = (word: string) => `${word} ${++made}`

  for (const [index, { name, kind, title, hasSlugs, needed }] of TRANSLATED_KINDS.entries()) {
    const path = `/${name}`
    const record = (words: string, fields: Fields = {}) => ({ ...needed, [title]: words, ...fields })

    // The other engine tries the others.
    for (const way of WAYS.filter((_, nth) => (index + nth) % 2 === Number(engine.name === 'sqlite'))) {
      test(`${path}: a list in a language selected by ${way.said}, with and without fallback`, async () => {
        const word = `needle${++made}`
        const german = await on.write('POST', path, record(`${word} deutsch`), 'de')
        const both = await on.write('POST', path, record(`${word} both`), 'en')
        await on.write('PUT', `${path}/${both.id}/translations/de`, { [title]: `${word} beide` })
        const english = await on.write('POST', path, record(`${word} english`), 'en')
        const list = async (query: string) => {
          const [to, ask] = inLanguage(`${path}?per_page=2&hide_empty=0&${query}`, 'de', way)
          const pages = await walk(server, to, ask)
          const rows = pages.flatMap(({ body }) => body[name])
          for (const { body, headers } of pages) {
            assert.deepEqual([body.language, headers['content-language']], ['de', 'de'])
            assert.deepEqual([body.total, body.total_pages], [rows.length, Math.ceil(rows.length / 2)])
            assert.deepEqual([headers['x-tec-total'], headers['x-tec-totalpages']].map(Number), [
              body.total,
              body.total_pages,
            ])
          }
          return rows as Body[]
        }
        const idsOf = (rows: Body[]) => sorted(rows.map(({ id }) => id))
        const all = await list(`search=${word}`)
        assert.deepEqual(idsOf(all), sorted([german.id, both.id, english.id]))
        const shown = new Map(all.map((row) => [row.id, [row[title], row.language, row.original_language]]))
        assert.deepEqual(shown.get(german.id), [`${word} deutsch`, 'de', 'de'])
        assert.deepEqual(shown.get(both.id), [`${word} beide`, 'de', 'en'])
        assert.deepEqual(shown.get(english.id), [`${word} english`, 'en', 'en'])
        const strict = await list(`search=${word}&fallback=false`)
        assert.deepEqual(idsOf(strict), sorted([german.id, both.id]))
        // Search compares with the displayed texts.
        assert.deepEqual(idsOf(await list(`search=${word} beide&fallback=0`)), [both.id])
        assert.deepEqual(await list(`search=${word} both`), [])
      })
    }

    test(`${path}: the parameter fallback has precedence over the site setting`, async () => {
      await onOwnServer(engine, async (own) => {
        const { read, write } = asker(own)
        await write('POST', path, record('Only English'))
        const german = await write('POST', path, record('Nur deutsch'), 'de')
        await own.ask('POST', '/settings', { as: 'administrator', body: { language_fallback: false } })
        const totals = async (query: string) => (await read(`${path}?hide_empty=0${query}`, { root: 'de' })).total
        assert.deepEqual([await totals(''), await totals('&fallback=true'), await totals('&fallback=0')], [1, 2, 1])
        // Records requested by id are returned in any language.
        assert.equal((await read(`${path}/${german.id}`, { root: 'fr' }))[title], 'Nur deutsch')
      })
    })

    test(`${path}: a response names its language and links to the others`, async () => {
      const { id } = await on.write('POST', path, record(fresh('English')))
      const german = await on.write('PUT', `${path}/${id}/translations/de`, { [title]: fresh('Deutsch') })
      for (const [face, root, language] of [
        [NATIVE, undefined, 'en'],
        [NATIVE, 'de', 'de'],
        [NATIVE, 'fi', 'en'],
        [TEC, 'de', 'de'],
      ] as const) {
        const { headers, body } = await server.ask('GET', `${path}/${id}`, { face, ...(root && { root }) })
        const below = (code: string) => `http://localhost${code}${face.prefix}/${face.namespace}${path}/${id}`
        assert.equal(headers['content-language'], language)
        assert.deepEqual([body.language, body.original_language], [language, 'en'])
        const { de, en, 'x-default': general, ...others } = alternates(headers.link)
        assert.deepEqual([en, de, general, others], [below(''), below('/de'), below(''), {}])
        assert.deepEqual(Object.keys(body.translations), ['en', 'de'])
        assert.deepEqual([body.translations.de.rest_url, body.translations.de.slug], [de, german.slug])
        for (const [code, { rest_url, url }] of Object.entries<Body>(body.translations)) {
          const version = await on.read(pathOf(rest_url), { face })
          assert.deepEqual([version.language, version.url, version.slug], [code, url, body.translations[code].slug])
        }
      }
      const tags = await Promise.all(
        ['en', 'de'].map(async (root) => {
          const answer = await server.ask('GET', `${path}/${id}`, { root: root as Language })
          return answer.headers.etag
        }),
      )
      assert.notEqual(tags[0], tags[1])
    })

    test(`${path}: without a text in the default language, x-default is the original`, async () => {
      const { id } = await on.write('POST', path, record(fresh('Deutsch')), 'de')
      await on.write('PUT', `${path}/${id}/translations/fr`, { [title]: fresh('Français') })
      const { headers } = await server.ask('GET', `${path}/${id}`, { root: 'fr' })
      const found = alternates(headers.link)
      assert.deepEqual(Object.keys(found), ['fr', 'de', 'x-default'])
      assert.equal(found['x-default'], found.de)
    })

    test(`${path}: texts are created, read and replaced for each language`, async () => {
      await onOwnServer(engine, async (own) => {
        const { read, write } = asker(own)
        const { id, slug } = await write('POST', path, record('English', { description: 'Long' }))
        const texts = `${path}/${id}/translations`
        own.clock.now += 60
        const german = await write('PUT', `${texts}/de`, { [title]: 'Straße für Mädchen', description: 'Lang' })
        assert.equal(german.slug, 'strasse-fuer-maedchen')
        assert.deepEqual([german.language, german.original_language], ['de', 'en'])
        const french = await write('PUT', `${texts}/fr`, { [title]: 'Mädchen', slug: 'Les Filles' })
        assert.equal(french.slug, 'les-filles')
        const { translations } = await read(texts)
        assert.deepEqual(
          translations.map(({ modified: _, rest_url: __, url: ___, ...rest }: Body) => rest),
          [
            { language: 'en', [title]: 'English', slug, outdated: false },
            { language: 'fr', [title]: 'Mädchen', slug: 'les-filles', outdated: false },
            { language: 'de', [title]: 'Straße für Mädchen', slug: 'strasse-fuer-maedchen', outdated: false },
          ],
        )
        assert.deepEqual(
          translations.map(({ modified }: Body) => modified),
          ['2030-06-15 12:00:00', '2030-06-15 12:01:00', '2030-06-15 12:01:00'],
        )
        for (const { language, rest_url, url } of translations) {
          const version = await read(pathOf(rest_url))
          assert.deepEqual([version.language, version.url], [language, url])
        }
        // An update replaces all texts of the language; its slug stays.
        const again = await write('PUT', `${texts}/de`, { [title]: 'Neu' })
        assert.deepEqual([again[title], again.slug, again.description ?? ''], ['Neu', german.slug, ''])
        assert.match((await read(`${path}/${id}`)).description, /Long/)
        // A newer original makes the translations outdated until they are written again.
        own.clock.now += 60
        await write('PATCH', `${path}/${id}`, { [title]: 'English anew' })
        const outdated = async () =>
          Object.fromEntries(
            (await read(texts, EDITOR)).translations.map((text: Body) => [text.language, text.outdated]),
          )
        assert.deepEqual(await outdated(), { en: false, fr: true, de: true })
        own.clock.now += 60
        await write('PUT', `${path}/${id}`, { [title]: 'Neuer' }, 'de')
        assert.deepEqual(await outdated(), { en: false, fr: true, de: false })
        // Updates of shared fields make no translation outdated.
        await write('PUT', `${path}/${id}`, kind === 'category' || kind === 'tag' ? {} : { status: 'private' })
        assert.deepEqual(await outdated(), { en: false, fr: true, de: false })
      })
    })

    test(`${path}: a translation can be deleted, the original cannot`, async () => {
      const { id, slug } = await on.write('POST', path, record(fresh('English')))
      const texts = `${path}/${id}/translations`
      const german = await on.write('PUT', `${texts}/de`, { [title]: fresh('Deutsch') })
      const left = await on.write('DELETE', `${texts}/de`)
      assert.deepEqual(
        left.translations.map(({ language }: Body) => language),
        ['en'],
      )
      const shown = await on.read(`${path}/${id}`, { root: 'de' })
      assert.deepEqual([shown.language, shown.slug, Object.keys(shown.translations)], ['en', slug, ['en']])
      if (hasSlugs) assert.equal((await server.ask('GET', `${path}/by-slug/${german.slug}`)).status, 404)
      for (const [language, code, status] of [
        ['en', 'original-translation', 400],
        ['de', 'translation-not-found', 404],
      ] as const) {
        assertRefused(await server.ask('DELETE', `${texts}/${language}`, EDITOR), { status, code })
      }
      // Its slug is available again.
      const other = await on.write('POST', path, record(fresh('Other')))
      const taker = await on.write('PUT', `${path}/${other.id}/translations/de`, {
        [title]: fresh('Anders'),
        slug: german.slug,
      })
      assert.equal(taker.slug, german.slug)
    })

    test(`${path}: invalid fields of a text are named`, async () => {
      const one = await on.write('POST', path, record(fresh('One')))
      const two = await on.write('POST', path, record(fresh('Two')))
      const taken = await on.write('PUT', `${path}/${one.id}/translations/de`, { [title]: fresh('Eins') })
      const to = `${path}/${two.id}/translations`
      const put = (language: string, body: Fields, ask: Ask = EDITOR) =>
        server.ask('PUT', `${to}/${language}`, { ...ask, body })
      const invalid = { status: 400, code: 'rest_invalid_param' } as const
      const name = fresh('Zwei')
      assertRefused(await put('de', { [title]: name, slug: taken.slug }), { ...invalid, params: ['slug'] })
      assertRefused(await put('de', { [title]: name, slug: '!!!' }), { ...invalid, params: ['slug'] })
      assertRefused(await put('de', { [title]: name, slug: '' }), { ...invalid, params: ['slug'] })
      assertRefused(await put('de', { slug: 'x' }), {
        status: 400,
        code: 'rest_missing_callback_param',
        params: [title],
      })
      assertRefused(await put('de', { [title]: '' }), { ...invalid, params: [title] })
      const kinds = { language: 'rest_not_in_enum' } as const
      for (const language of ['xx', 'DE', 'sv', '%20']) {
        assertRefused(await put(language, { [title]: name }), { ...invalid, params: ['language'], kinds })
        assertRefused(await server.ask('DELETE', `${to}/${language}`, EDITOR), {
          ...invalid,
          params: ['language'],
          kinds,
        })
      }
      assertRefused(await put('xx', { [title]: name, slug: '', lang: 'zz' }, { ...EDITOR, face: TEC }), {
        ...invalid,
        params: ['lang', 'language', 'slug'],
        kinds: { lang: 'rest_not_in_enum', language: 'rest_not_in_enum' },
      })
      // The same slug in another language is a different slug.
      assert.equal((await put('fr', { [title]: name, slug: taken.slug })).body.slug, taken.slug)
      assert.equal((await put('fr', { [title]: name, slug: taken.slug })).status, 200)
      if (title === 'name') {
        assertRefused(await put('de', { name: taken.name.toUpperCase() }), { status: 400, code: 'term_exists' })
      }
      assert.deepEqual(Object.keys((await on.read(`${path}/${two.id}`)).translations), ['en', 'fr'])
    })

    test(`${path}: a caller who may not edit a record may not write its texts`, async () => {
      const { id } = await on.write('POST', path, record(fresh('Theirs')))
      const to = `${path}/${id}/translations/de`
      for (const [as, status] of [
        ['guest', 401],
        ['subscriber', 403],
        ['contributor', 403],
      ] as const) {
        for (const method of ['PUT', 'DELETE']) {
          const answer = await server.ask(method, to, { as, body: { [title]: 'Fremd' } })
          assertRefused(answer, { status, code: 'rest_forbidden' })
        }
      }
      assert.deepEqual(Object.keys((await on.read(`${path}/${id}`)).translations), ['en'])
      const native = await server.ask('GET', `${path}/99999999/translations`)
      assertRefused(native, { status: 404, code: `${kind}-not-found` })
      const tec = await server.ask('PUT', `${path}/99999999/translations/de`, {
        ...EDITOR,
        face: TEC,
        body: { [title]: 'x' },
      })
      assertRefused(tec, { status: 400, code: 'rest_invalid_param', params: ['id'] })
    })

    test(`${path}: concurrent writes of two languages are both stored`, async () => {
      const { id } = await on.write('POST', path, record(fresh('English')))
      const names = { de: fresh('Deutsch'), fr: fresh('Français'), es: fresh('Español'), fi: fresh('Suomi') }
      await Promise.all(
        Object.entries(names).map(([language, name], index) =>
          index % 2 === 0
            ? on.write('PUT', `${path}/${id}/translations/${language}`, { [title]: name })
            : on.write('PATCH', `${path}/${id}`, { [title]: name }, language as Language),
        ),
      )
      for (const [language, name] of Object.entries(names)) {
        assert.equal((await on.read(`${path}/${id}`, { root: language as Language }))[title], name)
      }
    })

    test(`${path}: one of two concurrent writers of the same slug and language gets it`, async () => {
      const records = [
        await on.write('POST', path, record(fresh('One'))),
        await on.write('POST', path, record(fresh('Two'))),
      ]
      const slug = `race-${++made}`
      const answers = await Promise.all(
        records.map(({ id }) =>
          server.ask('PUT', `${path}/${id}/translations/de`, { ...EDITOR, body: { [title]: fresh('Wer'), slug } }),
        ),
      )
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 400], JSON.stringify(answers))
    })
  }

  for (const { name, kind, title, needed } of TRANSLATED_KINDS.filter(({ hasSlugs }) => hasSlugs)) {
    const path = `/${name}`

    test(`${path}: texts are read and written by slug as well`, async () => {
      const { id, slug } = await on.write('POST', path, { ...needed, [title]: fresh('English') })
      const to = `${path}/by-slug/${slug}/translations`
      const german = await on.write('PUT', `${to}/de`, { [title]: fresh('Deutsch') })
      assert.equal(german.id, id)
      assert.deepEqual(await on.read(to), await on.read(`${path}/by-slug/${german.slug}/translations`, { root: 'en' }))
      assert.equal((await on.write('DELETE', `${to}/de`)).translations.length, 1)
    })

    test(`${path}: records in the trash keep their texts and accept no translation`, async () => {
      const { id, slug } = await on.write('POST', path, { ...needed, [title]: fresh('English') })
      const to = `${path}/${id}/translations`
      const german = await on.write('PUT', `${to}/de`, { [title]: fresh('Deutsch') })
      await on.write('DELETE', `${path}/${id}`)
      const gone = { status: 410, code: `${kind}-is-in-trash` }
      for (const language of ['de', 'fr']) {
        assertRefused(await server.ask('PUT', `${to}/${language}`, { ...EDITOR, body: { [title]: 'x' } }), gone)
        assertRefused(await server.ask('DELETE', `${to}/${language}`, EDITOR), gone)
      }
      const guest = await server.ask('GET', to)
      assertRefused(guest, { status: 403, code: `${kind}-not-accessible` })
      const slugs = async () => (await on.read(to, EDITOR)).translations.map((text: Body) => text.slug)
      assert.deepEqual(await slugs(), [`${slug}__trashed`, `${german.slug}__trashed`])
      // Another record takes one of the slugs meanwhile.
      const taker = await on.write('POST', path, { ...needed, [title]: fresh('Andere'), description: 'y' }, 'de')
      await on.write('PUT', `${path}/${taker.id}/translations/de`, { [title]: 'z', slug: german.slug })
      await on.write('PATCH', `${path}/${id}`, { status: 'publish' }, 'fi')
      assert.deepEqual(await slugs(), [slug, `${german.slug}-2`])
    })

    test(`${path}: drafts are translated by their authors`, async () => {
      const draft = { ...needed, [title]: fresh('Draft'), status: 'draft' }
      const { id } = (await server.ask('POST', path, { as: 'contributor', body: draft })).body
      const to = `${path}/${id}/translations`
      const put = await server.ask('PUT', `${to}/de`, { as: 'contributor', body: { [title]: `Entwurf ${id}` } })
      assert.equal(put.status, 200, JSON.stringify(put.body))
      // Events get their slugs when they are published, in all languages.
      assert.equal(put.body.slug, kind === 'event' ? '' : `entwurf-${id}`)
      assertRefused(await server.ask('GET', to), { status: 403, code: `${kind}-not-accessible` })
      await on.write('PATCH', `${path}/${id}`, { status: 'publish' })
      assert.equal((await on.read(`${path}/${id}`, { root: 'de' })).slug, `entwurf-${id}`)
    })

    test(`${path}: a slug of another language finds the only record with it that the caller may see`, async () => {
      const slug = `shared-${++made}`
      const records = []
      for (const [language, status] of [
        ['de', 'publish'],
        ['fr', 'draft'],
      ] as const) {
        const { id } = await on.write('POST', path, { ...needed, [title]: fresh('One'), status }, language)
        await on.write('PUT', `${path}/${id}/translations/${language}`, { [title]: fresh('One'), slug })
        records.push(id)
      }
      const to = `${path}/by-slug/${slug}`
      assert.equal((await on.read(to, { root: 'es' })).id, records[0])
      assert.equal((await server.ask('GET', to, { ...EDITOR, root: 'es' })).status, 404)
      assert.equal((await on.read(to, { ...EDITOR, root: 'fr' })).id, records[1])
    })
  }

  test('linked records are shown in the requested language and linked below its root', async () => {
    const event = await on.write('POST', '/events', {
      ...EVENT,
      venue: { venue: fresh('Hall') },
      organizer: { organizer: fresh('Club') },
      categories: [fresh('Kind')],
      tags: [fresh('Word')],
    })
    const words = { venue: fresh('Halle'), organizer: fresh('Verein'), category: fresh('Art'), tag: fresh('Wort') }
    await on.write('PUT', `/venues/${event.venue.id}/translations/de`, { venue: words.venue })
    await on.write('PUT', `/organizers/${event.organizer[0].id}/translations/de`, { organizer: words.organizer })
    await on.write('PUT', `/categories/${event.categories[0].id}/translations/de`, { name: words.category })
    await on.write('PUT', `/tags/${event.tags[0].id}/translations/de`, { name: words.tag })
    for (const body of [
      await on.read(`/events/${event.id}`, { root: 'de' }),
      (await on.read(`/events?include=${event.id}`, { root: 'de' })).events[0],
    ]) {
      // The event itself has no German text.
      assert.equal(body.language, 'en')
      assert.deepEqual(
        [body.venue.venue, body.organizer[0].organizer, body.categories[0].name, body.tags[0].name],
        Object.values(words),
      )
      assert.deepEqual([body.venue.language, body.organizer[0].language], ['de', 'de'])
      assert.match(body.tags[0].urls.self, /^http:\/\/localhost\/de\/cal/)
    }
    const strict = await on.read(`/events?include=${event.id}&fallback=false`, { root: 'de' })
    assert.equal(strict.total, 0)
  })

  test('filters match slugs and names of terms in the requested language, then in any other', async () => {
    const [shared, english, german] = [fresh('Fest'), fresh('Feast'), fresh('Feier')]
    const one = await on.write('POST', '/categories', { name: english })
    await on.write('PUT', `/categories/${one.id}/translations/de`, { name: shared })
    const two = await on.write('POST', '/categories', { name: shared })
    await on.write('PUT', `/categories/${two.id}/translations/de`, { name: german })
    const first = await on.write('POST', '/events', { ...EVENT, categories: [one.id] })
    const second = await on.write('POST', '/events', { ...EVENT, categories: [two.id] })
    const found = async (word: string, root: Language) => {
      const body = await on.read(`/events?categories=${encodeURIComponent(word)}`, { root })
      return sorted(body.events.map(({ id }: Body) => id))
    }
    const slug = shared.toLowerCase().replace(' ', '-')
    for (const word of [shared, slug]) {
      assert.deepEqual(await found(word, 'de'), [first.id])
      assert.deepEqual(await found(word, 'en'), [second.id])
      assert.deepEqual(await found(word, 'fr'), [first.id, second.id])
    }
    assert.deepEqual(await found(english, 'de'), [first.id])
    assert.deepEqual(await found(german, 'fi'), [second.id])
  })

  test('a term name in the body of an event matches in the language of the event only', async () => {
    const name = fresh('Gemeinsam')
    const english = await on.write('POST', '/tags', { name })
    const event = await on.write('POST', '/events', { ...EVENT, tags: [name] }, 'de')
    assert.notEqual(event.tags[0].id, english.id)
    assert.equal((await on.read(`/tags/${event.tags[0].id}`)).original_language, 'de')
    const again = await on.write('POST', '/events', { ...EVENT, tags: [name] }, 'de')
    assert.equal(again.tags[0].id, event.tags[0].id)
    const inline = await on.write('POST', '/events', { ...EVENT, venue: { venue: name } }, 'en')
    const german = await on.write('POST', '/events', { ...EVENT, venue: { venue: name } }, 'de')
    assert.notEqual(inline.venue.id, german.venue.id)
  })

  test('a text that keeps its name can be written although another term now has the name', async () => {
    const [above, name] = [await on.write('POST', '/categories', { name: fresh('Above') }), fresh('Twin')]
    await on.write('POST', '/categories', { name })
    const child = await on.write('POST', '/categories', { name, parent: above.id })
    await on.write('DELETE', `/categories/${above.id}`)
    const put = await on.write('PUT', `/categories/${child.id}/translations/en`, { name, description: 'New' })
    assert.equal(put.description, 'New')
  })

  test('page links keep face, language root and parameters', async () => {
    for (const [path, ask, beginning, end] of [
      ['/venues?per_page=1&fallback=1', { root: 'de' }, 'http://localhost/de/cal/events/v1/venues/?', 'fallback=1'],
      ['/venues?per_page=1&lang=de', { face: TEC }, 'http://localhost/wp-json/tribe/events/v1/venues/?', 'lang=de'],
      [
        '/events?per_page=1&wpml_language=de&fallback=true',
        { face: TEC, root: 'fr' },
        'http://localhost/fr/wp-json/tribe/events/v1/events/?',
        'wpml_language=de',
      ],
    ] as const) {
      const { next_rest_url } = await on.read(path, ask)
      assert.ok(next_rest_url.startsWith(beginning), next_rest_url)
      assert.ok(next_rest_url.includes(end), next_rest_url)
    }
  })

  test('error messages are in the language of the request', async () => {
    for (const [root, query, language] of [
      ['de', '', 'de'],
      ['de', '?translation_language=fr', 'fr'],
      ['fr', '?translation_language=en', 'en'],
    ] as const) {
      const { body } = await server.ask('GET', `/events/99999999${query}`, { root })
      assert.deepEqual([body.code, body.message], ['event-not-found', formatMessage(language, 'event-not-found')])
    }
    const { id } = await on.write('POST', '/tags', { name: fresh('Sprache') })
    const removed = await server.ask('DELETE', `/tags/${id}/translations/en`, { ...EDITOR, root: 'de' })
    assert.equal(removed.body.message, formatMessage('de', 'original-translation'))
  })

  test('the languages of the site', async () => {
    await onOwnServer(engine, async (own) => {
      const { read, write } = asker(own)
      const { id } = await write('POST', '/events', EVENT)
      await write('PUT', `/events/${id}/translations/de`, { title: 'Konzert' })
      await write('POST', '/events', { ...EVENT, status: 'draft' }, 'fr')
      for (const face of [NATIVE, TEC]) {
        const { languages } = await read('/languages', { face })
        const root = (code: string) => `http://localhost${code}${face.prefix}/${face.namespace}`
        assert.deepEqual(languages, [
          { code: 'en', name: 'English', is_default: true, root: root(''), events: 1 },
          { code: 'fi', name: 'suomi', is_default: false, root: root('/fi'), events: 0 },
          { code: 'fr', name: 'français', is_default: false, root: root('/fr'), events: 0 },
          { code: 'de', name: 'Deutsch', is_default: false, root: root('/de'), events: 1 },
          { code: 'es', name: 'español', is_default: false, root: root('/es'), events: 0 },
        ])
      }
    })
  })

  test('a language that the site does not use is read as the default, and not written', async () => {
    const own = await startServer(await engine.open(), { languages: ['de', 'en'] })
    try {
      const { read, write } = asker(own)
      const { id, slug } = await write('POST', '/venues', { venue: 'Halle' })
      const kinds = { language: 'rest_not_in_enum' } as const
      for (const method of ['PUT', 'DELETE']) {
        const answer = await own.ask(method, `/venues/${id}/translations/fr`, { ...EDITOR, body: { venue: 'Salle' } })
        assertRefused(answer, { status: 400, code: 'rest_invalid_param', params: ['language'], kinds })
      }
      for (const path of [`/venues/${id}`, `/venues/by-slug/${slug}`]) {
        const body = await read(`${path}?translation_language=fr`)
        assert.deepEqual([body.venue, body.language], ['Halle', 'de'])
      }
      assert.equal((await read('/venues?translation_language=fr')).total, 1)
      assert.equal((await read('/venues?translation_language=fr&fallback=0')).total, 0)
      const { body } = await own.ask('GET', '/venues/99999999?translation_language=fr')
      assert.equal(body.message, formatMessage('fr', 'venue-not-found'))
    } finally {
      await own.close()
    }
  })

  test('texts in a language that the site no longer uses are still stored', async () => {
    const own = await startServer(await engine.open(), { languages: ['de', 'en'] })
    try {
      const { read, write } = asker(own)
      for (const { name, kind, title, needed, hasSlugs } of TRANSLATED_KINDS) {
        const { id, slug } = await write('POST', `/${name}`, { ...needed, [title]: 'Salle' })
        await own.db.transaction(async (tx) => {
          await tx.run(sql`UPDATE ${raw(`${kind}_text`)} SET language = 'fr'`)
          const sets = [sql`original_language = 'fr'`, ...textsColumnAssignments(tx, kind)]
          await tx.run(sql`UPDATE ${raw(kind)} AS p SET ${join(sets)} WHERE p.id = ${id}`)
        })
        const at = `/${name}/${id}`
        for (const to of [at, ...(hasSlugs ? [`/${name}/by-slug/${slug}`] : [])]) {
          const body = await read(to)
          assert.deepEqual([body[title], body.language, body.translations], ['Salle', 'fr', {}])
        }
        const totals = async () =>
          Promise.all(['', '&fallback=0'].map(async (query) => (await read(`/${name}?hide_empty=0${query}`)).total))
        assert.deepEqual(await totals(), [1, 0])
        assert.deepEqual(await read(`${at}/translations`), { translations: [] })
        const translated = await write('PUT', `${at}/translations/de`, { [title]: 'Saal' })
        assert.deepEqual(Object.keys(translated.translations), ['de'])
        assert.deepEqual(await totals(), [1, 1])
        await write('DELETE', `${at}/translations/de`)
        assert.equal((await read(at)).language, 'fr')
        await write('DELETE', at)
      }
    } finally {
      await own.close()
    }
  })
})
