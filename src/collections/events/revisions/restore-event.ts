import { parseStoredCost } from '../../../core/cost/parse-and-format-cost.ts'
import type { Recurrence } from '../../../core/recurrence/index.ts'
import type { LocalTime } from '../../../core/time/local-time.ts'
import type { Reader, Transaction } from '../../../db/database.ts'
import { loadPicturesById } from '../../../media/picture-store.ts'
import type { RestoredFields } from '../../dates-affected-by-write.ts'
import { pickRestoredColumns, planPostRestoration, restoreTextsOfPost } from '../../posts/restore-post.ts'
import { readRevisionsOfRecord } from '../../revisions/store-revisions.ts'
import type { Scope } from '../../scope.ts'
import { chooseDisplayText } from '../../texts/record-texts.ts'
import type { EventBody } from '../event-parameters.ts'
import { EVENT_FLAGS, type EventRow } from '../event-row.ts'
import type { EventStatusColumns } from '../event-status/status-columns.ts'
import { updateEvent } from '../event-store.ts'
import { loadEventLinks } from '../links/load-links.ts'
import { type EventPlan, requireRightToWriteEvent } from '../plan-event.ts'
import { parseRecurrenceOfEvent } from '../repeat/parse-and-describe-recurrence-of-event.ts'
import {
  isDateOfRepeatedEvent,
  isRepeatedEvent,
  linkFieldNameOfKind,
} from '../repeat/repeated-event-columns-and-overrides.ts'
import { summarizeDatesOfRepeatedEvent } from '../repeat/summarize-dates.ts'
import { updateLanguagesOfDates } from '../repeat/write/insert-dates.ts'
import { pickScheduleColumns } from '../repeat/write/store-recurrence.ts'
import { restoreOverridesOfDate } from './restore-overrides-of-date.ts'
import {
  decodeLinksToExistingRecords,
  EVENT_STATUS_FIELDS,
  planRestoredAdmission,
  SCHEDULE_FIELDS,
} from './restored-links-and-admission.ts'

/** Adds texts, picture, links and dates to the stored values of an earlier version of an event. */
export async function loadEventOfRevision(scope: Scope, stored: unknown): Promise<EventRow> {
  const event = stored as Omit<EventRow, 'text' | 'image' | 'links'>
  const [links] = await loadEventLinks(scope, [event])
  const { image_id } = event
  const image = image_id === null ? undefined : (await loadPicturesById(scope.db, [image_id])).get(image_id)
  const row = { ...event, links, image, text: chooseDisplayText(scope, event) } as EventRow
  return isRepeatedEvent(row) ? { ...row, dates: await summarizeDatesOfRepeatedEvent(scope, row.id) } : row
}

/**
 * Restores an earlier version of an event. Dates of that version are moved back, restored from the trash or added;
 * references to records that were deleted since are left out.
 */
export async function restoreEvent(
  scope: Scope<Transaction>,
  event: EventRow,
  before: EventRow,
  fields: RestoredFields,
): Promise<void> {
  if (isDateOfRepeatedEvent(event)) return restoreOverridesOfDate(scope, event, before, fields)
  const { plan: post, imageId } = await planPostRestoration(scope, event, before, fields)
  // The rules of a repeated event refer to its start, so its start is restored together with its rules.
  const timeFields =
    isRepeatedEvent(event) && isRepeatedEvent(before) ? ['recurrence', ...SCHEDULE_FIELDS] : SCHEDULE_FIELDS
  const schedule = fields.has(...timeFields) ? pickScheduleColumns(before) : undefined
  const recurrence = plannedRecurrence(event, before, schedule !== undefined || fields.has('recurrence'))
  const plan: EventPlan = {
    ...post,
    body: restoredBody(before, fields),
    schedule,
    eventStatus: restoredEventStatus(before, fields),
    admission: planRestoredAdmission(scope, event, before, fields),
    recurrence,
    earlierStarts: recurrence ? await readEarlierStarts(scope.db, before) : undefined,
    ...(await restoredLinks(scope.db, before, fields)),
  }
  requireRightToWriteEvent(scope, plan, event)
  await updateEvent(scope, event, plan, imageId)
  await restoreTextsOfPost(scope, 'event', event.id, before, fields)
  if (isRepeatedEvent(event) && recurrence !== null) await updateLanguagesOfDates(scope, event.id)
}

/**
 * The recurrence that the restoration stores: null if the event did not repeat in the earlier version; undefined if the
 * recurrence does not change.
 */
function plannedRecurrence(event: EventRow, before: EventRow, isRestored: boolean): Recurrence | null | undefined {
  if (!isRestored) return undefined
  if (isRepeatedEvent(before)) return parseRecurrenceOfEvent(before.repeat)
  return isRepeatedEvent(event) ? null : undefined
}

/**
 * The starts that an earlier version of a repeated event gave to its dates, by their ids. A write that cannot change them
 * stores none, so they are those of the next write that can.
 */
async function readEarlierStarts(db: Reader, before: EventRow): Promise<ReadonlyMap<number, LocalTime>> {
  if (before.starts_of_dates) return new Map(before.starts_of_dates)
  const revisions = await readRevisionsOfRecord(db, 'events', before.id)
  const since = revisions.map(({ snapshot }) => snapshot.row as unknown as EventRow)
  const next = since.findLast((row) => row.version >= before.version && row.starts_of_dates !== undefined)
  return new Map(next?.starts_of_dates)
}

const restoredBody = (before: EventRow, fields: RestoredFields): Partial<EventBody> => ({
  ...Object.fromEntries(EVENT_FLAGS.filter((flag) => fields.has(flag)).map((flag) => [flag, before[flag] === 1])),
  ...(fields.has('website') && { website: before.website }),
  ...(fields.has('cost') && { cost: parseStoredCost(before.cost) }),
})

const restoredEventStatus = (before: EventRow, fields: RestoredFields): Partial<EventStatusColumns> => ({
  ...(fields.has(...EVENT_STATUS_FIELDS) && {
    event_status: before.event_status,
    status_reason: before.status_reason,
    previous_start: before.previous_start,
  }),
  ...pickRestoredColumns(before, ['sold_out', 'attendance_mode', 'online_url'], fields),
})

async function restoredLinks(
  db: Reader,
  before: EventRow,
  fields: RestoredFields,
): Promise<Pick<EventPlan, 'places' | 'terms'>> {
  const ids = await decodeLinksToExistingRecords(db, before.links_json, (kind) => fields.has(linkFieldNameOfKind(kind)))
  const places = (kind: 'venue' | 'organizer' | 'series') => ids[kind]?.map((id) => ({ id }))
  const terms = (kind: 'category' | 'tag') => ids[kind] && { ids: ids[kind], newNames: [] }
  return {
    places: { venue: places('venue'), organizer: places('organizer'), series: places('series') },
    terms: { category: terms('category'), tag: terms('tag') },
  }
}
