import { sizeOf } from '../core/size.ts'
import type { Finding } from './finding.ts'

/** What is in the database, whichever engine. */
export interface DatabaseFacts {
  /** Applied, and known to this program. */
  migrations: { applied: readonly string[]; known: readonly string[] }
  /** Languages that texts are in. */
  languages: readonly string[]
  /** LANGUAGES. */
  wanted: readonly string[]
  administrators: number
  /** Pictures whose content is not as long as it should be. */
  brokenPictures: number
  engine: SqliteFacts | PostgresFacts
}

export interface SqliteFacts {
  name: 'sqlite'
  journalMode: string
  /** Pages that are in no use, and what they take. */
  unusedBytes: number
  sizeBytes: number
}

export interface PostgresFacts {
  name: 'postgres'
  major: number
  encoding: string
  /** As `pg_settings` has them. */
  settings: Readonly<Record<string, string>>
  isReplica: boolean
  isSuperuser: boolean
  /** Connected servers that take over what this one writes. */
  standbys: number
  /** Of large tables. */
  unanalyzed: readonly string[]
  dead: readonly string[]
  /** Transactions since the oldest that is remembered. */
  age: number
  /** What the processes of this installation may use. */
  connections: number
  /** Why `pg_dump` cannot be used; undefined when it can. */
  noTools: string | undefined
  /** Whether the connection crosses a network without TLS. */
  isPlain: boolean
}

const UNUSED_MIN_BYTES = 100e6
const AGE_MAX = 1_500_000_000
const MAJOR_MIN = 15

export function databaseFindings(facts: DatabaseFacts): Finding[] {
  const { engine } = facts
  return [
    ...migrationFindings(facts),
    ...contentFindings(facts),
    ...(engine.name === 'sqlite' ? sqliteFindings(engine) : postgresFindings(engine)),
  ]
}

export const unreachable = (why: string): Finding => ({
  code: 'database_unreachable',
  severity: 'wrong',
  what: `The database cannot be asked (${why}).`,
  why: 'Nothing can be shown or written; what is in it could not be looked at.',
  fix: 'See the reason above; DATABASE_URL and DATA_DIR say where it is looked for.',
})

export const noDatabase = (file: string): Finding => ({
  code: 'database_absent',
  severity: 'note',
  what: `${file} is not there yet.`,
  why: 'The first start makes it; if there should be one, the server looks in the wrong place.',
  fix: 'Check DATABASE_URL and DATA_DIR, and in which folder the server is started.',
})

function migrationFindings({ migrations: { applied, known } }: DatabaseFacts): Finding[] {
  const newer = applied.filter((name) => !known.includes(name))
  const pending = known.filter((name) => !applied.includes(name))
  if (newer.length > 0) {
    return [
      {
        code: 'database_newer',
        severity: 'wrong',
        what: `The database was written by a newer Almanac (it has ${newer.join(', ')}).`,
        why: 'This one refuses to start on it, since it could harm it.',
        fix: 'Start the newer version.',
      },
    ]
  }
  if (pending.length === 0) return []
  return [
    {
      code: 'migrations_pending',
      severity: 'warning',
      what: `The database is older than this program (it has not ${pending.join(', ')}).`,
      why: 'The next start brings it up to date, after which older versions refuse it.',
      fix: 'Make a backup (`almanac backup`), then restart the server or run `almanac migrate`.',
    },
  ]
}

function contentFindings({ languages, wanted, administrators, brokenPictures, migrations }: DatabaseFacts): Finding[] {
  const found: Finding[] = []
  const hidden = languages.filter((language) => !wanted.includes(language))
  if (hidden.length > 0) {
    found.push({
      code: 'languages_hidden',
      severity: 'warning',
      what: `There are texts in ${hidden.join(', ')}, which LANGUAGES does not name.`,
      why: 'They are kept, but nobody sees them.',
      fix: `Add ${hidden.join(', ')} to LANGUAGES, if that was not meant.`,
    })
  }
  if (administrators === 0 && migrations.applied.length > 0) {
    found.push({
      code: 'administrator_none',
      severity: 'warning',
      what: 'There is no administrator.',
      why: 'Nobody can change settings; the next start makes one unless a user is called admin.',
      fix: '`almanac users add <login> --role administrator`',
    })
  }
  if (brokenPictures > 0) {
    found.push({
      code: 'pictures_broken',
      severity: 'wrong',
      what: `Pictures that are not as long as they should be: ${brokenPictures}.`,
      why: 'They are not shown, or only in part; something has damaged the database.',
      fix: 'Look at the disk, then bring back a backup (`almanac restore`).',
    })
  }
  return found
}

function sqliteFindings({ journalMode, unusedBytes, sizeBytes }: SqliteFacts): Finding[] {
  const found: Finding[] = []
  if (journalMode !== 'wal' && sizeBytes > 0) {
    found.push({
      code: 'journal_mode',
      severity: 'note',
      what: `The journal mode of the database is ${journalMode}.`,
      why: 'Reads would wait for writes; the next start sets WAL.',
      fix: 'Nothing, unless another program sets it again and again.',
    })
  }
  if (unusedBytes > UNUSED_MIN_BYTES && unusedBytes > sizeBytes / 4) {
    found.push({
      code: 'vacuum',
      severity: 'note',
      what: `${sizeOf(unusedBytes)} of the ${sizeOf(sizeBytes)} of the database are in no use.`,
      why: 'They are used again by what is written later; until then they only take room.',
      fix: 'To have the room back, stop the server and run `sqlite3 <file> VACUUM`.',
    })
  }
  return found
}

