import { CalendarError } from '../../../core/errors.ts'
import { LINKED_KINDS } from '../../../core/kinds.ts'
import { join, raw, sql, type Transaction } from '../../../db/database.ts'
import { RAISED_VERSION } from '../../../db/sql-fragments.ts'
import { markPictureOfNonPublicRecordAsWithdrawn } from '../../../media/picture-visibility.ts'
import { requireRightToEditRecord } from '../../collection.ts'
import { ALL_RESTORABLE_FIELDS, type RestoredFields } from '../../dates-affected-by-write.ts'
import { postRights } from '../../posts/load-posts.ts'
import { findExistingPictureId } from '../../posts/restore-post.ts'
import { translatedFieldNamesOfKind } from '../../revisions/restore-texts.ts'
import type { Scope } from '../../scope.ts'
import { textsColumnAssignments, writeRecordText } from '../../texts/record-texts.ts'
import type { EventRow } from '../event-row.ts'
import { replaceLinksOfEvents } from '../links/insert-and-replace-links.ts'
import { encodeLinkIds } from '../links/load-links.ts'
import { findEvent } from '../load-events.ts'
import { parseRecurrenceOfEvent } from '../repeat/parse-and-describe-recurrence-of-event.ts'
import {
  type DateOfRepeat,
  encodeOverrides,
  linkFieldNameOfKind,
  OVERRIDES,
  parseOverrides,
} from '../repeat/repeated-event-columns-and-overrides.ts'
import { removeOverridesOfDates } from '../repeat/write/date-overrides.ts'
import { pickScheduleColumns, storeRecurrenceAndDates } from '../repeat/write/store-recurrence.ts'
import { restoreDateFromTrash } from '../repeat/write/update-date.ts'
import {
  ADMISSION_FIELDS,
  decodeLinksToExistingRecords,
  EVENT_STATUS_FIELDS,
  planRestoredAdmission,
  SCHEDULE_FIELDS,
} from './restored-links-and-admission.ts'

/**
 * Restores the values that a date of a repeated event had of its own in an earlier version. All other values of the
 * date become the present values of the repeated event.
 */
export async function restoreOverridesOfDate(
  scope: Scope<Transaction>,
  date: DateOfRepeat<EventRow>,
  before: EventRow,
  fields: RestoredFields,
): Promise<void> {
  const { db, now } = scope
  requireRightToEditRecord(postRights, scope.caller, date)
  if (date.status === 'trash') {
    if (!fields.has('status') || before.status === 'trash') throw new CalendarError('event-is-in-trash')
    await restoreDateFromTrash(scope, date)
  }
  const sources = overridesAfter(date, before, fields)
  await markPictureOfNonPublicRecordAsWithdrawn(db, 'event', date.id, now)
  await removeOverridesOfDates(scope, date.repeat_id, await linksOfRepeat(db, date.repeat_id), sql`id = ${date.id}`)
  const links = await linksOf(scope, sources)
  const values = {
    ...(await valuesOf(scope, sources)),
    ...(Object.keys(links).length > 0 && { links: encodeLinkIds(links, date.links_json) }),
    overrides: encodeOverrides([...sources.keys()]),
    modified_at: now,
  }
  const sets = Object.entries(values).map(([name, value]) => sql`${raw(name)} = ${value}`)
  await db.run(sql`UPDATE event SET ${join([...sets, RAISED_VERSION])} WHERE id = ${date.id}`)
  const texts = sources.get('texts')
  if (texts) await replaceTexts(scope, date.id, texts)
  await replaceLinksOfEvents(scope, sql`e.id = ${date.id}`, links)
  // Gives the date the times that the rules give it, unless the date has times of its own.
  const { repeat } = (await findEvent(scope, { id: date.id })) as DateOfRepeat<EventRow>
  await storeRecurrenceAndDates(scope, repeat, parseRecurrenceOfEvent(repeat))
}

/** Reads the column `links` of a repeated event, the encoded ids of its linked records. */
async function linksOfRepeat(db: Transaction, id: number): Promise<string> {
  const row = await db.get<{ links: string }>(sql`SELECT links FROM event WHERE id = ${id}`)
  return row?.links ?? ''
}

/**
 * For each value that the date overrides after the restoration, the version of the date from which the value is taken.
 */
function overridesAfter(date: EventRow, before: EventRow, fields: RestoredFields): Map<string, EventRow> {
  const sources = new Map<string, EventRow>()
  for (const name of OVERRIDES) {
    const source = fields.has(...fieldsOfOverride(name)) ? before : date
    if (parseOverrides(source.overrides).includes(name)) sources.set(name, source)
  }
  return sources
}

/** Names of the fields of the API that show an override. */
function fieldsOfOverride(override: string): readonly string[] {
  if (override === 'texts') return translatedFieldNamesOfKind('event')
  if (override === 'times') return SCHEDULE_FIELDS
  if (override === 'admission') return ADMISSION_FIELDS
  return override === 'previous_start' ? EVENT_STATUS_FIELDS : [override]
}

/** The columns of a date, other than texts and links, that override values of the repeated event. */
async function valuesOf(scope: Scope<Transaction>, sources: ReadonlyMap<string, EventRow>): Promise<object> {
  const values: Record<string, unknown> = {}
  for (const [name, row] of sources) {
    if (name === 'texts' || LINKED_KINDS.some((kind) => linkFieldNameOfKind(kind) === name)) continue
    if (name === 'times') Object.assign(values, pickScheduleColumns(row))
    else if (name === 'admission') Object.assign(values, planRestoredAdmission(scope, row, row, ALL_RESTORABLE_FIELDS))
    else if (name === 'image') values.image_id = await findExistingPictureId(scope, row.image_id)
    else values[name] = row[name as keyof EventRow]
  }
  return values
}

async function linksOf({ db }: Scope<Transaction>, sources: ReadonlyMap<string, EventRow>) {
  const links: Awaited<ReturnType<typeof decodeLinksToExistingRecords>> = {}
  for (const kind of LINKED_KINDS) {
    const row = sources.get(linkFieldNameOfKind(kind))
    if (row) Object.assign(links, await decodeLinksToExistingRecords(db, row.links_json, (one) => one === kind))
  }
  return links
}

/** Stores texts, without slugs, for a date that has no texts of its own. */
async function replaceTexts({ db }: Scope<Transaction>, id: number, { texts }: EventRow): Promise<void> {
  for (const text of texts) {
    await writeRecordText(db, 'event', id, text.language, { ...text, slug: '' }, undefined, text.modified_at)
  }
  await db.run(
    sql`UPDATE event AS p SET ${join(textsColumnAssignments(db, 'event'))}, languages = '' WHERE p.id = ${id}`,
  )
}
