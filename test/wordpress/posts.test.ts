import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { makersOf } from '../kit/calendar/makers.ts'
import { storePixel } from '../kit/calendar/unpublished.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { TEST_CALLERS } from '../kit/server/accounts.ts'
import type { Ask } from '../kit/server/server.ts'
import { withServer } from '../kit/server/with-server.ts'

const root = 'http://localhost/wp-json/wp/v2'
type Titled = { title: { rendered: string } }

forEachEngine('events, venues and organizers in wp/v2', (engine) => {
  const server = withServer(engine)
  const ask = (method: string, path: string, options?: Ask) => server.ask(method, `host:/wp-json/wp/v2${path}`, options)
  const get = (path: string, as: Ask['as'] = 'guest') => ask('GET', path, { as })
  const titles = async (query: string, as: Ask['as'] = 'guest') =>
    (await get(`/tribe_events?${query}`, as)).body.map(({ title }: Titled) => title.rendered)
  const ids: Record<string, number> = {}
  const withIds = (text: string) => text.replace(/<(\w+)>/g, (_, name) => String(ids[name]))

  before(async () => {
    const make = makersOf(server)
    const remember = async (name: string, made: Promise<{ id: number }>) => {
      const { id } = await made
      ids[name] = id
      return id
    }
    const music = await remember('music', make.category({ name: 'Music', slug: 'music' }))
    const jazz = await remember('jazz', make.category({ name: 'Jazz', slug: 'jazz', parent: music }))
    const loud = await remember('loud', make.tag({ name: 'Loud', slug: 'loud' }))
    const picture = await storePixel(server, 'Poster')
    ids.picture = picture.id
    const venue = await remember('venue', make.venue({ venue: 'Hall', city: 'Millbrook' }))
    await remember('organizer', make.organizer({ organizer: 'Club' }))
    await remember(
      'alpha',
      make.event({
        title: 'Alpha',
        description: '<p>Text with <b>weight</b>.</p>',
        excerpt: 'Short',
        categories: [jazz],
        tags: [loud],
        venue,
        image: ids.picture,
        date: '2030-06-01 10:00:00',
      }),
    )
    await remember(
      'bravo',
      make.event({ title: 'Bravo', categories: [music], date: '2030-06-02 10:00:00', author: server.ids.author }),
    )
    const past = { start_date: '2021-01-01 10:00:00', end_date: '2021-01-01 11:00:00' }
    await remember('past', make.event({ title: 'Zulu past', ...past, date: '2030-06-03 10:00:00' }))
    await remember(
      'draft',
      make.event({ title: 'Zqdraft', status: 'draft', author: server.ids.author, categories: [music] }),
    )
    await remember('private', make.event({ title: 'Zqprivate', status: 'private' }))
    await remember('future', make.event({ title: 'Zqfuture', date: '2031-01-01 10:00:00' }))
    await remember('hidden', make.event({ title: 'Zqhidden', hide_from_listings: true }))
  })

  test('an event is a post', async () => {
    const { status, headers, body } = await get(withIds('/tribe_events/<alpha>'))
    assert.equal(status, 200)
    assert.equal(headers.allow, 'GET')
    assert.match(String(headers.link), /^<http:\/\/localhost\/event\/alpha\/>; rel="alternate"; type=text\/html, /)
    assert.deepEqual(body, {
      id: ids.alpha,
      date: '2030-06-01T10:00:00',
      date_gmt: '2030-06-01T10:00:00',
      guid: { rendered: 'http://localhost/event/alpha/' },
      modified: '2030-06-15T12:00:00',
      modified_gmt: '2030-06-15T12:00:00',
      slug: 'alpha',
      status: 'publish',
      type: 'tribe_events',
      link: 'http://localhost/event/alpha/',
      title: { rendered: 'Alpha' },
      content: { rendered: '<p>Text with <b>weight</b>.</p>\n', protected: false },
      excerpt: { rendered: '<p>Short</p>\n', protected: false },
      author: server.ids.editor,
      featured_media: ids.picture,
      template: '',
      meta: [],
      version: 1,
      tags: [ids.loud],
      tribe_events_cat: [ids.jazz],
      class_list: [
        `post-${ids.alpha}`,
        'tribe_events',
        'type-tribe_events',
        'status-publish',
        'hentry',
        'tag-loud',
        'tribe_events_cat-jazz',
      ],
      _links: {
        self: [{ href: `${root}/tribe_events/${ids.alpha}` }],
        collection: [{ href: `${root}/tribe_events` }],
        about: [{ href: `${root}/types/tribe_events` }],
        author: [{ embeddable: true, href: `${root}/users/${server.ids.editor}` }],
        'wp:featuredmedia': [{ embeddable: true, href: `${root}/media/${ids.picture}` }],
        'wp:term': [
          { taxonomy: 'post_tag', embeddable: true, href: `${root}/tags?post=${ids.alpha}` },
          { taxonomy: 'tribe_events_cat', embeddable: true, href: `${root}/tribe_events_cat?post=${ids.alpha}` },
        ],
        curies: [{ name: 'wp', href: 'https://api.w.org/{rel}', templated: true }],
      },
    })
    assert.deepEqual((await get('/tribe_events?slug=alpha')).body, [body])
  })

  test('contexts change the fields', async () => {
    const embedded = (await get(withIds('/tribe_events/<alpha>?context=embed'))).body
    const fields = ['id', 'date', 'slug', 'type', 'link', 'title', 'excerpt', 'author', 'featured_media', '_links']
    assert.deepEqual(Object.keys(embedded), fields)
    const { body } = await get(withIds('/tribe_events/<alpha>?context=edit'), 'editor')
    assert.deepEqual(
      [body.title.raw, body.content.raw, body.excerpt.raw],
      ['Alpha', '<p>Text with <b>weight</b>.</p>', 'Short'],
    )
    const listed = (await get('/tribe_events?context=edit&orderby=title&order=asc', 'author')).body
    assert.deepEqual(
      listed.map(({ title }: { title: { raw?: string } }) => title.raw),
      [undefined, 'Bravo', undefined],
    )
  })

  test('venues and organizers are posts without terms', async () => {
    for (const [type, name, title] of [
      ['tribe_venue', 'venue', 'Hall'],
      ['tribe_organizer', 'organizer', 'Club'],
    ] as const) {
      const { body } = await get(withIds(`/${type}/<${name}>`))
      assert.deepEqual([body.type, body.title.rendered, body.tags], [type, title, undefined])
      assert.deepEqual((await get(`/${type}?search=${title}`)).body, [body])
    }
    assert.deepEqual((await get('/tribe_venue?search=millbrook')).body.length, 1)
    assert.deepEqual((await get('/tribe_venue?search=millbrook&search_columns=post_title,post_content')).body, [])
    assert.deepEqual((await get('/tribe_venue?search=hall&search_columns=post_title')).body.length, 1)
  })

  for (const [query, expected] of [
    ['', ['Zulu past', 'Bravo', 'Alpha']],
    ['order=asc', ['Alpha', 'Bravo', 'Zulu past']],
    ['orderby=title', ['Zulu past', 'Bravo', 'Alpha']],
    ['orderby=slug&order=asc', ['Alpha', 'Bravo', 'Zulu past']],
    ['orderby=id&order=asc&per_page=1', ['Alpha']],
    ['orderby=author&order=asc&per_page=1', ['Bravo']],
    ['orderby=title&order=asc&offset=1', ['Bravo', 'Zulu past']],
    ['orderby=title&order=asc&per_page=2&page=2', ['Zulu past']],
    ['search=weight', ['Alpha']],
    ['search=weight&search_columns=post_title', []],
    ['search=weight&search_columns=post_content', ['Alpha']],
    ['search=short&search_columns[]=post_content&search_columns[]=post_title', []],
    ['search=short&search_columns=post_excerpt', ['Alpha']],
    ['search=alpha+weight&search_columns=post_title,post_content', ['Alpha']],
    ['search=alpha+short&search_columns=post_title,post_content', []],
    ['search=alpha&search_columns=', ['Alpha']],
    ['search=past&orderby=relevance', ['Zulu past']],
    ['search=nothing', []],
    ['slug=zulu-past,alpha', ['Zulu past', 'Alpha']],
    ['include=<alpha>,<bravo>&orderby=include', ['Alpha', 'Bravo']],
    ['slug=alpha,zulu-past,bravo&orderby=include_slugs', ['Alpha', 'Zulu past', 'Bravo']],
    ['orderby=include_slugs', ['Zulu past', 'Bravo', 'Alpha']],
    ['include[]=<bravo>&include[]=<draft>', ['Bravo']],
    ['exclude=<bravo>', ['Zulu past', 'Alpha']],
    ['author=<author>', ['Bravo']],
    ['author_exclude=<author>', ['Zulu past', 'Alpha']],
    ['tribe_events_cat=<jazz>', ['Alpha']],
    ['tribe_events_cat=<music>', ['Bravo']],
    ['tribe_events_cat=<music>,<jazz>', ['Bravo', 'Alpha']],
    ['tribe_events_cat=<music>&tags=<loud>', []],
    ['tribe_events_cat=99999', []],
    ['tribe_events_cat_exclude=<music>', ['Zulu past', 'Alpha']],
    ['tribe_events_cat[terms]=<music>&tribe_events_cat[include_children]=1', ['Bravo', 'Alpha']],
    ['tribe_events_cat[terms][]=<music>&tribe_events_cat[include_children]=false', ['Bravo']],
    ['tribe_events_cat[terms]=<music>,<jazz>&tribe_events_cat[operator]=AND', []],
    [
      'tribe_events_cat[terms]=<music>,<jazz>&tribe_events_cat[operator]=AND&tribe_events_cat[include_children]=true',
      ['Alpha'],
    ],
    ['tribe_events_cat[include_children]=1', ['Zulu past', 'Bravo', 'Alpha']],
    ['tribe_events_cat_exclude[terms]=<music>&tribe_events_cat_exclude[include_children]=true', ['Zulu past']],
    ['tags[terms]=<loud>&tags[operator]=OR', ['Alpha']],
    ['tags=<loud>', ['Alpha']],
    ['tags_exclude=<loud>', ['Zulu past', 'Bravo']],
    ['after=2030-06-01T10:00:00', ['Zulu past', 'Bravo']],
    ['before=2030-06-02T12:00:00%2B02:00', ['Alpha']],
    ['modified_after=2099-01-01T00:00:00Z', []],
    ['modified_before=2099-01-01T00:00:00', ['Zulu past', 'Bravo', 'Alpha']],
    ['slug=zqhidden', []],
  ] as const) {
    test(`?${query} lists ${expected.join(', ') || 'nothing'}`, async () => {
      ids.author = server.ids.author
      assert.deepEqual(await titles(withIds(query)), expected)
    })
  }

  test('links of a list repeat its parameters', async () => {
    const { headers } = await get(withIds('/tribe_events?exclude=<hidden>&per_page=1&page=2&_fields=id,slug'))
    assert.deepEqual([headers['x-wp-total'], headers['x-wp-totalpages']], ['3', '3'])
    const page = (number: number) =>
      `<${root}/tribe_events?exclude[0]=${ids.hidden}&per_page=1&page=${number}&_fields=id,slug>`
    assert.ok(String(headers.link).startsWith(`${page(1)}; rel="prev", ${page(3)}; rel="next"`), String(headers.link))
    const filter = `tribe_events_cat[terms]=${ids.music}&tribe_events_cat[include_children]=true`
    const filtered = await get(`/tribe_events?${filter}&per_page=1`)
    const repeated = `tribe_events_cat[terms][0]=${ids.music}&tribe_events_cat[include_children]=1&per_page=1&page=2`
    assert.ok(
      String(filtered.headers.link).startsWith(`<${root}/tribe_events?${repeated}>`),
      String(filtered.headers.link),
    )
  })

  test('other statuses are for callers who may read such posts', async () => {
    for (const as of TEST_CALLERS) {
      const isReader = as === 'guest' || as === 'subscriber'
      const isEditor = as === 'editor' || as === 'administrator'
      for (const [status, title, owner] of [
        ['draft', 'Zqdraft', 'author'],
        ['private', 'Zqprivate', 'editor'],
        ['future', 'Zqfuture', 'editor'],
      ] as const) {
        const { status: code, body } = await get(`/tribe_events?status=${status}`, as)
        if (isReader) assert.deepEqual([code, Object.keys(body.data.params)], [400, ['status']])
        else {
          const found = body.map((post: Titled) => post.title.rendered)
          assert.deepEqual(found, isEditor || as === owner ? [title] : [], `${as} ${status}`)
        }
      }
    }
    assert.equal((await titles('status=any&per_page=100', 'editor')).length, 6)
    assert.equal((await titles('status=publish,draft', 'author')).length, 4)
  })

  test('a post that is not public is refused by id, to callers who may not read it', async () => {
    for (const as of TEST_CALLERS) {
      for (const [name, owner] of [
        ['draft', 'author'],
        ['private', 'editor'],
        ['future', 'editor'],
      ] as const) {
        const mayRead = as === 'editor' || as === 'administrator' || as === owner
        const { status, body, headers } = await get(withIds(`/tribe_events/<${name}>`), as)
        const refusal = as === 'guest' ? 401 : 403
        assert.deepEqual([status, body.code], mayRead ? [200, undefined] : [refusal, 'rest_forbidden'], `${as} ${name}`)
        assert.equal(headers.allow, mayRead ? 'GET, DELETE, POST, PUT, PATCH' : 'GET')
      }
    }
  })

  test('a record moved to the trash is gone from lists', async () => {
    const { id } = await makersOf(server).event({ title: 'Trashed' })
    await server.ask('DELETE', `/events/${id}`, { as: 'editor' })
    assert.deepEqual([(await get(`/tribe_events/${id}`)).status, await titles('search=trashed', 'editor')], [401, []])
    assert.deepEqual(await titles('status=trash', 'editor'), ['Trashed'])
  })

  test('_embed adds the author, the picture and the terms', async () => {
    const { body } = await get(withIds('/tribe_events/<alpha>?_embed'))
    const { author, 'wp:featuredmedia': media, 'wp:term': terms } = body._embedded
    assert.deepEqual([author[0].slug, author[0].meta], ['editor', undefined])
    assert.deepEqual([media[0].id, media[0].alt_text, media[0].status], [ids.picture, 'Poster', undefined])
    const slugs = terms.map((some: { slug: string }[]) => some.map(({ slug }) => slug))
    assert.deepEqual(slugs, [['loud'], ['jazz']])
    const some = await get('/tribe_events?_embed=author&_fields=_links,_embedded&orderby=title&order=asc&per_page=1')
    assert.deepEqual(Object.keys(some.body[0]._embedded), ['author'])
    assert.deepEqual(Object.keys(some.body[0]), ['_links', '_embedded'])
    assert.equal((await get(withIds('/tribe_venue/<venue>?_embed=wp:term'))).body._embedded, undefined)
  })

  test('_embed adds parents of categories, authors of pictures and found posts', async () => {
    const jazz = (await get(withIds('/tribe_events_cat/<jazz>?_embed'))).body
    assert.deepEqual([jazz._embedded.up[0].slug, jazz._embedded.up[0].count], ['music', undefined])
    assert.equal((await get(withIds('/tribe_events_cat/<music>?_embed'))).body._embedded, undefined)
    const [picture] = (await get('/media?_embed=author')).body
    assert.equal(picture._embedded.author[0].slug, 'editor')
    const found = (await get('/search?search=alpha&_embed=self')).body
    assert.deepEqual([found[0]._embedded.self[0].id, found[0]._embedded.self[0].status], [ids.alpha, undefined])
  })

  test('_embed does not reveal users who have published nothing', async () => {
    const { id } = await storePixel(server, 'Of nobody', server.ids.other)
    assert.equal((await get(`/media/${id}?_embed`)).body._embedded, undefined)
    assert.equal((await get(`/media/${id}?_embed`, 'administrator')).body._embedded.author[0].slug, 'other')
  })

  test('texts are in the language of the request', async () => {
    const body = { title: 'Alpha auf Deutsch' }
    await server.ask('PUT', `/events/${ids.alpha}/translations/de`, { as: 'editor', body })
    const german = await server.ask('GET', withIds('host:/de/wp-json/wp/v2/tribe_events/<alpha>'))
    assert.deepEqual(
      [german.body.title.rendered, german.body.link, german.headers['content-language']],
      ['Alpha auf Deutsch', 'http://localhost/de/event/alpha-auf-deutsch/', 'de'],
    )
    assert.deepEqual((await get(withIds('/tribe_events/<alpha>?lang=de'))).body.title, german.body.title)
    assert.deepEqual(await titles('search=deutsch&wpml_language=de'), ['Alpha auf Deutsch'])
  })

  for (const [method, path, as, status, code] of [
    ['GET', '/tribe_events/99999', 'guest', 404, 'rest_post_invalid_id'],
    ['GET', '/tribe_events/<venue>', 'guest', 404, 'rest_post_invalid_id'],
    ['GET', '/tribe_venue/<alpha>', 'guest', 404, 'rest_post_invalid_id'],
    ['GET', '/tribe_events/<alpha>?context=edit', 'guest', 401, 'rest_forbidden_context'],
    ['GET', '/tribe_events/<alpha>?context=edit', 'author', 403, 'rest_forbidden_context'],
    ['GET', '/tribe_events?context=edit', 'subscriber', 403, 'rest_forbidden_context'],
    ['GET', '/tribe_events?page=99', 'guest', 400, 'rest_post_invalid_page_number'],
    ['GET', '/tribe_events?per_page=101', 'guest', 400, 'rest_invalid_param'],
    ['GET', '/tribe_events?orderby=bogus', 'guest', 400, 'rest_invalid_param'],
    ['GET', '/tribe_events?orderby=relevance', 'guest', 400, 'rest_no_search_term_defined'],
    ['GET', '/tribe_events?after=tomorrow', 'guest', 400, 'rest_invalid_param'],
    ['GET', '/tribe_events?before=2030-02-30T00:00:00', 'guest', 400, 'rest_invalid_param'],
    ['GET', '/tribe_events?tags=loud', 'guest', 400, 'rest_invalid_param'],
    ['GET', '/tribe_events?tags[terms]=loud', 'guest', 400, 'rest_invalid_param'],
    ['GET', '/tribe_events?tags[include_children]=1', 'guest', 400, 'rest_invalid_param'],
    ['GET', '/tribe_events?tribe_events_cat[operator]=XOR', 'guest', 400, 'rest_invalid_param'],
    ['GET', '/tribe_events?search=a&search_columns=post_author', 'guest', 400, 'rest_invalid_param'],
    ['GET', '/tribe_events?status=nothing', 'editor', 400, 'rest_invalid_param'],
    ['POST', '/tribe_events', 'guest', 401, 'rest_cannot_create'],
    ['POST', '/tribe_events', 'subscriber', 403, 'rest_cannot_create'],
    ['POST', '/tribe_events', 'contributor', 403, 'rest_read_only'],
    ['POST', '/tribe_organizer', 'administrator', 403, 'rest_read_only'],
    ['PATCH', '/tribe_events/<alpha>', 'guest', 401, 'rest_cannot_edit'],
    ['PATCH', '/tribe_events/<alpha>', 'author', 403, 'rest_cannot_edit'],
    ['PUT', '/tribe_events/<bravo>', 'author', 403, 'rest_read_only'],
    ['PUT', '/tribe_events/99999', 'administrator', 404, 'rest_post_invalid_id'],
    ['DELETE', '/tribe_events/<alpha>', 'author', 403, 'rest_cannot_delete'],
    ['DELETE', '/tribe_venue/<venue>?force=true', 'administrator', 403, 'rest_read_only'],
  ] as const) {
    test(`${method} ${path} is refused to ${as}: ${code}`, async () => {
      const refused = await ask(method, withIds(path), { as })
      assert.deepEqual([refused.status, refused.body.code], [status, code])
    })
  }

  test('the error of a write names the API that writes', async () => {
    const { body } = await ask('POST', '/tribe_events', { as: 'administrator', body: { title: 'x' } })
    assert.match(body.message, /tribe\/events\/v1/)
  })

  test('a search finds posts of all types, those with the text in the title first', async () => {
    const make = makersOf(server)
    await make.event({ title: 'About', description: 'mentions zebra', date: '2030-06-14 10:00:00' })
    await make.venue({ venue: 'Zebra hall' })
    await make.organizer({ organizer: 'Zebra club', status: 'draft' })
    const { headers, body } = await get('/search?search=zebra')
    const shown = (item: { title: string; subtype: string }) => [item.title, item.subtype]
    assert.deepEqual(body.map(shown), [
      ['Zebra hall', 'tribe_venue'],
      ['About', 'tribe_events'],
    ])
    assert.deepEqual(
      [headers['x-wp-total'], body[0].type, body[0].url],
      ['2', 'post', 'http://localhost/venue/zebra-hall/'],
    )
    assert.deepEqual((await get('/search?search=zebra&subtype=tribe_events&_fields=title')).body, [{ title: 'About' }])
    assert.deepEqual((await get('/search?search=zebra&per_page=1&page=2')).body.map(shown), [['About', 'tribe_events']])
    assert.deepEqual((await get(withIds('/search?include=<alpha>,<draft>'), 'editor')).body.length, 1)
    for (const [query, code] of [
      ['subtype=post', 'rest_invalid_param'],
      ['type=user', 'rest_invalid_param'],
      ['search=zebra&page=9', 'rest_post_invalid_page_number'],
    ] as const) {
      assert.deepEqual((await get(`/search?${query}`)).body.code, code)
    }
  })

  test('oEmbed describes the pages of public records', async () => {
    const oembed = (url: string, more = '') =>
      server.ask('GET', `host:/wp-json/oembed/1.0/embed?url=${encodeURIComponent(url)}${more}`)
    const { status, body } = await oembed('http://localhost/event/alpha/')
    assert.deepEqual(
      [status, body],
      [
        200,
        {
          version: '1.0',
          provider_name: 'Almanac',
          provider_url: 'http://localhost',
          author_name: 'editor',
          author_url: 'http://localhost',
          title: 'Alpha',
          type: 'rich',
          width: 600,
          height: 338,
          html: '<blockquote class="wp-embedded-content"><a href="http://localhost/event/alpha/">Alpha</a></blockquote>',
          thumbnail_url: body.thumbnail_url,
          thumbnail_width: 1,
          thumbnail_height: 1,
        },
      ],
    )
    assert.deepEqual((await oembed('http://localhost/event/alpha/', '&maxwidth=10')).body.width, 200)
    assert.deepEqual((await oembed(withIds('http://localhost/?p=<venue>'))).body.title, 'Hall')
    assert.equal((await oembed('http://localhost/de/event/alpha-auf-deutsch/')).body.title, 'Alpha auf Deutsch')
    const xml = await oembed('http://localhost/organizer/club', '&format=xml')
    assert.match(String(xml.headers['content-type']), /^text\/xml/)
    assert.match(xml.bytes.toString(), /<oembed><version>1.0<\/version>.*<title>Club<\/title>.*&#60;blockquote/)
    for (const url of [
      'http://localhost/',
      'http://localhost/event/nothing/',
      'http://other.example/event/alpha/',
      'http://localhost/event/%E0%A4%A/',
      withIds('http://localhost/?p=<draft>'),
      withIds('http://localhost/?post_type=tribe_venue&p=<alpha>'),
      'http://localhost/event/zqprivate/',
      'no address',
    ]) {
      const refused = await server.ask('GET', `host:/wp-json/oembed/1.0/embed?url=${encodeURIComponent(url)}`, {
        as: 'editor',
      })
      assert.deepEqual([refused.status, refused.body.code], [404, 'oembed_invalid_url'], url)
    }
    const missing = await server.ask('GET', 'host:/wp-json/oembed/1.0/embed')
    assert.deepEqual(missing.body.data.params, ['url'])
  })
})
