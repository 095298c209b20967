import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { withServer } from '../kit/server/with-server.ts'

forEachEngine('suggestions while typing', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)
  const ask = (search: string, root = '') =>
    server.ask('GET', `host:${root}/events/suggestions/?search=${encodeURIComponent(search)}`)
  const suggested = async (search: string) => {
    const { status, body } = await ask(search)
    assert.equal(status, 200)
    return (body.suggestions as { name: string; kind: string; path: string }[]).map(
      ({ name, kind, path }) => `${kind}: ${name} ${path}`,
    )
  }

  before(async () => {
    await make.venue({ venue: 'Jazzkeller' })
    await make.venue({ venue: 'The old jazz house' })
    await make.venue({ venue: 'Jazz in secret', status: 'draft' })
    await make.organizer({ organizer: 'Café Jazz & Co' })
    await make.series({ title: 'Jazz nights' })
    const category = await make.category({ name: 'Jazz' })
    const hidden = await make.category({ name: 'Jazz for nobody' })
    await make.event({
      title: 'Jazz later',
      categories: [category.id],
      start_date: '2030-09-01',
      end_date: '2030-09-01',
    })
    await make.event({ title: 'All that & jazz' })
    await make.event({
      title: 'Jazz class',
      recurrence: 'RRULE:FREQ=WEEKLY;COUNT=5',
      start_date: '2030-07-02',
      end_date: '2030-07-02',
    })
    await make.event({ title: 'Jazz past', start_date: '2030-06-01', end_date: '2030-06-01' })
    await make.event({ title: 'Jazz draft', status: 'draft' })
    await make.event({ title: 'Jazz hidden', hide_from_listings: true, categories: [hidden.id] })
    await make.event({ title: 'Trash', description: 'jazz' })
  })

  test('name upcoming events, venues, organizers, series and categories that everybody may see', async () => {
    assert.deepEqual(await suggested('jazz'), [
      'Event: All that & jazz /event/all-that-jazz/',
      'Event: Jazz class /event/jazz-class/',
      'Event: Jazz later /event/jazz-later/',
      'Venue: Jazzkeller /venue/jazzkeller/',
      'Venue: The old jazz house /venue/the-old-jazz-house/',
      'Organizer: Café Jazz & Co /organizer/cafe-jazz-co/',
      'Series: Jazz nights /series/jazz-nights/',
      'Category: Jazz /events/category/jazz/',
    ])
  })

  for (const [typed, expected] of [
    ['house JAZZ', ['Venue: The old jazz house /venue/the-old-jazz-house/']],
    ['cafe', ['Organizer: Café Jazz & Co /organizer/cafe-jazz-co/']],
    ['jazz_eller', []],
    ['100%', []],
    ['j', []],
    ['', []],
    ['a\0b', []],
    ['x'.repeat(5000), []],
  ] as const) {
    test(`for ${JSON.stringify(typed.slice(0, 20))}: ${expected.length}`, async () => {
      assert.deepEqual(await suggested(typed), expected)
    })
  }

  test('are in the language of the root, and cached until the next write', async () => {
    const { body } = await ask('jazzk', '/de')
    assert.deepEqual(body.suggestions, [{ name: 'Jazzkeller', kind: 'Ort', path: '/de/venue/jazzkeller/' }])
    const { headers } = await ask('cinema')
    assert.match(String(headers['content-type']), /application\/json/)
    assert.deepEqual(await suggested('cinema'), [])
    await make.venue({ venue: 'Cinema' })
    assert.deepEqual(await suggested('cinema'), ['Venue: Cinema /venue/cinema/'])
  })

  test('show drafts only to those who may read them', async () => {
    const { body } = await server.ask('GET', 'host:/events/suggestions/?search=secret', { as: 'editor' })
    assert.deepEqual(
      body.suggestions.map(({ name }: { name: string }) => name),
      ['Jazz in secret'],
    )
    assert.deepEqual(await suggested('secret'), [])
  })
})
