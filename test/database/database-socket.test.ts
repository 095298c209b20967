import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../src/db/database.ts'
import { openPostgresDatabase } from '../../src/db/postgres/postgres-database.ts'
import { forEachEngine } from '../kit/engines/engines.ts'

forEachEngine('a database on the same host', (engine) => {
  // SQLite has no connections.
  if (engine.name === 'sqlite') return
  test('can be reached through a Unix socket in the URL syntax of libpq', async () => {
    const over = new URL(await engine.url())
    const tcp = await openPostgresDatabase(over.href)
    const place = await tcp.get<{ folders: string; port: string }>(sql`
      SELECT current_setting('unix_socket_directories') AS folders, current_setting('port') AS port`)
    await tcp.close()
    const [folder = ''] = place?.folders.split(',') ?? []
    over.host = `localhost:${place?.port}`
    over.searchParams.set('host', folder.trim())
    const db = await openPostgresDatabase(over.href)
    try {
      const row = await db.get<{ address: string | null }>(sql`SELECT inet_client_addr() AS address`)
      equal(row?.address, null)
    } finally {
      await db.close()
    }
  })
})
