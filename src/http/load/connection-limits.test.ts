import { equal } from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { test } from 'node:test'
import { limitConnectionsOfServer } from './connection-limits.ts'

test('connections beyond the limit are closed, and others are accepted when there is room again', async () => {
  let madeRoom = 0
  const server = createServer()
  limitConnectionsOfServer(server, 1, () => {
    madeRoom += 1
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const open = () => connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
  const first = open()
  await once(server, 'connection')
  const second = open()
  await once(second, 'close')
  equal(madeRoom, 1)
  equal(first.destroyed, false)
  first.destroy()
  await once(first, 'close')
  const third = open()
  await once(server, 'connection')
  equal(third.destroyed, false)
  third.destroy()
  server.close()
})
