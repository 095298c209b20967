import { defineCollection } from '../collection.ts'
import { postRights } from '../posts/read.ts'
import { organizerExamples } from './examples.ts'
import { presentOrganizer } from './present.ts'
import { organizerSchemas } from './response-schema.ts'
import { organizerParameters } from './schema.ts'
import {
  checkOrganizer,
  createOrganizer,
  findOrganizer,
  listOrganizers,
  loadOrganizers,
  permitOrganizer,
  trashOrganizer,
  updateOrganizer,
} from './store.ts'

export const organizers = defineCollection({
  kind: 'organizer',
  parameters: organizerParameters,
  rights: postRights,
  list: listOrganizers,
  find: findOrganizer,
  load: loadOrganizers,
  check: checkOrganizer,
  permit: permitOrganizer,
  imageOf: (plan) => plan.image,
  create: createOrganizer,
  canReturnExisting: true,
  update: updateOrganizer,
  remove: trashOrganizer,
  schemas: () => organizerSchemas,
  examples: organizerExamples,
  present: presentOrganizer,
})
