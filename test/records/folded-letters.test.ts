import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { withServer } from '../kit/server/with-server.ts'

const NAMES = { strassenfest: 'Straßenfest', oeuvre: 'Œuvre', smorrebrod: 'Smørrebrød', lodz: 'Łódź' }
const WORDS = Object.entries(NAMES)

forEachEngine('letters that accents do not explain', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)
  before(async () => {
    for (const name of Object.values(NAMES)) {
      await make.event({ title: name })
      await make.venue({ venue: name, city: name })
      await make.organizer({ organizer: name })
      const [category, tag] = [await make.category({ name }), await make.tag({ name })]
      await make.event({ title: 'Other', categories: [category.id], tags: [tag.id] })
    }
  })

  for (const [collection, name] of [
    ['events', 'title'],
    ['venues', 'venue'],
    ['organizers', 'organizer'],
    ['categories', 'name'],
    ['tags', 'name'],
  ] as const) {
    test(`searches of ${collection} find them by similar letters`, async () => {
      for (const [word, expected] of WORDS) {
        for (const search of [word, word.slice(0, -1), expected.toUpperCase()]) {
          const { body } = await server.ask('GET', `/${collection}?search=${encodeURIComponent(search)}`)
          assert.deepEqual([body.total, body[collection][0]?.[name]], [1, expected], search)
        }
      }
    })
  }

  test('WordPress searches, pages and feeds find them too', async () => {
    for (const [word, expected] of WORDS) {
      const { bytes } = await server.ask('GET', `/events.csv?search=${word}`)
      assert.ok(bytes.includes(expected), word)
      // The search of pages also finds the event whose category has the name.
      for (const [path, findsOther] of [
        [`/wp-json/wp/v2/tribe_venue?search=${word}`, false],
        [`/events/list/?search=${word}`, true],
      ] as const) {
        const { status, bytes: page } = await server.ask('GET', `host:${path}`)
        assert.deepEqual(
          [status, page.includes(expected), page.includes('Other')],
          [200, true, findsOther],
          `${path} ${word}`,
        )
      }
    }
  })

  test('a name matches an existing one with similar letters', async () => {
    for (const [word, expected] of WORDS) {
      const { body } = await server.ask('GET', `/events?categories=${word}`)
      assert.deepEqual([body.total, body.events[0]?.categories[0].name], [1, expected])
      const venue = await make.venue({ venue: word, city: expected })
      assert.equal(venue.venue, expected)
      const { status, body: error } = await server.ask('POST', '/tags', { as: 'editor', body: { name: word } })
      assert.deepEqual([status, error.code], [400, 'term_exists'])
    }
  })
})
