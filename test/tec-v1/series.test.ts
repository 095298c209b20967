import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TEC_V1 } from '../../src/core/faces.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { onSqlite } from '../kit/engines/engines.ts'
import { checkerOf, documentOf } from '../kit/openapi/document.ts'
import { TEC_V1_EVENT, tecV1Of } from '../kit/server/tec-v1.ts'
import { withServer } from '../kit/server/with-server.ts'

const idsIn = (records: { id: number }[]) => records.map(({ id }) => id)

onSqlite('series in tec/v1 and wp/v2', (engine) => {
  const server = withServer(engine)
  const tecV1 = tecV1Of(server)
  const make = makersOf(server)

  test('a series is a post with kind and website, in its events too', async () => {
    const { id } = await make.series({
      title: 'Nights',
      kind: 'festival',
      website: 'https://a.example/',
      excerpt: 'Short',
    })
    const event = await make.event({ series: id })
    const { body } = await tecV1('GET', `/series/${id}`)
    const { title, excerpt, type, kind, website, status } = body
    assert.deepEqual(
      { title, excerpt, type, kind, website, status },
      {
        title: { rendered: 'Nights' },
        excerpt: { rendered: '<p>Short</p>\n', protected: false },
        ...{ type: 'tribe_event_series', kind: 'festival', website: 'https://a.example/', status: 'publish' },
      },
    )
    assert.deepEqual((await tecV1('GET', `/events/${event.id}`)).body.series, [body])
    const resource = (await server.ask('GET', `host:/wp-json/wp/v2/tribe_event_series/${id}`)).body
    assert.deepEqual([resource.id, resource.title, resource.type], [id, title, type])
    const document = checkerOf(await documentOf(server, TEC_V1))
    for (const path of [`/series/${id}`, '/series', '/series?page=99']) {
      document.answers('GET', path, await tecV1('GET', path))
    }
  })

  test('lists filter by event and search, and events by series', async () => {
    const [one, two] = [await make.series({ title: 'Listed one' }), await make.series({ title: 'Listed two' })]
    const event = await make.event({ series: two.id })
    const list = async (path: string) => idsIn((await tecV1('GET', path)).body)
    assert.deepEqual(await list('/series?search=listed&orderby=title&order=ASC'), [one.id, two.id])
    for (const name of ['event', 'event_post_id']) {
      assert.deepEqual(await list(`/series?${name}=${event.id}`), [two.id])
      const refused = await tecV1('GET', `/series?${name}=99999999`)
      assert.deepEqual([refused.status, Object.keys(refused.body.data.params)], [400, [name]])
    }
    assert.deepEqual(await list(`/events?series=${two.id}`), [event.id])
    assert.deepEqual(await list(`/events?in_series=1&include=${event.id}`), [event.id])
    assert.deepEqual(await list(`/events?in_series=no&include=${event.id}`), [])
  })

  test('events name their series when they are written', async () => {
    const [one, two] = [await make.series({ title: 'Named one' }), await make.series({ title: 'Named two' })]
    const write = (method: string, path: string, body: object) => tecV1(method, path, { as: 'editor', body })
    const created = await write('POST', '/events', { ...TEC_V1_EVENT, series: [one.id] })
    assert.deepEqual([created.status, idsIn(created.body.series)], [201, [one.id]])
    const path = `/events/${created.body.id}`
    assert.deepEqual(idsIn((await write('PUT', path, { series: `${two.id},${one.id}` })).body.series), [two.id, one.id])
    assert.deepEqual(idsIn((await write('PUT', path, { title: 'Renamed' })).body.series), [two.id, one.id])
    for (const series of [[99_999_999], ['x']]) {
      const { status, body } = await write('PUT', path, { series })
      assert.deepEqual([status, Object.keys(body.data.params)], [400, ['series']])
    }
    assert.deepEqual((await write('PUT', path, { series: [] })).body.series, [])
  })

  test('needs the acknowledgement, hides what the caller may not read, and is not written here', async () => {
    const hidden = await make.series({ title: 'Hidden', status: 'draft' })
    const event = await make.event({ series: hidden.id })
    assert.equal((await server.ask('GET', '/series', { face: TEC_V1 })).status, 400)
    for (const id of [hidden.id, 99_999_999]) {
      const { status, body } = await tecV1('GET', `/series/${id}`)
      assert.deepEqual([status, body.code], [401, 'rest_forbidden'])
    }
    assert.deepEqual((await tecV1('GET', `/events/${event.id}`)).body.series, [])
    assert.deepEqual((await tecV1('GET', '/series?status=draft&search=hidden')).body, [])
    assert.deepEqual((await server.ask('GET', 'host:/wp-json/wp/v2/tribe_event_series?search=hidden')).body, [])
    for (const [method, path] of [
      ['POST', '/series'],
      ['PUT', `/series/${hidden.id}`],
      ['DELETE', `/series/${hidden.id}`],
    ] as const) {
      const { status, body } = await tecV1(method, path, { as: 'editor', body: { title: 'X' } })
      assert.deepEqual([status, body.code], [404, 'rest_no_route'], method)
    }
  })
})
