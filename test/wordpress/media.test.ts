import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { TEC } from '../../src/core/faces.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import type { Sent } from '../kit/server/listening.ts'
import { withListeningServer } from '../kit/server/with-server.ts'

const png = (width = 8, height = 6) =>
  sharp({ create: { width, height, channels: 3, background: '#c04' } })
    .png()
    .toBuffer()

forEachEngine('pictures in wp/v2', (engine) => {
  const server = withListeningServer(engine)

  /** Sends a request to `/wp-json/…`. */
  const ask = async (method: string, path: string, sent: Sent = {}) => server.send(method, `host:/wp-json${path}`, sent)
  const upload = async (name: string, sent: Sent = {}) =>
    ask('POST', '/wp/v2/media', {
      as: 'author',
      body: new Uint8Array(await png(400, 300)),
      ...sent,
      headers: { 'content-type': 'image/png', 'content-disposition': `attachment; ${name}`, ...sent.headers },
    })

  test('a picture is presented as an attachment', async () => {
    const made = await upload('filename="Fest Ä.png"'.replace('Ä', Buffer.from('Ä').toString('latin1')))
    assert.equal(made.status, 201)
    const { id } = made.body
    assert.equal(made.headers.get('location'), `${server.origin}/wp-json/wp/v2/media/${id}`)
    const file = (size: string) => `${id}-fest-a${size}.png`
    const size = (name: string, width: number, height: number) => ({
      file: file(name),
      width,
      height,
      mime_type: 'image/png',
      source_url: `${server.origin}/media/${file(name)}`,
    })
    assert.deepEqual(made.body, {
      id,
      date: '2030-06-15T12:00:00',
      date_gmt: '2030-06-15T12:00:00',
      guid: { raw: `${server.origin}/media/${file('')}`, rendered: `${server.origin}/media/${file('')}` },
      modified: '2030-06-15T12:00:00',
      modified_gmt: '2030-06-15T12:00:00',
      slug: 'fest-a',
      status: 'inherit',
      type: 'attachment',
      link: `${server.origin}/media/${file('')}`,
      title: { raw: 'Fest Ä', rendered: 'Fest Ä' },
      author: server.ids.author,
      featured_media: 0,
      comment_status: 'closed',
      ping_status: 'closed',
      template: '',
      meta: [],
      version: 1,
      description: { raw: '', rendered: '' },
      caption: { raw: '', rendered: '' },
      alt_text: '',
      media_type: 'image',
      mime_type: 'image/png',
      media_details: {
        width: 400,
        height: 300,
        file: file(''),
        filesize: (await png(400, 300)).length,
        sizes: {
          thumbnail: size('-150x150', 150, 150),
          medium: size('-300x225', 300, 225),
          full: size('', 400, 300),
        },
      },
      post: null,
      source_url: `${server.origin}/media/${file('')}`,
      _links: {
        self: [{ href: `${server.origin}/wp-json/wp/v2/media/${id}` }],
        collection: [{ href: `${server.origin}/wp-json/wp/v2/media` }],
        about: [{ href: `${server.origin}/wp-json/wp/v2/types/attachment` }],
        author: [{ embeddable: true, href: `${server.origin}/wp-json/wp/v2/users/${server.ids.author}` }],
      },
    })
    const edited = await ask('GET', `/wp/v2/media/${id}?context=edit`, { as: 'author' })
    assert.deepEqual(edited.body, made.body)
    const { body: read } = await ask('GET', `/wp/v2/media/${id}`)
    assert.deepEqual([read.title, read.slug], [{ rendered: 'Fest Ä' }, 'fest-a'])
    assert.deepEqual((await server.send('GET', `host:/?rest_route=/wp/v2/media/${id}`)).body, read)
    assert.deepEqual((await ask('GET', `/wp/v2/media/${id}?_fields=id,title`)).body, { id, title: read.title })
    const embedded = (await ask('GET', `/wp/v2/media/${id}?context=embed`)).body
    assert.deepEqual([embedded.status, embedded.alt_text], [undefined, ''])

    const event = { title: 'Fest', start_date: '2030-07-01', end_date: '2030-07-01', image: id }
    const written = await server.send('POST', '/events', { as: 'author', face: TEC, body: event })
    assert.equal(written.body.image.id, id)
  })

  for (const [why, body, title, alt, caption] of [
    ['as text', { title: 'New', alt_text: 'A hall', caption: 'A & B' }, 'New', 'A hall', 'A & B'],
    ['as an object', { title: { raw: '<b>Bold</b><script>x</script>' } }, '<b>Bold</b>x', 'A hall', 'A & B'],
    ['an empty title', { title: '', alt_text: '', caption: { raw: '' } }, '<b>Bold</b>x', '', ''],
  ] as const) {
    test(`the texts of an attachment are updated: ${why}`, async () => {
      const [picture] = (await ask('GET', '/wp/v2/media', { as: 'author' })).body
      const { status, body: changed } = await ask('POST', `/wp/v2/media/${picture.id}`, { as: 'author', body })
      assert.equal(status, 200)
      assert.deepEqual([changed.title, changed.alt_text], [{ raw: title, rendered: title }, alt])
      const rendered = caption && `<p>${caption.replace('&', '&#38;')}</p>\n`
      assert.deepEqual(changed.caption, { raw: caption, rendered })
    })
  }

  test('attachments are uploaded as forms, too, and listed newest first', async () => {
    const form = new FormData()
    form.set('file', new File([new Uint8Array(await png())], 'b.png', { type: 'image/png' }))
    form.set('title', 'From a form')
    form.set('alt_text', 'Red')
    server.clock.now += 60
    const made = await ask('POST', '/wp/v2/media', { as: 'author', body: form })
    assert.deepEqual([made.status, made.body.title.raw, made.body.alt_text], [201, 'From a form', 'Red'])
    assert.deepEqual(Object.keys(made.body.media_details.sizes), ['full'])
    const listed = await ask('GET', '/wp/v2/media?per_page=1&context=edit', { as: 'author' })
    assert.deepEqual(listed.body, [made.body])
    assert.deepEqual([listed.headers.get('x-wp-total'), listed.headers.get('x-wp-totalpages')], ['2', '2'])
    const address = `${server.origin}/wp-json/wp/v2/media`
    assert.ok(listed.headers.get('link')?.includes(`<${address}?per_page=1&context=edit&page=2>; rel="next"`))
    const second = await ask('GET', '/wp/v2/media?per_page=1&page=2', { as: 'author' })
    assert.ok(second.headers.get('link')?.includes(`<${address}?per_page=1&page=1>; rel="prev"`))
    assert.equal(second.body[0].title.rendered, '<b>Bold</b>x')
  })

  for (const [why, name, title] of [
    ['quoted', 'filename="a \\"b\\".png"', 'a "b"'],
    ['bare', 'filename=plain.png', 'plain'],
    ['percent-encoded', "filename=x.png; filename*=UTF-8''S%C3%BCd%20Hof.png", 'Süd Hof'],
    ['badly encoded', "filename*=UTF-8''%E0%A4%A", '%E0%A4%A'],
    ['latin1', 'filename="S\u00fcd.png"', 'Süd'],
    ['with markup', 'filename="<img src=x onerror=alert(1)>Hall.png"', 'Hall'],
  ] as const) {
    test(`the file name of an upload may be ${why}`, async () => {
      const { status, body } = await upload(name)
      assert.deepEqual([status, body.title.raw], [201, title])
    })
  }

  test('an attachment is deleted only with force', async () => {
    const { body: made } = await upload('filename=gone.png')
    const path = `/wp/v2/media/${made.id}`
    for (const [as, query, status, code] of [
      ['guest', '', 401, 'rest_cannot_delete'],
      ['other', '?force=true', 403, 'rest_cannot_delete'],
      ['author', '', 501, 'rest_trash_not_supported'],
      ['author', '?force=false', 501, 'rest_trash_not_supported'],
      ['guest', '?force=maybe', 400, 'rest_invalid_param'],
    ] as const) {
      const refused = await ask('DELETE', path + query, { as })
      assert.deepEqual([refused.status, refused.body.code], [status, code], `${as} ${query}`)
    }
    const { _links, ...previous } = made
    const removed = await ask('DELETE', `${path}?force=1`, { as: 'author' })
    assert.deepEqual([removed.status, removed.body], [200, { deleted: true, previous }])
    assert.equal((await ask('DELETE', `${path}?force=1`, { as: 'author' })).body.code, 'rest_post_invalid_id')
    assert.equal((await server.send('GET', `host:${new URL(made.source_url).pathname}`)).status, 404)
  })

  const named = (type: string, name?: string): Sent => ({
    as: 'author',
    body: 'x',
    headers: {
      'content-type': type,
      ...(name !== undefined && { 'content-disposition': `attachment; filename="${name}"` }),
    },
  })

  test('lists are filtered and sorted', async () => {
    const { body: own } = await upload('filename=zebra.png')
    const { body: other } = await upload('filename=zebra-two.png', { as: 'other' })
    await ask('POST', `/wp/v2/media/${own.id}`, { as: 'author', body: { alt_text: 'Stripes', title: 'Aardvark' } })
    for (const [query, expected] of [
      ['search=ZEBRA', [other.id, own.id]],
      ['search=stripes', [own.id]],
      ['slug=zebra,zebra-two&orderby=id&order=asc', [own.id, other.id]],
      ['search=zebra&orderby=title&order=asc', [own.id, other.id]],
      [`include=${own.id},${other.id}&orderby=include`, [own.id, other.id]],
      [`search=zebra&exclude=${own.id}`, [other.id]],
      [`search=zebra&author=${server.ids.other}`, [other.id]],
      ['search=zebra&media_type=image&mime_type=image/png', [other.id, own.id]],
      ['search=zebra&media_type=video', []],
      ['search=zebra&mime_type=image/jpeg', []],
    ] as const) {
      const { body, headers } = await ask('GET', `/wp/v2/media?${query}`)
      assert.deepEqual(
        body.map(({ id }: { id: number }) => id),
        expected,
        query,
      )
      assert.equal(headers.get('x-wp-total'), String(expected.length))
    }
  })

  test('a picture of a draft is listed only to those who may see it', async () => {
    const { body: picture } = await upload('filename=secret.png')
    const event = {
      title: 'Draft',
      start_date: '2030-07-01',
      end_date: '2030-07-01',
      image: picture.id,
      status: 'draft',
    }
    await server.send('POST', '/events', { as: 'author', body: event })
    for (const [as, count] of [
      ['guest', 0],
      ['subscriber', 0],
      ['contributor', 0],
      ['author', 1],
      ['editor', 1],
    ] as const) {
      const { body, status } = await ask('GET', `/wp/v2/media?include=${picture.id}`, { as })
      assert.deepEqual([status, body.length], [200, count], as)
    }
    assert.equal((await ask('GET', `/wp/v2/media/${picture.id}`)).body.code, 'rest_post_invalid_id')
  })

  const REFUSALS: [why: string, method: string, path: string, sent: Sent, status: number, code: string][] = [
    ['a guest lists for editing', 'GET', '/wp/v2/media?context=edit', {}, 401, 'rest_forbidden_context'],
    ['a page size above 100', 'GET', '/wp/v2/media?per_page=101', {}, 400, 'rest_invalid_param'],
    ['a guest reads for editing', 'GET', '/wp/v2/media/1?context=edit', {}, 401, 'rest_forbidden_context'],
    ['a guest changes', 'POST', '/wp/v2/media/1', { body: { title: 'x' } }, 401, 'rest_cannot_edit'],
    [
      'another author changes',
      'POST',
      '/wp/v2/media/1',
      { as: 'other', body: { title: 'x' } },
      403,
      'rest_cannot_edit',
    ],
    ['a page beyond the last', 'GET', '/wp/v2/media?page=99', { as: 'author' }, 400, 'rest_post_invalid_page_number'],
    ['page zero', 'GET', '/wp/v2/media?page=0', { as: 'author' }, 400, 'rest_invalid_param'],
    ['an unknown picture', 'GET', '/wp/v2/media/99999', {}, 404, 'rest_post_invalid_id'],
    [
      'a guest uploads',
      'POST',
      '/wp/v2/media',
      { body: 'x', headers: { 'content-type': 'image/png' } },
      401,
      'rest_cannot_create',
    ],
    ['a contributor uploads', 'POST', '/wp/v2/media', { as: 'contributor' }, 403, 'rest_cannot_create'],
    [
      'no picture',
      'POST',
      '/wp/v2/media',
      {
        as: 'author',
        body: '<svg/>',
        headers: { 'content-type': 'image/svg+xml', 'content-disposition': 'attachment; filename="x.svg"' },
      },
      400,
      'rest_invalid_param',
    ],
    ['a program', 'POST', '/wp/v2/media', named('application/x-php', 'x.php'), 400, 'rest_invalid_param'],
    ['nothing', 'POST', '/wp/v2/media', { as: 'author' }, 400, 'rest_upload_no_data'],
    [
      'a form without a file',
      'POST',
      '/wp/v2/media',
      { as: 'author', body: new FormData() },
      400,
      'rest_upload_no_data',
    ],
    ['JSON', 'POST', '/wp/v2/media', { as: 'author', body: {} }, 400, 'rest_upload_no_content_disposition'],
    [
      'a picture without a header',
      'POST',
      '/wp/v2/media',
      named('image/png'),
      400,
      'rest_upload_no_content_disposition',
    ],
    [
      'a picture without a name',
      'POST',
      '/wp/v2/media',
      named('image/png', ''),
      400,
      'rest_upload_invalid_disposition',
    ],
  ]
  for (const [why, method, path, sent, status, code] of REFUSALS) {
    test(`refuses: ${why}`, async () => {
      const refused = await ask(method, path, sent)
      assert.deepEqual([refused.status, refused.body.code], [status, code])
    })
  }
})
