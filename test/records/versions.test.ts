import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EXPERIMENTAL_API_ACKNOWLEDGEMENT } from '../../src/core/experimental-api-acknowledgement.ts'
import { type Face, NATIVE, TEC, TEC_V1 } from '../../src/core/faces.ts'
import { collectionNameOfKind, isPostKind, type Kind } from '../../src/core/kinds.ts'
import { TRANSLATED_KINDS } from '../kit/calendar/kinds.ts'
import { EVENT, makersOf } from '../kit/calendar/makers.ts'
import { PIXEL } from '../kit/calendar/pixel.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { assertRefused } from '../kit/server/refusals.ts'
import type { Ask } from '../kit/server/server.ts'
import { withServer } from '../kit/server/with-server.ts'

/** A request that changes or deletes one record. */
interface Write {
  method: string
  path: string
  face?: Face
  body?: Record<string, unknown>
}

type Made = { id: number; slug: string; version: number }

/** The kinds of records that tec/v1 serves. */
const TEC_V1_KINDS: readonly Kind[] = ['event', 'venue', 'organizer']

/**
 * Every request that changes a record, by id on the native face, by id or slug on that of TEC, and in the other APIs.
 */
function writesOf(kind: Kind, title: string, { id, slug }: Made): Write[] {
  const name = collectionNameOfKind(kind)
  const byId = { path: `/${name}/${id}`, face: NATIVE }
  const others = isPostKind(kind) ? { path: `/${name}/by-slug/${slug}`, face: TEC } : { ...byId, face: TEC }
  const inBothApis = [byId, others].flatMap(({ path, face }) => [
    ...['POST', 'PUT', 'PATCH'].map((method) => ({ method, path, face, body: { [title]: `Changed ${id}` } })),
    { method: 'PUT', path: `${path}/translations/de`, face, body: { [title]: `Neu ${id}` } },
    { method: 'DELETE', path: `${path}/translations/fi`, face },
    { method: 'DELETE', path, face },
  ])
  if (TEC_V1_KINDS.includes(kind)) {
    const path = `/${name}/${id}`
    const changes = ['PUT', 'PATCH'].map((method) => ({ method, path, face: TEC_V1, body: { title: `Changed ${id}` } }))
    const deletions = ['', '?force=true'].map((query) => ({ method: 'DELETE', path: path + query, face: TEC_V1 }))
    return [...inBothApis, { method: 'DELETE', path: `${path}?force=true` }, ...changes, ...deletions]
  }
  if (isPostKind(kind)) return inBothApis
  const path = `host:/wp-json/wp/v2/${kind === 'tag' ? 'tags' : 'tribe_events_cat'}/${id}`
  const changes = ['POST', 'PUT', 'PATCH'].map((method) => ({ method, path, body: { name: `Changed ${id}` } }))
  return [...inBothApis, ...changes, { method: 'DELETE', path: `${path}?force=true` }]
}

