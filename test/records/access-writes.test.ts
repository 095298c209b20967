import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { EXPERIMENTAL_API_ACKNOWLEDGEMENT } from '../../src/core/experimental-api-acknowledgement.ts'
import { NATIVE, TEC } from '../../src/core/faces.ts'
import { collectionNameOfKind, isLinkedKind, KIND_PROPERTIES, TERM_KINDS, type TermKind } from '../../src/core/kinds.ts'
import {
  type HiddenPost,
  makeHidden,
  makePublic,
  POSTS,
  type PostName,
  postsNamed,
  secretsIn,
  storePixel,
} from '../kit/calendar/unpublished.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import type { TestCaller } from '../kit/server/accounts.ts'
import { withServer } from '../kit/server/with-server.ts'

type Calendar = Awaited<ReturnType<typeof makePublic>>

/** Write requests to records of another owner, by route. Rights for terms and settings do not depend on the owner. */
function addressesOf(
  posts: HiddenPost[],
  { category, tag, picture, account }: Pick<Calendar, 'category' | 'tag' | 'picture'> & { account: number },
) {
  const table: Record<string, string[]> = {}
  const of = (name: PostName, address: (post: HiddenPost) => string) =>
    posts.filter((post) => post.name === name).map(address)
  for (const { kind, name } of POSTS) {
    const byId = of(name, ({ id }) => `/${name}/${id}`)
    const bySlug = of(name, ({ slug }) => `/${name}/by-slug/${slug}`)
    table[`/~api/${name}/:id(^\\d+$)`] = byId
    table[`/~api/${name}/by-slug/:slug`] = bySlug
    // The hidden posts have German texts and no French ones.
    table[`/~api/${name}/:id(^\\d+$)/translations/:language`] = byId.flatMap((path) => inBoth(path))
    table[`/~api/${name}/by-slug/:slug/translations/:language`] = bySlug.flatMap((path) => inBoth(path))
    table[`/~api/${name}/:id(^\\d+$)/revisions/:revision(^\\d+$)/restore`] = byId.map(
      (path) => `${path}/revisions/1/restore`,
    )
    if (isLinkedKind(kind)) table[`/~api/${name}/:id(^\\d+$)/merge`] = byId.map((path) => `${path}/merge`)
    table[`/~api/${name}`] = [`/${name}`]
    const wordpress = KIND_PROPERTIES[kind].postType
    table[`/~wordpress/wp/v2/${wordpress}`] = [`host:/wp-json/wp/v2/${wordpress}`]
    table[`/~wordpress/wp/v2/${wordpress}/:id(^\\d+$)`] = of(name, ({ id }) => `host:/wp-json/wp/v2/${wordpress}/${id}`)
  }
  table['/~api/events/:id(^\\d+$)/occurrences'] = of('events', ({ id }) => `/events/${id}/occurrences`)
  table['/~api/events/recurrence/preview'] = ['/events/recurrence/preview']
  // tec/v1 has only the collections of The Events Calendar.
  for (const name of ['events', 'venues', 'organizers'] as const) {
    table[`/~api-tec-v1/${name}`] = [`host:/wp-json/tec/v1/${name}`]
    table[`/~api-tec-v1/${name}/:id(^\\d+$)`] = of(name, ({ id }) => `host:/wp-json/tec/v1/${name}/${id}`)
  }
  const terms = { category, tag }
  for (const kind of TERM_KINDS) {
    const [name, { id }] = [collectionNameOfKind(kind), terms[kind]]
    table[`/~api/${name}`] = [`/${name}`]
    table[`/~api/${name}/:id(^\\d+$)`] = [`/${name}/${id}`]
    table[`/~api/${name}/:id(^\\d+$)/translations/:language`] = inBoth(`/${name}/${id}`)
    table[`/~api/${name}/:id(^\\d+$)/merge`] = [`/${name}/${id}/merge`]
    table[`/~api/${name}/:id(^\\d+$)/revisions/:revision(^\\d+$)/restore`] = [`/${name}/${id}/revisions/1/restore`]
    const wordpress = WORDPRESS_TERMS[kind]
    table[`/~wordpress/wp/v2/${wordpress}`] = [`host:/wp-json/wp/v2/${wordpress}`]
    table[`/~wordpress/wp/v2/${wordpress}/:id(^\\d+$)`] = [`host:/wp-json/wp/v2/${wordpress}/${id}`]
  }
  table['/~api/media'] = ['/media']
  table['/~api/media/:id(^\\d+$)'] = [`/media/${picture.id}`]
  table['/~api/media/:id(^\\d+$)/file'] = [`/media/${picture.id}/file`]
  table['/~api/settings'] = ['/settings']
  table['/~api/submissions'] = ['/submissions']
  table['/~api/submissions/:id(^\\d+$)/decision'] = ['/submissions/1/decision']
  table['/~api/submissions/:id(^\\d+$)/notes'] = ['/submissions/1/notes']
  table['/~api/imports/preview'] = ['/imports/preview']
  table['/~api/imports/runs'] = ['/imports/runs']
  table['/~api/imports/runs/:id(^\\d+$)/import'] = ['/imports/runs/1/import']
  table['/~api/imports/runs/:id(^\\d+$)/undo'] = ['/imports/runs/1/undo']
  table['/~api/imports/sources'] = ['/imports/sources']
  table['/~api/imports/sources/:id(^\\d+$)'] = ['/imports/sources/1']
  table['/~api/imports/sources/:id(^\\d+$)/content'] = ['/imports/sources/1/content']
  table['/~api/imports/sources/:id(^\\d+$)/run'] = ['/imports/sources/1/run']
  table['/~api/revisions/batches/:batch(^[\\w-]+$)/undo'] = ['/revisions/batches/1/undo']
  table['/~wordpress/wp/v2/media'] = ['host:/wp-json/wp/v2/media']
  table['/~wordpress/wp/v2/media/:id(^\\d+$)'] = [`host:/wp-json/wp/v2/media/${picture.id}`]
  table['/~wordpress/wp/v2/settings'] = ['host:/wp-json/wp/v2/settings']
  table['/~wordpress/wp/v2/users'] = ['host:/wp-json/wp/v2/users']
  table['/~wordpress/wp/v2/users/me'] = ['host:/wp-json/wp/v2/users/me']
  table['/~wordpress/wp/v2/users/:id(^\\d+$)'] = [`host:/wp-json/wp/v2/users/${account}`]
  return table
}

