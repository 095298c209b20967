import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { TEC } from '../../src/core/faces.ts'
import { writeSiteSettings } from '../../src/settings/site-settings.ts'
import { LINKED_KINDS } from '../kit/calendar/kinds.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import type { TestCaller } from '../kit/server/accounts.ts'
import { onOwnServer } from '../kit/server/own-server.ts'
import { parametersIn, walk } from '../kit/server/paged-lists.ts'
import { assertRefused } from '../kit/server/refusals.ts'
import { type Ask, TEST_NOW } from '../kit/server/server.ts'
import { withServer } from '../kit/server/with-server.ts'

const HOUR = 3600

/** Searched fields besides the name. */
const SEARCHED = {
  venue: ['description', 'address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'stateprovince'],
  organizer: ['description', 'phone'],
} as const

for (const { kind, path } of LINKED_KINDS) {
  const list = path.slice(1)

  forEachEngine(`lists of ${list}`, (engine) => {
    const server = withServer(engine)
    const make = makersOf(server)
    const ids: Record<string, number> = {}
    before(async () => {
      const add = async (name: string, day: number, fields: Record<string, unknown> = {}, ask: Ask = {}) => {
        const date = `2025-01-0${day} 00:00:00`
        ids[name] = (await make[kind]({ [kind]: name, date, ...fields }, ask)).id
      }
      await add('Upcoming', 1)
      await add('Past', 2, { description: 'Not <strong>any</strong> more' })
      await add('Drafted', 3, { phone: '+49 100%' })
      await add('Eventless', 4, { phone: '+49 1000', website: 'https://eventless.example/under_score' })
      await add('Draft', 5, { status: 'draft' })
      await add('Private', 6, { status: 'private' })
      await add('Pending', 7, { status: 'pending' }, { as: 'contributor' })
      await add('Authored', 8, { status: 'draft' }, { as: 'author' })
      await add('Thrown', 9)
      await server.ask('DELETE', `${path}/${ids.Thrown}`, { as: 'editor' })
      ids.Scheduled = (await make[kind]({ [kind]: 'Scheduled', date: '2030-06-15 14:00:00' })).id
      const event = async (name: string, place: string, fields: Record<string, unknown>) => {
        ids[name] = (await make.event({ [kind]: ids[place], ...fields })).id
      }
      await event('up', 'Upcoming', { start_date: '2030-06-15 12:00:00', end_date: '2030-06-15 13:00:00' })
      await event('past', 'Past', { start_date: '2020-01-01 10:00:00', end_date: '2020-01-01 11:00:00' })
      await event('draft', 'Drafted', { status: 'draft' })
      await event('hidden place', 'Draft', {})
      ids['no place'] = (await make.event()).id
    })

    const names = async (query: string, as: TestCaller = 'guest') => {
      const { status, headers, body } = await server.ask('GET', `${path}?per_page=50&${query}`, { as })
      assert.equal(status, 200, JSON.stringify(body))
      const found = body[list].map((row: Record<string, string>) => row[kind])
      assert.deepEqual([body.total, headers['x-tec-total']], [found.length, String(found.length)])
      return found.join(' ')
    }

    test('the newest record is first; list entries equal single reads without linked data', async () => {
      const { body, headers } = await server.ask('GET', path)
      const keys = [list, 'language', 'rest_url', 'total', 'total_pages']
      assert.deepEqual(Object.keys(body).toSorted(), keys.toSorted())
      assert.deepEqual([body.total, body.total_pages], [4, 1])
      assert.deepEqual([headers['x-tec-total'], headers['x-tec-totalpages']], ['4', '1'])
      assert.equal(body.rest_url, `http://localhost/cal/events/v1${path}/?page=1&per_page=4&status=publish`)
      assert.equal(await names(''), 'Eventless Drafted Past Upcoming')
      const { json_ld, ...alone } = (await server.ask('GET', `${path}/${ids.Past}`)).body
      assert.deepEqual(body[list][2], alone)
    })

    test('records published at the same time are sorted by descending id', () =>
      onOwnServer(engine, async (own, { [kind]: add }) => {
        const date = '2024-01-01'
        const made = [await add({ date }), await add({ date }), await add({ date })]
        const { body } = await own.ask('GET', path)
        assert.deepEqual(body[list], made.toReversed())
      }))

    for (const [as, query, expected] of [
      ['guest', '', 'Eventless Drafted Past Upcoming'],
      ['subscriber', '', 'Eventless Drafted Past Upcoming'],
      ['contributor', '', 'Pending Eventless Drafted Past Upcoming'],
      ['author', '', 'Authored Eventless Drafted Past Upcoming'],
      ['other', '', 'Eventless Drafted Past Upcoming'],
      ['editor', '', 'Scheduled Authored Pending Private Draft Eventless Drafted Past Upcoming'],
      ['administrator', 'status=any', 'Scheduled Authored Pending Private Draft Eventless Drafted Past Upcoming'],
      ['guest', 'status=publish', 'Eventless Drafted Past Upcoming'],
      ['editor', 'status=publish', 'Eventless Drafted Past Upcoming'],
      ['editor', 'status=draft', 'Authored Draft'],
      ['editor', 'status=private', 'Private'],
      ['editor', 'status=pending', 'Pending'],
      ['editor', 'status=future', 'Scheduled'],
      ['editor', 'status=trash', 'Thrown'],
      ['editor', 'status=inherit', ''],
      ['editor', 'status=draft,pending', 'Authored Pending Draft'],
      ['editor', 'status[]=draft&status[]=pending', 'Authored Pending Draft'],
      ['editor', 'status=trash, private', 'Thrown Private'],
      ['contributor', 'status=any', 'Pending Eventless Drafted Past Upcoming'],
      ['contributor', 'status=draft', ''],
      ['contributor', 'status=pending', 'Pending'],
      ['contributor', 'status=pending,publish', 'Pending Eventless Drafted Past Upcoming'],
      ['contributor', 'status=trash', ''],
      ['author', 'status=draft', 'Authored'],
      ['author', 'status=private', ''],
      ['other', 'status=draft', ''],
    ] as const) {
      test(`${as} gets ${expected || 'nothing'} with ${query || 'no status'}`, async () => {
        assert.equal(await names(query, as), expected)
      })
    }

    for (const [as, status] of [
      ['guest', 'draft'],
      ['guest', 'any'],
      ['guest', 'trash'],
      ['guest', 'publish,draft'],
      ['subscriber', 'private'],
      ['guest', 'bogus'],
      ['editor', 'bogus'],
      ['editor', 'publish,bogus'],
      ['guest', ''],
      ['editor', ''],
    ] as const) {
      test(`the status ${status || '(empty)'} is refused for ${as}`, async () => {
        const answer = await server.ask('GET', `${path}?status=${status}`, { as })
        assertRefused(answer, { status: 400, code: 'rest_invalid_param', params: ['status'] })
      })
    }

    for (const [query, expected] of [
      ['search=PAST', 'Past'],
      ['search=pást', 'Past'],
      ['search=upc', 'Upcoming'],
      ['search=draft', 'Drafted'],
      ['search=any', 'Past'],
      ['search=more+past', 'Past'],
      ['search=past+upcoming', ''],
      ['search=strong', ''],
      ['search=%22not+any%22', 'Past'],
      ['search=%22any+not%22', ''],
      ['search=%25', 'Drafted'],
      ['search=100%25', 'Drafted'],
      ['search=under_', 'Eventless'],
      ['search=_', 'Eventless'],
      ['search=%2B49', 'Eventless Drafted'],
      ['search=eventless+1000', 'Eventless'],
      ['search=\\', ''],
      ["search='", ''],
      ['search=nothing', ''],
    ] as const) {
      test(`${query} finds ${expected || 'nothing'}`, async () => assert.equal(await names(query), expected))
    }

    test('a search looks in every text field, word by word', () =>
      onOwnServer(engine, async (own, { [kind]: add }) => {
        const fields = Object.fromEntries(SEARCHED[kind].map((field) => [field, `Fönd ${field}word`]))
        const email = kind === 'organizer' && { email: 'emailword@b.example' }
        const contact = { website: 'https://websiteword.example', ...email }
        const made = await add({ [kind]: 'Everywhere', ...fields, ...contact })
        const found = async (search: string) => (await own.ask('GET', `${path}?search=${search}`)).body.total
        const words = [...SEARCHED[kind], ...Object.keys(contact)].map((field) => `${field}word`)
        for (const word of [...words, 'fond', `${words.join('+')}+everywhere`]) assert.equal(await found(word), 1)
        assert.equal(await found(`${words.join('+')}+missing`), 0)
        await own.ask('PUT', `${path}/${made.id}`, { as: 'editor', body: { phone: 'changed', description: '' } })
        for (const word of ['phoneword', 'descriptionword']) assert.equal(await found(word), 0)
        for (const word of ['changed', 'websiteword']) assert.equal(await found(word), 1)
      }))

    test('an empty result has the total 0', async () => {
      const { body } = await server.ask('GET', `${path}?search=nothing`)
      assert.deepEqual([body[list], body.total, body.total_pages], [[], 0, 0])
      const beyond = await server.ask('GET', `${path}?search=nothing&page=2`)
      assertRefused(beyond, { status: 404, code: `${kind}-archive-page-not-found` })
    })

    for (const [query, as, expected] of [
      ['event=up', 'guest', 'Upcoming'],
      ['event=draft', 'editor', 'Drafted'],
      ['event=no place', 'guest', ''],
      ['event=hidden place', 'guest', ''],
      ['event=hidden place', 'editor', 'Draft'],
      ['event=up&search=past', 'guest', ''],
      ['event=up&has_events=0', 'guest', ''],
    ] as const) {
      test(`${query} lists ${expected || 'nothing'} to ${as}`, async () => {
        assert.equal(
          await names(
            query.replace(/event=([a-z ]+)/, (_, name) => `event=${ids[name]}`),
            as,
          ),
          expected,
        )
      })
    }

    test('an event that the caller may not read counts as unknown', async () => {
      for (const as of ['guest', 'subscriber', 'contributor', 'author'] as const) {
        const answer = await server.ask('GET', `${path}?event=${ids.draft}`, { as })
        assertRefused(answer, { status: 400, code: 'rest_invalid_param', params: ['event'] })
      }
    })

    for (const event of ['', '0', '-1', 'abc', '99999999', '99999999999']) {
      test(`the event ${event || '(empty)'} is refused`, async () => {
        const answer = await server.ask('GET', `${path}?event=${event}`)
        assertRefused(answer, { status: 400, code: 'rest_invalid_param', params: ['event'] })
      })
    }

    test('the id of a record of the same kind is refused as event', async () => {
      const answer = await server.ask('GET', `${path}?event=${ids.Upcoming}`)
      assertRefused(answer, { status: 400, code: 'rest_invalid_param', params: ['event'] })
    })

    for (const word of ['true', '1', 'yes', 'TRUE']) {
      test(`has_events and only_with_upcoming ${word} mean yes`, async () => {
        assert.equal(await names(`has_events=${word}`), 'Past Upcoming')
        assert.equal(await names(`only_with_upcoming=${word}`), 'Upcoming')
        assert.equal(await names(`has_events=${word}&only_with_upcoming=${word}`), 'Upcoming')
      })
    }

    for (const word of ['false', '0', 'no', '', 'garbage']) {
      test(`has_events ${word || '(empty)'} means without, only_with_upcoming ${word || '(empty)'} does not filter`, async () => {
        assert.equal(await names(`has_events=${word}`), 'Eventless Drafted')
        assert.equal(await names(`only_with_upcoming=${word}`), 'Eventless Drafted Past Upcoming')
        assert.equal(await names(`has_events=${word}&only_with_upcoming=1`), '')
        const { body } = await server.ask('GET', `${path}?has_events=${word}`)
        assert.equal(parametersIn(body.rest_url).has_events, word)
      })
    }

    for (const [query, as, expected] of [
      ['has_events=1', 'guest', 'Past Upcoming'],
      ['has_events=1', 'contributor', 'Past Upcoming'],
      ['has_events=1', 'editor', 'Draft Drafted Past Upcoming'],
      ['has_events=0', 'contributor', 'Pending Eventless Drafted'],
      ['has_events=0', 'editor', 'Scheduled Authored Pending Private Eventless'],
      ['only_with_upcoming=1', 'contributor', 'Upcoming'],
      ['only_with_upcoming=1', 'editor', 'Draft Drafted Upcoming'],
    ] as const) {
      test(`${query} considers the events that the ${as} may read`, async () =>
        assert.equal(await names(query, as), expected))
    }

    test('an event is upcoming until its first second is over', async () => {
      assert.equal(await names('only_with_upcoming=1'), 'Upcoming')
      try {
        server.clock.now = TEST_NOW + 1
        assert.equal(await names('only_with_upcoming=1'), '')
        assert.equal(await names('has_events=1'), 'Past Upcoming')
      } finally {
        server.clock.now = TEST_NOW
      }
    })

    test('only_with_upcoming finds an upcoming event behind any number of past ones', () =>
      onOwnServer(engine, async (own, { [kind]: add, event }) => {
        for (let day = 16; day < 28; day += 1) {
          await event({ start_date: `2030-06-${day} 10:00:00`, end_date: `2030-06-${day} 11:00:00` })
        }
        const { id } = await add()
        const late = await event({ [kind]: id, start_date: '2030-09-01', end_date: '2030-09-01' })
        const total = async () => (await own.ask('GET', `${path}?only_with_upcoming=1`)).body.total
        assert.equal(await total(), 1)
        await own.ask('DELETE', `/events/${late.id}`, { as: 'editor' })
        assert.equal(await total(), 0)
      }))

    test('scheduled events and records count from their publication date on', () =>
      onOwnServer(engine, async (own, { [kind]: add, event }) => {
        const { id } = await add({ date: '2030-06-15 14:00:00' })
        await event({ [kind]: id, date: '2030-06-15 15:00:00' })
        const totals = async () => {
          const queries = ['has_events=0', 'has_events=1', 'only_with_upcoming=1']
          const answers = await Promise.all(queries.map((query) => own.ask('GET', `${path}?${query}`)))
          return answers.map(({ body }) => body.total)
        }
        assert.deepEqual(await totals(), [0, 0, 0])
        own.clock.now = TEST_NOW + 2 * HOUR
        assert.deepEqual(await totals(), [1, 0, 0])
        own.clock.now = TEST_NOW + 3 * HOUR
        assert.deepEqual(await totals(), [0, 1, 1])
      }))

    for (const [name, value] of [
      ['page', '0'],
      ['page', '-1'],
      ['page', 'abc'],
      ['page', ''],
      ['page', '1.5'],
      ['page', '99999999999'],
      ['per_page', '0'],
      ['per_page', '-1'],
      ['per_page', 'abc'],
      ['per_page', ''],
      ['per_page', '1.5'],
      ['search', ''],
      ['search', '++'],
      ['search', '0'],
      ['search[]', 'a'],
      ['search', '%00'],
      ['has_events[]', '1'],
    ] as const) {
      test(`${name}=${value} is refused`, async () => {
        const answer = await server.ask('GET', `${path}?${name}=${value}`)
        assertRefused(answer, { status: 400, code: 'rest_invalid_param', params: [name.replace('[]', '')] })
        assert.equal(answer.headers['x-tec-total'], undefined)
      })
    }

    test('whole numbers are accepted in many notations; unknown parameters are ignored', async () => {
      for (const query of [
        'page=2.0&per_page=2',
        'page=%202&per_page=0.2e1',
        'page=%2B2&per_page=2&foo[]=1&order=asc',
      ]) {
        const { body } = await server.ask('GET', `${path}?${query}`)
        assert.deepEqual(
          body[list].map((row: Record<string, string>) => row[kind]),
          ['Past', 'Upcoming'],
        )
        assert.equal(parametersIn(body.rest_url).page, '2')
      }
    })

    test('a page has at most 50 records, whatever per_page says', async () => {
      for (const size of ['50', '51', '1000']) {
        const { body } = await server.ask('GET', `${path}?per_page=${size}`)
        assert.equal(parametersIn(body.rest_url).per_page, '50')
      }
    })

    test('page links lead to the neighbouring pages, and none beyond the first and last', async () => {
      const at = `http://localhost/cal/events/v1${path}/`
      const links = async (page: number) => {
        const { body } = await server.ask('GET', `${path}?per_page=2&page=${page}`)
        assert.deepEqual([body.total, body.total_pages], [4, 2])
        return [body.rest_url, body.next_rest_url, body.previous_rest_url]
      }
      const next = `${at}?per_page=2&status=publish&page=2`
      const previous = `${at}?per_page=2&status=publish`
      assert.deepEqual(await links(1), [`${at}?page=1&per_page=2&status=publish`, next, undefined])
      assert.deepEqual(await links(2), [`${at}?page=2&per_page=2&status=publish`, undefined, previous])
      const beyond = await server.ask('GET', `${path}?per_page=2&page=3`)
      assertRefused(beyond, { status: 404, code: `${kind}-archive-page-not-found` })
    })

    for (const [as, query, count] of [
      ['guest', '', 4],
      ['editor', '', 9],
      ['editor', 'status=draft,private', 3],
      ['contributor', 'has_events=garbage&search=e', 3],
      ['guest', 'has_events=1', 2],
      ['guest', 'only_with_upcoming=&search=%2B49', 2],
      ['editor', 'only_with_upcoming=yes&has_events=true&search=u', 1],
    ] as const) {
      test(`page links keep the filter ${query || '(none)'} (${as})`, async () => {
        const all = await server.ask('GET', `${path}?per_page=50&${query}`, { as })
        const pages = await walk(server, `${path}?per_page=1&${query}`, { as })
        assert.equal(all.body.total, count)
        assert.equal(pages.length, count)
        assert.deepEqual(
          pages.flatMap(({ body }) => body[list]),
          all.body[list],
        )
        for (const { body } of pages) assert.equal(body.total, count)
      })
    }

    test('page links keep the face, the language root and the host', async () => {
      const { body } = await server.ask('GET', `${path}?per_page=2`, { face: TEC, root: 'de' })
      for (const url of [body.rest_url, body.next_rest_url]) {
        assert.match(url, new RegExp(`^http://localhost/de/wp-json/tribe/events/v1${path}/\\?`))
      }
    })

    test('the default page size is a setting of the site', () =>
      onOwnServer(engine, async (own, { [kind]: add }) => {
        await own.db.transaction((tx) => writeSiteSettings(tx, { per_page: 2 }))
        for (let i = 0; i < 3; i += 1) await add()
        const { body } = await own.ask('GET', path)
        assert.deepEqual([body[list].length, body.total, body.total_pages], [2, 3, 2])
      }))

    test('the first page of an empty list is not an error, the second is', () =>
      onOwnServer(engine, async (own) => {
        const { status, body } = await own.ask('GET', path)
        assert.deepEqual([status, body[list], body.total, body.total_pages], [200, [], 0, 0])
        assert.equal((await own.ask('GET', `${path}?page=2`)).status, 404)
      }))
  })
}
