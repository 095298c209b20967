import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EVENT, makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { withServer } from '../kit/server/with-server.ts'

const AT_ONCE = 20

forEachEngine('concurrent writers', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)

  const times = <T>(work: (index: number) => Promise<T>, count = AT_ONCE) =>
    Promise.all(Array.from({ length: count }, (_, index) => work(index)))
  const post = (path: string, body: unknown) => server.ask('POST', path, { as: 'editor', body })
  const distinct = <T>(values: T[]) => new Set(values).size

  test('concurrent changes of different fields of one event are all stored', async () => {
    const fields = {
      title: 'New title',
      description: '<p>New</p>',
      excerpt: '<p>New</p>',
      start_date: '2030-06-20 09:00:00',
      end_date: '2030-07-20 09:00:00',
      timezone: 'Asia/Tokyo',
      cost: 'Free',
      website: 'https://example.org',
      featured: true,
      sticky: true,
      show_map: true,
      slug: 'new-slug',
      status: 'private',
    }
    const { id } = await make.event({ title: 'Old title' })
    const answers = await Promise.all(
      Object.entries(fields).map(([name, value]) => post(`/events/${id}`, { [name]: value })),
    )
    assert.deepEqual(
      answers.map(({ status }) => status),
      Array(answers.length).fill(200),
    )
    const { body } = await server.ask('GET', `/events/${id}`, { as: 'editor' })
    assert.deepEqual({ ...body, ...fields }, body)
    assert.equal(body.utc_start_date, '2030-06-20 00:00:00')
  })

  test('concurrent changes of links, fields and texts in several languages are all stored', async () => {
    const { id } = await make.event({ title: 'In English' })
    const inGerman = (body: unknown) => server.ask('POST', `/events/${id}`, { as: 'editor', root: 'de', body })
    const answers = await Promise.all([
      post(`/events/${id}`, { venue: { venue: 'Survivor' } }),
      post(`/events/${id}`, { organizer: { organizer: 'Survivor' } }),
      post(`/events/${id}`, { tags: ['survivor'] }),
      post(`/events/${id}`, { categories: ['Survivor'] }),
      post(`/events/${id}`, { cost: '5' }),
      inGerman({ title: 'Auf Deutsch' }),
    ])
    assert.deepEqual(
      answers.map(({ status }) => status),
      Array(answers.length).fill(200),
    )
    const [english, german] = await Promise.all([
      server.ask('GET', `/events/${id}`),
      server.ask('GET', `/events/${id}`, { root: 'de' }),
    ])
    assert.deepEqual([english.body.title, german.body.title], ['In English', 'Auf Deutsch'])
    for (const { venue, organizer, tags, categories, cost } of [english.body, german.body]) {
      assert.deepEqual(
        [venue.venue, organizer.length, tags.length, categories.length, cost],
        ['Survivor', 1, 1, 1, '$5'],
      )
    }
  })

  test('events with the same title get different slugs', async () => {
    const events = await times(() => make.event({ title: 'Crowd' }))
    const expected = ['crowd', ...Array.from({ length: AT_ONCE - 1 }, (_, index) => `crowd-${index + 2}`)]
    assert.deepEqual(events.map(({ slug }) => slug).sort(), expected.sort())
    assert.equal(distinct(events.map(({ id }) => id)), AT_ONCE)
  })

  test('the same venue or organizer name, inline or not, creates one record', async () => {
    const answers = await times((index) =>
      index % 2 === 0
        ? post('/events', { ...EVENT, venue: { venue: 'Meeting point' }, organizer: { organizer: 'The same' } })
        : post('/venues', { venue: 'meeting POINT' }),
    )
    // 200: a venue that another request has created meanwhile.
    for (const { status, body } of answers) assert.ok(status === 201 || status === 200, JSON.stringify(body))
    assert.equal(distinct(answers.map(({ body }) => body.venue.id ?? body.id)), 1)
    assert.equal(distinct(answers.flatMap(({ body }) => body.organizer?.[0].id ?? [])), 1)
  })

  for (const [path, field] of [
    ['/categories', 'categories'],
    ['/tags', 'tags'],
  ] as const) {
    test(`the same name in ${field} creates one record: later requests link it, or are refused because it exists`, async () => {
      const answers = await times((index) =>
        index % 2 === 0 ? post('/events', { ...EVENT, [field]: ['Rush'] }) : post(path, { name: 'rush' }),
      )
      const linked = answers.filter((_, index) => index % 2 === 0)
      assert.deepEqual(
        linked.map(({ status }) => status),
        Array(AT_ONCE / 2).fill(201),
      )
      const made = answers.filter((_, index) => index % 2 === 1)
      const refused = made.filter(({ status }) => status !== 201)
      assert.ok(refused.length >= AT_ONCE / 2 - 1)
      for (const { body } of refused) assert.equal(body.code, 'term_exists')
      const ids = [
        ...linked.map(({ body }) => body[field][0].id),
        ...made.map(({ body }) => body.id ?? body.data.term_id),
      ]
      assert.equal(distinct(ids), 1)
    })
  }

  test('an event is moved to the trash once', async () => {
    const { id } = await make.event()
    const answers = await times(() => server.ask('DELETE', `/events/${id}`, { as: 'editor' }))
    const statuses = answers.map(({ status }) => status).sort()
    assert.deepEqual(statuses, [200, ...Array(AT_ONCE - 1).fill(410)])
  })

  test('removing a record that a concurrent write refers to leaves no partial write', async () => {
    for (let round = 0; round < 5; round += 1) {
      const tag = await make.tag()
      const [removed, ...made] = await Promise.all([
        server.ask('DELETE', `/tags/${tag.id}`, { as: 'editor' }),
        ...Array.from({ length: 4 }, () => post('/events', { ...EVENT, tags: [tag.id] })),
      ])
      assert.equal(removed?.status, 200)
      for (const { status, body } of made) {
        assert.ok(status === 201 || status === 400, JSON.stringify(body))
        if (status === 201) assert.deepEqual((await server.ask('GET', `/events/${body.id}`)).body.tags, [])
      }
    }
  })
})
