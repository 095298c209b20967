import { KINDS } from '../../core/kinds.ts'
import { type Reader, raw } from '../../db/database.ts'
import type { RunQuery } from '../../db/schema-objects.ts'
import { DEFAULT_SETTINGS } from '../../settings/site-settings.ts'
import type { DatabaseFacts } from '../findings/database-findings.ts'
import type { ImportFacts } from '../findings/import-findings.ts'
import type { MailFacts } from '../findings/mail-findings.ts'
import type { SubmissionFacts } from '../findings/submission-findings.ts'

/** Runs SQL statements on an open database. */
export const createQueryRunner =
  (db: Reader): RunQuery =>
  (text) =>
    db.all(raw(text))

/** Facts about the content of a database, read without migrating it. */
export interface RecordAndImportFacts
  extends Pick<
    DatabaseFacts,
    | 'languages'
    | 'administrators'
    | 'administratorsWithPassword'
    | 'brokenPictures'
    | 'picturesToClean'
    | 'datesUntil'
    | 'recurrenceMonths'
  > {
  hasRecords: boolean
  /** Numbers of mails in the outbox, by state. */
  mails: Pick<MailFacts, 'waiting' | 'retried' | 'failed' | 'problem'>
  submissions: Pick<SubmissionFacts, 'isOpen' | 'oldestSentAt'>
  imports: Omit<ImportFacts, 'now'>
  /** Names of the migrations that were applied to the database. */
  applied: string[]
  /** When the event with the highest id was last changed, Unix time in seconds; undefined without events. */
  latestChangeAt: number | undefined
  /** Hashes of the application passwords of the account `admin`. */
  adminHashes: string[]
}

const NO_MAILS = { waiting: 0, retried: 0, failed: 0, problem: '' }

export const NO_IMPORTS: RecordAndImportFacts['imports'] = { unfinishedSince: undefined, turnedOff: 0, failing: 0 }

const NO_CONTENT: RecordAndImportFacts = {
  hasRecords: false,
  applied: [],
  languages: [],
  administrators: 0,
  administratorsWithPassword: 0,
  brokenPictures: 0,
  picturesToClean: 0,
  datesUntil: undefined,
  recurrenceMonths: DEFAULT_SETTINGS.recurrence_months,
  mails: NO_MAILS,
  submissions: { isOpen: false, oldestSentAt: undefined },
  imports: NO_IMPORTS,
  latestChangeAt: undefined,
  adminHashes: [],
}

/** SQL text for the number of records of all kinds. */
export const COUNT_RECORDS_SQL = `SELECT ${KINDS.map((kind) => `(SELECT count(*) FROM ${kind})`).join(' + ')} AS count`
const FIND_RECORD = `SELECT ${KINDS.map((kind) => `EXISTS (SELECT 1 FROM ${kind})`).join(' OR ')} AS found`

/** Whether a database with the tables of Almanac contains any event, venue, organizer, category or tag. */
export async function databaseHasRecords(runQuery: RunQuery): Promise<boolean> {
  const [row] = await runQuery<{ found: boolean | number }>(FIND_RECORD)
  return Boolean(row?.found)
}

const TEXTS = KINDS.map((kind) => `SELECT language FROM ${kind}_text`)

/** Reads the facts about the content of a database. @param hasTables false for a database without tables of Almanac */
export async function collectRecordAndImportFacts(
  runQuery: RunQuery,
  hasTables: boolean,
): Promise<RecordAndImportFacts> {
  if (!hasTables) return NO_CONTENT
  const applied = (await runQuery<{ name: string }>('SELECT name FROM migration ORDER BY name')).map(({ name }) => name)
  // Return no rows when a table is missing: the first start may be in progress, or the database is of another version.
  const orNone = <Row>(text: string): Promise<Row[]> => runQuery<Row>(text).catch(() => [])
  const languages = await orNone<{ language: string }>(`SELECT DISTINCT language FROM (${TEXTS.join(' UNION ')}) AS t`)
  const [roles] = await orNone<{ count: number }>(`SELECT count(*) AS count FROM account WHERE role = 'administrator'`)
  const [signIns] = await orNone<{ count: number }>(
    `SELECT count(*) AS count FROM account
      WHERE role = 'administrator' AND password_hash IS NOT NULL AND disabled_at IS NULL`,
  )
  const [broken] = await orNone<{ count: number }>(
    'SELECT count(*) AS count FROM picture WHERE length(content) <> size_bytes',
  )
  const [toClean] = await orNone<{ count: number }>('SELECT count(*) AS count FROM picture_to_clean')
  const [dates] = await orNone<{ until: string | null }>(
    `SELECT min(r.expanded_until) AS until FROM event_repeat r JOIN event p ON p.id = r.event_id
      WHERE r.is_endless = 1 AND p.status <> 'trash'`,
  )
  const [months] = await orNone<{ value: string }>(`SELECT value FROM setting WHERE name = 'recurrence_months'`)
  // A mail counts as retried from its second attempt on, because the first attempt may be in progress.
  const [mails] = await orNone<RecordAndImportFacts['mails']>(
    `SELECT count(*) - count(failed_at) AS waiting, count(CASE WHEN failed_at IS NULL AND attempts > 1 THEN 1 END) AS retried,
      count(failed_at) AS failed, coalesce(max(problem), '') AS problem FROM mail`,
  )
  const [mode] = await orNone<{ value: string }>(`SELECT value FROM setting WHERE name = 'submissions'`)
  const [oldest] = await orNone<{ at: number | null }>(
    `SELECT min(sent_at) AS at FROM submission WHERE state = 'waiting'`,
  )
  const [unfinished] = await orNone<{ at: number | null }>(
    'SELECT min(started_at) AS at FROM import_run WHERE ended_at IS NULL AND is_dry = 0',
  )
  const [subscriptions] = await orNone<{ off: number; failing: number }>(
    `SELECT count(CASE WHEN is_on = 0 THEN 1 END) AS off, count(CASE WHEN is_on = 1 THEN 1 END) AS failing
      FROM subscription WHERE failures > 0`,
  )
  const [newest] = await orNone<{ changed: number }>(
    'SELECT coalesce(modified_at, created_at) AS changed FROM event ORDER BY id DESC LIMIT 1',
  )
  const hashes = await orNone<{ hash: string }>(
    `SELECT hash FROM application_password p JOIN account a ON a.id = p.account_id WHERE a.login = 'admin'`,
  )
  return {
    hasRecords: await databaseHasRecords(orNone),
    applied,
    languages: languages.map(({ language }) => language).toSorted(),
    administrators: roles?.count ?? 0,
    administratorsWithPassword: signIns?.count ?? 0,
    brokenPictures: broken?.count ?? 0,
    picturesToClean: toClean?.count ?? 0,
    datesUntil: dates?.until ?? undefined,
    recurrenceMonths: Number(months?.value ?? DEFAULT_SETTINGS.recurrence_months),
    latestChangeAt: newest?.changed,
    mails: mails ?? NO_MAILS,
    submissions: { isOpen: !['off', undefined].includes(mode?.value), oldestSentAt: oldest?.at ?? undefined },
    imports: {
      unfinishedSince: unfinished?.at ?? undefined,
      turnedOff: subscriptions?.off ?? 0,
      failing: subscriptions?.failing ?? 0,
    },
    adminHashes: hashes.map(({ hash }) => hash),
  }
}
