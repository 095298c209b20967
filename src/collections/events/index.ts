import { sql } from '../../db/database.ts'
import { defineCollection } from '../collection.ts'
import { postRights } from '../posts/read.ts'
import { lockCategoryTree } from '../terms/category-tree.ts'
import { eventExamples } from './examples.ts'
import { defaultWindow } from './filters/date-window.ts'
import { findEvent, loadEventsWhere } from './load-events.ts'
import { checkEvent, permitEvent } from './plan.ts'
import { presentEvent } from './present.ts'
import { isDateOfRepeat, isRepeated } from './repeat/row.ts'
import { copyValuesToDates } from './repeat/write/insert-dates.ts'
import { ensureOwnTexts, updateLanguagesOfDates } from './repeat/write/overrides.ts'
import { eventSchemas } from './response-schema.ts'
import { completeEventVersion, restoreEvent } from './revisions/restore-event.ts'
import { loadWrittenEvents } from './revisions/written-rows.ts'
import type { EventRow } from './row.ts'
import { eventParameters } from './schema.ts'
import { createEvent, listEvents, removeColumnTexts, trashEvent, updateEvent } from './store.ts'

export const events = defineCollection({
  kind: 'event',
  parameters: eventParameters,
  rights: postRights,
  list: (scope, query, problems) => listEvents(scope, query, problems),
  listDefaults: (site, now) => {
    const { from, to } = defaultWindow({ site, now })
    return { start_date: from, end_date: to }
  },
  find: findEvent,
  load: loadEventsWhere,
  check: checkEvent,
  permit: permitEvent,
  lockFirst: ({ db }) => lockCategoryTree(db, 'shared'),
  imageOf: (plan) => plan.image,
  create: async (scope, plan, imageId) => ({ id: await createEvent(scope, plan, imageId), isNew: true }),
  update: updateEvent,
  remove: trashEvent,
  removeOtherTexts: async (scope, event: EventRow) => {
    await removeColumnTexts(scope, event)
    if (isRepeated(event)) await copyValuesToDates(scope.db, event.id)
  },
  schemas: eventSchemas,
  writtenRows: loadWrittenEvents,
  completeStored: completeEventVersion,
  restore: restoreEvent,
  beforeErase: async (scope, event: EventRow) => {
    // The recurrence would give a deleted date again.
    if (isDateOfRepeat(event) && event.status !== 'trash') await trashEvent(scope, event)
  },
  withOwnTexts: async (scope, event: EventRow) => (isDateOfRepeat(event) ? ensureOwnTexts(scope, event) : event),
  afterTranslation: async (scope, event: EventRow) => {
    if (isRepeated(event)) await updateLanguagesOfDates(scope, event.id)
  },
  // A write locks the repeated event and its dates, so that writes of the event and of its dates wait for each other.
  rowsToLock: (id) =>
    sql`id IN (${id}, (SELECT d.repeat_id FROM event d WHERE d.id = ${id})) ORDER BY repeat_id NULLS FIRST`,
  examples: eventExamples,
  present: presentEvent,
  // The JSON of a repeated event names its next date, which becomes another one when that date begins.
  nextChangeOf: ({ dates }: EventRow) => dates?.next && dates.next.start_at + 1,
})
