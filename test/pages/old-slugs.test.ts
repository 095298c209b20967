import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collectionNameOfKind, isLinkedKind, KIND_PROPERTIES, KINDS } from '../../src/core/kinds.ts'
import { sql } from '../../src/db/database.ts'
import { tableOfKind } from '../../src/db/sql-fragments.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import type { Ask } from '../kit/server/server.ts'
import { withServer } from '../kit/server/with-server.ts'

forEachEngine('old slugs', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)
  const open = (path: string, options: Ask = {}) => server.ask('GET', `host:${path}`, options)
  const change = async (path: string, body: object, options: Ask = {}) => {
    const answer = await server.ask('POST', path, { as: 'editor', body, ...options })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body
  }
  const leadsTo = async (path: string, expected: string | number, options: Ask = {}) => {
    const { status, headers } = await open(path, options)
    assert.deepEqual(
      [status, headers.location],
      typeof expected === 'string' ? [301, expected] : [expected, undefined],
      path,
    )
  }
  const redirectsOf = async (id: number) => {
    const rows = sql`SELECT path FROM redirect WHERE record_id = ${id} ORDER BY path`
    return (await server.db.all<{ path: string }>(rows)).map(({ path }) => path)
  }

  for (const kind of KINDS) {
    test(`the address of a renamed ${kind} redirects to the new one, until the ${kind} is removed`, async () => {
      const { id, url, slug } = await make[kind]()
      const path = new URL(url).pathname
      const collection = `/${collectionNameOfKind(kind)}/${id}`
      const renamed = path.replace(slug, `${kind}-renamed`)
      const rename = async (to: string) => {
        const body = { [KIND_PROPERTIES[kind].titleField]: 'Renamed', slug: to }
        const answer = await server.ask('PUT', `${collection}/translations/en`, { as: 'editor', body })
        assert.equal(answer.status, 200, JSON.stringify(answer.body))
      }
      await rename(`${kind}-renamed`)
      await leadsTo(path, renamed)
      await leadsTo(`${path.toUpperCase()}?utm_source=letter`, renamed)
      const hasFeed = kind === 'event' || isLinkedKind(kind)
      assert.equal((await open(`${path}?ical=1`)).status, hasFeed ? 200 : 404)
      await rename(`${kind}-again`)
      const again = path.replace(slug, `${kind}-again`)
      await leadsTo(path, again)
      await leadsTo(renamed, again)
      await rename(slug)
      await leadsTo(path, 200)
      await leadsTo(renamed, path)
      await leadsTo(again, path)
      await server.ask('DELETE', collection, { as: 'editor' })
      for (const old of [path, renamed, again]) await leadsTo(old, 404)
      await server.db.transaction((tx) => tx.run(sql`DELETE FROM ${tableOfKind(kind)} WHERE id = ${id}`))
      assert.deepEqual(await redirectsOf(id), [])
    })
  }

  test('each language has its own old slugs', async () => {
    const { id } = await make.event({ title: 'Light', slug: 'light' })
    const german = (slug: string) =>
      server.ask('PUT', `/events/${id}/translations/de`, { as: 'editor', body: { title: 'Licht', slug } })
    await german('licht')
    await german('lichter')
    await leadsTo('/de/event/licht/', '/de/event/lichter/')
    await leadsTo('/event/licht/', '/event/light/')
    await change(`/events/${id}`, { slug: 'lights' })
    await leadsTo('/event/light/', '/event/lights/')
    await leadsTo('/de/event/light/', '/de/event/lichter/')
    await server.ask('DELETE', `/events/${id}/translations/de`, { as: 'editor' })
    await leadsTo('/de/event/lichter/', '/de/event/lights/')
    assert.deepEqual(await redirectsOf(id), ['/de/event/licht/', '/de/event/lichter/', '/en/event/light/'])
  })

  test('a slug belongs to the record that has it, then to the one that had it last', async () => {
    const first = await make.event({ slug: 'shared' })
    await change(`/events/${first.id}`, { slug: 'first' })
    const second = await make.event({ slug: 'shared' })
    await leadsTo('/event/shared/', 200)
    await change(`/events/${second.id}`, { slug: 'second' })
    await leadsTo('/event/shared/', '/event/second/')
    await change(`/events/${first.id}`, { title: 'Without a new slug' })
    await leadsTo('/event/shared/', '/event/second/')
  })

  test('the old slug of a hidden record reveals nothing', async () => {
    const { id } = await make.event({ slug: 'zq-before' })
    await change(`/events/${id}`, { slug: 'zq-after' })
    for (const status of ['draft', 'pending', 'private']) {
      await change(`/events/${id}`, { status })
      for (const suffix of ['', '?ical=1', 'feed/']) {
        const [hidden, unknown] = [await open(`/event/zq-before/${suffix}`), await open(`/event/zq-never/${suffix}`)]
        assert.deepEqual([hidden.status, hidden.body], [404, unknown.body], `${status} ${suffix}`)
      }
    }
    await change(`/events/${id}`, { status: 'publish' })
    await leadsTo('/event/zq-before/', '/event/zq-after/')
  })

  test('a slug that was never public, or a refused change, leaves no redirect', async () => {
    const draft = await make.event({ status: 'draft', slug: 'rough' })
    await change(`/events/${draft.id}`, { slug: 'smooth' })
    assert.deepEqual(await redirectsOf(draft.id), [])
    const { id } = await make.tag({ name: 'Firm', slug: 'firm' })
    await make.tag({ name: 'Taken', slug: 'taken' })
    const { status } = await server.ask('POST', `/tags/${id}`, { as: 'editor', body: { slug: 'taken' } })
    assert.deepEqual([status, await redirectsOf(id)], [400, []])
    await change(`/tags/${id}`, { slug: 'soft' })
    assert.deepEqual(await redirectsOf(id), ['/en/events/tag/firm/'])
  })
})
