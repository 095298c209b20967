import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import { FACES } from '../../src/core/faces.ts'
import { apiReferenceFileRoutes } from '../../src/http/openapi/reference/reference-routes.ts'
import { withServer } from '../kit/server/with-server.ts'

const server = withServer('sqlite')

const linked = (page: string) => [...page.matchAll(/(?:src|href)="([^"#][^"]*)"/g)].map(([, address = '']) => address)

for (const face of FACES) {
  test(`the reference of the ${face.name} face loads all files from its own root`, async () => {
    const { status, headers, body } = await server.ask('GET', '/docs/', { face, root: 'de' })
    const root = `/de${face.prefix}/${face.namespace}`
    assert.equal(status, 200)
    assert.equal(headers['content-type'], 'text/html; charset=utf-8')
    assert.match(body, /<html lang="de">/)
    const files = linked(body).filter((address) => !address.startsWith('data:'))
    assert.equal(files.length, 2)
    assert.ok(files.includes(`${root}/doc?${face.languageParameter}=de`))
    for (const file of files) assert.equal((await server.ask('GET', `host:${file}`)).status, 200, file)
  })

  test(`the reference of the ${face.name} face shows all operations, parameters and schemas of the document`, async () => {
    const { body: page } = await server.ask('GET', '/docs', { face })
    const { body: document } = await server.ask('GET', '/doc', { face })
    const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
    for (const name of Object.keys(document.components.schemas)) assert.ok(ids.has(`schema-${name}`), name)
    for (const [path, item] of Object.entries<Record<string, { operationId?: string }>>(document.paths))
      for (const { operationId = 'With' } of Object.values(item))
        assert.ok(/With/.test(operationId) || ids.has(`operation-${operationId}`), `${path} ${operationId}`)
    for (const [, anchor = ''] of page.matchAll(/href="#([^"]+)"/g)) assert.ok(ids.has(anchor), anchor)
    assert.equal(ids.size, [...page.matchAll(/ id="/g)].length, 'each id occurs once')
    assert.doesNotMatch(page, /undefined|\[object Object/)
  })
}

test('the reference describes an operation with parameters, body, responses and an example', async () => {
  const { body: page } = await server.ask('GET', '/docs')
  const [, operation = ''] = /<article id="operation-createEvent">(.*?)<\/article>/s.exec(page) ?? []
  assert.match(operation, /<span class="method">POST<\/span> <code>\/events<\/code>/)
  assert.match(operation, /Needs credentials/)
  assert.match(operation, /<code>title<\/code>.*?<em>required<\/em>/s)
  assert.match(operation, /<dt><code>201<\/code>.*?<a href="#schema-Event">Event<\/a>/s)
  assert.match(operation, /curl -X POST \\\n {2}-u &#39;name:application password&#39;.*Jazz on the Quay/s)
})

test('the reference is in the requested language', async () => {
  const { body } = await server.ask('GET', '/docs?translation_language=fi')
  assert.match(body, /<html lang="fi">/)
  assert.match(body, /translation_language=fi"/)
  assert.match(body, /Vastaukset/)
  assert.equal((await server.ask('GET', '/docs?translation_language=xx')).status, 400)
})

test('the reference has no script, no inline style and loads nothing from other servers', async () => {
  const { body, headers } = await server.ask('GET', '/docs')
  assert.doesNotMatch(body, /<style|style=|<script|(src|href)="https?:/)
  const policy = String(headers['content-security-policy'])
  assert.match(policy, /default-src 'none'/)
  assert.doesNotMatch(policy, /script|unsafe|\*/)
})

test('the title of the site is escaped', async () => {
  const { title } = (await server.ask('GET', '/settings', { as: 'administrator' })).body
  await server.ask('POST', '/settings', { as: 'administrator', body: { title: '</title><script>"&' } })
  const { body } = await server.ask('GET', '/docs')
  assert.match(body, /<title>&#60;\/title&#62;&#60;script&#62;&#34;&#38; API<\/title>/)
  await server.ask('POST', '/settings', { as: 'administrator', body: { title } })
})

test('page, style sheet and font together are at most 150 KB compressed', async () => {
  const { bytes } = await server.ask('GET', '/docs')
  let total = brotliCompressSync(bytes).length
  for (const { path } of apiReferenceFileRoutes()) {
    const file = await server.ask('GET', path)
    assert.equal(file.headers['cache-control'], 'public, max-age=31536000, immutable')
    total += file.bytes.length
  }
  assert.ok(total <= 150_000, `${total} bytes`)
})
