import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Face, NATIVE, TEC } from '../../src/core/faces.ts'
import { EVENT } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { assertRefused } from '../kit/server/refusals.ts'
import type { Ask } from '../kit/server/server.ts'
import { withServer } from '../kit/server/with-server.ts'

/** The five collections, and the field that contains the name of a record. */
const COLLECTIONS = [
  { path: '/events', title: 'title', rest: EVENT, shared: ['website', 'https://example.org/'] },
  { path: '/venues', title: 'venue', rest: {}, shared: ['city', 'Kiel'] },
  { path: '/organizers', title: 'organizer', rest: {}, shared: ['phone', '1'] },
  { path: '/categories', title: 'name', rest: {}, shared: undefined },
  { path: '/tags', title: 'name', rest: {}, shared: undefined },
] as const
const PLACES_AND_EVENTS = COLLECTIONS.slice(0, 3)

const NAMES: [Face, string][] = [
  [NATIVE, 'translation_language'],
  [TEC, 'wpml_language'],
  [TEC, 'lang'],
]

forEachEngine('languages', (engine) => {
  const server = withServer(engine)

  const editor = { as: 'editor' } as const
  const inLanguage = (language: string) => `translation_language=${language}`
  const post = async (path: string, body: Record<string, unknown>, language = 'en') => {
    const answer = await server.ask('POST', `${path}?${inLanguage(language)}`, { ...editor, body })
    assert.ok(answer.status < 300, JSON.stringify(answer.body))
    return answer.body
  }
  const read = async (path: string, language: string, ask: Ask = {}) =>
    (await server.ask('GET', `${path}${path.includes('?') ? '&' : '?'}${inLanguage(language)}`, ask)).body

  let made = 0
  /** A unique name, so that texts and slugs of different tests do not collide. */
  const fresh = (word: string) => `${word} ${++made}`

  for (const [face, parameter] of NAMES) {
    for (const { path, title, rest } of COLLECTIONS) {
      test(`${path}: every method validates ${parameter} and writes nothing if it is invalid (${face.name} face)`, async () => {
        const body: Record<string, unknown> = { ...rest, [title]: fresh('Checked') }
        const { id, slug } = await post(path, body)
        const item = [
          `${path}/${id}`,
          ...(path === '/categories' || path === '/tags' ? [] : [`${path}/by-slug/${slug}`]),
        ]
        const calls = [
          ['GET', path],
          ['POST', path],
          ...item.flatMap((to) => ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) => [method, to])),
        ] as [string, string][]
        const refusal = {
          status: 400,
          code: 'rest_invalid_param',
          params: [parameter],
          kinds: { [parameter]: 'rest_not_in_enum' },
        } as const
        for (const [method, to] of calls) {
          const changed = { ...body, [title]: 'Changed' }
          for (const value of ['xx', 'DE', '', 'en,de']) {
            const ask = { ...editor, face, ...(method !== 'GET' && { body: changed }) }
            assertRefused(await server.ask(method, `${to}?${parameter}=${value}`, ask), refusal)
          }
          if (method === 'GET') continue
          const sent = { ...changed, [parameter]: 'xx' }
          assertRefused(await server.ask(method, to, { ...editor, face, body: sent }), refusal)
        }
        assertRefused(await server.ask('GET', `${path}?${parameter}[]=de`, { face }), refusal)
        const read = await server.ask('GET', `${path}/${id}`)
        assert.deepEqual([read.status, read.body[title], read.body.status ?? 'publish'], [200, body[title], 'publish'])
        const found = await server.ask('GET', `${path}?search=changed&hide_empty=0`, editor)
        assert.equal(found.body.total, 0)
      })
    }

    test(`${parameter} is validated on routes outside the collections too (${face.name} face)`, async () => {
      for (const path of ['/', '/doc', '/languages']) {
        assert.equal((await server.ask('GET', `${path}?${parameter}=fi`, { face })).status, 200)
        const answer = await server.ask('GET', `${path}?${parameter}=xx`, { face })
        assert.deepEqual([answer.status, answer.body.code], [400, 'rest_invalid_param'])
      }
    })
  }

  for (const { path, title, rest } of COLLECTIONS) {
    const record = (name: string, fields: Record<string, unknown> = {}) => ({ ...rest, [title]: name, ...fields })

    test(`${path}: the text is shown in the requested language, else the default one, else the original`, async () => {
      const [german, english, french] = [fresh('Deutsch'), fresh('English'), fresh('Français')]
      const { id } = await post(path, record(german), 'de')
      const names = async () =>
        Promise.all(['de', 'en', 'fr', 'es'].map(async (code) => (await read(`${path}/${id}`, code))[title]))
      assert.deepEqual(await names(), [german, german, german, german])
      await post(`${path}/${id}`, { [title]: french }, 'fr')
      assert.deepEqual(await names(), [german, german, french, german])
      await post(`${path}/${id}`, { [title]: english }, 'en')
      assert.deepEqual(await names(), [german, english, french, english])
      assert.equal((await server.ask('GET', `${path}/${id}`)).body[title], english)
    })

    test(`${path}: the first text in a language requires a name, an update does not`, async () => {
      const { id } = await post(path, record(fresh('Original'), { description: 'Original' }))
      const item = `${path}/${id}`
      const missing = await server.ask('PUT', `${item}?${inLanguage('de')}`, {
        ...editor,
        body: { description: 'Neu' },
      })
      assertRefused(missing, { status: 400, code: 'rest_missing_callback_param', params: [title] })
      const name = fresh('Übersetzung')
      const first = await post(item, { [title]: name }, 'de')
      assert.equal(first[title], name)
      // A translation contains no texts of other languages.
      assert.equal(first.description ?? '', '')
      const second = await post(item, { description: 'Neu' }, 'de')
      assert.equal(second[title], name)
      assert.match(second.description, /Neu/)
      assert.match((await read(item, 'en')).description, /Original/)
    })

    test(`${path}: a translation has its own slug, derived by the rules of its language`, async () => {
      const { id, slug } = await post(path, record(fresh('Music')))
      const translated = await post(`${path}/${id}`, { [title]: `Mädchenstraße ${id}` }, 'de')
      assert.equal(translated.slug, `maedchenstrasse-${id}`)
      assert.equal((await read(`${path}/${id}`, 'en')).slug, slug)
      assert.equal((await post(`${path}/${id}`, { [title]: `Mädchen ${id}` }, 'fr')).slug, `madchen-${id}`)
    })

    test(`${path}: slugs are unique in each language, not across them`, async () => {
      const name = fresh('Gemeinsam')
      const english = await post(path, record(name, { description: 'one' }), 'en')
      const german = await post(path, record(name, { description: 'two' }), 'de')
      assert.notEqual(german.id, english.id)
      assert.equal(german.slug, english.slug)
      const third = await post(path, record(fresh('Anders')), 'en')
      const translated = await server.ask('PUT', `${path}/${third.id}?${inLanguage('de')}`, {
        ...editor,
        body: { [title]: name },
      })
      // Names of terms are unique.
      if (title === 'name') assertRefused(translated, { status: 400, code: 'term_exists' })
      else assert.equal(translated.body.slug, `${german.slug}-2`)
    })

    test(`${path}: the language root selects the language like the parameter, which has precedence`, async () => {
      const [german, french] = [fresh('Wurzel'), fresh('Racine')]
      const created = await server.ask('POST', path, { ...editor, root: 'de', body: record(german) })
      const { id } = created.body
      await post(`${path}/${id}`, { [title]: french }, 'fr')
      for (const [root, query, expected] of [
        ['de', '', german],
        ['fr', '', french],
        ['fr', `?${inLanguage('de')}`, german],
        ['de', `?${inLanguage('fr')}`, french],
        ['en', '', german],
      ] as const) {
        assert.equal((await server.ask('GET', `${path}/${id}${query}`, { root })).body[title], expected)
      }
      const tec = { face: TEC, root: 'de' } as const
      assert.equal((await server.ask('GET', `${path}/${id}?lang=fr`, tec)).body[title], french)
      assert.equal((await server.ask('GET', `${path}/${id}?lang=fr&wpml_language=de`, tec)).body[title], german)
    })

    test(`${path}: the language in the body has precedence over the query`, async () => {
      const name = fresh('Corps')
      const body = record(name, { translation_language: 'fr' })
      const { id } = await post(path, body, 'de')
      const german = fresh('Körper')
      await post(`${path}/${id}`, { [title]: german }, 'de')
      assert.deepEqual(
        [(await read(`${path}/${id}`, 'fr'))[title], (await read(`${path}/${id}`, 'de'))[title]],
        [name, german],
      )
    })

    test(`${path}: a list contains every record once, and a search compares with displayed texts`, async () => {
      const [english, german] = [fresh('Searchable'), fresh('Auffindbar')]
      const { id } = await post(path, record(english))
      const untranslated = await post(path, record(fresh('Searchable')))
      await post(`${path}/${id}`, { [title]: german }, 'de')
      const found = async (search: string, language: string) => {
        const query = `${path}?per_page=50&hide_empty=0&search=${search}`
        const body = await read(query, language)
        return body[path.slice(1)].map((row: Record<string, unknown>) => row.id).toSorted()
      }
      const both = [id, untranslated.id].toSorted()
      assert.deepEqual(await found('searchable', 'en'), both)
      assert.deepEqual(await found('searchable', 'fr'), both)
      assert.deepEqual(await found('searchable', 'de'), [untranslated.id])
      assert.deepEqual(await found('auffindbar', 'de'), [id])
      assert.deepEqual(await found('auffindbar', 'en'), [])
      await server.ask('DELETE', `${path}/${id}`, editor)
      await server.ask('DELETE', `${path}/${untranslated.id}`, editor)
    })
  }

  for (const { path, title, rest, shared } of PLACES_AND_EVENTS) {
    const kind = path.slice(1, -1)

    test(`${path}: fields other than texts are shared by all languages and can be changed in any`, async () => {
      const [field, value] = shared as readonly [string, string]
      const { id } = await post(path, { ...rest, [title]: fresh('Shared') })
      assert.equal((await post(`${path}/${id}`, { [field]: value }, 'de'))[field], value)
      const { [title]: shown, [field]: inFrench } = await read(`${path}/${id}`, 'fr')
      assert.equal(inFrench, value)
      const draft = await post(`${path}/${id}`, { status: 'draft' }, 'fi')
      assert.deepEqual([draft.status, draft[title]], ['draft', shown])
      assert.equal((await read(`${path}/${id}`, 'en', editor)).status, 'draft')
    })

    test(`${path}: a slug is looked up in the requested language, then in any other`, async () => {
      const { id, slug } = await post(path, { ...rest, [title]: fresh('Lookup') })
      const german = await post(`${path}/${id}`, { [title]: fresh('Nachschlag') }, 'de')
      for (const language of ['en', 'de', 'fr']) {
        for (const known of [slug, german.slug]) {
          assert.equal((await read(`${path}/by-slug/${known}`, language)).id, id)
        }
      }
    })

    test(`${path}: a slug of two records in other languages is not found, unless one is not visible`, async () => {
      const name = fresh('Zweideutig')
      const english = await post(path, { ...rest, [title]: name, description: 'one' }, 'en')
      const german = await post(path, { ...rest, [title]: name, description: 'two' }, 'de')
      const at = `${path}/by-slug/${english.slug}`
      assert.deepEqual([(await read(at, 'en')).id, (await read(at, 'de')).id], [english.id, german.id])
      assert.equal((await read(at, 'fr')).code, `${kind}-not-found`)
      await post(`${path}/${german.id}`, { status: 'draft' }, 'de')
      assert.equal((await read(at, 'fr')).id, english.id)
      assert.equal((await read(at, 'fr', editor)).code, `${kind}-not-found`)
    })

    test(`${path}: slugs are marked in the trash and restored in all languages`, async () => {
      const { id, slug } = await post(path, { ...rest, [title]: fresh('Thrown') })
      const german = await post(`${path}/${id}`, { [title]: fresh('Weggeworfen') }, 'de')
      await server.ask('DELETE', `${path}/${id}?${inLanguage('fr')}`, editor)
      const slugs = async () => [
        (await read(`${path}/${id}`, 'en', editor)).slug,
        (await read(`${path}/${id}`, 'de', editor)).slug,
      ]
      assert.deepEqual(await slugs(), [`${slug}__trashed`, `${german.slug}__trashed`])
      await post(`${path}/${id}`, { status: 'publish' }, 'fr')
      assert.deepEqual(await slugs(), [slug, german.slug])
    })
  }

  for (const { path, title } of COLLECTIONS.slice(1)) {
    test(`${path}: names are compared within one language only`, async () => {
      const name = fresh('Begegnung')
      const english = await post(path, { [title]: name }, 'en')
      const german = await post(path, { [title]: name }, 'de')
      assert.notEqual(german.id, english.id)
      const again = await server.ask('POST', `${path}?${inLanguage('de')}`, { ...editor, body: { [title]: name } })
      if (title === 'name') assert.deepEqual([again.body.code, again.body.data.term_id], ['term_exists', german.id])
      else assert.equal(again.body.id, german.id)
    })
  }

  test('linked records are shown in the language of the event', async () => {
    const names = (language: string) => ({
      venue: `Halle ${language}`,
      organizer: `Verein ${language}`,
      term: `Wort ${language}`,
    })
    const english = names('en')
    const inline = { venue: { venue: english.venue }, organizer: [{ organizer: english.organizer }] }
    const event = await post('/events', { ...EVENT, ...inline, categories: [english.term], tags: [english.term] })
    const german = names('de')
    await post(`/venues/${event.venue.id}`, { venue: german.venue }, 'de')
    await post(`/organizers/${event.organizer[0].id}`, { organizer: german.organizer }, 'de')
    await post(`/categories/${event.categories[0].id}`, { name: german.term }, 'de')
    await post(`/tags/${event.tags[0].id}`, { name: german.term }, 'de')
    for (const [language, expected] of [
      ['de', german],
      ['en', english],
      ['fr', english],
    ] as const) {
      for (const body of [
        await read(`/events/${event.id}`, language),
        (await read(`/events?include=${event.id}`, language)).events[0],
      ]) {
        assert.equal(body.venue.venue, expected.venue)
        assert.equal(body.organizer[0].organizer, expected.organizer)
        assert.equal(body.categories[0].name, expected.term)
        assert.equal(body.tags[0].name, expected.term)
      }
    }
    const { url } = await read(`/categories/${event.categories[0].id}`, 'de')
    assert.match(url, /\/wort-de\/$/)
  })

  test('terms are sorted by displayed name', async () => {
    const one = await post('/tags', { name: 'Sorted aaa' })
    const two = await post('/tags', { name: 'Sorted bbb' })
    await post(`/tags/${one.id}`, { name: 'Sorted zzz' }, 'de')
    const ids = async (language: string) =>
      (await read('/tags?search=sorted&hide_empty=0', language)).tags.map(({ id }: { id: number }) => id)
    assert.deepEqual(
      [await ids('en'), await ids('de')],
      [
        [one.id, two.id],
        [two.id, one.id],
      ],
    )
  })

  test('terms are found by slug in the requested language, then in any other', async () => {
    const { id } = await post('/categories', { name: 'Theatre' })
    await post(`/categories/${id}`, { name: 'Theater' }, 'de')
    await post('/events', { ...EVENT, categories: [id] })
    for (const language of ['en', 'de', 'fr']) {
      for (const word of ['theatre', 'theater']) {
        assert.equal((await read(`/events?categories=${word}`, language)).total, 1)
        assert.equal((await read(`/categories?slug=${word}`, language)).total, 1)
      }
    }
  })

  test('counts do not depend on the language', async () => {
    const { id } = await post('/tags', { name: fresh('Gezählt') }, 'de')
    await post('/events', { ...EVENT, tags: [id] }, 'en')
    await post('/events', { ...EVENT, tags: [id] }, 'fr')
    for (const language of ['en', 'de', 'es']) assert.equal((await read(`/tags/${id}`, language)).count, 2)
  })
})

forEachEngine('languages that a site does not use', (engine) => {
  const server = withServer(engine, { languages: ['de', 'en'] })

  for (const { path, title, rest } of COLLECTIONS) {
    test(`${path}: a language that the site does not use is read as the default and cannot be written`, async () => {
      const body = { ...rest, [title]: 'Deutsch' }
      const created = await server.ask('POST', path, { as: 'editor', body })
      const item = `${path}/${created.body.id}`
      assert.equal((await server.ask('GET', `${item}?translation_language=fr`)).body[title], 'Deutsch')
      for (const [method, to] of [
        ['POST', path],
        ['PUT', item],
        ['DELETE', item],
      ] as const) {
        assertRefused(await server.ask(method, `${to}?translation_language=fr`, { as: 'editor', body }), {
          status: 400,
          code: 'rest_invalid_param',
          params: ['translation_language'],
          kinds: { translation_language: 'rest_not_in_enum' },
        })
      }
      assert.equal((await server.ask('GET', item)).status, 200)
      assertRefused(await server.ask('GET', path, { root: 'fr' }), { status: 404, code: 'rest_no_route' })
    })
  }
})
