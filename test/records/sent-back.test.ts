import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { FACES } from '../../src/core/faces.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { PIXEL } from '../kit/calendar/pixel.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { storedRows } from '../kit/engines/stored-rows.ts'
import type { Ask } from '../kit/server/server.ts'
import { withServer } from '../kit/server/with-server.ts'

const EDITOR = { as: 'editor' } as const

forEachEngine('a record sent back as it was read', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)

  const read = async (path: string, ask: Ask = EDITOR) => (await server.ask('GET', path, ask)).body

  /** Sends back what the caller reads, with some fields replaced. */
  const sendBack = async (path: string, changes: object = {}, ask: Ask = EDITOR) =>
    server.ask('PUT', path, { ...ask, body: { ...(await read(path, ask)), ...changes } })

  /** Asserts that sending back what the caller reads is accepted and writes nothing. */
  async function assertUnchanged(path: string, ask: Ask = EDITOR): Promise<void> {
    const [shown, stored] = [await read(path, ask), await storedRows(server.db)]
    server.clock.now += 60
    const { status, body } = await sendBack(path, {}, { ...ask, headers: { prefer: 'handling=strict' } })
    const { json_ld: _, ...withoutLinkedData } = shown
    for (const place of [shown.venue, shown.organizer].flat()) delete place?.json_ld
    assert.deepEqual([status, body], [200, withoutLinkedData])
    assert.deepEqual(await storedRows(server.db), stored)
  }

  const pictureId = async () => {
    const headers = { 'content-type': 'image/png', 'content-disposition': 'attachment; filename=pixel.png' }
    return (await server.ask('POST', '/media', { ...EDITOR, headers, body: PIXEL })).body.id as number
  }

  test('changes nothing, whatever it contains', async () => {
    const image = await pictureId()
    const [one, other, host] = [await make.venue({ image }), await make.venue(), await make.organizer()]
    const [parent, tag] = [await make.category(), await make.tag()]
    const links = { venue: [one.id, other.id], organizer: host.id, categories: parent.id, tags: [tag.id] }
    const trashed = await make.event({ title: 'Bin' })
    await server.ask('DELETE', `/events/${trashed.id}`, EDITOR)
    for (const path of [
      `/events/${(await make.event({ status: 'draft', title: 'No slug, no date' })).id}`,
      `/events/${(await make.event({ status: 'private', all_day: true, timezone: 'Asia/Tokyo' })).id}`,
      `/events/${(await make.event({ ...links, image, cost: '10 – 20', date: '2031-01-01' })).id}`,
      `/events/${trashed.id}`,
      `/events/by-slug/${(await make.event({ title: 'By its slug', website: 'https://example.org/' })).slug}`,
      `/venues/${one.id}`,
      `/venues/${(await make.venue({ province: 'Ontario', status: 'draft' })).id}`,
      `/organizers/${host.id}`,
      `/categories/${parent.id}`,
      `/categories/${(await make.category({ parent: parent.id })).id}`,
      `/tags/${tag.id}`,
    ]) {
      for (const face of FACES) await assertUnchanged(path, { ...EDITOR, face })
    }
  })

  test('keeps the second occurrence of a time that clocks show twice', async () => {
    const twice = '2027-10-31 02:30:00'
    const event = await make.event({
      start_date: '2027-10-31T02:30:00+01:00',
      end_date: '2027-10-31 05:00:00',
      timezone: 'Europe/Berlin',
    })
    const path = `/events/${event.id}`
    assert.deepEqual([event.start_date, event.utc_start_date], [twice, '2027-10-31 01:30:00'])
    await assertUnchanged(path)
    for (const body of [
      { end_date: '2027-10-31 06:00:00' },
      { start_date: twice },
      { ...(await read(path)), featured: true },
    ]) {
      await server.ask('PUT', path, { ...EDITOR, body })
      assert.equal((await read(path)).utc_start_date, '2027-10-31 01:30:00')
    }
    // In another time zone, the local time means another instant.
    await server.ask('PUT', path, { ...EDITOR, body: { timezone: 'Europe/Paris' } })
    assert.equal((await read(path)).utc_start_date, '2027-10-31 00:30:00')
  })

  test('derived values stay derived when another field changes', async () => {
    const { id } = await make.event({ title: 'Derived', cost: '10' })
    await sendBack(`/events/${id}`, { slug: 'elsewhere' })
    await server.ask('PATCH', '/settings', { as: 'administrator', body: { currency_symbol: '€' } })
    const event = await read(`/events/${id}`)
    assert.deepEqual([event.cost, event.website], ['€10', event.url])
    await server.ask('PATCH', '/settings', { as: 'administrator', body: { currency_symbol: '$' } })
    const venue = await make.venue({ state: 'NY' })
    assert.equal((await sendBack(`/venues/${venue.id}`, { state: 'CA' })).body.stateprovince, 'CA')
  })

  test('the audit entry contains only the fields that differ', async () => {
    const { id } = await make.event()
    await sendBack(`/events/${id}`, { featured: true, excerpt: 'Short' })
    const { body } = await server.ask('GET', `/audit?collection=events&record=${id}`, { as: 'administrator' })
    assert.deepEqual(body.audit[0].fields, ['excerpt', 'featured'])
  })

  test('a draft keeps its floating date until it is published', async () => {
    const { id } = await make.event({ status: 'draft' })
    server.clock.now += 3600
    const { body } = await sendBack(`/events/${id}`, { status: 'publish' })
    assert.equal(Date.parse(`${body.date_utc.replace(' ', 'T')}Z`) / 1000, server.clock.now)
  })

  test('links that the caller may not see stay', async () => {
    const hidden = await make.venue({ status: 'draft' })
    const event = await make.event({ venue: hidden.id, author: server.ids.author })
    const path = `/events/${event.id}`
    const ask = { as: 'author' } as const
    assert.deepEqual((await sendBack(path, { title: 'Renamed by its author' }, ask)).body.venue, [])
    assert.equal((await read(path)).venue.id, hidden.id)
  })

  test('a picture is neither checked nor fetched again', async () => {
    const image = await pictureId()
    const { id } = await make.event({ image, status: 'draft', author: server.ids.contributor })
    const { status, body } = await sendBack(`/events/${id}`, { title: 'Pictured' }, { as: 'contributor' })
    assert.deepEqual([status, body.image.id], [200, image])
  })

  test('who may not edit the record may not send it back', async () => {
    const { id } = await make.event()
    for (const [as, status] of [
      ['guest', 401],
      ['subscriber', 403],
      ['other', 403],
    ] as const) {
      assert.equal((await sendBack(`/events/${id}`, {}, { as })).status, status)
    }
  })

  test('who may not read the record does not learn which values are equal', async () => {
    const { id } = await make.event({ status: 'draft' })
    const shown = await read(`/events/${id}`)
    const answers = await Promise.all(
      ['', 'x y'].map((slug) => server.ask('PUT', `/events/${id}`, { as: 'other', body: { ...shown, slug } })),
    )
    assert.deepEqual(
      answers.map(({ status, body }) => [status, Object.keys(body.data.params)]),
      [
        [400, ['date_utc', 'slug']],
        [400, ['date_utc']],
      ],
    )
  })

  test('a field that another request changes meanwhile is written as sent', async () => {
    const { id } = await make.event({ featured: true })
    // The other request changes the event between the comparison of the fields and the lock: downloading a picture takes longer.
    const pictures = createServer((_request, response) => {
      void server.ask('PATCH', `/events/${id}`, { ...EDITOR, body: { featured: false } }).then(() => {
        response.setHeader('content-type', 'image/png').end(PIXEL)
      })
    }).listen(0, '127.0.0.1')
    await once(pictures, 'listening')
    const image = `http://127.0.0.1:${(pictures.address() as AddressInfo).port}/pixel.png`
    const { status, body } = await server.ask('PATCH', `/events/${id}`, { ...EDITOR, body: { featured: true, image } })
    pictures.close()
    assert.deepEqual([status, body.featured], [200, true])
    assert.equal((await read(`/events/${id}`)).featured, true)
  })

  test('a value that only responses contain needs the id of the record', async () => {
    const { id } = await make.event({ status: 'draft' })
    for (const [body, status] of [
      [{ slug: '' }, 400],
      [{ id, slug: '' }, 200],
      [{ id: String(id), slug: '', date_utc: '0000-00-00 00:00:00', title: 'Renamed' }, 200],
      [{ id: id + 1, slug: '' }, 400],
      [{ id, slug: ' ' }, 400],
      [{ id, image: {} }, 400],
    ] as const) {
      const answer = await server.ask('PUT', `/events/${id}`, { ...EDITOR, body })
      assert.equal(answer.status, status, JSON.stringify(body))
    }
  })

  test('a record in the trash is unchanged if its status is sent back, and restored by another', async () => {
    const { id, title } = await make.event()
    await server.ask('DELETE', `/events/${id}`, EDITOR)
    const path = `/events/${id}`
    for (const [body, status, shown] of [
      [{}, 410, 'trash'],
      [{ title }, 410, 'trash'],
      [{ ...(await read(path)), title: 'Changed' }, 410, 'trash'],
      [await read(path), 200, 'trash'],
      [{ ...(await read(path)), status: 'publish' }, 200, 'publish'],
    ] as const) {
      assert.equal((await server.ask('PUT', path, { ...EDITOR, body })).status, status)
      assert.equal((await read(path)).status, shown)
    }
  })

  for (const [kind, path] of [
    ['event', '/events'],
    ['venue', '/venues'],
    ['category', '/categories'],
  ] as const) {
    test(`a ${kind} without a text in the requested language gets none from the text of another`, async () => {
      const name = { event: 'title', venue: 'venue', category: 'name' }[kind]
      const { id } = await make[kind]({ [name]: 'Jazz', description: 'In English' })
      const german = { ...EDITOR, root: 'de' } as const
      const item = `${path}/${id}`
      for (const face of FACES) await assertUnchanged(item, { ...german, face })
      // A text that differs creates the translation, with the other texts as sent.
      const { body } = await sendBack(item, { description: 'Auf Deutsch' }, german)
      assert.deepEqual([body.language, body[name]], ['de', 'Jazz'])
      assert.match(body.description, /Auf Deutsch/)
      assert.equal((await read(item)).language, 'en')
      // Without the language that was read, an equal name is the name in the requested language.
      const french = await server.ask('PUT', item, { ...EDITOR, root: 'fr', body: { [name]: 'Jazz' } })
      assert.deepEqual([french.body.language, french.body[name]], ['fr', 'Jazz'])
    })
  }
})
