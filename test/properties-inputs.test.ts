import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { FACES, type Face } from '../src/core/faces.ts'
import { LANGUAGES } from '../src/core/language.ts'
import { raw, sql } from '../src/db/database.ts'
import type { Endpoint, Operation } from '../src/http/endpoints.ts'
import { endpointsOf } from '../src/http/endpoints-site.ts'
import { COLLECTIONS } from '../src/http/server.ts'
import { storePicture } from '../src/media/store.ts'
import { writeSettings } from '../src/settings/settings.ts'
import { effortFor } from './kit/effort.ts'
import { forEachEngine, type TestEngine } from './kit/engines.ts'
import { EVENT, makersOf } from './kit/events.ts'
import { encoded, formOf, ODD_VALUES, oddKey, someFields } from './kit/generated.ts'
import { type Ask, startServer, type TestAnswer, type TestServer } from './kit/server.ts'

const WRITERS = ['administrator', 'administrator', 'editor', 'author', 'contributor', 'subscriber', 'guest'] as const
const NEEDED: Record<string, Record<string, unknown>> = {
  event: EVENT,
  venue: { venue: 'Known' },
  organizer: { organizer: 'Known' },
  category: { name: 'Known' },
  tag: { name: 'Known' },
}

/** What cannot be done without them. */
const NEEDING = ['create', 'replaceTexts']

/**
 * Whatever was sent: an answer that is ours, JSON, and on a refusal says so as the contract has it.
 * @param mediaType of what is answered with 200, where that is no JSON
 */
function checkAnswer({ status, headers, body }: TestAnswer, mediaType?: string): void {
  assert.ok(status < 500, `${status} ${JSON.stringify(body)}`)
  if (status === 200 && String(headers['content-type']).startsWith('text/html')) return
  if (status === 200 && mediaType !== undefined) {
    assert.ok(String(headers['content-type']).startsWith(mediaType), String(headers['content-type']))
    return
  }
  assert.match(String(headers['content-type']), /^application\/(\w+\+)?json/)
  if (status < 400) return
  assert.equal(typeof body.code, 'string')
  assert.equal(typeof body.message, 'string')
  assert.equal(body.data.status, status)
}

/** How many rows each table has. */
async function countRows({ db }: TestServer, engine: TestEngine): Promise<Record<string, number>> {
  const tables = await db.all<{ name: string }>(
    engine.name === 'sqlite'
      ? sql`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`
      : sql`SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1`,
  )
  const counts = tables.map(({ name }) => `(SELECT count(*) FROM ${name}) AS "${name}"`)
  return (await db.get(sql`SELECT ${raw(counts.join(', '))}`)) as Record<string, number>
}

