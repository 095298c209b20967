import { defineCollection } from '../collection.ts'
import { postRights } from '../posts/load-posts.ts'
import { loadPostOfRevision } from '../posts/restore-post.ts'
import { presentVenue } from './present-venue.ts'
import { venueExamples } from './venue-examples.ts'
import { venueParameters } from './venue-parameters.ts'
import { venueSchemas } from './venue-response-schema.ts'
import type { VenueColumns } from './venue-store.ts'
import {
  createVenueUnlessSameExists,
  findVenue,
  insertVenue,
  listVenues,
  loadVenuesWhere,
  planVenueWrite,
  requireRightToWriteVenue,
  restoreVenue,
  trashVenue,
  updateVenue,
} from './venue-store.ts'

export const venues = defineCollection({
  kind: 'venue',
  parameters: venueParameters,
  rights: postRights,
  list: listVenues,
  find: findVenue,
  load: loadVenuesWhere,
  check: planVenueWrite,
  permit: requireRightToWriteVenue,
  imageOf: (plan) => plan.image,
  create: createVenueUnlessSameExists,
  createDuplicate: insertVenue,
  update: updateVenue,
  remove: trashVenue,
  completeStored: loadPostOfRevision<VenueColumns>,
  restore: restoreVenue,
  schemas: () => venueSchemas,
  examples: venueExamples,
  present: presentVenue,
})
