import { CalendarError, invalidParameterError } from '../../../../core/errors.ts'
import { objectFromKeys } from '../../../../core/generic/object-keys.ts'
import { isTermKind, LINKED_KINDS, type LinkedKind } from '../../../../core/kinds.ts'
import { addDateToRecurrence } from '../../../../core/recurrence/index.ts'
import { startOfDay } from '../../../../core/time/local-time.ts'
import { join, raw, sql, type Transaction } from '../../../../db/database.ts'
import { RAISED_VERSION } from '../../../../db/sql-fragments.ts'
import { markPictureOfNonPublicRecordAsWithdrawn } from '../../../../media/picture-visibility.ts'
import { requireRightToEditRecord } from '../../../collection.ts'
import { postRights, readPostColumns } from '../../../posts/load-posts.ts'
import { withoutUndefinedValues } from '../../../posts/write-posts.ts'
import type { Scope } from '../../../scope.ts'
import { textsColumnAssignments, writeRecordText } from '../../../texts/record-texts.ts'
import { planEventColumns } from '../../event-column-values.ts'
import type { EventRow } from '../../event-row.ts'
import { createMissingLinkedRecords, type LinkIds, replaceLinksOfEvents } from '../../links/insert-and-replace-links.ts'
import { decodeLinkIds, encodeLinkIds } from '../../links/load-links.ts'
import type { EventPlan } from '../../plan-event.ts'
import { lastTimeOfStoredDates } from '../compute-dates-to-store.ts'
import { parseRecurrenceOfEvent } from '../parse-and-describe-recurrence-of-event.ts'
import {
  type DateOfRepeat,
  encodeOverrides,
  linkFieldNameOfKind,
  OVERRIDES,
  overrideNameOfEventColumn,
  parseOverrides,
} from '../repeated-event-columns-and-overrides.ts'
import { copyRepeatedEventTextsToDate } from './date-overrides.ts'
import { storeRecurrenceChangedByDate } from './store-recurrence-changed-by-date.ts'

/**
 * Changes one date of a repeated event. The values in the request become overrides, which later changes of the repeated
 * event do not affect.
 */
export async function updateDateOfRepeatedEvent(
  scope: Scope<Transaction>,
  date: DateOfRepeat<EventRow>,
  plan: EventPlan,
  imageId: number | null | undefined,
): Promise<void> {
  const { db, now } = scope
  if (date.status === 'trash') await restoreDateFromTrash(scope, date)
  const links = withoutUnchangedLinks(await createMissingLinkedRecords(scope, plan), date)
  const kinds = LINKED_KINDS.filter((kind) => links[kind] !== undefined)
  if (imageId !== undefined) await markPictureOfNonPublicRecordAsWithdrawn(db, 'event', date.id, now)
  const hasTexts = Object.values(plan.text).some((text) => text !== undefined)
  if (hasTexts) await writeTexts(scope, date, plan)
  const { is_public: _, ...columns } = planEventColumns(scope, plan)
  const names = [
    ...Object.keys(withoutUndefinedValues({ ...plan.eventStatus, ...plan.admission })).map(overrideNameOfEventColumn),
    ...Object.keys(plan.body).filter((name) => OVERRIDES.includes(name) && !LINK_FIELDS.includes(name)),
    ...(hasTexts ? ['texts'] : []),
    ...(plan.schedule ? ['times'] : []),
    ...kinds.map(linkFieldNameOfKind),
  ]
  const values = withoutUndefinedValues({
    ...columns,
    image_id: imageId,
    links: kinds.length > 0 ? encodeLinkIds(links, date.links_json) : undefined,
    overrides: encodeOverrides([...parseOverrides(date.overrides), ...names]),
    modified_at: now,
  })
  const sets = Object.entries(values).map(([name, value]) => sql`${raw(name)} = ${value}`)
  await db.run(sql`UPDATE event SET ${join([...sets, RAISED_VERSION])} WHERE id = ${date.id}`)
  await replaceLinksOfEvents(scope, sql`e.id = ${date.id}`, links)
}

const LINK_FIELDS = LINKED_KINDS.map(linkFieldNameOfKind)

/** Removes links that are those of the date already, because they are not links of its own. */
function withoutUnchangedLinks(links: LinkIds, { links_json }: DateOfRepeat<EventRow>): LinkIds {
  const stored = decodeLinkIds(links_json)
  const key = (ids: readonly number[] = [], kind: LinkedKind) => String(isTermKind(kind) ? ids.toSorted() : ids)
  return objectFromKeys(LINKED_KINDS, (kind) =>
    key(links[kind], kind) === key(stored[kind], kind) ? undefined : links[kind],
  )
}

/** Stores the texts of one date in the requested language. */
async function writeTexts({ db, language, now }: Scope<Transaction>, date: DateOfRepeat<EventRow>, plan: EventPlan) {
  if (!parseOverrides(date.overrides).includes('texts')) await copyRepeatedEventTextsToDate(db, date.repeat_id, date.id)
  const { title, description, excerpt } = plan.text
  const previous = date.texts.find((text) => text.language === language)
  const text = { title, description, excerpt, slug: '' }
  await writeRecordText(db, 'event', date.id, language, text, previous && { ...previous, slug: '' }, now)
  await db.run(sql`UPDATE event AS p SET ${join(textsColumnAssignments(db, 'event'))} WHERE p.id = ${date.id}`)
}

/**
 * Takes a date out of the trash: it is no longer excluded from the recurrence, or is added to it if the rules do not
 * give it.
 * @throws {CalendarError} if the repeated event is in the trash, or the caller may not change it
 */
export async function restoreDateFromTrash(
  scope: Scope<Transaction>,
  { repeat, original_start }: DateOfRepeat<EventRow>,
) {
  const [event] = await readPostColumns(scope.db, 'event', [repeat.id])
  if (event === undefined || event.status === 'trash') throw new CalendarError('event-is-in-trash')
  requireRightToEditRecord(postRights, scope.caller, event)
  if (repeat.all_day === 1 && original_start !== startOfDay(original_start)) {
    // The event did not last all day before. Now another date has this day; otherwise this date would have moved to it.
    throw invalidParameterError('status', 'reason.date-of-event', { value: startOfDay(original_start) })
  }
  const horizon = lastTimeOfStoredDates(scope, repeat)
  const { recurrence, problem } = addDateToRecurrence(
    parseRecurrenceOfEvent(repeat),
    { start: original_start },
    { horizon },
  )
  if (problem) throw invalidParameterError('status', problem.reason, problem.placeholders)
  await storeRecurrenceChangedByDate(scope, repeat, recurrence ?? parseRecurrenceOfEvent(repeat))
}
