import { defineCollection } from '../collection.ts'
import { postRights } from '../posts/read.ts'
import { lockCategoryTree } from '../terms/category-tree.ts'
import { eventExamples } from './examples.ts'
import { findEvent, loadEventsWhere } from './load.ts'
import { checkEvent, permitEvent } from './plan.ts'
import { presentEvent } from './present.ts'
import { eventSchemas } from './response-schema.ts'
import { eventParameters } from './schema.ts'
import { createEvent, listEvents, removeReason, trashEvent, updateEvent } from './store.ts'
import { defaultWindow } from './window.ts'

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
  removeOtherTexts: removeReason,
  schemas: eventSchemas,
  examples: eventExamples,
  present: presentEvent,
})
