import { defineCollection } from '../collection.ts'
import { postRights } from '../posts/read.ts'
import { completePostVersion } from '../posts/restore.ts'
import { seriesExamples } from './examples.ts'
import { presentSeries } from './present.ts'
import { seriesSchemas } from './response-schema.ts'
import { seriesParameters } from './schema.ts'
import type { SeriesRow } from './store.ts'
import {
  checkSeries,
  createSeriesUnlessSame,
  findSeries,
  listSeries,
  loadSeries,
  permitSeries,
  restoreSeries,
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
  create: createSeriesUnlessSame,
  canReturnExisting: true,
  update: updateSeries,
  remove: trashSeries,
  completeStored: completePostVersion<SeriesRow>,
  restore: restoreSeries,
  schemas: () => seriesSchemas,
  examples: seriesExamples,
  present: presentSeries,
})
