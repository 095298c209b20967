import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COLLECTION_BY_KIND } from '../../src/collections/collection-by-kind.ts'
import { findEvent } from '../../src/collections/events/load-events.ts'
import { findVenue } from '../../src/collections/venues/venue-store.ts'
import { POST_KINDS } from '../../src/core/kinds.ts'
import { createPageContext, MAP_WITHOUT_SCRIPT } from '../../src/pages/page-context.ts'
import { defaultPostPage } from '../../src/pages/views/default-post-page.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { onSqlite } from '../kit/engines/engines.ts'
import { loadScope } from '../kit/engines/load-scope.ts'
import { withServer } from '../kit/server/with-server.ts'

const DATA = { own: '/x/', breadcrumbs: [], linkedData: [] }

onSqlite('the general page of a post', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)

  test('shows kind, title and text, and events only for kinds to which events refer', async () => {
    const venue = await make.venue({ venue: 'Harbour Hall', description: 'By the quay.' })
    const event = await make.event({ title: 'Bread & Jam', description: 'Three bands.', venue: venue.id })
    const scope = loadScope(server.db)
    const context = createPageContext(scope, { values: {}, query: {} }, { isEmbedded: false, map: MAP_WITHOUT_SCRIPT })

    const eventRow = (await findEvent(scope, { id: event.id })) ?? assert.fail()
    const alone = await defaultPostPage(context, 'event', eventRow, 1, DATA)
    assert.match(alone.main.text, /<p class="line quiet">Event<\/p><h1>Bread &#38; Jam<\/h1>/)
    assert.match(alone.main.text, /Three bands\./)
    assert.doesNotMatch(alone.main.text, /<aside|class="here"/)
    assert.deepEqual([alone.status, alone.title, alone.record], [200, 'Bread & Jam', { kind: 'event', id: event.id }])

    const venueRow = (await findVenue(scope, { id: venue.id })) ?? assert.fail()
    const linked = await defaultPostPage(context, 'venue', venueRow, 1, DATA)
    assert.match(
      linked.main.text,
      /<p class="line quiet">Venue<\/p><h1>Harbour Hall<\/h1>.*By the quay\..*Bread &#38; Jam/s,
    )
    assert.deepEqual(linked.record, { kind: 'venue', id: venue.id, filters: { venue: venue.id } })
    assert.equal((await defaultPostPage(context, 'venue', venueRow, 2, DATA)).status, 404)
  })
  for (const kind of POST_KINDS) {
    test(`of the kind ${kind} has the text and the contact details of the post`, async () => {
      const { schema } = COLLECTION_BY_KIND[kind].parameters.native.create
      const contact = { website: 'https://club.example/', phone: '+358 9 1234', email: 'club@club.example' }
      const accepted = Object.entries(contact).filter(([name]) => name in schema.properties)
      const post = await make[kind]({ description: 'Songs of the sea.', ...Object.fromEntries(accepted) })
      const page = (await server.ask('GET', `host:${new URL(post.url).pathname}`)).bytes.toString()
      assert.match(page, /Songs of the sea\./)
      for (const [name, value] of accepted) assert.ok(page.includes(value), name)
    })
  }
})
