import { sql } from '../../db/database.ts'
import { defineCollection } from '../collection.ts'
import { postRights } from '../posts/load-posts.ts'
import { lockCategoryTree } from '../terms/category-tree.ts'
import { eventExamples } from './event-examples.ts'
import { eventParameters } from './event-parameters.ts'
import { eventResponseSchemas } from './event-response-schema.ts'
import type { EventRow } from './event-row.ts'
import { createEvent, deleteTranslationsInEventColumns, listEvents, trashEvent, updateEvent } from './event-store.ts'
import { dateWindowOfQueryWithoutDates } from './filters/date-window.ts'
import { withOnlyFirstDatesFound } from './filters/first-date-of-each-event.ts'
import { findEvent, findEventForUpdate, loadEventsMeetingCondition } from './load-events.ts'
import { planEventWrite, requireRightToWriteEvent } from './plan-event.ts'
import { presentEvent } from './present-event.ts'
import { isDateOfRepeatedEvent, isRepeatedEvent } from './repeat/repeated-event-columns-and-overrides.ts'
import { ensureDateHasOwnTexts } from './repeat/write/date-overrides.ts'
import { copyRepeatedEventValuesToDates, updateLanguagesOfDates } from './repeat/write/insert-dates.ts'
import { loadEventsChangedByWrite } from './revisions/load-events-changed-by-write.ts'
import { loadEventOfRevision, restoreEvent } from './revisions/restore-event.ts'

export const events = defineCollection({
  kind: 'event',
  parameters: eventParameters,
  rights: postRights,
  list: (scope, query, problems) => listEvents(scope, withOnlyFirstDatesFound(query), problems),
  listDefaults: (site, now) => {
    const { from, to } = dateWindowOfQueryWithoutDates({ site, now })
    return { start_date: from, end_date: to }
  },
  find: findEvent,
  findLocked: findEventForUpdate,
  load: loadEventsMeetingCondition,
  check: planEventWrite,
  permit: requireRightToWriteEvent,
  lockFirst: ({ db }) => lockCategoryTree(db, 'shared'),
  imageOf: (plan) => plan.image,
  create: async (scope, plan, imageId) => ({ id: await createEvent(scope, plan, imageId), isNew: true }),
  update: updateEvent,
  remove: trashEvent,
  removeOtherTexts: async (scope, event: EventRow) => {
    await deleteTranslationsInEventColumns(scope, event)
    if (isRepeatedEvent(event)) await copyRepeatedEventValuesToDates(scope.db, event.id)
  },
  schemas: eventResponseSchemas,
  writtenRows: loadEventsChangedByWrite,
  completeStored: loadEventOfRevision,
  restore: restoreEvent,
  beforeErase: async (scope, event: EventRow) => {
    // Moving a date to the trash also excludes it from the recurrence. Without that, the recurrence would create the
    // deleted date again.
    if (isDateOfRepeatedEvent(event) && event.status !== 'trash') await trashEvent(scope, event)
  },
  withOwnTexts: async (scope, event: EventRow) =>
    isDateOfRepeatedEvent(event) ? ensureDateHasOwnTexts(scope, event) : event,
  afterTranslation: async (scope, event: EventRow) => {
    if (isRepeatedEvent(event)) await updateLanguagesOfDates(scope, event.id)
  },
  // A write locks the repeated event and its dates, so that writes of the event and of its dates wait for each other.
  rowsToLock: (id) =>
    sql`id IN (${id}, (SELECT d.repeat_id FROM event d WHERE d.id = ${id})) ORDER BY repeat_id NULLS FIRST`,
  lockedWith: ({ repeat_id }: EventRow) => repeat_id,
  examples: eventExamples,
  present: presentEvent,
  // The JSON of a repeated event names its next date, which becomes another one when that date begins.
  nextChangeOf: ({ dates }: EventRow) => dates?.next && dates.next.start_at + 1,
})
