import assert from 'node:assert/strict'
import type { TestEngine } from '../engines/engines.ts'
import { type Connection, connectionTo } from './connection.ts'

const CONNECTIONS = 12
const ROUNDS = 30
/** A write must be visible to other processes within this time on PostgreSQL. */
const NOTICE_MS = 50
/** On a busy machine a notification may take longer than `NOTICE_MS`; one that takes longer than this is lost. */
const PATIENCE_MS = 10_000

export const EVENT = { start_date: '2031-05-01 10:00:00', end_date: '2031-05-01 12:00:00' }

/** Opens enough connections to reach every worker process, and sends one request over each. */
export async function openConnections(origin: string): Promise<Connection[]> {
  const connections = Array.from({ length: CONNECTIONS }, () => connectionTo(origin))
  // Sequentially, because processes accept new connections in turn.
  for (const connection of connections) await connection.send('GET', '/events?per_page=1')
  return connections
}

/**
 * Writes a title over each connection in turn and reads it over all others, which have cached the previous one. The
 * new title must be visible at once on SQLite and within 50 ms on PostgreSQL.
 */
export async function assertCoherent(engine: TestEngine['name'], connections: Connection[]): Promise<void> {
  const [first] = connections as [Connection]
  const { body: event } = await first.send('POST', '/events', { ...EVENT, title: 'Title 0' })
  const single = `/events/${event.id}`
  const list = '/events?start_date=2031-05-01&end_date=2031-05-01'
  const titleAt = async (connection: Connection, path: string) => {
    const { status, body } = await connection.send('GET', path)
    assert.equal(status, 200, JSON.stringify(body))
    return (path === single ? body : body.events[0]).title as string
  }
  const late: number[] = []
  for (let round = 1; round <= ROUNDS; round += 1) {
    const title = `Title ${round}`
    const writer = connections[round % connections.length] as Connection
    const { status } = await writer.send('PATCH', single, { title })
    assert.equal(status, 200)
    const answered = performance.now()
    const path = round % 2 === 0 ? single : list
    const lag = async (connection: Connection) => {
      for (;;) {
        const asked = performance.now() - answered
        const seen = await titleAt(connection, path)
        if (seen === title) return asked
        if (engine === 'sqlite' || connection === writer) assert.equal(seen, title)
        assert.ok(asked < PATIENCE_MS, `still ${seen} instead of ${title}`)
      }
    }
    late.push(Math.max(...(await Promise.all(connections.map(lag)))))
    // Let each process cache the other address with the current title.
    await Promise.all(connections.map((connection) => titleAt(connection, path === single ? list : single)))
  }
  const median = late.sort((one, other) => one - other)[ROUNDS / 2] as number
  assert.ok(median <= NOTICE_MS, `a title was seen everywhere after ${late.map(Math.round).join(', ')} ms`)
}

/** Changes a site setting, which every process caches, and asserts that all processes use it. */
export async function assertSettingsCoherent(engine: TestEngine['name'], connections: Connection[]): Promise<void> {
  for (let round = 1; round <= ROUNDS / 3; round += 1) {
    const currency_symbol = `¤${round}`
    const writer = connections[round % connections.length] as Connection
    const { status, body } = await writer.send('POST', '/events', { ...EVENT, title: 'Priced', cost: '5' })
    assert.equal(status, 201)
    assert.equal((await writer.send('PATCH', '/settings', { currency_symbol })).status, 200)
    const changed = performance.now()
    const lag = async (connection: Connection) => {
      for (;;) {
        const { cost } = (await connection.send('GET', `/events/${body.id}`)).body
        if (cost === `${currency_symbol}5`) return
        assert.ok(engine === 'postgres' && performance.now() - changed < PATIENCE_MS, `still ${cost} in round ${round}`)
      }
    }
    await Promise.all(connections.map(lag))
  }
}
