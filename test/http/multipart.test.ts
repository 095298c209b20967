import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import type { Received } from '../kit/server/listening.ts'
import { withListeningServer } from '../kit/server/with-server.ts'

const MIB = 1024 * 1024
// Bodies are parsed before anything is stored, so one engine is enough.
const server = withListeningServer('sqlite')

const field = (name: string, text: string, more = '', headers = '') =>
  `--X\r\nContent-Disposition: form-data; name="${name}"${more}\r\n${headers}\r\n${text}\r\n`
const file = (name: string, text: string) => field(name, text, '; filename="a.png"', 'Content-Type: image/png\r\n')
const END = '--X--\r\n'
const DATES = field('start_date', '2030-07-01') + field('end_date', '2030-07-01')

const post = (
  path: string,
  body: string,
  { type = 'multipart/form-data; boundary=X', method = 'POST' } = {},
): Promise<Received> => server.send(method, path, { as: 'editor', body, headers: { 'content-type': type } })

test('fields nest as in other forms, and files are ignored', async () => {
  const parts = [
    field('title', 'first'),
    field('title', 'Größe & <b>mehr</b>'),
    field('organizer[0][organizer]', 'Kulturverein'),
    field('categories[]', 'Musik'),
    field('categories[]', 'Tanz'),
    field('venue', '{"venue":"Hall"}', '', 'Content-Type: application/json\r\n'),
    file('file', 'x'.repeat(2 * MIB)),
    field('featured', '1'),
  ]
  const { status, body } = await post('/events', parts.join('') + DATES + END)
  assert.equal(status, 201)
  assert.deepEqual(
    [body.title, body.organizer[0].organizer, body.venue.venue, body.featured],
    ['Größe & <b>mehr</b>', 'Kulturverein', 'Hall', true],
  )
  assert.deepEqual(
    body.categories.map(({ name }: { name: string }) => name),
    ['Musik', 'Tanz'],
  )
  for (const method of ['POST', 'PUT', 'PATCH']) {
    const changed = await post(`/events/${body.id}?title=query`, field('title', method) + END, { method })
    assert.deepEqual([changed.status, changed.body.title], [200, method])
  }
  assert.equal((await post(`/events/${body.id}`, field('id', '1') + END)).body.code, 'rest_invalid_param')
  assert.equal((await post(`/events/${body.id}`, END, { method: 'DELETE' })).status, 200)
})

test('bodies of browsers and libraries are parsed', async () => {
  for (const [title, body] of [
    ['unquoted names', `--X\r\nContent-Disposition: form-data; name=venue\r\n\r\nunquoted names\r\n${END}`],
    ['a preamble', `ignored\r\n${field('venue', 'a preamble')}${END}ignored`],
    ['an encoding', field('venue', 'an encoding', '', 'Content-Type: text/plain; charset=nonsense\r\n') + END],
  ] as const) {
    const { status, body: venue } = await post('/venues', body)
    assert.deepEqual([status, venue.venue], [201, title])
  }
  const form = new FormData()
  form.set('venue', 'of fetch')
  form.set('picture', new Blob(['x']), 'x.png')
  assert.equal((await server.send('POST', '/venues', { as: 'editor', body: form })).status, 201)
})

for (const [why, body, status, code, options] of [
  ['no boundary', 'abc', 400, 'rest_invalid_body', { type: 'multipart/form-data' }],
  ['no parts', 'abc', 400, 'rest_invalid_body'],
  ['an end in a field', field('title', 'abc').slice(0, -2), 400, 'rest_invalid_body'],
  ['an end in a file', file('file', 'abc').slice(0, -2), 400, 'rest_invalid_body'],
  ['an end in a header', '--X\r\nContent-Dispo', 400, 'rest_invalid_body'],
  [
    'a field that says it is JSON and is not',
    field('title', '{', '', 'Content-Type: application/json\r\n') + END,
    400,
    'rest_invalid_body',
  ],
  ['a field called __proto__', field('__proto__', 'x') + END, 400, 'rest_invalid_body'],
  ['nothing', '', 400, 'rest_missing_callback_param'],
  ['a part without headers', `--X\r\n\r\nabc\r\n${END}`, 400, 'rest_missing_callback_param'],
  [
    'a part without a name',
    `--X\r\nContent-Disposition: form-data\r\n\r\nabc\r\n${END}`,
    400,
    'rest_missing_callback_param',
  ],
  ['half a character', field('title', '\ud800') + DATES + END, 201, undefined],
  [
    'parts of another kind',
    field('title', 'x') + END,
    400,
    'rest_missing_callback_param',
    { type: 'multipart/mixed; boundary=X' },
  ],
  ['a field over 1 MiB', field('title', 'x'.repeat(MIB + 1)) + END, 413, 'rest_body_too_large'],
  ['fields over 1 MiB together', field('a', 'x'.repeat(MIB / 2)).repeat(3) + END, 413, 'rest_body_too_large'],
  [
    'fields of JSON over 1 MiB together',
    field('a', `["${'x'.repeat(MIB / 2)}"]`, '', 'Content-Type: application/json\r\n').repeat(3) + END,
    413,
    'rest_body_too_large',
  ],
  ['a file over 20 MiB', file('file', 'x'.repeat(20 * MIB + 1)) + END, 413, 'rest_body_too_large'],
  ['a file over 20 MiB without an end', file('file', 'x'.repeat(24 * MIB)), 413, 'rest_body_too_large'],
  ['too many files', file('file', 'x').repeat(11) + END, 413, 'rest_body_too_large'],
  ['too many parts', field('a', 'x').repeat(2001) + END, 413, 'rest_body_too_large'],
] as [string, string, number, string | undefined, { type: string }?][]) {
  test(`${why} is ${status}`, async () => {
    const answer = await post('/events', body, options)
    assert.deepEqual([answer.status, answer.body.code], [status, code])
    if (code) assert.equal(answer.body.data.status, status)
    const upload = await post('/media', body, options)
    const expected =
      status === 413 || code === 'rest_invalid_body' ? [status, code] : [400, 'rest_missing_callback_param']
    assert.deepEqual(
      [upload.status, upload.body.code],
      why.startsWith('a part without') ? [400, upload.body.code] : expected,
    )
  })
}

test('an unknown address is 404 even with an invalid body', async () => {
  const { status, body } = await post('/nothing', 'garbage')
  assert.deepEqual([status, body.code], [404, 'rest_no_route'])
})

test('the server survives a client that disconnects while sending', async () => {
  for (const path of ['/cal/events/v1/events', '/cal/events/v1/media']) {
    await new Promise<void>((resolve) => {
      const socket = connect(Number(new URL(server.origin).port), '127.0.0.1', () => {
        const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=X\r\nContent-Length: 9000\r\n\r\n`
        socket.write(head + file('file', 'abc'), () => socket.destroy())
      })
      socket.on('close', () => resolve())
    })
  }
  assert.equal((await server.send('GET', 'host:/health')).status, 200)
})
