import { DatabaseSync } from 'node:sqlite'
import { KINDS } from '../core/kinds.ts'
import { sqliteFileOfUrl } from '../db/open-database.ts'
import type { JobOptions } from './backup-options.ts'
import { detectBackupEngine } from './detect-backup-engine.ts'
import { computeChecksumsOfPostgresDumpScript } from './postgres/dump-checksums.ts'
import { findPostgresProgram, type ProgramEnvironment, startPostgresProgram } from './postgres/postgres-programs.ts'
import { openPostgresSession } from './postgres/postgres-session.ts'

/** The id of the calendar in a database or backup, and the number of its records. */
export interface CalendarContents {
  /** Random id of the calendar, created with its database. */
  siteId: string
  /** Number of events, venues, organizers, categories and tags, including those in the trash. */
  records: number
}

interface ContentsRow {
  site_id: string
  records: number
}

/** SQL query for the id of the calendar in a database and the number of its records. */
const CONTENTS_QUERY = `SELECT (SELECT id FROM site) AS site_id,
  CAST(${KINDS.map((kind) => `(SELECT count(*) FROM ${kind})`).join(' + ')} AS integer) AS records`

/**
 * Reads the contents of the database without migrating it. Servers may use it at the same time.
 * @param url the setting DATABASE_URL
 */
export async function readSiteIdAndRecordCountOfDatabase(url: string): Promise<CalendarContents> {
  const file = sqliteFileOfUrl(url)
  if (file !== undefined) return readSqliteContents(file)
  const session = await openPostgresSession(url)
  try {
    return toContents((await session.all<ContentsRow>(CONTENTS_QUERY))[0])
  } finally {
    await session.close()
  }
}

/**
 * Reads the contents of a backup of either engine.
 * @throws when the file is not a backup, is damaged, or has another schema
 */
export async function readSiteIdAndRecordCountOfBackup(
  file: string,
  env: ProgramEnvironment,
  job: Pick<JobOptions, 'signal'>,
): Promise<CalendarContents> {
  return detectBackupEngine(file) === 'sqlite' ? readSqliteContents(file) : readDumpContents(file, env, job)
}

function readSqliteContents(file: string): CalendarContents {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
  try {
    return toContents(db.prepare(CONTENTS_QUERY).get() as unknown as ContentsRow | undefined)
  } finally {
    db.close()
  }
}

async function readDumpContents(
  file: string,
  env: ProgramEnvironment,
  job: Pick<JobOptions, 'signal'>,
): Promise<CalendarContents> {
  const restore = await findPostgresProgram('pg_restore', 0, env)
  const tables = ['site', ...KINDS].map((table) => `--table=${table}`)
  const { child, ended } = startPostgresProgram(restore, ['--data-only', '--file=-', ...tables, file], env, job)
  let siteId: string | undefined
  const rowListener = {
    table: 'public.site',
    onLine: (line: string) => {
      siteId = line
    },
  }
  const found = await computeChecksumsOfPostgresDumpScript(child.stdout, undefined, rowListener)
  await ended
  const rowsOf = (kind: string) => found.find(({ table }) => table.startsWith(`public.${kind} (`))?.rows ?? 0
  return toContents(
    siteId ? { site_id: siteId, records: KINDS.reduce((sum, kind) => sum + rowsOf(kind), 0) } : undefined,
  )
}

function toContents(row: ContentsRow | undefined): CalendarContents {
  if (!row?.site_id) throw new Error('The table `site` is empty')
  return { siteId: row.site_id, records: row.records }
}
