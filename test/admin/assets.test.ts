import { deepEqual, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { signIn } from '../kit/admin/client.ts'
import { withServer } from '../kit/server/with-server.ts'

// Files are the same on both engines.
const server = withServer('sqlite')

const read = async (path: string, coding: string) => {
  const answer = await server.ask('GET', `host:${path}`, { headers: { 'accept-encoding': coding } })
  deepEqual([answer.status, answer.headers['content-encoding'] ?? 'identity'], [200, coding], path)
  match(String(answer.headers['cache-control']), /immutable/, path)
  return answer.bytes
}

test('the modules of the editor are compressed, cached for ever, and small', async () => {
  const client = await signIn(server, 'editor')
  const { html } = await client.get('/admin/events/new')
  const path = /data-editor="([^"]+)"/.exec(html)?.[1] as string
  const seen = new Map<string, number>()
  const queue = [path]
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    seen.set(next, (await read(next, 'br')).length)
    const text = (await read(next, 'identity')).toString()
    for (const [, name = ''] of text.matchAll(/^(?:import|export)\b[^'"();=]*\bfrom\s*['"]([^'"]+)['"]/gm)) {
      match(name, /^\.\/[\w-]+\.js$/, next)
      const found = next.replace(/[^/]+$/, name.slice(2))
      if (!seen.has(found) && !queue.includes(found)) queue.push(found)
    }
  }
  const total = [...seen.values()].reduce((sum, length) => sum + length, 0)
  ok(total <= 150_000, `${total} bytes`)
})

test('the first page needs at most 60 KB without the editor, and its script at most 15 KB', async () => {
  const client = await signIn(server, 'editor')
  const { html } = await client.get('/admin/events')
  const paths = [...html.matchAll(/(?:src|href)="([^"]+\.(?:js|css|woff2|svg)[^"]*)"/g)].map(([, path = '']) => path)
  const lengths = await Promise.all(
    [...new Set(paths)].map(async (path) => {
      const { bytes } = await server.ask('GET', `host:${path}`, { headers: { 'accept-encoding': 'br' } })
      return { path, length: bytes.length }
    }),
  )
  const total = lengths.reduce((sum, { length }) => sum + length, html.length)
  ok(total <= 60_000, `${total} bytes: ${JSON.stringify(lengths)}`)
  const script = lengths.find(({ path }) => path.endsWith('/admin.js'))
  ok(script !== undefined && script.length <= 15_000, JSON.stringify(script))
})