forEachEngine('versions of records', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)
  const ask = ({ method, path, face, body }: Write, headers: Record<string, string> = {}, as: Ask['as'] = 'editor') =>
    server.ask(method, path, {
      as,
      headers: { 'x-tec-eea': EXPERIMENTAL_API_ACKNOWLEDGEMENT, ...headers },
      ...(face && { face }),
      ...(body && { body }),
    })
  const read = async (path: string) => (await server.ask('GET', path, { as: 'editor' })).body
  /** Every second request. The other engine tries the others. */
  const isTried = (nth: number) => nth % 2 === Number(engine.name === 'sqlite')

  for (const { kind, name, title } of TRANSLATED_KINDS) {
    const pathOf = ({ id }: Made) => `/${name}/${id}`
    /** A record of version 2, with texts in English and Finnish. */
    async function makeTranslated(): Promise<Made> {
      const made = await make[kind]()
      const path = `${pathOf(made)}/translations/fi`
      const { body } = await ask({ method: 'PUT', path, body: { [title]: `Uusi ${made.id}` } })
      assert.equal(body.version, 2)
      return made
    }

    test(`the version of a ${kind} starts at 1 and rises by 1 with each write`, async () => {
      const made = await make[kind]()
      const path = pathOf(made)
      assert.equal(made.version, 1)
      const changes: [method: string, path: string, options: Ask][] = [
        ['PATCH', path, { body: { [title]: `Other ${made.id}` } }],
        ['PUT', `${path}/translations/de`, { body: { [title]: `Anders ${made.id}` } }],
        ['PATCH', path, { root: 'de', body: { description: 'Neu' } }],
        ['DELETE', `${path}/translations/de`, {}],
        ...(isPostKind(kind)
          ? ([
              ['DELETE', path, {}],
              ['PATCH', path, { body: { status: 'publish' } }],
            ] as typeof changes)
          : []),
      ]
      for (const [nth, [method, address, options]] of changes.entries()) {
        const version = nth + 2
        const answer = await server.ask(method, address, { as: 'editor', ...options })
        assert.equal(answer.status, 200, JSON.stringify(answer.body))
        assert.deepEqual([(await read(path)).version, answer.headers.etag], [version, `"${version}"`], address)
      }
    })

    test(`a ${kind} that is sent back unchanged keeps its version`, async () => {
      const made = await make[kind]()
      for (const face of [NATIVE, TEC]) {
        const { body } = await server.ask('GET', pathOf(made), { as: 'editor', face })
        const answer = await ask({ method: 'PUT', path: pathOf(made), face, body })
        assert.deepEqual([answer.status, answer.body.version, answer.headers.etag], [200, 1, '"1"'])
        const stale = await ask({ method: 'PUT', path: pathOf(made), face, body }, { 'if-match': '"2"' })
        assert.deepEqual([stale.status, stale.body.data.current_version], [412, 1])
      }
    })

    test(`signed-in users get the version of a ${kind} as entity tag, anonymous ones a tag of the bytes`, async () => {
      const made = await makeTranslated()
      for (const path of [pathOf(made), `${pathOf(made)}/translations`]) {
        const signedIn = await server.ask('GET', path, { as: 'subscriber', headers: { 'if-none-match': '"2"' } })
        assert.deepEqual([signedIn.status, signedIn.headers.etag], [200, '"2"'], path)
        const anonymous = await server.ask('GET', path)
        assert.match(String(anonymous.headers.etag), /^"[\w-]{27}"$/, path)
      }
      assert.equal((await server.ask('GET', pathOf(made))).body.version, 2)
    })

    test(`of two editors of a ${kind} the second gets 412, whatever the second one sends`, async () => {
      const count = writesOf(kind, title, await make[kind]()).length
      for (let at = 0; at < count; at += 1) {
        if (!isTried(at)) continue
        const made = await makeTranslated()
        const write = writesOf(kind, title, made)[at] as Write
        const late = await ask(write, { 'if-match': '"1"' })
        const what = `${write.method} ${write.path}`
        assert.deepEqual([late.status, late.body.code], [412, 'rest_precondition_failed'], what)
        assert.equal(late.body.data.current_version, 2, what)
        assert.equal((await read(pathOf(made))).version, 2, what)
        assert.equal((await read(pathOf(made)))[title], (made as unknown as Record<string, unknown>)[title], what)
        const current = await ask(write, { 'if-match': '"2"' })
        assert.equal(current.status, 200, `${what} ${JSON.stringify(current.body)}`)
      }
    })

    test(`the field version of a ${kind} does what If-Match does`, async () => {
      const made = await makeTranslated()
      const changes = writesOf(kind, title, made)
        .filter(({ method }) => method !== 'DELETE')
        .filter((_, nth) => isTried(nth))
      for (const { body = {}, ...write } of changes) {
        const [field = ''] = Object.keys(body)
        const { version } = await read(pathOf(made))
        const isRefused = await ask({ ...write, body: { ...body, version: version - 1 } })
        assert.deepEqual([isRefused.status, isRefused.body.data.current_version], [412, version], write.path)
        const accepted = await ask({ ...write, body: { [field]: `Now ${version}`, version: String(version) } })
        assert.equal(accepted.status, 200, JSON.stringify(accepted.body))
        assert.equal(accepted.headers['x-ignored-parameters'], undefined)
        const both = await ask({ ...write, body: { ...body, version } }, { 'if-match': `"${version + 1}"` })
        assert.equal(both.status, 412)
      }
      const { version } = await read(pathOf(made))
      const query = (value: number) => ({ method: 'DELETE', path: `${pathOf(made)}?version=${value}` })
      assert.equal((await ask(query(version + 1))).status, 412)
      assert.equal((await ask(query(version))).status, 200)
    })
  }

  test('If-Match matches strong tags of versions only', async () => {
    const { id } = await make.venue()
    const path = `/venues/${id}`
    const etag = String((await server.ask('GET', path)).headers.etag)
    for (const [header, isMatch] of [
      ['*', true],
      [' * ', true],
      ['"0"', false],
      ['"7", "$", "9"', true],
      ['"$","7"', true],
      [', "$" ,', true],
      ['W/"$"', false],
      ['W/"$", "$"', true],
      ['"0$"', false],
      ['"+$"', false],
      ['"$.0"', false],
      ['"a,b"', false],
      ['"99999999999999999999"', false],
      [etag, false],
    ] as const) {
      const { version } = await read(path)
      const headers = { 'if-match': header.replaceAll('$', version) }
      const answer = await ask({ method: 'PATCH', path, body: { phone: header } }, headers)
      assert.equal(answer.status, isMatch ? 200 : 412, header)
      assert.equal((await read(path)).version, isMatch ? version + 1 : version, header)
    }
  })

  test('malformed versions are refused, and name the header or field', async () => {
    const { id, version } = await make.tag({ name: 'Steady' })
    const path = `/tags/${id}`
    for (const header of ['7', '', '"7', '7"', '"7" x', '*, "7"', 'w/"7"']) {
      const answer = await ask({ method: 'PATCH', path, body: { name: 'No' } }, { 'if-match': header })
      assertRefused(answer, { status: 400, code: 'rest_invalid_param', params: ['If-Match'] })
    }
    for (const [value, kinds] of [
      [0, {}],
      [-1, {}],
      [1.5, {}],
      ['', {}],
      ['one', {}],
      [2 ** 31, {}],
      [[1], {}],
      [{}, {}],
      [null, { version: 'rest_invalid_type' }],
    ] as const) {
      const answer = await ask({ method: 'PATCH', path, body: { name: 'No', version: value } })
      assertRefused(answer, { status: 400, code: 'rest_invalid_param', params: ['version'], kinds })
    }
    assert.deepEqual([(await read(path)).version, (await read(path)).name], [version, 'Steady'])
  })

  test('who may not edit a record learns nothing about its version, and other errors come first', async () => {
    const { id } = await make.event({ status: 'private' })
    const path = `/events/${id}`
    const headers = { 'if-match': '"9"' }
    const refused = async (method: string, address: string, as: Ask['as'], body?: Record<string, unknown>) => {
      const answer = await ask({ method, path: address, ...(body && { body }) }, headers, as)
      assert.equal(JSON.stringify(answer.body).includes('current_version'), false)
      return answer.status
    }
    assert.equal(await refused('PATCH', path, 'guest', { title: 'No' }), 401)
    assert.equal(await refused('PATCH', path, 'author', { title: 'No' }), 403)
    assert.equal(await refused('DELETE', path, 'author'), 403)
    assert.equal(await refused('PUT', `${path}/translations/de`, 'author', { title: 'No' }), 403)
    assert.equal(await refused('PATCH', path, 'editor', { start_date: 'never' }), 400)
    assert.equal(await refused('PATCH', '/events/999999', 'editor', { title: 'No' }), 404)
    await ask({ method: 'DELETE', path })
    assert.equal(await refused('DELETE', path, 'editor'), 410)
    assert.equal(await refused('PATCH', path, 'editor', { title: 'No' }), 410)
  })

  test('a new record needs no version', async () => {
    const body = { ...EVENT, version: 7 }
    const made = await ask({ method: 'POST', path: '/events', body })
    assert.deepEqual([made.status, made.body.version, made.headers.etag], [201, 1, '"1"'])
  })

  test('pictures have versions too', async () => {
    const headers = { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="p.png"' }
    for (const base of ['/media', 'host:/wp-json/wp/v2/media']) {
      const made = await server.ask('POST', base, { as: 'editor', headers, body: PIXEL })
      assert.deepEqual([made.status, made.body.version, made.headers.etag], [201, 1, '"1"'])
      const path = `${base}/${made.body.id}`
      const change = { method: 'PATCH', path, body: { title: 'Quay' } }
      const changed = await ask(change, { 'if-match': '"1"' })
      assert.deepEqual([changed.status, changed.body.version, changed.headers.etag], [200, 2, '"2"'])
      const current = await server.ask('GET', path, { as: 'editor' })
      assert.deepEqual([current.body.version, current.headers.etag], [2, '"2"'])
      const deletion = { method: 'DELETE', path: `${path}?force=true` }
      for (const late of [change, deletion]) {
        const answer = await ask(late, { 'if-match': '"1"' })
        assert.deepEqual([answer.status, answer.body.data.current_version], [412, 2], late.method)
      }
      assert.equal((await ask({ method: 'PATCH', path, body: {} })).body.version, 2)
      assert.equal((await ask(deletion, { 'if-match': '"2"' })).status, 200)
    }
  })

  test('the children of a deleted category change', async () => {
    const above = await make.category()
    const below = await make.category({ parent: above.id })
    await ask({ method: 'DELETE', path: `/categories/${above.id}` })
    const { parent, version } = await read(`/categories/${below.id}`)
    assert.deepEqual([parent, version], [0, 2])
  })

  test('four writers who read, add 1 and write with If-Match lose no addition', async () => {
    const [WRITERS, ADDITIONS] = [4, 24]
    const { id } = await make.tag({ description: '0' })
    const path = `/tags/${id}`
    let left = ADDITIONS
    let refusals = 0
    async function add(): Promise<void> {
      const { version, description } = await read(path)
      const body = { description: String(Number(description) + 1) }
      const { status } = await ask({ method: 'PATCH', path, body }, { 'if-match': `"${version}"` })
      if (status === 412) refusals += 1
      else assert.equal(status, 200)
      return status === 412 ? add() : undefined
    }
    const write = async () => {
      while (left-- > 0) await add()
    }
    await Promise.all(Array.from({ length: WRITERS }, write))
    const { description, version } = await read(path)
    assert.deepEqual([description, version], [String(ADDITIONS), 1 + ADDITIONS])
    assert.ok(refusals > 0, 'the writers did not get in each other’s way')
  })
})
