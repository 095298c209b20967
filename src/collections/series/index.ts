import { defineCollection } from '../collection.ts'
import { postRights } from '../posts/read.ts'
import { seriesExamples } from './examples.ts'
import { presentSeries } from './present.ts'
import { seriesSchemas } from './response-schema.ts'
import { seriesParameters } from './schema.ts'
import {
  checkSeries,
  createSeries,
  findSeries,
  listSeries,
  loadSeries,
  permitSeries,
  trashSeries,
  updateSeries,
} from './store.ts'

export const series = defineCollection({
  kind: 'series',
  parameters: seriesParameters,
  rights: postRights,
  list: listSeries,
  find: findSeries,
  load: loadSeries,
  check: checkSeries,
  permit: permitSeries,
  imageOf: (plan) => plan.image,
  create: createSeries,
  canReturnExisting: true,
  update: updateSeries,
  remove: trashSeries,
  schemas: () => seriesSchemas,
  examples: seriesExamples,
  present: presentSeries,
})
