import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import sharp from 'sharp'
import { FACES } from '../../src/core/faces.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import type { Sent } from '../kit/server/listening.ts'
import { withListeningServer } from '../kit/server/with-server.ts'

const png = (width = 8, height = 6) =>
  sharp({ create: { width, height, channels: 3, background: '#c04' } })
    .png()
    .toBuffer()

const form = async (fields: Record<string, string> = {}, { name = 'Hall.png', bytes = png() } = {}) => {
  const made = new FormData()
  for (const [field, text] of Object.entries(fields)) made.append(field, text)
  made.append('file', new File([new Uint8Array(await bytes)], name, { type: 'image/png' }))
  return made
}

const MIB = 1024 * 1024
const padded = async (size: number) => {
  const head = await png()
  return Buffer.concat([head, Buffer.alloc(size - head.length, 0xa7)])
}

forEachEngine('pictures over HTTP', (engine) => {
  const server = withListeningServer(engine)

  const upload = async (as: Sent['as'] = 'author', fields: Record<string, string> = {}, bytes = png()) =>
    (await server.send('POST', '/media', { as, body: await form(fields, { bytes }) })).body

  for (const face of FACES) {
    test(`a picture is uploaded, read, changed and removed on the ${face.name} face`, async () => {
      const as = 'author'
      const fields = { title: 'The <b>hall</b><script>', alt: 'A red\nhall', caption: 'Seen from the street' }
      const made = await server.send('POST', '/media', { as, face, body: await form(fields, { bytes: png(200, 100) }) })
      const { id } = made.body
      const root = `${server.origin}${face.prefix}/${face.namespace}/media`
      const url = `${server.origin}/media/${id}-hall`
      assert.equal(made.status, 201)
      assert.equal(made.headers.get('location'), `${root}/${id}`)
      assert.equal(made.headers.get('allow'), 'GET, POST')
      assert.deepEqual(made.body, {
        id,
        author: String(server.ids.author),
        date: '2030-06-15 12:00:00',
        date_utc: '2030-06-15 12:00:00',
        title: 'The <b>hall</b>',
        alt: 'A red hall',
        caption: 'Seen from the street',
        credit: '',
        focus: 'center',
        alt_texts: {},
        url: `${url}.png`,
        extension: 'png',
        width: 200,
        height: 100,
        filesize: (await png(200, 100)).length,
        sizes: {
          thumbnail: { width: 150, height: 100, 'mime-type': 'image/png', url: `${url}-150x100.png` },
        },
        mime_type: 'image/png',
        rest_url: `${root}/${id}`,
        version: 1,
      })
      const read = await server.send('GET', `/media/${id}`, { face })
      assert.deepEqual([read.status, read.headers.get('allow'), read.body], [200, 'GET', made.body])
      assert.match(read.headers.get('etag') ?? '', /^"/)
      const refused = await server.send('POST', `/media/${id}`, {
        as,
        face,
        body: { focus: 'here', alt_texts: { xx: 'a' } },
      })
      assert.deepEqual([refused.status, Object.keys(refused.body.data.params)], [400, ['focus', 'alt_texts']])
      for (const [method, body, title, alt, version] of [
        ['POST', { title: 'One' }, 'One', 'A red hall', 2],
        ['PUT', { alt: null, id }, 'One', '', 3],
        ['PATCH', new URLSearchParams({ title: 'Two', alt: 'x', unknown: 'y' }), 'Two', 'x', 4],
      ] as const) {
        const changed = await server.send(method, `/media/${id}`, { as, face, body })
        assert.deepEqual([changed.status, changed.body], [200, { ...made.body, title, alt, version }], method)
      }
      const removed = await server.send('DELETE', `/media/00${id}`, { as, face })
      assert.deepEqual([removed.status, removed.body], [200, { ...made.body, title: 'Two', alt: 'x', version: 4 }])
      assert.equal(removed.headers.get('allow'), 'GET, DELETE, POST, PUT, PATCH')
      assert.deepEqual(
        [
          (await server.send('GET', `/media/${id}`, { face })).body.code,
          (await server.send('GET', `host:/media/${id}-hall.png`)).status,
        ],
        ['picture-not-found', 404],
      )
    })
  }

  test('the body may be the picture itself', async () => {
    const { status, body } = await server.send('POST', '/media?title=Raw&alt=bytes', {
      as: 'contributor',
      body: new Uint8Array(await png()),
      headers: { 'content-type': 'image/png' },
    })
    assert.deepEqual([status, body.code], [403, 'rest_forbidden'])
    const made = await server.send('POST', '/media?title=Raw&alt=bytes', {
      as: 'author',
      body: new Uint8Array(await png()),
      headers: { 'content-type': 'Image/PNG', 'content-disposition': 'attachment; filename="raw.png"' },
    })
    const { title, alt, url, id } = made.body
    assert.deepEqual([made.status, title, alt, url], [201, 'Raw', 'bytes', `${server.origin}/media/${id}-raw.png`])
  })

  test('a picture is also served as AVIF, in each size and whole; its former AVIF files lead to a new file', async () => {
    const { id } = await upload('author', {}, png(400, 200))
    for (const size of ['300x150', '400x200']) {
      const response = await server.send('GET', `host:/media/${id}-hall-${size}.avif`)
      assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'image/avif'])
    }
    for (const other of ['301x150.avif', '150x150.avif', '300x150.webp'])
      assert.equal((await server.send('GET', `host:/media/${id}-hall-${other}`)).status, 404, other)
    const file = await form({}, { bytes: png(500, 250) })
    assert.equal((await server.send('PUT', `/media/${id}/file`, { as: 'author', body: file })).status, 200)
    const former = await server.send('GET', `host:/media/${id}-hall-400x200.avif`)
    assert.deepEqual([former.status, former.headers.get('content-type')], [200, 'image/png'])
  })

  test('callers who may upload list pictures in pages, newest first', async () => {
    const ids: number[] = []
    for (let count = 0; count < 3; count += 1) ids.unshift((await upload()).id)
    for (const face of FACES) {
      const listed = await server.send('GET', '/media?per_page=2', { as: 'author', face })
      const { media, total, ...links } = listed.body
      const root = `${server.origin}${face.prefix}/${face.namespace}/media/`
      assert.deepEqual(
        media.map(({ id }: { id: number }) => id),
        ids.slice(0, 2),
      )
      assert.equal(listed.headers.get('x-tec-total'), String(total))
      assert.equal(listed.headers.get('x-tec-totalpages'), String(Math.ceil(total / 2)))
      assert.deepEqual(links, {
        rest_url: `${root}?page=1&per_page=2`,
        next_rest_url: `${root}?per_page=2&page=2`,
        total_pages: Math.ceil(total / 2),
      })
      assert.deepEqual(media[0], (await server.send('GET', `/media/${ids[0]}`, { face })).body)
      const beyond = await server.send('GET', '/media?page=99', { as: 'editor', face })
      assert.deepEqual([beyond.status, beyond.body.media], [200, []])
    }
  })

  test('records that showed a deleted picture have none', async () => {
    const { id } = await upload()
    const event = { title: 'Fest', start_date: '2030-07-01', end_date: '2030-07-01', image: id }
    const made = await server.send('POST', '/events', { as: 'author', body: event })
    assert.equal(made.body.image.id, id)
    assert.equal((await server.send('DELETE', `/media/${id}`, { as: 'editor' })).status, 200)
    const read = await server.send('GET', `/events/${made.body.id}`)
    assert.deepEqual([read.status, read.body.image], [200, false])
  })

  for (const [as, method, status] of [
    ['guest', 'POST', 401],
    ['guest', 'DELETE', 401],
    ['subscriber', 'PATCH', 403],
    ['contributor', 'DELETE', 403],
    ['other', 'PUT', 403],
    ['other', 'DELETE', 403],
    ['editor', 'PUT', 200],
    ['administrator', 'DELETE', 200],
  ] as const) {
    test(`${method} on a picture of an author by ${as} is ${status}`, async () => {
      const { id } = await upload()
      const answer = await server.send(method, `/media/${id}`, { as, body: { title: 'Changed' } })
      assert.equal(answer.status, status)
      assert.equal(answer.headers.get('allow'), status === 200 ? 'GET, DELETE, POST, PUT, PATCH' : 'GET')
      const { body } = await server.send('GET', `/media/${id}`)
      if (status !== 200) assert.deepEqual([answer.body.code, body.title], ['rest_forbidden', 'Hall'])
    })
  }

  const REFUSALS: [
    why: string,
    method: string,
    path: string,
    sent: Sent,
    status: number,
    code: string,
    name?: string,
  ][] = [
    ['a guest lists', 'GET', '/media', {}, 401, 'rest_forbidden'],
    ['a contributor lists', 'GET', '/media', { as: 'contributor' }, 403, 'rest_forbidden'],
    ['page zero, of a guest', 'GET', '/media?page=0', {}, 400, 'rest_invalid_param', 'page'],
    ['an unknown id', 'GET', '/media/99999', {}, 404, 'picture-not-found'],
    ['an id beyond all', 'GET', '/media/99999999999999999999', {}, 404, 'picture-not-found'],
    ['an id that is none', 'GET', '/media/abc', {}, 404, 'rest_no_route'],
    ['an unknown id, removed by a guest', 'DELETE', '/media/99999', {}, 404, 'picture-not-found'],
    ['a subscriber uploads', 'POST', '/media', { as: 'subscriber', body: '' }, 403, 'rest_forbidden'],
    ['no file', 'POST', '/media', { as: 'author', body: { title: 'x' } }, 400, 'rest_missing_callback_param'],
    ['another method', 'PUT', '/media', { as: 'author' }, 404, 'rest_no_route'],
    [
      'a wrong credential',
      'GET',
      '/media/1',
      { headers: { authorization: 'Bearer alm_x' } },
      401,
      'rest_invalid_token',
    ],
  ]
  for (const face of FACES) {
    for (const [why, method, path, sent, status, code, name] of REFUSALS) {
      test(`refuses on the ${face.name} face: ${why}`, async () => {
        const { body, ...refused } = await server.send(method, path, { ...sent, face })
        assert.deepEqual([refused.status, body.code, body.data.status], [status, code, status])
        if (name) assert.deepEqual(Object.keys(body.data.params), [name])
      })
    }
  }

  test('refuses files that are not pictures, naming the part', async () => {
    for (const [name, bytes] of [
      ['x.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
      ['x.png', Buffer.from('hello')],
      ['x.png', Buffer.alloc(0)],
      ['x.png', (await png(300, 300)).subarray(0, 200)],
    ] as const) {
      const body = await form({}, { name, bytes: Promise.resolve(bytes) as ReturnType<typeof png> })
      const refused = await server.send('POST', '/media', { as: 'author', body })
      assert.equal(refused.body.code, 'rest_invalid_param')
      assert.deepEqual(Object.keys(refused.body.data.params), ['file'])
    }
  })

  test('refuses values that are not text, naming all of them', async () => {
    const { id } = await upload()
    const body = { title: '', alt: 5, id: id + 1 }
    const refused = await server.send('POST', `/media/${id}`, { as: 'author', body })
    assert.deepEqual(Object.keys(refused.body.data.params).sort(), ['alt', 'id', 'title'])
    assert.equal((await upload('author', { title: ' ' })).code, 'rest_invalid_param')
  })

  test('accepts 20 MiB and refuses one byte more, in each kind of body', async () => {
    for (const [size, status] of [
      [20 * MIB, 201],
      [20 * MIB + 1, 413],
      [24 * MIB, 413],
    ] as const) {
      const bytes = await padded(size)
      const headers = { 'content-type': 'image/png' }
      const chunks = new Blob([new Uint8Array(bytes)])
      for (const [how, sent] of [
        ['a form', { body: await form({}, { bytes: Promise.resolve(bytes) as ReturnType<typeof png> }) }],
        ['raw', { body: chunks, headers }],
        ['raw in chunks', { body: chunks.stream() as never, headers }],
      ] as [string, Sent][]) {
        const answer = await server.send('POST', '/media', { as: 'author', ...sent })
        assert.equal(answer.status, status, `${how}, ${size}`)
        if (status === 413) assert.equal(answer.body.code, 'rest_body_too_large')
        else await server.send('DELETE', `/media/${answer.body.id}`, { as: 'author' })
      }
    }
  })

  test('does not read the body of a caller who may not upload', async () => {
    let sent = 0
    const endless = new ReadableStream({
      pull(controller) {
        sent += 1
        if (sent > 1000) controller.close()
        else controller.enqueue(Buffer.alloc(64 * 1024))
      },
    })
    const refused = await server.send('POST', '/media', {
      body: endless as never,
      headers: { 'content-type': 'image/png' },
    })
    assert.deepEqual([refused.status, refused.body.code], [401, 'rest_forbidden'])
    assert.ok(sent < 1000)
  })
})

