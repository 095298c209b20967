import { formatBytes } from '../../core/text/format-bytes.ts'
import { instantToLocal } from '../../core/time/instant.ts'
import { addDays, addMonths, type LocalTime } from '../../core/time/local-time.ts'
import type { DoctorFinding } from './doctor-finding.ts'
import { createPostgresFindings, type PostgresFacts } from './postgres-findings.ts'

/** Facts about the database and its engine, the input of `createDatabaseFindings`. */
export interface DatabaseFacts {
  /** Names of the migrations applied to the database, and of those that this version of Almanac contains. */
  migrations: { applied: readonly string[]; ofThisVersion: readonly string[] }
  /** Names of tables, columns, views, indexes and triggers that applied migrations created but the database lacks. */
  missing: readonly string[]
  /** Languages in which the database contains texts. */
  languages: readonly string[]
  /** Languages in the setting LANGUAGES. */
  configuredLanguages: readonly string[]
  /** Number of accounts with the role of administrator. */
  administrators: number
  /** Number of administrators who can sign in to `/admin`. */
  administratorsWithPassword: number
  /** Number of pictures whose stored content does not have the recorded length. */
  brokenPictures: number
  /** Number of pictures that were stored before metadata was removed from uploads. */
  picturesToClean: number
  /**
   * The earliest local time up to which the dates of an event that repeats without end are stored; undefined without
   * such events.
   */
  datesUntil: LocalTime | undefined
  /** The setting `recurrence_months`: how many months ahead the dates of repeated events should be stored. */
  recurrenceMonths: number
  /** The current time: Unix time in seconds. */
  now: number
  engine: SqliteFacts | PostgresFacts
}

export interface SqliteFacts {
  name: 'sqlite'
  journalMode: string
  /** Total size of the unused pages in the file. */
  unusedBytes: number
  sizeBytes: number
}

const UNUSED_MIN_BYTES = 100e6

export function createDatabaseFindings(facts: DatabaseFacts): DoctorFinding[] {
  const { engine } = facts
  return [
    ...migrationFindings(facts),
    ...schemaFindings(facts),
    ...contentFindings(facts),
    ...repeatFindings(facts),
    ...(engine.name === 'sqlite' ? sqliteFindings(engine) : createPostgresFindings(engine)),
  ]
}

/**
 * How much earlier than the limit (`recurrenceMonths` from now) the stored dates may end without being reported. The
 * server stores further dates when they end a month before the limit, which it checks once a day.
 */
const REPEAT_SLACK = { months: 1, days: 7 }

function repeatFindings({ datesUntil, recurrenceMonths, now }: DatabaseFacts): DoctorFinding[] {
  const limit = addMonths(instantToLocal(now, 'UTC'), recurrenceMonths - REPEAT_SLACK.months)
  if (datesUntil === undefined || datesUntil >= addDays(limit, -REPEAT_SLACK.days)) return []
  return [
    {
      code: 'dates_behind',
      severity: 'warning',
      what: `The dates of an event that repeats without end are stored until ${datesUntil.slice(0, 10)}, but should be for ${recurrenceMonths} months.`,
      why: 'Lists, feeds and pages lack later dates.',
      fix: 'Start the server, which adds them at its start and once a day. If it runs, look for "storing further dates" in its log.',
    },
  ]
}

export const findingOfUnreachableDatabase = (why: string): DoctorFinding => ({
  code: 'database_unreachable',
  severity: 'wrong',
  what: `The database is unavailable (${why}).`,
  why: 'Requests fail; the content of the database was not checked.',
  fix: 'See the reason above; check DATABASE_URL and DATA_DIR.',
})

export const findingOfAbsentDatabase = (what: string, code = 'database_absent'): DoctorFinding => ({
  code,
  severity: 'note',
  what: `${what}.`,
  why: 'The first start creates an empty calendar there; if you expected an existing one, the server is configured with another path.',
  fix: 'Check DATABASE_URL, DATA_DIR and the working directory of the server.',
})

export const findingOfUnusedDatabaseFile = (file: string, records: number): DoctorFinding => ({
  code: 'calendar_unused',
  severity: 'warning',
  what: `DATABASE_URL is a database without records, but ${file} contains a calendar (${records} records).`,
  why: 'The server shows an empty calendar. Records are not moved from one database to another.',
  fix: 'Remove DATABASE_URL to use that calendar. To start a new one, move the file to another folder.',
})

