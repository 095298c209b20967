import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { createServer as createTcp } from 'node:net'
import { test } from 'node:test'
import { EVENT } from '../kit/calendar/makers.ts'
import { withServer } from '../kit/server/with-server.ts'

const server = withServer('sqlite', { allowPrivateFetch: false })

test('responses to authors do not reveal open ports, and no connection is made', async () => {
  let connections = 0
  const listener = createTcp((socket) => {
    connections += 1
    socket.end('SSH-2.0-OpenSSH_9.2\r\n')
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const { port } = listener.address() as AddressInfo
  const responses = new Set<string>()
  for (const image of [
    `http://127.0.0.1:${port}/a.png`,
    'http://127.0.0.1:1/a.png',
    `http://localhost:${port}/a.png`,
    `http://[::ffff:127.0.0.1]:${port}/a.png`,
    `http://2130706433:${port}/a.png`,
    `http://0x7f000001:${port}/a.png`,
    `http://017700000001:${port}/a.png`,
    `http://127.1:${port}/a.png`,
    `http://0:${port}/a.png`,
    `http://127.0.0.1.:${port}/a.png`,
    `http://１２７.0.0.1:${port}/a.png`,
    `http://[::]:${port}/a.png`,
    `http://[fe80::1]:${port}/a.png`,
    `http://[fd00::1]:${port}/a.png`,
    `http://[64:ff9b::7f00:1]:${port}/a.png`,
    `http://[2002:7f00:1::]:${port}/a.png`,
    'http://169.254.169.254/latest/meta-data/',
    'http://[fd00:ec2::254]/latest/',
    'http://metadata.invalid/a.png',
    `http://user:secret@127.0.0.1:${port}/`,
    'file:///etc/passwd',
    'gopher://127.0.0.1/',
    'data:image/png;base64,AAAA',
    'http://localhost/cal/events/v1/events',
  ]) {
    const { status, body } = await server.ask('POST', '/events', { as: 'author', body: { ...EVENT, image } })
    responses.add(JSON.stringify([status, body]))
  }
  listener.close()
  assert.equal(connections, 0)
  assert.equal(responses.size, 1, [...responses].join('\n'))
})
