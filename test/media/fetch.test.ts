import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { type FetchOptions, fetchPicture } from '../../src/media/fetch-picture.ts'
import { ORIGINAL_BYTES_MAX } from '../../src/media/validate-picture.ts'

const PICTURE = Buffer.from('as good as a picture')

const requestedPaths: string[] = []
let origin = ''
let port = 0
/** A response of the test server may set this to false, to forbid private addresses for the rest of the fetch. */
let allowPrivate = true

const handleRequest: RequestListener = (request, response) => {
  const url = new URL(request.url as string, origin)
  requestedPaths.push(url.pathname)
  const redirect = (location: string) => response.writeHead(302, { location }).end()
  const hops = /^\/hops\/(\d+)$/.exec(url.pathname)
  if (hops) return redirect(hops[1] === '0' ? '/pic.png' : `/hops/${Number(hops[1]) - 1}`)
  if (url.pathname === '/to') {
    if (url.searchParams.has('forbid')) allowPrivate = false
    return redirect(url.searchParams.get('url') as string)
  }
  const pages: Record<string, () => void> = {
    '/no-location': () => response.writeHead(301).end(),
    '/text': () => response.writeHead(200, { 'content-type': 'text/html' }).end(PICTURE),
    '/no-type': () => response.writeHead(200).end(PICTURE),
    '/missing': () => response.writeHead(404, { 'content-type': 'image/png' }).end(PICTURE),
    '/partial': () => response.writeHead(206, { 'content-type': 'image/png' }).end(PICTURE),
    '/announced': () => {
      response.writeHead(200, { 'content-type': 'image/png', 'content-length': ORIGINAL_BYTES_MAX + 1 }).write(PICTURE)
    },
    '/endless': () => {
      response.writeHead(200, { 'content-type': 'image/png' })
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(1 << 20)));
      }
      response.on('drain', more)
      more()
    },
    '/cut': () => {
      response.writeHead(200, { 'content-type': 'image/png', 'content-length': 100 }).write(PICTURE)
      setTimeout(() => response.destroy(), 20)
    },
    '/silent': () => {},
    '/slow': () => {
      response.writeHead(200, { 'content-type': 'image/png' })
      const drip = setInterval(() => response.write('.'), 20)
      response.on('close', () => clearInterval(drip))
    },
  }
  const page = pages[url.pathname]
  if (page) return page()
  response.writeHead(200, { 'content-type': 'Image/PNG; x=y' }).end(PICTURE)
}

const server = createServer(handleRequest)

before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
  origin = `http://127.0.0.1:${port}`
})
after(() => {
  server.closeAllConnections()
  server.close()
})

/** Fetches a picture from the test server. @returns the picture, or the reason of the failure */
async function fetched(url: string, options: Partial<FetchOptions> = {}) {
  allowPrivate = true
  let why = ''
  const picture = await fetchPicture(url, {
    get allowPrivate() {
      return allowPrivate
    },
    onFailure: (text) => {
      why = text
    },
    ...options,
  })
  return { picture, why }
}

test('fetches a picture and takes the file name from the URL', async () => {
  const { picture } = await fetched(`${origin}/2026/Sommer%20fest.png?x=1#y`)
  assert.deepEqual(picture, { bytes: PICTURE, name: 'Sommer fest.png' })
})

test('a file name that cannot be decoded stays encoded', async () => {
  assert.equal((await fetched(`${origin}/a%ff.png`)).picture?.name, 'a%ff.png')
  assert.equal((await fetched(`${origin}/`)).picture?.name, '')
})

test('follows three redirects, but not four; the file name is that of the first URL', async () => {
  assert.deepEqual((await fetched(`${origin}/hops/2`)).picture, { bytes: PICTURE, name: '2' })
  assert.match((await fetched(`${origin}/hops/3`)).why, /redirects/)
})

test('resolves a host name once and connects to the checked address', async () => {
  const hosts: string[] = []
  const resolve = async (host: string) => {
    hosts.push(host)
    return ['127.0.0.1']
  }
  const { picture } = await fetched(`http://pictures.example:${port}/pic.png`, { resolve })
  assert.deepEqual(picture?.bytes, PICTURE)
  assert.deepEqual(hosts, ['pictures.example'])
})

