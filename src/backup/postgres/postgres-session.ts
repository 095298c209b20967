import type { Readable } from 'node:stream'
import postgres from 'postgres'
import { parsePostgresHosts } from '../../db/postgres/parse-hosts.ts'
import { applySessionSettingsSql } from '../../db/postgres/session-settings.ts'
import type { TableChecksum } from '../table-checksums.ts'
import { createChecksummerOfDumpedTable } from './dump-checksums.ts'

/** A single PostgreSQL connection without timeouts, separate from the connection pools that serve requests. */
export interface PostgresSession {
  all<Row>(text: string): Promise<Row[]>
  /** Runs `COPY … TO STDOUT` and returns its output. */
  copy(text: string): Promise<AsyncIterable<Buffer>>
  close(): Promise<void>
}

export async function openPostgresSession(url: string): Promise<PostgresSession> {
  const hosts = parsePostgresHosts(url)
  const driver = postgres(hosts[0]?.url ?? url, {
    host: hosts.map(({ host }) => host ?? 'localhost'),
    port: hosts.map(({ port }) => port),
    ...(hosts[0]?.path && { path: hosts[0].path }),
    // If the URL names several hosts, connect to the one that accepts writes, as the server does.
    ...(hosts.length > 1 && { target_session_attrs: 'read-write' }),
    max: 1,
    max_lifetime: null,
    idle_timeout: 0,
    fetch_types: false,
    onnotice: () => {},
    connect_timeout: 10,
    connection: { application_name: 'almanac backup' },
    types: { bigint: { to: 20, from: [20, 1700], serialize: String, parse: Number } },
  } as unknown as postgres.Options<Record<string, never>>)
  try {
    await driver.unsafe(applySessionSettingsSql({ statement_timeout: '0', lock_timeout: '0', ...hosts[0]?.settings }))
  } catch (error) {
    await driver.end({ timeout: 1 })
    throw error
  }
  return {
    all: async <Row>(text: string) => (await driver.unsafe(text)) as unknown as Row[],
    copy: async (text) => readOutputOfCopy((await driver.unsafe(text).readable()) as Readable),
    close: () => driver.end({ timeout: 1 }),
  }
}

/**
 * Yields the output of `COPY`. The driver pauses its socket when a row is larger than the buffer of the stream, and
 * resumes it when the stream requests more (`_read`). After the last row no stream does, so the next statement would
 * never be answered.
 */
async function* readOutputOfCopy(stream: Readable): AsyncGenerator<Buffer> {
  try {
    yield* stream
  } finally {
    stream._read(0)
  }
}

interface Table {
  /** Name of the table with its schema, quoted as in SQL statements and dumps. */
  name: string
  columns: string
}

/**
 * SQL query for all tables and their columns, without generated columns and without the tables of PostgreSQL itself and
 * of extensions.
 */
const TABLES = `
  SELECT n.nspname, c.relname, format('%I.%I', n.nspname, c.relname) AS name,
    string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) AS columns
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
  WHERE c.relkind = 'r' AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
    AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.classid = 'pg_class'::regclass AND d.deptype = 'e')
  GROUP BY 1, 2 ORDER BY 1, 2`

/** Computes the checksums of all tables, from the rows that the current transaction of the session sees. */
export async function computePostgresTableChecksums(
  session: PostgresSession,
  onTable: (done: number, total: number) => void,
): Promise<TableChecksum[]> {
  const tables = await session.all<Table>(TABLES)
  const checksums: TableChecksum[] = []
  for (const { name, columns } of tables) {
    const checksum = createChecksummerOfDumpedTable(`${name} (${columns})`)
    for await (const bytes of await session.copy(`COPY ${name} (${columns}) TO STDOUT`)) checksum.add(bytes)
    checksums.push(checksum.finish())
    onTable(checksums.length, tables.length)
  }
  return checksums
}
