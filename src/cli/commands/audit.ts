import { ACTIONS, SUBJECTS } from '../../audit/audit-entry.ts'
import { type AuditFilter, type AuditRow, listAuditEntries } from '../../audit/list-audit-entries.ts'
import { presentAuditEntry } from '../../audit/present-audit-entry.ts'
import { parseId } from '../../core/schema/field-types.ts'
import { printableLine } from '../../core/text/printable-text.ts'
import { instantToLocal } from '../../core/time/instant.ts'
import { parseInstant } from '../../core/time/parse-date.ts'
import { readSiteSettings } from '../../settings/site-settings.ts'
import type { RunCommand } from '../command-types.ts'
import { formatRowsAsAlignedColumns } from '../format-rows-as-aligned-columns.ts'
import { parseArguments, UsageError } from '../parse-arguments.ts'
import { withDatabase } from '../with-database.ts'

const LIMIT_DEFAULT = '50'
const TEXT = { type: 'string' } as const
const OPTIONS = {
  ...{ since: TEXT, user: TEXT, action: TEXT, collection: TEXT, record: TEXT, limit: TEXT },
  json: { type: 'boolean' },
} as const

type Values = { [Name in Exclude<keyof typeof OPTIONS, 'json'>]?: string | undefined }

/** Prints entries of the audit log, newest first, with times in the zone of the site. */
export const runAuditCommand: RunCommand = async (argv, context) => {
  const { values } = parseArguments(argv, OPTIONS)
  const limit = numberIn('limit', values.limit ?? LIMIT_DEFAULT)
  await withDatabase(context, values, async (db) => {
    const { timezone } = await readSiteSettings(db)
    const filter = filterOf(values, timezone, context.now())
    const { rows } = await listAuditEntries(db, filter, { page: 1, perPage: limit })
    if (values.json) for (const row of rows) context.out(JSON.stringify(presentAuditEntry(row, timezone)))
    else for (const line of tableOf(rows, timezone)) context.out(line)
  })
}

function filterOf({ since, user, action, collection, record }: Values, zone: string, now: number): AuditFilter {
  return {
    after: since === undefined ? undefined : instantIn(since, zone, now),
    login: user,
    action: action === undefined ? undefined : oneOf('action', ACTIONS, action),
    collection: collection === undefined ? undefined : oneOf('collection', SUBJECTS, collection),
    record: record === undefined ? undefined : numberIn('record', record),
  }
}

function instantIn(text: string, zone: string, now: number): number {
  const instant = parseInstant(text, zone, now)
  if (instant === undefined) throw new UsageError(`--since: "${text}" is not a valid date`)
  return instant
}

function oneOf<Word extends string>(flag: string, words: readonly Word[], text: string): Word {
  const word = words.find((candidate) => candidate === text)
  if (!word) throw new UsageError(`--${flag} must be one of: ${words.join(', ')}`)
  return word
}

function numberIn(flag: string, text: string): number {
  const number = parseId(text)
  if (number === undefined) throw new UsageError(`--${flag} must be a positive whole number`)
  return number
}

function tableOf(rows: readonly AuditRow[], zone: string): string[] {
  const lines = rows.map(({ at, login, action, collection, record_id, language, title, fields }) => [
    instantToLocal(at, zone),
    login,
    action,
    [collection, record_id ?? '', language].filter(Boolean).join(' '),
    printableLine(title),
    fields,
  ])
  return formatRowsAsAlignedColumns([['WHEN', 'WHO', 'DID', 'WHAT', 'TITLE', 'FIELDS'], ...lines])
}