for (const [path, why] of [
  ['/text', /text\/html/],
  ['/no-type', /is ""/],
  ['/missing', /404/],
  ['/partial', /206/],
  ['/announced', /too large/],
  ['/endless', /too large/],
  ['/cut', /aborted|hang up/],
  ['/no-location', /redirects/],
  ['/to?url=ftp://127.0.0.1/', /may not be fetched/],
  ['/to?url=file:///etc/passwd', /may not be fetched/],
  ['/to?url=http://user:secret@127.0.0.1/', /may not be fetched/],
  ['/to?url=http://[', /may not be fetched/],
] as const) {
  test(`rejects ${path}`, async () => {
    const result = await fetched(`${origin}${path}`)
    assert.equal(result.picture, undefined)
    assert.match(result.why, why)
  })
}

for (const path of ['/silent', '/slow']) {
  test(`times out: ${path}`, async () => {
    const { picture, why } = await fetched(`${origin}${path}`, { totalTimeoutMs: 200 })
    assert.equal(picture, undefined)
    assert.match(why, /abort|timeout/i)
  })
}

test('DNS queries time out', async () => {
  const resolve = () => new Promise<string[]>(() => {})
  const { picture } = await fetched('http://pictures.example/', { resolve, totalTimeoutMs: 100 })
  assert.equal(picture, undefined)
})

test('a closed port, an unknown host and an invalid URL do not throw', async () => {
  const resolve = () => Promise.reject(new Error('ENOTFOUND'))
  assert.match((await fetched('http://127.0.0.1:1/x.png')).why, /ECONNREFUSED/)
  assert.match((await fetched('http://nowhere.example/x.png', { resolve })).why, /ENOTFOUND/)
  for (const url of ['', 'x', 'http://', 'http://a b/', 'gopher://example.org/']) {
    assert.match((await fetched(url)).why, /may not be fetched/)
  }
})

for (const host of [
  '127.0.0.1',
  '2130706433',
  '0177.0.0.1',
  '0x7f.1',
  '127.1',
  '１２７.0.0.1',
  '127.0.0.1.',
  '0',
  '10.1.2.3',
  '169.254.169.254',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[2002:7f00:1::]',
]) {
  test(`rejects the host ${host}`, async () => {
    requestedPaths.length = 0
    const { picture, why } = await fetched(`http://${host}:${port}/pic.png`, { allowPrivate: false })
    assert.equal(picture, undefined)
    assert.match(why, /is not a public address/)
    assert.deepEqual(requestedPaths, [])
  })
}

test('rejects host names that resolve to private addresses', async () => {
  requestedPaths.length = 0
  assert.match((await fetched(`http://localhost:${port}/`, { allowPrivate: false })).why, /no public address/)
  for (const addresses of [['127.0.0.1'], ['::1', '10.0.0.1'], ['::ffff:7f00:1'], ['nonsense'], []]) {
    const { why } = await fetched(`http://x.example:${port}/`, { allowPrivate: false, resolve: async () => addresses })
    assert.match(why, /no public address/)
  }
  assert.deepEqual(requestedPaths, [])
})

for (const to of [
  'http://127.0.0.1:PORT/pic.png',
  'http://0x7f.1:PORT/',
  '/pic.png',
  'http://x.example:PORT/pic.png',
]) {
  test(`checks the target of a redirect: ${to}`, async () => {
    requestedPaths.length = 0
    const target = encodeURIComponent(to.replace('PORT', String(port)))
    const { picture, why } = await fetched(`${origin}/to?forbid&url=${target}`, { resolve: async () => ['127.0.0.1'] })
    assert.equal(picture, undefined)
    assert.match(why, /public address/)
    assert.deepEqual(requestedPaths, ['/to'])
  })
}

test('sends no information about the caller', async () => {
  const seen: string[] = []
  const listener: RequestListener = (request) => seen.push(...Object.keys(request.headers))
  server.on('request', listener)
  await fetched(`${origin}/pic.png`)
  server.off('request', listener)
  assert.deepEqual(seen.sort(), ['accept', 'accept-encoding', 'connection', 'host', 'user-agent'])
})
