import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KIND_PROPERTIES, POST_KINDS } from '../../src/core/kinds.ts'
import { onSqlite } from '../kit/engines/engines.ts'
import type { TestCaller } from '../kit/server/accounts.ts'
import { withServer } from '../kit/server/with-server.ts'

onSqlite('post types and taxonomies in wp/v2', (engine) => {
  const server = withServer(engine)
  const get = (path: string, as: TestCaller = 'guest') => server.ask('GET', `host:/wp-json/wp/v2${path}`, { as })
  const root = 'http://localhost/wp-json/wp/v2'
  const curies = [{ name: 'wp', href: 'https://api.w.org/{rel}', templated: true }]

  test('the types are those of all kinds of posts, and of pictures', async () => {
    const { body } = await get('/types')
    assert.deepEqual(Object.keys(body), [...POST_KINDS.map((kind) => KIND_PROPERTIES[kind].postType), 'attachment'])
    assert.deepEqual(body.tribe_events, {
      name: 'Events',
      slug: 'tribe_events',
      icon: 'dashicons-calendar',
      rest_base: 'tribe_events',
      rest_namespace: 'wp/v2',
      description: '',
      hierarchical: false,
      has_archive: true,
      taxonomies: ['post_tag', 'tribe_events_cat'],
      template: [],
      template_lock: false,
      _links: {
        collection: [{ href: `${root}/types` }],
        'wp:items': [{ href: `${root}/tribe_events` }],
        curies,
      },
    })
    assert.deepEqual((await get('/types/tribe_events')).body, body.tribe_events)
    assert.equal(body.attachment.rest_base, 'media')
  })

  test('the taxonomies are those of categories and tags', async () => {
    const { body } = await get('/taxonomies')
    assert.deepEqual(body.tribe_events_cat, {
      name: 'Event Categories',
      slug: 'tribe_events_cat',
      rest_base: 'tribe_events_cat',
      rest_namespace: 'wp/v2',
      description: '',
      types: ['tribe_events'],
      hierarchical: true,
      _links: {
        collection: [{ href: `${root}/taxonomies` }],
        'wp:items': [{ href: `${root}/tribe_events_cat` }],
        curies,
      },
    })
    assert.deepEqual([body.post_tag.rest_base, body.post_tag.hierarchical], ['tags', false])
    assert.deepEqual((await get('/taxonomies/post_tag')).body, body.post_tag)
    assert.deepEqual((await get('/taxonomies?type=tribe_events')).body, body)
    assert.deepEqual((await get('/taxonomies?type=tribe_venue')).body, {})
  })

  test('names are in the language of the request', async () => {
    assert.equal((await get('/types/tribe_venue?lang=de')).body.name, 'Veranstaltungsorte')
    assert.equal((await server.ask('GET', 'host:/fr/wp-json/wp/v2/taxonomies/post_tag')).body.name, 'Étiquettes')
  })

  test('embedded, they have few fields', async () => {
    const fields = ['name', 'slug', 'rest_base', 'rest_namespace', '_links']
    assert.deepEqual(Object.keys((await get('/taxonomies/post_tag?context=embed')).body), fields)
    assert.deepEqual(
      Object.keys((await get('/types/tribe_venue?context=embed')).body).sort(),
      [...fields, 'icon'].sort(),
    )
  })

  test('for editing, they name their capabilities', async () => {
    const { body } = await get('/types/tribe_venue?context=edit', 'contributor')
    assert.equal(body.capabilities.edit_others_posts, 'edit_others_tribe_venues')
    assert.equal(
      (await get('/taxonomies?context=edit', 'contributor')).body.post_tag.capabilities.assign_terms,
      'edit_tribe_events',
    )
  })

  for (const [path, as, status, code] of [
    ['/types/nowhere', 'guest', 404, 'rest_type_invalid'],
    ['/types/post', 'administrator', 404, 'rest_type_invalid'],
    ['/taxonomies/nowhere', 'guest', 404, 'rest_taxonomy_invalid'],
    ['/taxonomies/category', 'guest', 404, 'rest_taxonomy_invalid'],
    ['/types?context=edit', 'guest', 401, 'rest_cannot_view'],
    ['/types?context=edit', 'subscriber', 403, 'rest_cannot_view'],
    ['/types/tribe_events?context=edit', 'guest', 401, 'rest_forbidden_context'],
    ['/taxonomies?context=edit', 'guest', 401, 'rest_cannot_view'],
    ['/taxonomies/post_tag?context=edit', 'subscriber', 403, 'rest_forbidden_context'],
    ['/types?context=nothing', 'guest', 400, 'rest_invalid_param'],
  ] as const) {
    test(`${path} is refused to ${as}: ${code}`, async () => {
      const refused = await get(path, as)
      assert.deepEqual([refused.status, refused.body.code], [status, code])
    })
  }
})