function migrationFindings({ migrations: { applied, ofThisVersion }, missing }: DatabaseFacts): DoctorFinding[] {
  const newer = applied.filter((name) => !ofThisVersion.includes(name))
  const pending = ofThisVersion.filter((name) => !applied.includes(name))
  if (newer.length > 0) {
    return [
      {
        code: 'database_newer',
        severity: 'wrong',
        what: `The database was migrated by a newer version of Almanac (${newer.join(', ')}).`,
        why: 'This version does not start with it.',
        fix: 'Install the newer version.',
      },
    ]
  }
  if (applied.length === 0 && missing.length === 0)
    return [findingOfAbsentDatabase('The database is empty', 'database_empty')]
  if (pending.length === 0 || applied.length === 0) return []
  return [
    {
      code: 'migrations_pending',
      severity: 'warning',
      what: `The database has pending migrations (${pending.join(', ')}).`,
      why: 'The next start applies them, after which older versions do not start with it.',
      fix: 'Make a backup (`almanac backup`), then restart the server or run `almanac migrate`.',
    },
  ]
}

function schemaFindings({ missing }: DatabaseFacts): DoctorFinding[] {
  if (missing.length === 0) return []
  return [
    {
      code: 'schema_incomplete',
      severity: 'wrong',
      what: `The database lacks ${missing.length} of the tables, columns, indexes and triggers that its migrations created (${missing.slice(0, 5).join(', ')}${missing.length > 5 ? ', …' : ''}).`,
      why: 'Requests fail or return incomplete results; `/health` answers 503, and no backup is made.',
      fix: 'Restore a backup (`almanac restore`).',
    },
  ]
}

function contentFindings({
  languages,
  configuredLanguages,
  administrators,
  administratorsWithPassword,
  brokenPictures,
  picturesToClean,
  migrations,
}: DatabaseFacts): DoctorFinding[] {
  const found: DoctorFinding[] = []
  const hidden = languages.filter((language) => !configuredLanguages.includes(language))
  if (hidden.length > 0) {
    found.push({
      code: 'languages_hidden',
      severity: 'warning',
      what: `Texts exist in ${hidden.join(', ')}, which LANGUAGES does not include.`,
      why: 'They are stored but not shown.',
      fix: `Add ${hidden.join(', ')} to LANGUAGES, unless this is intended.`,
    })
  }
  if (administrators === 0 && migrations.applied.length > 0) {
    found.push({
      code: 'administrator_none',
      severity: 'warning',
      what: 'There is no administrator.',
      why: 'No user can change settings; the next start creates an administrator unless a user is named admin.',
      fix: '`almanac users add <login> --role administrator`',
    })
  } else if (administratorsWithPassword === 0 && migrations.applied.length > 0) {
    found.push({
      code: 'administrator_without_password',
      severity: 'note',
      what: 'No administrator has a password for the admin pages.',
      why: 'Nobody can manage users and settings in a browser; application passwords and tokens still work.',
      fix: '`almanac users link <login>` prints the address at which an administrator sets a password.',
    })
  }
  if (brokenPictures > 0) {
    found.push({
      code: 'pictures_broken',
      severity: 'wrong',
      what: `Pictures with a wrong length: ${brokenPictures}.`,
      why: 'They are not shown, or only in part; the database is damaged.',
      fix: 'Check the disk, then restore a backup (`almanac restore`).',
    })
  }
  if (picturesToClean > 0) {
    found.push({
      code: 'pictures_metadata',
      severity: 'warning',
      what: `Pictures that were stored before metadata was removed from uploads: ${picturesToClean}.`,
      why: 'Their files may contain where they were taken, and with which camera.',
      fix: '`almanac media clean`',
    })
  }
  return found
}

function sqliteFindings({ journalMode, unusedBytes, sizeBytes }: SqliteFacts): DoctorFinding[] {
  const found: DoctorFinding[] = []
  if (journalMode !== 'wal' && sizeBytes > 0) {
    found.push({
      code: 'journal_mode',
      severity: 'note',
      what: `The journal mode of the database is ${journalMode}.`,
      why: 'In this mode reads wait for writes; the next start sets WAL.',
      fix: 'No action needed, unless another program changes it repeatedly.',
    })
  }
  if (unusedBytes > UNUSED_MIN_BYTES && unusedBytes > sizeBytes / 4) {
    found.push({
      code: 'vacuum',
      severity: 'note',
      what: `${formatBytes(unusedBytes)} of the ${formatBytes(sizeBytes)} of the database are unused.`,
      why: 'Later writes reuse this space.',
      fix: 'To release the space, stop the server and run `sqlite3 <file> VACUUM`.',
    })
  }
  return found
}
