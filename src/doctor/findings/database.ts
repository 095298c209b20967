import { formatBytes } from '../../core/text/format-bytes.ts'
import type { DoctorFinding } from './finding.ts'
import { type PostgresFacts, postgresFindings } from './postgres.ts'

/** What is in the database, whichever engine. */
export interface DatabaseFacts {
  /** Applied, and known to this program. */
  migrations: { applied: readonly string[]; known: readonly string[] }
  /** Languages that texts are in. */
  languages: readonly string[]
  /** LANGUAGES. */
  configuredLanguages: readonly string[]
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

const UNUSED_MIN_BYTES = 100e6

export function databaseFindings(facts: DatabaseFacts): DoctorFinding[] {
  const { engine } = facts
  return [
    ...migrationFindings(facts),
    ...contentFindings(facts),
    ...(engine.name === 'sqlite' ? sqliteFindings(engine) : postgresFindings(engine)),
  ]
}

export const databaseUnreachable = (why: string): DoctorFinding => ({
  code: 'database_unreachable',
  severity: 'wrong',
  what: `The database cannot be asked (${why}).`,
  why: 'Nothing can be shown or written; what is in it could not be looked at.',
  fix: 'See the reason above; DATABASE_URL and DATA_DIR say where it is looked for.',
})

export const databaseAbsent = (what: string, code = 'database_absent'): DoctorFinding => ({
  code,
  severity: 'note',
  what: `${what}.`,
  why: 'The first start makes a calendar there; if there should be one already, the server looks in the wrong place.',
  fix: 'Check DATABASE_URL and DATA_DIR, and in which folder the server is started.',
})

function migrationFindings({ migrations: { applied, known } }: DatabaseFacts): DoctorFinding[] {
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
  if (applied.length === 0) return [databaseAbsent('There is nothing in the database yet', 'database_empty')]
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

function contentFindings({
  languages,
  configuredLanguages,
  administrators,
  brokenPictures,
  migrations,
}: DatabaseFacts): DoctorFinding[] {
  const found: DoctorFinding[] = []
  const hidden = languages.filter((language) => !configuredLanguages.includes(language))
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

function sqliteFindings({ journalMode, unusedBytes, sizeBytes }: SqliteFacts): DoctorFinding[] {
  const found: DoctorFinding[] = []
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
      what: `${formatBytes(unusedBytes)} of the ${formatBytes(sizeBytes)} of the database are in no use.`,
      why: 'They are used again by what is written later; until then they only take room.',
      fix: 'To have the room back, stop the server and run `sqlite3 <file> VACUUM`.',
    })
  }
  return found
}
