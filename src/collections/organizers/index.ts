import { defineCollection } from '../collection.ts'
import { postRights } from '../posts/read.ts'
import { completePostVersion } from '../posts/restore.ts'
import { organizerExamples } from './examples.ts'
import { presentOrganizer } from './present.ts'
import { organizerSchemas } from './response-schema.ts'
import { organizerParameters } from './schema.ts'
import type { OrganizerColumns } from './store.ts'
import {
  checkOrganizer,
  createOrganizerUnlessSame,
  findOrganizer,
  listOrganizers,
  loadOrganizers,
  permitOrganizer,
  restoreOrganizer,
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
  create: createOrganizerUnlessSame,
  canReturnExisting: true,
  update: updateOrganizer,
  remove: trashOrganizer,
  completeStored: completePostVersion<OrganizerColumns>,
  restore: restoreOrganizer,
  schemas: () => organizerSchemas,
  examples: organizerExamples,
  present: presentOrganizer,
})
