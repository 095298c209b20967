import { defineCollection } from '../collection.ts'
import { postRights } from '../posts/load-posts.ts'
import { loadPostOfRevision } from '../posts/restore-post.ts'
import { organizerExamples } from './organizer-examples.ts'
import { organizerParameters } from './organizer-parameters.ts'
import { organizerSchemas } from './organizer-response-schema.ts'
import type { OrganizerColumns } from './organizer-store.ts'
import {
  createOrganizerUnlessSameExists,
  findOrganizer,
  insertOrganizer,
  listOrganizers,
  loadOrganizersWhere,
  planOrganizerWrite,
  requireRightToWriteOrganizer,
  restoreOrganizer,
  trashOrganizer,
  updateOrganizer,
} from './organizer-store.ts'
import { presentOrganizer } from './present-organizer.ts'

export const organizers = defineCollection({
  kind: 'organizer',
  parameters: organizerParameters,
  rights: postRights,
  list: listOrganizers,
  find: findOrganizer,
  load: loadOrganizersWhere,
  check: planOrganizerWrite,
  permit: requireRightToWriteOrganizer,
  imageOf: (plan) => plan.image,
  create: createOrganizerUnlessSameExists,
  createDuplicate: insertOrganizer,
  update: updateOrganizer,
  remove: trashOrganizer,
  completeStored: loadPostOfRevision<OrganizerColumns>,
  restore: restoreOrganizer,
  schemas: () => organizerSchemas,
  examples: organizerExamples,
  present: presentOrganizer,
})
