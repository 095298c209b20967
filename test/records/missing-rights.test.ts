import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { FACES } from '../../src/core/faces.ts'
import { LANGUAGES } from '../../src/core/language.ts'
import { EVENT, makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { withServer } from '../kit/server/with-server.ts'

/** Refused writes, with what the message must contain: the action, the role that may do it, and advice. */
const REFUSED = [
  [
    'subscriber',
    'POST',
    '/events',
    EVENT,
    /^Creating records such as events.* “contributor”\. Your role is “subscriber”\.$/,
  ],
  ['subscriber', 'POST', '/venues', { venue: 'x' }, /^Creating records .* and venues .* “contributor”/],
  ['guest', 'POST', '/organizers', { organizer: 'x' }, /“contributor”\. You are not signed in\. Send credentials/],
  ['contributor', 'POST', '/categories', { name: 'x' }, /^Creating, .* categories .* “author”.* “contributor”/],
  [
    'contributor',
    'DELETE',
    '/categories/<category>',
    undefined,
    /^Creating, changing and deleting categories .* “author”/,
  ],
  ['author', 'PUT', '/tags/<tag>', { name: 'x' }, /^Creating, changing and deleting tags .* “editor”.* “author”/],
  ['author', 'PUT', '/tags/<tag>/translations/de', { name: 'x' }, /^Creating, changing and deleting tags .* “editor”/],
  ['author', 'PUT', '/events/<others>', { title: 'x' }, /records and pictures of other users .* “editor”/],
  ['author', 'DELETE', '/events/<others>', undefined, /records and pictures of other users .* “editor”/],
  ['author', 'DELETE', '/venues/<venue>', undefined, /records and pictures of other users .* “editor”/],
  ['contributor', 'PUT', '/events/<published>', { title: 'x' }, /a published.* record .* “author”\. Ask an editor/],
  ['contributor', 'DELETE', '/events/<published>', undefined, /a published.* record .* “author”/],
  ['contributor', 'PUT', '/events/<published>/translations/de', { title: 'x' }, /a published.* record .* “author”/],
  ['contributor', 'POST', '/events', { ...EVENT, categories: ['New'] }, /Send only existing categories and tags/],
  ['contributor', 'POST', '/events', { ...EVENT, tags: 'New' }, /Send only existing categories and tags/],
  ['author', 'POST', '/events', { ...EVENT, author: 1 }, /another user as author .* “editor”\. Leave out “author”/],
  ['contributor', 'POST', '/media', { file: 'x' }, /^Adding pictures .* “author”/],
  ['editor', 'PATCH', '/settings', { title: 'x' }, /^Changing the settings .* “administrator”\. Your role is “editor”/],
] as const

forEachEngine('writes without the right', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)
  const ids: Record<string, number> = {}
  before(async () => {
    ids.others = (await make.event()).id
    ids.published = (await make.event({ author: server.ids.contributor })).id
    ids.venue = (await make.venue()).id
    ids.category = (await make.category()).id
    ids.tag = (await make.tag()).id
  })

  const pathOf = (path: string) => path.replace(/<(\w+)>/, (_, name) => String(ids[name]))

  for (const [as, method, path, body, message] of REFUSED) {
    test(`${method} ${path} ${JSON.stringify(body ?? '')} by the ${as} is refused with what it requires`, async () => {
      for (const face of FACES) {
        const answer = await server.ask(method, pathOf(path), { as, face, ...(body && { body }) })
        assert.equal(answer.status, as === 'guest' ? 401 : 403, JSON.stringify(answer.body))
        assert.equal(answer.body.code, 'rest_forbidden')
        assert.match(answer.body.message, message)
        assert.deepEqual(answer.body.data, { status: answer.status })
      }
    })
  }

  test('the message names both roles in every language', async () => {
    for (const root of LANGUAGES) {
      const { body } = await server.ask('POST', '/categories', { as: 'contributor', root, body: { name: 'x' } })
      assert.match(body.message, /author.*contributor/)
    }
  })
})
