import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FACES, NATIVE } from '../../src/core/faces.ts'
import { withServer } from '../kit/server/with-server.ts'

const server = withServer('sqlite')

const linked = (page: string) => [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address)

for (const face of FACES) {
  test(`the reference page of the ${face.name} face loads all files from its own root`, async () => {
    const { status, headers, body } = await server.ask('GET', '/docs/', { face, root: 'de' })
    const root = `/de${face.prefix}/${face.namespace}`
    assert.equal(status, 200)
    assert.equal(headers['content-type'], 'text/html; charset=utf-8')
    assert.match(body, /<html lang="de">/)
    assert.match(body, new RegExp(`data-document="${root}/doc\\?${face.languageParameter}=de"`))
    const files = linked(body).filter((address) => !address.startsWith('data:'))
    assert.equal(files.length, 5)
    for (const file of files) {
      assert.ok(file.startsWith(`${root}/doc`), file)
      assert.equal((await server.ask('GET', `host:${file}`)).status, 200, file)
    }
  })
}

test('the reference page is in the requested language', async () => {
  const { body } = await server.ask('GET', '/docs?translation_language=fi')
  assert.match(body, /<html lang="fi">/)
  assert.match(body, /translation_language=fi"/)
  assert.equal((await server.ask('GET', '/docs?translation_language=xx')).status, 400)
})

test('the reference page has no inline script or style and loads nothing from other servers', async () => {
  const { body, headers } = await server.ask('GET', '/docs')
  assert.doesNotMatch(body, /<style|style=|<script>|https?:/)
  const policy = String(headers['content-security-policy'])
  assert.match(policy, /default-src 'none'/)
  assert.doesNotMatch(policy, /unsafe|\*/)
})

test('the title of the site is escaped', async () => {
  await server.ask('POST', '/settings', { as: 'administrator', body: { title: '</title><script>"&' } })
  const { body } = await server.ask('GET', '/docs')
  assert.match(body, /<title>&#60;\/title&#62;&#60;script&#62;&#34;&#38; API<\/title>/)
})

test('browsers may cache the files of Swagger UI forever, since their paths contain its version', async () => {
  const page = (await server.ask('GET', '/docs')).body
  const [bundle = ''] = linked(page).filter((address) => address.endsWith('swagger-ui-bundle.js'))
  assert.match(bundle, /\/docs\/\d+\.\d+\.\d+\//)
  for (const [accepted, encoding] of [
    ['gzip, br', 'br'],
    ['gzip', 'gzip'],
    ['identity', undefined],
    ['gzip;q=0', undefined],
  ] as const) {
    const { headers } = await server.ask('GET', `host:${bundle}`, { headers: { 'accept-encoding': accepted } })
    assert.equal(headers['content-encoding'], encoding)
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.equal(headers['content-type'], 'text/javascript; charset=utf-8')
    assert.match(String(headers.vary), /Accept-Encoding/)
  }
})

test('no other files are served', async () => {
  for (const path of ['/docs/package.json', '/docs/0.0.0/swagger-ui.css', '/docs/..%2f..%2fpackage.json']) {
    assert.equal((await server.ask('GET', path)).status, 404, path)
  }
  const { headers } = await server.ask('GET', '/docs/page.js', { face: NATIVE })
  assert.equal(headers['cache-control'], 'no-cache')
  assert.ok(headers.etag)
})
