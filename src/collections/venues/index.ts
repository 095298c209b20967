import { defineCollection } from '../collection.ts'
import { postRights } from '../posts/read.ts'
import { completePostVersion } from '../posts/restore.ts'
import { venueExamples } from './examples.ts'
import { presentVenue } from './present.ts'
import { venueSchemas } from './response-schema.ts'
import { venueParameters } from './schema.ts'
import type { VenueColumns } from './store.ts'
import {
  checkVenue,
  createVenueUnlessSame,
  findVenue,
  listVenues,
  loadVenues,
  permitVenue,
  restoreVenue,
  trashVenue,
  updateVenue,
} from './store.ts'

export const venues = defineCollection({
  kind: 'venue',
  parameters: venueParameters,
  rights: postRights,
  list: listVenues,
  find: findVenue,
  load: loadVenues,
  check: checkVenue,
  permit: permitVenue,
  imageOf: (plan) => plan.image,
  create: createVenueUnlessSame,
  canReturnExisting: true,
  update: updateVenue,
  remove: trashVenue,
  completeStored: completePostVersion<VenueColumns>,
  restore: restoreVenue,
  schemas: () => venueSchemas,
  examples: venueExamples,
  present: presentVenue,
})
