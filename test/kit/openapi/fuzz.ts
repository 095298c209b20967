import assert from 'node:assert/strict'
import fc from 'fast-check'
import type { Engine } from '../../../src/db/database.ts'
import { storePicture } from '../../../src/media/picture-store.ts'
import { makersOf } from '../calendar/makers.ts'
import { PIXEL } from '../calendar/pixel.ts'
import { countRows } from '../engines/row-counts.ts'
import type { TestAnswer, TestServer } from '../server/server.ts'
import { type Documented, everyOperation, requestTo, type Sent } from './operations.ts'
import { addressOf, recordsFrom, send } from './requests.ts'
import { judge } from './responses.ts'

/** A server with a few records that receives generated requests for every documented operation. */
export interface Trying {
  operations: Documented[]
  /** Number of checked requests so far. */
  asked(): number
  /**
   * Sends generated requests. @param numRuns runs for each operation; other parameters as in fast-check, which prints
   * seed and path of a failure
   */
  attempt(operation: Documented, options: { numRuns: number; seed?: number; isOver(): boolean }): Promise<void>
}

export async function fuzzOperations(server: TestServer, engine: Engine): Promise<Trying> {
  const ids = await someRecords(server)
  const operations = await everyOperation(server)
  const newRecord = recordsFrom(server, operations)
  const requests = new Map<Documented, fc.Arbitrary<Sent>>()
  let asked = 0

  /** What a refused request must not change: the number of rows in each table and the record in the path. */
  async function stateOf({ path, face }: Documented, { id }: Record<string, string>) {
    const rows = await countRows(server.db, engine)
    if (id === undefined) return { rows }
    const list = path.replace(/\/(by-slug\/)?\{.*/, '')
    const { body } = await server.ask('GET', `${list}/${id}`, { as: 'administrator', face })
    return { rows, body }
  }

  async function tryOne(operation: Documented, sent: Sent): Promise<void> {
    const record = operation.keys.length > 0 ? await newRecord(operation) : {}
    const address = addressOf(operation, sent, record)
    const isRead = operation.method === 'get'
    const before = isRead ? undefined : await stateOf(operation, record)
    const answer = await send(server, operation, sent, address)
    asked += 1
    judge(operation, sent, answer)
    if (before && answer.status >= 400) assert.deepEqual(await stateOf(operation, record), before)
    // By contract, links of the TEC face omit `featured=false`.
    if (operation.face.name !== 'tec' || !('featured' in sent.fields)) await checkLinks(answer, sent)
    if (isRead && sent.as === 'guest')
      await checkUnchanged(operation, { ...sent, known: answer.headers.etag as string | undefined }, address)
    if (!isRead && operation.method !== 'delete') await checkStored(operation, answer)
  }

  /** Asserts that a conditional request with the entity tag of an anonymous response gets 304. */
  async function checkUnchanged(operation: Documented, sent: Sent, address: string): Promise<void> {
    if (sent.known === undefined) return
    const answer = await send(server, operation, sent, address)
    judge(operation, sent, answer)
    assert.equal(answer.status, 304)
  }

  /** Asserts that the page links of a list lead to pages with the same totals. */
  async function checkLinks({ status, body }: TestAnswer, { as }: Sent): Promise<void> {
    if (status !== 200) return
    for (const link of [body?.next_rest_url, body?.previous_rest_url]) {
      if (link === undefined) continue
      const { pathname, search } = new URL(link)
      const other = await server.ask('GET', `host:${pathname}${search}`, { as })
      assert.deepEqual([other.status, other.body.total], [200, body.total], link)
    }
  }

  /** Asserts that a written record can be read. */
  async function checkStored({ path, face }: Documented, { status, body }: TestAnswer): Promise<void> {
    if (status >= 300 || body?.id === undefined) return
    const list = path.replace(/\/(by-slug\/)?\{.*/, '')
    assert.equal((await server.ask('GET', `${list}/${body.id}`, { as: 'administrator', face })).status, 200)
  }

  return {
    operations,
    asked: () => asked,
    async attempt(operation, { isOver, ...options }) {
      const request = requests.get(operation) ?? requestTo(operation, ids)
      requests.set(operation, request)
      const property = fc.asyncProperty(request, async (sent) => {
        if (!isOver()) await tryOne(operation, sent)
      })
      await fc.assert(property, options)
    },
  }
}

/** Creates a record of each kind and status, and adds a few ids that do not exist. */
async function someRecords(server: TestServer): Promise<number[]> {
  const make = makersOf(server)
  const links = { venue: { venue: 'Known', geo_lat: 90, geo_lng: 180 }, organizer: { organizer: 'Known' } }
  const event = await make.event({ ...links, categories: ['Known'], tags: ['Known'] })
  await server.ask('POST', `/events/${event.id}`, { as: 'editor', root: 'de', body: { title: 'Bekannt' } })
  const gone = await make.event({ title: 'Gone' })
  await server.ask('DELETE', `/events/${gone.id}`, { as: 'editor' })
  const draft = await make.event({ title: 'Draft', status: 'draft' }, { as: 'contributor' })
  const child = await make.category({ name: 'Child', parent: event.categories[0].id })
  const inspected = { mimeType: 'image/png', extension: 'png', width: 1, height: 1 }
  const picture = await server.db.transaction((tx) =>
    storePicture(tx, { bytes: PIXEL, name: 'x.png', authorId: server.ids.author, ...inspected }, 0),
  )
  const linked = [event.venue, ...event.organizer, ...event.categories, ...event.tags]
  return [...[event, gone, draft, child, picture, ...linked].map(({ id }) => id), server.ids.author, 2_000_000_000]
}
