import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { FACES, type Face, TEC } from '../../src/core/faces.ts'
import { TERM_KINDS } from '../kit/calendar/kinds.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { onOwnServer } from '../kit/server/own-server.ts'
import { parametersIn, walk } from '../kit/server/paged-lists.ts'
import { assertRefused, type Kinds } from '../kit/server/refusals.ts'
import { TEST_NOW } from '../kit/server/server.ts'
import { withServer } from '../kit/server/with-server.ts'

for (const { kind, path } of TERM_KINDS) {
  const list = path.slice(1)

  forEachEngine(`lists of ${list}`, (engine) => {
    const server = withServer(engine)
    const ids: Record<string, number> = {}
    before(async () => {
      const make = makersOf(server)
      const add = async (name: string, fields: Record<string, unknown> = {}) => {
        ids[name] = (await make[kind]({ name, ...fields })).id
      }
      await add('delta', { description: 'b of it' })
      await add('Alpha', { description: 'c third', slug: 'zz-alpha' })
      await add('Émile', { description: 'a' })
      await add('beta', { slug: 'aa 100' })
      await add('Gamma 100%', kind === 'category' ? { parent: ids.Alpha } : {})
      await add('Drafted')
      await add('Empty')
      const event = async (name: string, terms: string[], fields: Record<string, unknown> = {}) => {
        ids[name] = (await make.event({ [list]: terms.map((term) => ids[term]), ...fields })).id
      }
      await event('one', ['delta', 'Alpha', 'beta'])
      await event('two', ['delta', 'Émile', 'Gamma 100%'])
      await event('three', ['delta', 'beta'], { start_date: '2020-01-01', end_date: '2020-01-01' })
      await event('draft', ['Drafted', 'Émile'], { status: 'draft' })
      await event('bare', [])
    })

    /** Replaces names of events and terms in a query with their ids. */
    const asked = (query: string) => query.replace(/<([^>]+)>/g, (_, name) => String(ids[name]))
    const ask = (query: string, face?: Face) => server.ask('GET', `${path}?${asked(query)}`, { ...(face && { face }) })
    const namesIn = (body: Record<string, { name: string }[]>) => body[list]?.map(({ name }) => name).join(' ')
    const names = async (query: string) => {
      const { status, headers, body } = await ask(`per_page=50&${query}`)
      assert.equal(status, 200, JSON.stringify(body))
      assert.deepEqual([body.total, headers['x-tec-total']], [body[list].length, String(body[list].length)])
      return namesIn(body)
    }

    for (const face of FACES) {
      test(`terms with public events are listed by name, with the same fields as single reads (${face.name} face)`, async () => {
        const { body, headers } = await server.ask('GET', path, { face })
        const keys = [list, 'language', 'next_rest_url', 'rest_url', 'total', 'total_pages']
        assert.deepEqual(Object.keys(body).toSorted(), keys.toSorted())
        assert.equal(namesIn(body), 'Alpha beta delta Émile')
        assert.deepEqual([body.total, body.total_pages], [5, 2])
        assert.deepEqual([headers['x-tec-total'], headers['x-tec-totalpages']], ['5', '2'])
        assert.match(body.rest_url, new RegExp(`^http://localhost${face.prefix}/${face.namespace}${path}/\\?`))
        for (const term of body[list]) {
          assert.deepEqual((await server.ask('GET', `${path}/${term.id}`, { face })).body, term)
        }
      })
    }

    for (const as of ['guest', 'contributor', 'administrator'] as const) {
      test(`${as} gets the same terms as anonymous callers`, async () => {
        const { body } = await server.ask('GET', `${path}?per_page=50`, { as })
        assert.equal(namesIn(body), 'Alpha beta delta Émile Gamma 100%')
      })
    }

    const ALL = 'Alpha beta delta Drafted Émile Empty Gamma 100%'
    for (const [query, expected] of [
      ['hide_empty=0', ALL],
      ['hide_empty=false', ALL],
      ['hide_empty=1', 'Alpha beta delta Émile Gamma 100%'],
      ['hide_empty=true', 'Alpha beta delta Émile Gamma 100%'],
      ['order=asc', 'Alpha beta delta Émile Gamma 100%'],
      ['order=ASC', 'Alpha beta delta Émile Gamma 100%'],
      ['order=desc', 'Gamma 100% Émile delta beta Alpha'],
      ['order=DESC', 'Gamma 100% Émile delta beta Alpha'],
      ['orderby=name', 'Alpha beta delta Émile Gamma 100%'],
      ['orderby=NAME&order=desc', 'Gamma 100% Émile delta beta Alpha'],
      ['orderby=id', 'delta Alpha Émile beta Gamma 100%'],
      ['orderby=ID&order=desc', 'Gamma 100% beta Émile Alpha delta'],
      ['orderby=slug', 'beta delta Émile Gamma 100% Alpha'],
      ['orderby=slug&order=desc', 'Alpha Gamma 100% Émile delta beta'],
      ['orderby=count', 'Alpha Émile Gamma 100% beta delta'],
      ['orderby=count&order=desc', 'delta beta Gamma 100% Émile Alpha'],
      ['orderby=count&hide_empty=0', 'Drafted Empty Alpha Émile Gamma 100% beta delta'],
      ['orderby=description', 'beta Gamma 100% Émile delta Alpha'],
      ['orderby=description&order=desc', 'Alpha delta Émile Gamma 100% beta'],
      ['orderby=term_group', 'Alpha beta delta Émile Gamma 100%'],
      ['orderby=include', 'Alpha beta delta Émile Gamma 100%'],
      ['search=alpha', 'Alpha'],
      ['search=ALPH', 'Alpha'],
      ['search=emi', 'Émile'],
      ['search=É', 'beta delta Émile'],
      ['search=zz-a', 'Alpha'],
      ['search=third', ''],
      ['search=%25', 'Gamma 100%'],
      ['search=_', ''],
      ['search=gamma+100', 'Gamma 100%'],
      ['search=100+gamma', ''],
      ['search=100', 'beta Gamma 100%'],
      ['search=nothing', ''],
      ['search=empty', ''],
      ['search=empty&hide_empty=0', 'Empty'],
      ['include=<beta>,<Alpha>', 'Alpha beta'],
      ['include[]=<beta>&include[]=<Alpha>', 'Alpha beta'],
      ['include= <beta> , <Alpha>', 'Alpha beta'],
      ['include=<beta>,<Alpha>,<delta>&orderby=include', 'beta Alpha delta'],
      ['include=<beta>,<Alpha>,<delta>&orderby=include&order=desc', 'delta Alpha beta'],
      ['include=<beta>,<beta>', 'beta'],
      ['include=<Empty>', ''],
      ['include=<Empty>&hide_empty=0', 'Empty'],
      ['include=zz-alpha', ''],
      ['include=zz-alpha,<beta>', 'beta'],
      ['include=ZZ-Alpha,aa-100,zz-alpha', ''],
      ['exclude=<beta>,<Alpha>', 'delta Émile Gamma 100%'],
      ['exclude[]=<beta>&exclude[]=<Alpha>', 'delta Émile Gamma 100%'],
      ['exclude=zz-alpha', 'Alpha beta delta Émile Gamma 100%'],
      ['include=<beta>,<Alpha>&exclude=<Alpha>', 'Alpha beta'],
      ['slug=zz-alpha', 'Alpha'],
      ['slug=ZZ-Alpha', 'Alpha'],
      ['slug=aa-100', 'beta'],
      ['slug=aa', ''],
      ['slug=zz-alpha,aa-100', ''],
      ['slug=empty', ''],
      ['slug=empty&hide_empty=0', 'Empty'],
      ['post=<one>', 'Alpha beta delta'],
      ['event=<one>', 'Alpha beta delta'],
      ['event=<two>&post=<one>', 'delta Émile Gamma 100%'],
      ['event=<bare>', ''],
      ['event=<bare>&hide_empty=0', ''],
      ['event=<one>&search=e&include=<beta>,<Émile>', 'beta'],
      ['event=<one>&orderby=count&order=desc', 'delta beta Alpha'],
      ['foo=1&bar[]=2', 'Alpha beta delta Émile Gamma 100%'],
    ] as const) {
      test(`${query} lists ${expected || 'nothing'}`, async () => assert.equal(await names(query), expected))
    }

    if (kind === 'category') {
      for (const [query, expected] of [
        ['parent=<Alpha>', 'Gamma 100%'],
        ['parent=<beta>', ''],
        ['parent=<Alpha>&exclude=<Gamma 100%>', ''],
      ] as const) {
        test(`${query} lists ${expected || 'nothing'}`, async () => assert.equal(await names(query), expected))
      }
    } else {
      test('the parameter parent is ignored for tags', async () => {
        for (const parent of ['0', '99999999', '', 'x']) assert.equal((await ask(`parent=${parent}`)).body.total, 5)
      })
    }

    for (const [name, value, kinds = {}] of [
      ['order', ''],
      ['order', 'random'],
      ['order[]', 'asc'],
      ['orderby', ''],
      ['orderby[]', 'name'],
      ['hide_empty', 'yes', { hide_empty: 'rest_invalid_type' }],
      ['hide_empty', 'no', { hide_empty: 'rest_invalid_type' }],
      ['hide_empty', '', { hide_empty: 'rest_invalid_type' }],
      ['search', ''],
      ['search', '0'],
      ['search', '%00'],
      ['search[]', 'a'],
      ['slug', ''],
      ['slug[]', 'zz-alpha'],
      ['include', ''],
      ['include', 'nothing'],
      ['include', '99999999'],
      ['include', '<beta>,99999999'],
      ['include', 'zz-alpha,nothing'],
      ['include', '<beta>,'],
      ['include', '0'],
      ['include', '-1'],
      ['include', Array(1001).fill('1').join(',')],
      ['exclude', ''],
      ['exclude', 'nothing'],
      ['exclude', '99999999'],
      ['post', ''],
      ['post', '0'],
      ['post', 'x'],
      ['post', '99999999'],
      ['event', ''],
      ['event', 'x'],
      ['event', '99999999'],
      ['page', '0'],
      ['page', '-1'],
      ['page', 'abc'],
      ['page', ''],
      ['page', '1.5'],
      ['per_page', '0'],
      ['per_page', '-1'],
      ['per_page', 'abc'],
      ['per_page', ''],
      ...(kind === 'category'
        ? ([
            ['parent', '0'],
            ['parent', ''],
            ['parent', 'x'],
            ['parent', '99999999'],
          ] as const)
        : []),
    ] as [string, string, Kinds?][]) {
      test(`refuses ${name}=${value.slice(0, 20)}`, async () => {
        const params = [name.replace('[]', '')]
        // The native face accepts some of these (test/contract/writes.test.ts).
        assertRefused(await ask(`${name}=${value}`, TEC), { status: 400, code: 'rest_invalid_param', params, kinds })
      })
    }

    for (const [query, expected] of [
      ['event=<draft>', 'Drafted Émile'],
      ['post=<draft>&hide_empty=1', 'Drafted Émile'],
    ] as const) {
      test(`${query} counts as unknown for callers who may not read the event`, async () => {
        const ofEvent = `${path}?per_page=50&${query.replace('<draft>', String(ids.draft))}`
        assert.equal(namesIn((await server.ask('GET', ofEvent, { as: 'editor' })).body), expected)
        for (const as of ['guest', 'contributor'] as const) {
          const params = [query.slice(0, query.indexOf('='))]
          assertRefused(await server.ask('GET', ofEvent, { as }), { status: 400, code: 'rest_invalid_param', params })
        }
      })
    }

    test('one response names several invalid parameters', async () => {
      const params = ['page', 'search', 'include', 'event', 'hide_empty']
      const kinds: Kinds = { hide_empty: 'rest_invalid_type' }
      const answer = await ask('page=0&search=&include=x&event=99999999&hide_empty=x')
      assertRefused(answer, { status: 400, code: 'rest_invalid_param', params, kinds })
    })

    test('a page after the last is empty and links to the previous one', async () => {
      const { status, body, headers } = await ask('per_page=2&page=9')
      assert.deepEqual([status, body[list], body.total, body.total_pages], [200, [], 5, 3])
      assert.equal(headers['x-tec-totalpages'], '3')
      assert.equal(parametersIn(body.previous_rest_url).page, '8')
      assert.equal('next_rest_url' in body, false)
    })

    test('a page has at most 50 terms', async () => {
      for (const size of ['51', '1000']) {
        const { status, body } = await ask(`per_page=${size}&page=2`)
        assert.deepEqual([status, body.total_pages], [200, 1])
      }
    })

    for (const [query, count] of [
      ['', 5],
      ['hide_empty=0&orderby=count&order=desc', 7],
      ['search=e&exclude=<delta>', 2],
      ['include=<beta>,<Alpha>,<Émile>&orderby=include', 3],
      ['event=<two>&order=desc', 3],
      ['post=<one>&orderby=slug', 3],
      ['slug=zz-alpha', 1],
      ...(kind === 'category' ? ([['parent=<Alpha>&hide_empty=false', 1]] as const) : []),
    ] as const) {
      test(`links lead to the same listing of ${query || 'everything'}`, async () => {
        const pages = await walk(server, `${path}?per_page=1&${asked(query)}`)
        assert.equal(pages.length, count)
        assert.equal(pages.map(({ body }) => namesIn(body)).join(' '), await names(query))
      })
    }

    test('page links keep the face and the language root', async () => {
      const { body } = await server.ask('GET', `${path}?per_page=2`, { face: TEC, root: 'de' })
      for (const url of [body.rest_url, body.next_rest_url, body[list][0].urls.self]) {
        assert.match(url, new RegExp(`^http://localhost/de/wp-json/tribe/events/v1${path}/`))
      }
    })

    test('a term is listed while its event is public', () =>
      onOwnServer(engine, async (own, { [kind]: add, event }) => {
        const { id } = await add()
        const scheduled = await event({ [list]: [id], date: '2030-06-15 13:00:00' })
        const shown = async () => (await own.ask('GET', path)).body[list].map(({ count }: { count: number }) => count)
        assert.deepEqual(await shown(), [])
        own.clock.now = TEST_NOW + 3600
        assert.deepEqual(await shown(), [1])
        await own.ask('PUT', `/events/${scheduled.id}`, { as: 'editor', body: { status: 'private' } })
        assert.deepEqual(await shown(), [])
      }))
  })
}
