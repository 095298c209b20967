import type { AddedDate } from '../../../../core/recurrence/recurrence-types.ts'
import { join, raw, type Sql, sql, type Transaction } from '../../../../db/database.ts'
import type { Scope } from '../../../scope.ts'
import { ADMISSION_COLUMNS } from '../../admission/admission-columns.ts'
import { SCHEDULE_COLUMNS, type Schedule } from '../../event-schedule.ts'
import { EVENT_STATUS_COLUMNS } from '../../event-status/status-columns.ts'
import { copyLinksToEvents } from '../../links/insert-and-replace-links.ts'
import { scheduleOfRepeatedEventDate } from '../compute-dates-to-store.ts'
import { overrideNameOfEventColumn } from '../repeated-event-columns-and-overrides.ts'

/** Columns in which every date has the value of its repeated event: a date cannot override them. */
export const COMMON_COLUMNS = [
  'author_id',
  'original_language',
  'status',
  'published_at',
  'dating',
  'is_public',
] as const
/** Columns that a date may override, and that every date stores, because lists filter by them. */
const COPIED_COLUMNS: readonly string[] = [
  ...['featured', 'sticky', 'hide_from_listings'],
  // `previous_start`, the start that was announced first, differs between the dates, so it is not copied.
  ...EVENT_STATUS_COLUMNS.filter((name) => name !== 'previous_start'),
  ...ADMISSION_COLUMNS,
]

type Values = Record<string, string | number | null>

/** The columns of a repeated event that are copied to its dates, with `hide_from_listings` as API responses show it. */
type CopiedValues = Values & Schedule & { links: string; languages: string }

async function readCopiedValues(tx: Transaction, repeatId: number): Promise<CopiedValues> {
  const copied = COPIED_COLUMNS.filter((name) => name !== 'hide_from_listings')
  const columns = [...COMMON_COLUMNS, ...SCHEDULE_COLUMNS, ...copied, 'links'].map((name) => raw(`p.${name}`))
  const languages = tx.dialect.jsonRows(sql`t.language`, sql`event_text t WHERE t.event_id = p.id`)
  const row =
    (await tx.get<CopiedValues>(sql`SELECT ${join(columns)}, r.is_hidden AS hide_from_listings, ${languages} AS languages
    FROM event p JOIN event_repeat r ON r.event_id = p.id WHERE p.id = ${repeatId}`)) as CopiedValues
  return { ...row, languages: encodeLanguages(row.languages) }
}

/**
 * The value of the column `languages` of dates that have no texts of their own.
 * @param rows the languages of the repeated event as rows (`Dialect.jsonRows`)
 */
const encodeLanguages = (rows: string | null): string =>
  JSON.parse(rows ?? '[]')
    .flat()
    .sort()
    .join()

/**
 * Inserts dates of a repeated event, with the languages and links of the repeated event.
 * @param reserved ids for the dates. Default: the next ids of the sequence
 */
export async function insertDatesOfRepeatedEvent(
  tx: Transaction,
  repeatId: number,
  dates: readonly AddedDate[],
  now: number,
  reserved?: readonly number[],
): Promise<void> {
  if (dates.length === 0) return
  const all = reserved ?? (await tx.nextIds('record', dates.length))
  const event = await readCopiedValues(tx, repeatId)
  const copied = [...COMMON_COLUMNS, ...COPIED_COLUMNS, 'languages']
  const columns = ['id', 'repeat_id', 'original_start', 'created_at', ...SCHEDULE_COLUMNS, ...copied]
  const values = copied.map((name) => event[name] as string | number | null)
  const named = dates.map((date, index) => ({ date, id: all[index] as number }))
  await tx.inParts(named, async (part) => {
    const rows = part.map(({ date, id }) => {
      const schedule = scheduleOfRepeatedEventDate(date, event)
      const times = SCHEDULE_COLUMNS.map((name) => schedule[name])
      return [id, repeatId, date.start, now, ...times, ...values]
    })
    await tx.insert('event', columns, rows)
    await copyLinksToEvents(
      tx,
      repeatId,
      event.links,
      part.map(({ id }) => id),
    )
  })
}

/** Stores the languages of a repeated event in those of its dates that have no texts of their own. */
export async function updateLanguagesOfDates({ db }: Scope<Transaction>, repeatId: number): Promise<void> {
  const { languages } = await readCopiedValues(db, repeatId)
  const isOther = sql`e.texts = '[]' AND e.languages <> ${languages}`
  await db.inParts(await readDateIdsOfRepeatedEvent(db, repeatId, isOther), (part) =>
    db.run(sql`UPDATE event AS e SET languages = ${languages} WHERE ${db.dialect.inList(sql`e.id`, part)}`),
  )
}

/** SQL condition that a date `e` does not override a field. */
export const dateDoesNotOverrideFieldCondition = (field: string): Sql => sql`e.overrides NOT LIKE ${`%"${field}"%`}`

/**
 * Copies the values of a repeated event to its dates, except values that a date overrides.
 * @param dates ids of dates; undefined: all dates that are not in the trash
 */
export async function copyRepeatedEventValuesToDates(
  tx: Transaction,
  repeatId: number,
  dates?: readonly number[],
): Promise<void> {
  const event = await readCopiedValues(tx, repeatId)
  const common = COMMON_COLUMNS.map((name) => sql`${raw(name)} = ${event[name]}`)
  await tx.inParts(dates ?? (await readDateIdsOfRepeatedEvent(tx, repeatId)), async (part) => {
    const isInPart = tx.dialect.inList(sql`e.id`, part)
    await tx.run(sql`UPDATE event AS e SET ${join(common)} WHERE ${isInPart}`)
    for (const name of COPIED_COLUMNS) {
      await tx.run(sql`UPDATE event AS e SET ${raw(name)} = ${event[name]}
        WHERE ${isInPart} AND ${raw(name)} IS DISTINCT FROM ${event[name]}
          AND ${dateDoesNotOverrideFieldCondition(overrideNameOfEventColumn(name))}`)
    }
  })
}

/**
 * Reads the ids of dates of a repeated event.
 * @param which SQL condition on the table `event` with the alias `e`
 */
export async function readDateIdsOfRepeatedEvent(
  tx: Transaction,
  repeatId: number,
  which: Sql = sql`e.status <> 'trash'`,
): Promise<number[]> {
  const rows = await tx.all<{ id: number }>(
    sql`SELECT e.id FROM event e WHERE e.repeat_id = ${repeatId} AND ${which} ORDER BY e.id`,
  )
  return rows.map(({ id }) => id)
}