forEachEngine('files of pictures', (engine) => {
  const server = withListeningServer(engine)
  let id: number
  before(async () => {
    const body = await form({}, { bytes: png(400, 300) })
    id = (await server.send('POST', '/media', { as: 'author', body })).body.id
  })

  for (const [what, ending, width, height] of [
    ['the original', '', 400, 300],
    ['a size', '-300x225', 300, 225],
    ['a cropped size', '-150x150', 150, 150],
  ] as const) {
    test(`${what} may be cached for a year`, async () => {
      for (const root of ['', '/de']) {
        const { status, headers, bytes } = await server.send('GET', `host:${root}/media/${id}-hall${ending}.png`)
        assert.equal(status, 200)
        const named = [
          'content-type',
          'cache-control',
          'x-content-type-options',
          'content-security-policy',
          'content-length',
        ]
        assert.deepEqual(
          named.map((name) => headers.get(name)),
          ['image/png', 'public, max-age=31536000, immutable', 'nosniff', "default-src 'none'", String(bytes.length)],
        )
        const metadata = await sharp(bytes).metadata()
        assert.deepEqual([metadata.width, metadata.height], [width, height])
      }
    })
  }

  test('a client that has the file gets 304, and HEAD gets no body', async () => {
    const path = `host:/media/${id}-hall-300x225.png`
    const { headers, bytes } = await server.send('GET', path)
    const etag = headers.get('etag') as string
    for (const known of [etag, `"other", ${etag}`, etag.replace('W/', ''), '*']) {
      const again = await server.send('GET', path, { headers: { 'if-none-match': known } })
      assert.deepEqual([again.status, again.bytes.length, again.headers.get('etag')], [304, 0, etag], known)
      assert.equal(again.headers.get('cache-control'), 'public, max-age=31536000, immutable')
    }
    const other = await server.send('GET', `host:/media/${id}-hall.png`)
    assert.notEqual(other.headers.get('etag'), etag)
    assert.equal((await server.send('GET', path, { headers: { 'if-none-match': '"x"' } })).status, 200)
    const head = await server.send('HEAD', path)
    assert.deepEqual([head.status, head.bytes.length], [200, 0])
    assert.equal(head.headers.get('content-length'), String(bytes.length))
  })

  for (const path of [
    '99999-hall.png',
    'hall.png',
    'x-hall.png',
    'ID-other.png',
    'ID-hall-300x226.png',
    'ID-hall.png.png',
    'ID-hall.jpg',
    'ID-hall%00.png',
    'ID-hall.png%2F..%2F..%2Falmanac.db',
    '..%2Falmanac.db',
    '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    '..%5Calmanac.db',
    '',
  ]) {
    test(`${path} is not a file`, async () => {
      const { status, headers, body } = await server.send('GET', `host:/media/${path.replace('ID', String(id))}`)
      assert.equal(status, 404)
      assert.equal(headers.get('cache-control'), null)
      assert.ok(['picture-not-found', 'rest_no_route'].includes(body.code))
    })
  }
})