function postgresFindings(facts: PostgresFacts): Finding[] {
  return [...serverFindings(facts), ...durabilityFindings(facts), ...careFindings(facts), ...accessFindings(facts)]
}

function serverFindings({ major, encoding, isReplica, connections, settings, noTools }: PostgresFacts): Finding[] {
  const found: Finding[] = []
  if (major < MAJOR_MIN || encoding !== 'UTF8') {
    found.push({
      code: 'postgres_unusable',
      severity: 'wrong',
      what: `PostgreSQL is ${major}, the encoding of the database is ${encoding}.`,
      why: `Almanac needs ${MAJOR_MIN} or newer, and UTF8 for all letters.`,
      fix: 'Update the server, or make another database with `createdb --encoding=UTF8 --template=template0 <name>`.',
    })
  }
  if (isReplica) {
    found.push({
      code: 'postgres_replica',
      severity: 'wrong',
      what: 'DATABASE_URL names a replica, which takes no writes.',
      why: 'Every write is refused with 503.',
      fix: 'Name the primary in DATABASE_URL, or promote this one if the primary is gone.',
    })
  }
  const free = Number(settings.max_connections) - Number(settings.superuser_reserved_connections ?? 0)
  if (free < connections) {
    found.push({
      code: 'postgres_connections',
      severity: 'warning',
      what: `PostgreSQL allows ${free} connections, the processes of this server may use ${connections}.`,
      why: 'When none is left, requests are answered 503.',
      fix: 'Raise max_connections, or lower WORKERS.',
    })
  }
  if (noTools) {
    found.push({
      code: 'postgres_tools',
      severity: 'warning',
      what: `No backup can be made from here: ${noTools}.`,
      why: '`almanac backup` and BACKUP_DIR need them.',
      fix: 'Install them, or make backups where PostgreSQL runs.',
    })
  }
  return found
}

function durabilityFindings({ settings, standbys }: PostgresFacts): Finding[] {
  const found: Finding[] = []
  for (const name of ['fsync', 'full_page_writes', 'synchronous_commit']) {
    if (settings[name] !== 'off') continue
    found.push({
      code: `postgres_${name}`,
      severity: 'wrong',
      what: `${name} is off in PostgreSQL.`,
      why:
        name === 'synchronous_commit'
          ? 'Writes that were answered are lost when the machine stops.'
          : 'When the machine stops, the database may be damaged beyond repair.',
      fix: `\`ALTER SYSTEM SET ${name} = on; SELECT pg_reload_conf();\``,
    })
  }
  if (settings.synchronous_standby_names && standbys === 0) {
    found.push({
      code: 'postgres_standby_missing',
      severity: 'wrong',
      what: 'PostgreSQL waits for a replica at each commit, and none is connected.',
      why: 'Writes wait until they are given up with 503.',
      fix: 'Start the replica, or set synchronous_standby_names to nothing until it is there.',
    })
  }
  return found
}

function careFindings({ settings, unanalyzed, dead, age }: PostgresFacts): Finding[] {
  const found: Finding[] = []
  if (settings.autovacuum === 'off') {
    found.push({
      code: 'postgres_autovacuum',
      severity: 'warning',
      what: 'autovacuum is off in PostgreSQL.',
      why: 'What is deleted is never cleared away: everything gets slower, and in the end writes are refused.',
      fix: '`ALTER SYSTEM SET autovacuum = on; SELECT pg_reload_conf();`',
    })
  }
  if (unanalyzed.length > 0) {
    found.push({
      code: 'postgres_analyze',
      severity: 'warning',
      what: `PostgreSQL has no statistics of ${unanalyzed.join(', ')}.`,
      why: 'It guesses how much there is, and may read whole tables.',
      fix: '`ANALYZE` (autovacuum does it in a few minutes, if it is on).',
    })
  }
  if (dead.length > 0) {
    found.push({
      code: 'postgres_vacuum',
      severity: 'warning',
      what: `More than half of ${dead.join(', ')} is deleted and not cleared away.`,
      why: 'Reads pass over it.',
      fix: '`VACUUM`; if it comes back, something holds a transaction open for hours (pg_stat_activity).',
    })
  }
  if (age > AGE_MAX) {
    found.push({
      code: 'postgres_wraparound',
      severity: 'wrong',
      what: `PostgreSQL remembers ${age.toLocaleString('en')} transactions, of 2,000,000,000 it can.`,
      why: 'Then it takes no more writes.',
      fix: '`VACUUM FREEZE`, and find out why autovacuum does not do it.',
    })
  }
  return found
}

function accessFindings({ isSuperuser, isPlain }: PostgresFacts): Finding[] {
  const found: Finding[] = []
  if (isSuperuser) {
    found.push({
      code: 'postgres_superuser',
      severity: 'warning',
      what: 'The user in DATABASE_URL is a superuser of PostgreSQL.',
      why: 'Whoever gets hold of it has all databases of that server, and its files.',
      fix: 'Make a user of its own: `createuser almanac`, `createdb --owner=almanac almanac`.',
    })
  }
  if (isPlain) {
    found.push({
      code: 'postgres_plain',
      severity: 'warning',
      what: 'The connection to PostgreSQL crosses a network without TLS.',
      why: 'Password and content can be read on their way.',
      fix: 'Add `?sslmode=require` to DATABASE_URL, or use a network that nobody else is in.',
    })
  }
  return found
}
