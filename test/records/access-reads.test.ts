import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { EXPERIMENTAL_API_ACKNOWLEDGEMENT } from '../../src/core/experimental-api-acknowledgement.ts'
import { NATIVE, TEC } from '../../src/core/faces.ts'
import { addressesOf } from '../kit/calendar/route-addresses.ts'
import { type HiddenPost, makeHidden, makePublic, secretsIn } from '../kit/calendar/unpublished.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import type { TestAnswer } from '../kit/server/server.ts'
import { withServer } from '../kit/server/with-server.ts'

/**
 * Static files, whose URLs contain a hash of their content, and admin pages, which need a session
 * (test/admin/users.test.ts).
 */
const PROGRAM_FILES = /^\/~site\/assets\/|^\/~admin/

/** Headers that depend on the request and the caller, not on records. */
const OF_REQUEST = /^(x-request-id$|date$|ratelimit)/

/** The entity tag of streamed feeds contains the database version, which changes with every write. */
const isVersion = (name: string, value: unknown) => name === 'etag' && String(value).startsWith('W/')

/** Everything in a response that could reveal a record, as one text to compare. */
function told({ status, headers, bytes }: TestAnswer): string {
  const kept = Object.entries(headers).filter(([name, value]) => !OF_REQUEST.test(name) && !isVersion(name, value))
  return `${status}\n${kept
    .map(([name, value]) => `${name}: ${value}`)
    .sort()
    .join('\n')}\n\n${bytes.toString('latin1')}`
}

/** Addresses with a filter whose value is the id of an event, without the id. */
const EVENT_FILTERS = [
  ...['/venues', '/organizers', '/series', '/categories', '/tags'].map((path) => `${path}?event=`),
  ...['/categories', '/tags'].flatMap((path) => [`${path}?post=`, `${path}?hide_empty=0&post=`]),
  ...['tribe_events_cat', 'tags'].map((base) => `host:/wp-json/wp/v2/${base}?post=`),
  ...['venues', 'organizers', 'series'].map((path) => `host:/wp-json/tec/v1/${path}?event=`),
  'host:/wp-json/tec/v1/series?event_post_id=',
  'host:/wp-json/tec/v1/events?post_parent=',
  '/events?post_parent=',
  '/events?include=',
]

forEachEngine('reads of records that are not public', (engine) => {
  // Shared caches may store anonymous responses for a day, longer than until the scheduled records are published.
  const server = withServer(engine, { cacheMaxAge: 86_400 })
  let open: Awaited<ReturnType<typeof makePublic>>
  let hidden: Awaited<ReturnType<typeof makeHidden>>
  /** Responses to anonymous callers from before the hidden records were created, by address. */
  const unhidden = new Map<string, string>()

  const headers = { 'x-tec-eea': EXPERIMENTAL_API_ACKNOWLEDGEMENT }
  /**
   * Every address, in turn on one of the faces on which it exists: on the other engine it is that of the other face.
   */
  const everywhere = (table: Record<string, string[]>) =>
    Object.values(table).flatMap((paths) =>
      paths.map((path, index) => {
        const isNative = path.startsWith('host:') || index % 2 === Number(engine.name === 'sqlite')
        return { path, face: isNative ? NATIVE : TEC }
      }),
    )

  before(async () => {
    open = await makePublic(server)
    for (const { path, face } of everywhere(addressesOf(open))) {
      unhidden.set(`${face.name} ${path}`, told(await server.ask('GET', path, { face, headers })))
    }
    hidden = await makeHidden(server, open)
  })

  test('the table of addresses contains every route that reads', () => {
    const known = new Set(Object.keys(addressesOf(open)))
    const reading = server
      .routes()
      .filter((route) => route.startsWith('GET '))
      .map((route) => route.slice('GET '.length))
    assert.deepEqual(
      reading.filter((route) => !known.has(route) && !PROGRAM_FILES.test(route)),
      [],
    )
    assert.deepEqual(
      [...known].filter((route) => !reading.includes(route)),
      [],
    )
  })

  test('anonymous responses are the same, byte for byte, as if the records did not exist', async () => {
    for (const { path, face } of everywhere(addressesOf(open))) {
      assert.equal(told(await server.ask('GET', path, { face, headers })), unhidden.get(`${face.name} ${path}`), path)
    }
  })

  test('filters by an event that is not public respond as for an unknown id', async () => {
    for (const { path, face } of everywhere({ filters: EVENT_FILTERS })) {
      const response = async (id: number) => {
        const { status, headers: received, bytes } = await server.ask('GET', path + id, { face, headers })
        const totals = [received['x-tec-total'], received['x-wp-total']]
        return JSON.stringify([status, totals, String(bytes)]).replaceAll(new RegExp(`\\b${id}\\b`, 'g'), '<id>')
      }
      const ofUnknown = await response(99_999_999)
      for (const { id, status } of hidden.posts.filter(({ name }) => name === 'events')) {
        assert.equal(await response(id), ofUnknown, `${face.name} ${path} of an event with status ${status}`)
      }
    }
  })

  // Editors and administrators may read every record.
  for (const [reader, as] of (['guest', 'subscriber', 'contributor', 'author', 'other'] as const).entries()) {
    test(`no address reveals unpublished records of others to the ${as}`, async () => {
      const asked = { ...open, posts: hiddenFrom(as, hidden.posts), picture: hidden.picture }
      for (const [index, { path, face }] of everywhere(addressesOf(asked)).entries()) {
        // Anonymous responses from the other addresses are compared byte for byte. Each address responds to two of the
        // other readers, and on the other engine to the other two.
        const isTried =
          as === 'guest'
            ? !unhidden.has(`${face.name} ${path}`)
            : ((index >> 1) + reader) % 2 === Number(engine.name === 'sqlite')
        if (!isTried) continue
        const answer = await server.ask('GET', path, { as, face, headers })
        const found = secretsIn(told(answer)).filter((word) => !mayKnow(as, word) && !path.toLowerCase().includes(word))
        assert.deepEqual(found, [], `${face.name} ${path}: ${answer.status}`)
      }
    })
  }
})

type Reader = 'guest' | 'subscriber' | 'contributor' | 'author' | 'other'

/**
 * Hidden posts that a caller requests by id: their own, and one of each kind and status of others, because to the
 * rights of the caller all other owners are alike.
 */
function hiddenFrom(as: Reader, posts: readonly HiddenPost[]): HiddenPost[] {
  const isOwn = ({ owner }: HiddenPost) => owner === as
  const ofOthers = posts.filter((post) => !isOwn(post))
  const byStatus = Object.values(Object.groupBy(ofOthers, ({ name, status }) => `${name} ${status}`))
  const some = byStatus.flatMap((alike = [], index) => alike.slice(index % alike.length).slice(0, 1))
  return [...posts.filter(isOwn), ...some]
}

/** Whether a caller may read the record that contains this secret word. */
function mayKnow(as: Reader, word: string): boolean {
  // Their own hidden records show pictures, categories and tags of others.
  if (/^zq(picture|category|tag)/.test(word)) return as === 'author' || as === 'contributor'
  return word.endsWith(`zq${as}zq`)
}
