import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import fc from 'fast-check'
import { COLLECTIONS } from '../../src/collections/collection-by-kind.ts'
import { FACES, type Face } from '../../src/core/faces.ts'
import { writeSiteSettings } from '../../src/settings/site-settings.ts'
import { EVENT } from '../kit/calendar/makers.ts'
import { forEachEngine, onSqlite } from '../kit/engines/engines.ts'
import { effortOf, IS_LONG } from '../kit/generated/run-limits.ts'
import { encoded, formOf, ODD_VALUES, oddKey } from '../kit/generated/values.ts'
import type { TestAnswer } from '../kit/server/server.ts'
import { withServer } from '../kit/server/with-server.ts'

const WRITERS = ['administrator', 'administrator', 'editor', 'author', 'contributor', 'subscriber', 'guest'] as const
const NEEDED: Record<string, Record<string, unknown>> = {
  event: EVENT,
  venue: { venue: 'Known' },
  organizer: { organizer: 'Known' },
  series: { title: 'Known' },
  category: { name: 'Known' },
  tag: { name: 'Known' },
}

/** Asserts that any response is JSON written by the server, and that errors have the shape of the contract. */
function checkAnswer({ status, headers, body }: TestAnswer): void {
  assert.ok(status < 500, `${status} ${JSON.stringify(body)}`)
  if (status === 200 && String(headers['content-type']).startsWith('text/html')) return
  assert.match(String(headers['content-type']), /^application\/(\w+\+)?json/)
  if (status < 400) return
  assert.equal(typeof body.code, 'string')
  assert.equal(typeof body.message, 'string')
  assert.equal(body.data.status, status)
}

forEachEngine('unusual input', (engine) => {
  const server = withServer(engine)
  before(async () => {
    // In a zone far from UTC, the limits of the years 1 and 9999 differ from those in UTC.
    await server.db.transaction((tx) => writeSiteSettings(tx, { timezone: 'America/New_York' }))
  })

  /**
   * Every fourth value for a parameter, on both faces in turn; the other engine gets as many others, and the next parameter all
   * those that this one does not get. All with `LONG_TESTS=1`.
   */
  const oddValuesFor = (parameter: number) =>
    ODD_VALUES.flatMap((value, index) => {
      const isTried = IS_LONG || (parameter + index) % 4 === 2 * Number(engine.name === 'sqlite')
      return isTried ? [{ value, face: FACES[(index >> 2) % 2] as Face }] : []
    })

  for (const { name, kind, parameters, hasSlugs } of COLLECTIONS) {
    test(`every parameter of ${name} is safe with every unusual value`, async () => {
      for (const [index, parameter] of Object.keys(parameters.native.list.schema.properties as object).entries()) {
        for (const { value, face } of oddValuesFor(index)) {
          checkAnswer(await server.ask('GET', `/${name}?${formOf({ [parameter]: value })}`, { as: 'editor', face }))
        }
      }
      for (const [index, parameter] of Object.keys(parameters.native.create.schema.properties as object).entries()) {
        for (const { value, face } of oddValuesFor(index)) {
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

  test('any path and any body get a valid response', async () => {
    const { numRuns, isOver } = effortOf({ runs: 60, longRuns: 20_000 })
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

  test('everything can still be listed after all these writes', async () => {
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

onSqlite('unusual input before it reaches a statement', (engine) => {
  const server = withServer(engine)

  test('deeply nested values are refused', async () => {
    const DEPTH = 20_000
    for (const { name, parameters, kind } of COLLECTIONS) {
      for (const parameter of Object.keys(parameters.native.create.schema.properties as object)) {
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
})