const WORDPRESS_TERMS: Record<TermKind, string> = { category: 'tribe_events_cat', tag: 'tags' }

const inBoth = (path: string) => [`${path}/translations/de`, `${path}/translations/fr`]

/** Invalid bodies whose error messages could reveal something about the record. */
const BODIES: Record<string, unknown>[] = [
  {},
  { status: 'publish' },
  { description: 'x', excerpt: 'x' },
  { description: 'x', translation_language: 'fr', lang: 'fr' },
  { end_date: '2001-01-01' },
  { slug: 'taken' },
]

/** Two of the bodies in turn: each route gets all of them, for different records. */
const bodiesOf = (turn: number) => [0, 1].map((next) => BODIES[(2 * turn + next) % BODIES.length])

/** Callers who may not write an editor's unpublished records. */
const STRANGERS = ['guest', 'subscriber', 'contributor', 'other'] as const satisfies TestCaller[]

const READS = /^(GET|HEAD|OPTIONS) /
/** Forms of admin pages, which need a session (test/admin/users.test.ts). */
const ADMIN_FORMS = / \/~admin/

forEachEngine('writes to records that are not public', (engine) => {
  const server = withServer(engine)
  let open: Calendar
  let posts: HiddenPost[]
  let table: Record<string, string[]>
  before(async () => {
    open = await makePublic(server)
    const hidden = await makeHidden(server, open)
    posts = hidden.posts.filter(({ owner }) => owner === 'editor')
    table = addressesOf(posts, { ...hidden, category: open.category, tag: open.tag, account: server.ids.editor })
  })

  const headers = { 'x-tec-eea': EXPERIMENTAL_API_ACKNOWLEDGEMENT }
  /** Whether this engine tries a combination. The other engine tries the others. */
  const isTried = (combination: number) => combination % 2 === Number(engine.name === 'sqlite')
  const writes = () => server.routes().filter((route) => !READS.test(route) && !ADMIN_FORMS.test(route))

  /** All records as the administrator reads them, to detect changes. */
  const state = async () => {
    const answers = await Promise.all(
      posts.flatMap(({ name, id }) =>
        [`/${name}/${id}`, `/${name}/${id}/translations`].map((path) =>
          server.ask('GET', path, { as: 'administrator' }),
        ),
      ),
    )
    return answers.map(({ body }) => body)
  }

  test('the table of writes contains every route that writes', () => {
    const routes = new Set(writes().map((route) => route.slice(route.indexOf(' ') + 1)))
    assert.deepEqual([...routes].toSorted(), Object.keys(table).toSorted())
  })

  for (const [stranger, as] of STRANGERS.entries()) {
    test(`the ${as} changes nothing, and errors reveal nothing`, async () => {
      const before = await state()
      let turn = 0
      for (const route of writes()) {
        const [method = '', pattern = ''] = route.split(' ')
        for (const path of table[pattern] ?? []) {
          // Rights to create records are tested elsewhere.
          if (mayWrite(as, pattern) || (method === 'POST' && !/\d|by-slug/.test(path))) continue
          turn += 1
          if (!isTried((turn >> 1) + stranger)) continue
          const isNative = path.startsWith('host:') || isTried(turn)
          const face = isNative ? NATIVE : TEC
          const answers = await Promise.all(
            bodiesOf(turn).map((body) => server.ask(method, path, { as, face, body, headers })),
          )
          for (const { status, bytes, headers } of answers) {
            const told = `${JSON.stringify(headers)}${bytes}`
            assert.deepEqual(
              secretsIn(told).filter((word) => !path.includes(word)),
              [],
              `${method} ${path}`,
            )
            assert.ok([400, 401, 403, 404].includes(status), `${method} ${path}: ${status}`)
          }
        }
      }
      assert.deepEqual(await state(), before)
    })
  }

  test('the error does not depend on the content of the hidden record', async () => {
    for (const { name } of posts.filter(({ status }) => status === 'draft')) {
      const hidden = posts.find((post) => post.name === name && post.status === 'draft')
      const { titleField, example } = postsNamed(name)
      const day = name === 'events' ? { start_date: '2040-02-02', end_date: '2040-02-02' } : {}
      const bare = await server.ask('POST', `/${name}`, {
        as: 'editor',
        body: { ...example, [titleField]: 'Bare', status: 'draft', ...day },
      })
      for (const [stranger, as] of STRANGERS.entries()) {
        for (const body of BODIES.filter((_, index) => isTried(index + stranger))) {
          const refusals = await Promise.all(
            [hidden?.id, bare.body.id].map((id) => server.ask('PATCH', `/${name}/${id}`, { as, body })),
          )
          const [one, other] = refusals.map(({ status, body: said, headers }) => [status, said, headers.allow])
          assert.deepEqual(one, other, `${as} ${name} ${JSON.stringify(body)}`)
        }
      }
    }
  })

  test('a caller cannot use a picture that they may not see', async () => {
    const { id, fileName } = await storePixel(server, 'Secret')
    const event = { title: 'Mine', start_date: '2030-08-01', end_date: '2030-08-01' }
    await server.ask('POST', '/events', { as: 'editor', body: { ...event, image: String(id), status: 'draft' } })
    for (const image of [String(id), `http://localhost/media/${fileName}`]) {
      for (const as of ['contributor', 'author'] as const) {
        const refused = await server.ask('POST', '/events', { as, body: { ...event, image } })
        assert.deepEqual([refused.status, Object.keys(refused.body.data.params)], [400, ['image']], as)
      }
      const shown = await server.ask('POST', '/events', { as: 'editor', body: { ...event, image, status: 'draft' } })
      assert.equal(shown.body.image.id, id)
    }
    for (const as of ['guest', 'subscriber', 'contributor', 'author'] as const) {
      assert.equal((await server.ask('GET', `/media/${id}`, { as })).status, 404, as)
      assert.equal((await server.ask('GET', `host:/media/${fileName}`, { as })).status, 404, as)
    }
    const own = await server.ask('GET', `host:/media/${fileName}`, { as: 'editor' })
    assert.deepEqual([own.status, own.headers['cache-control']], [200, 'private, no-cache'])
    const out = await server.ask('POST', '/events', { as: 'editor', body: { ...event, image: String(id) } })
    const seen = await server.ask('GET', `host:/media/${fileName}`)
    assert.deepEqual([seen.status, seen.headers['cache-control']], [200, 'public, max-age=31536000, immutable'])
    await server.ask('DELETE', `/events/${out.body.id}`, { as: 'editor' })
    assert.equal((await server.ask('GET', `host:/media/${fileName}`)).status, 404)
  })
})

/** Terms have no owner: callers who may write terms may write all of them. */
function mayWrite(as: TestCaller, pattern: string): boolean {
  return as === 'other' && /^\/~(api\/categories|wordpress\/wp\/v2\/tribe_events_cat)/.test(pattern)
}