forEachEngine('whatever is sent', (engine) => {
  let server: TestServer
  let make: ReturnType<typeof makersOf>
  const ids: number[] = []
  before(async () => {
    server = await startServer(await engine.open())
    make = makersOf(server)
    const links = { venue: { venue: 'Known', geo_lat: 90, geo_lng: 180 }, organizer: { organizer: 'Known' } }
    const event = await make.event({ ...links, categories: ['Known'], tags: ['Known'] })
    await server.ask('POST', `/events/${event.id}`, { as: 'editor', root: 'de', body: { title: 'Bekannt' } })
    const gone = await make.event({ title: 'Gone' })
    await server.ask('DELETE', `/events/${gone.id}`, { as: 'editor' })
    const draft = await make.event({ title: 'Draft', status: 'draft' }, { as: 'contributor' })
    const child = await make.category({ name: 'Child', parent: event.categories[0].id })
    const picture = await newPicture()
    const linked = [event.venue, ...event.organizer, ...event.categories, ...event.tags]
    // Far from UTC, where the years 1 and 9999 end at another time.
    await server.db.transaction((tx) => writeSettings(tx, { timezone: 'America/New_York' }))
    ids.push(...[event, gone, draft, child, picture, ...linked].map(({ id }) => id), server.ids.author, 2_000_000_000)
  })
  after(() => server.close())

  const inspected = { mimeType: 'image/png', extension: 'png', width: 1, height: 1 }
  const newPicture = () =>
    server.db.transaction((tx) =>
      storePicture(tx, { bytes: Buffer.from('x'), name: 'x.png', authorId: server.ids.author, ...inspected }, 0),
    )

  /** A record of its own for each request that names one, so that it can be changed and removed. */
  async function target({ group }: Endpoint): Promise<{ id: number; slug?: string }> {
    if (group === 'media') return newPicture()
    if (group === 'feeds') return make.event()
    const collection = COLLECTIONS.find(({ name }) => name === group)
    return make[(collection as (typeof COLLECTIONS)[number]).kind]()
  }

  const requestTo = (operation: Operation) =>
    fc.record({
      method: fc.constantFrom(...operation.methods),
      as: fc.constantFrom(...WRITERS),
      face: fc.constantFrom(...FACES),
      root: fc.constantFrom(undefined, undefined, ...LANGUAGES),
      key: fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: oddKey() }),
      fields: someFields([...Object.keys(operation.parameters), 'translation_language', 'wpml_language'], ids),
      as_form: fc.boolean(),
    })
  type Sent = typeof requestTo extends (...args: never[]) => fc.Arbitrary<infer T> ? T : never

  function send(path: string, operation: Operation, { method, fields, as_form, root, ...ask }: Sent) {
    const options: Ask = { ...ask, ...(root && { root }) }
    if (operation.in === 'query') return server.ask(method, `${path}?${formOf(fields)}`, options)
    const sent = { ...(NEEDING.includes(operation.verb) && NEEDED[operation.answer.toLowerCase()]), ...fields }
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return server.ask(method, path, { ...options, ...(as_form ? { headers, body: formOf(sent) } : { body: sent }) })
  }

  /** What may not change when a request is refused: the rows there are, and the record it names. */
  const stateOf = async (path: string) => ({
    rows: await countRows(server, engine),
    record: (await server.ask('GET', path, { as: 'administrator' })).body,
  })

  for (const endpoint of endpointsOf(COLLECTIONS).filter(({ at }) => at === 'namespace')) {
    for (const operation of endpoint.operations) {
      const parameters = Object.keys(operation.parameters)
      test(`${operation.id} answers, and what it refuses leaves no trace`, async () => {
        const { numRuns, isOver } = effortFor(parameters.length + 2)
        const property = fc.asyncProperty(requestTo(operation), async (sent) => {
          if (isOver()) return
          const [keyName] = Object.keys(endpoint.keys)
          const record = keyName && (await target(endpoint))
          const key = sent.key ?? (record ? String(keyName === 'id' ? record.id : record.slug) : '')
          // What is stored is encoded already.
          const inPath = sent.key === undefined ? key : encoded(key)
          const path = endpoint.path.replace(/\{\w+\}/, () => inPath).replace('{language}', 'de')
          const item = path.replace(/\/translations.*/, '')
          const before = sent.method === 'GET' ? undefined : await stateOf(item)
          const answer = await send(path, operation, sent)
          checkAnswer(answer, operation.mediaType)
          if (before && answer.status >= 400) assert.deepEqual(await stateOf(item), before)
          if (operation.verb === 'list') await checkLinks(answer, sent.as)
          else if (operation.verb !== 'delete') await checkStored(endpoint, answer)
        })
        await fc.assert(property, { numRuns })
      })
    }
  }

  /** The links of a list lead to lists of as many. */
  async function checkLinks({ status, body }: TestAnswer, as: Ask['as'] = 'guest'): Promise<void> {
    if (status !== 200) return
    for (const link of [body.next_rest_url, body.previous_rest_url]) {
      if (link === undefined) continue
      const { pathname, search } = new URL(link)
      const other = await server.ask('GET', `host:${pathname}${search}`, { as })
      assert.deepEqual([other.status, other.body.total], [200, body.total], link)
    }
  }

  /** What was written can be read. */
  async function checkStored({ group }: Endpoint, { status, body }: TestAnswer): Promise<void> {
    if (group === 'feeds' || (status !== 201 && (status !== 200 || body.id === undefined))) return
    assert.equal((await server.ask('GET', `/${group}/${body.id}`, { as: 'administrator' })).status, 200)
  }

  for (const { name, kind, parameters, hasSlugs } of COLLECTIONS) {
    test(`each odd value in each parameter of ${name}`, async () => {
      const faces = ODD_VALUES.flatMap((value, index) => ({ value, face: FACES[index % 2] as Face }))
      for (const parameter of Object.keys(parameters.list.schema.properties as object)) {
        for (const { value, face } of faces) {
          checkAnswer(await server.ask('GET', `/${name}?${formOf({ [parameter]: value })}`, { as: 'editor', face }))
        }
      }
      for (const parameter of Object.keys(parameters.create.schema.properties as object)) {
        for (const { value, face } of faces) {
          const body = { ...NEEDED[kind], [parameter]: value }
          checkAnswer(await server.ask('POST', `/${name}`, { as: 'editor', face, body }))
        }
      }
      for (const text of ODD_VALUES.filter((value) => typeof value === 'string')) {
        for (const path of [`/${name}/${encoded(text)}`, ...(hasSlugs ? [`/${name}/by-slug/${encoded(text)}`] : [])]) {
          for (const face of FACES) checkAnswer(await server.ask('GET', path, { face }))
        }
      }
    })
  }

  test('values nested deeper than anyone looks are refused', async () => {
    const DEPTH = 20_000
    for (const { name, parameters, kind } of COLLECTIONS) {
      for (const parameter of Object.keys(parameters.create.schema.properties as object)) {
        for (const [open, close] of [
          ['[', ']'],
          ['{"id":', '}'],
        ] as const) {
          const deep = open.repeat(DEPTH) + 1 + close.repeat(DEPTH)
          const needed = JSON.stringify({ ...NEEDED[kind], [parameter]: 'DEEP' }).replace('"DEEP"', () => deep)
          const headers = { 'content-type': 'application/json' }
          const answer = await server.ask('POST', `/${name}`, { as: 'editor', headers, body: needed })
          checkAnswer(answer)
          if (kind !== 'tag' || parameter !== 'parent') assert.equal(answer.status, 400, `${parameter} ${open}`)
        }
      }
    }
  })

  test('any address and any body are answered', async () => {
    const { numRuns, isOver } = effortFor(50)
    const types = [
      'application/json',
      'application/x-www-form-urlencoded',
      'text/plain',
      'x',
      'multipart/form-data',
      '',
    ]
    const property = fc.asyncProperty(
      fc.record({
        method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'),
        face: fc.constantFrom(...FACES),
        as: fc.constantFrom(...WRITERS),
        path: fc.array(
          fc.oneof(oddKey().map(encoded), fc.constantFrom('events', 'tags', 'by-slug', 'media', '%', '%c0')),
          {
            maxLength: 3,
          },
        ),
        query: fc.oneof(
          fc.string({ maxLength: 30 }).map(encodeURI),
          fc.constantFrom('a[[]=1', '%', '&&=', '_method=DELETE'),
        ),
        type: fc.constantFrom(...types),
        body: fc.oneof(fc.string({ maxLength: 30 }), fc.json()),
      }),
      async ({ method, face, as, path, query, type, body }) => {
        if (isOver()) return
        const headers = { 'content-type': type }
        const options = method === 'GET' || method === 'HEAD' ? {} : { headers, body }
        const answer = await server.ask(method, `/${path.join('/')}?${query}`, { as, face, ...options })
        assert.ok(answer.status < 500, JSON.stringify(answer))
        if (method !== 'HEAD') checkAnswer(answer)
      },
    )
    await fc.assert(property, { numRuns })
  })

  test('nothing of all that was written keeps anything from being listed', async () => {
    for (const { name } of COLLECTIONS) {
      const all = name === 'events' ? 'start_date=0001-01-01&end_date=9999-12-31' : 'hide_empty=0'
      for (let page = 1, pages = 1; page <= pages; page += 1) {
        const path = `/${name}?${all}&per_page=50&page=${page}`
        const { status, body } = await server.ask('GET', path, { as: 'administrator' })
        assert.equal(status, 200, path)
        pages = body.total_pages
      }
    }
  })
})
