import assert from 'node:assert/strict'
import { type Connection, connectionTo } from './connection.ts'

const CONNECTIONS = 12
/** Each connection writes twice. */
const ROUNDS = 24
export const EVENT = { start_date: '2031-05-01 10:00:00', end_date: '2031-05-01 12:00:00' }

/** Opens enough connections to reach every worker process, and sends one request over each. */
export async function openConnections(origin: string): Promise<Connection[]> {
  const connections = Array.from({ length: CONNECTIONS }, () => connectionTo(origin))
  // Sequentially, because processes accept new connections in turn.
  for (const connection of connections) await connection.send('GET', '/events?per_page=1')
  return connections
}

/**
 * Writes a title over each connection in turn and reads it at once over all others, which have cached the previous one.
 */
export async function assertCoherent(connections: Connection[]): Promise<void> {
  const [first] = connections as [Connection]
  const { body: event } = await first.send('POST', '/events', { ...EVENT, title: 'Title 0' })
  const single = `/events/${event.id}`
  const list = '/events?start_date=2031-05-01&end_date=2031-05-01'
  const titleAt = async (connection: Connection, path: string) => {
    const { status, body } = await connection.send('GET', path)
    assert.equal(status, 200, JSON.stringify(body))
    return (path === single ? body : body.events[0]).title as string
  }
  for (let round = 1; round <= ROUNDS; round += 1) {
    const title = `Title ${round}`
    const writer = connections[round % connections.length] as Connection
    const { status, body } = await writer.send('PATCH', single, { title })
    assert.equal(status, 200, JSON.stringify(body))
    const path = round % 2 === 0 ? single : list
    const seen = await Promise.all(connections.map((connection) => titleAt(connection, path)))
    assert.deepEqual([...new Set(seen)], [title])
    // Let each process cache the other address with the current title.
    await Promise.all(connections.map((connection) => titleAt(connection, path === single ? list : single)))
  }
}

/** Changes a site setting, which every process caches, and asserts that all processes use it at once. */
export async function assertSettingsCoherent(connections: Connection[]): Promise<void> {
  for (let round = 1; round <= ROUNDS / 2; round += 1) {
    const currency_symbol = `¤${round}`
    const writer = connections[round % connections.length] as Connection
    const { status, body } = await writer.send('POST', '/events', { ...EVENT, title: 'Priced', cost: '5' })
    assert.equal(status, 201)
    assert.equal((await writer.send('PATCH', '/settings', { currency_symbol })).status, 200)
    const costs = await Promise.all(
      connections.map(async (connection) => (await connection.send('GET', `/events/${body.id}`)).body.cost),
    )
    assert.deepEqual([...new Set(costs)], [`${currency_symbol}5`])
  }
}
