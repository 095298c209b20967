import { defineCollection } from '../collection.ts'
import { postRights } from '../posts/load-posts.ts'
import { loadPostOfRevision } from '../posts/restore-post.ts'
import { presentSeries } from './present-series.ts'
import { seriesExamples } from './series-examples.ts'
import { seriesParameters } from './series-parameters.ts'
import { seriesSchemas } from './series-response-schema.ts'
import type { SeriesRow } from './series-store.ts'
import {
  createSeriesUnlessSameExists,
  findSeries,
  insertSeries,
  listSeries,
  loadSeriesWhere,
  planSeriesWrite,
  requireRightToWriteSeries,
  restoreSeries,
  trashSeries,
  updateSeries,
} from './series-store.ts'

export const series = defineCollection({
  kind: 'series',
  parameters: seriesParameters,
  rights: postRights,
  list: listSeries,
  find: findSeries,
  load: loadSeriesWhere,
  check: planSeriesWrite,
  permit: requireRightToWriteSeries,
  imageOf: (plan) => plan.image,
  create: createSeriesUnlessSameExists,
  createDuplicate: insertSeries,
  update: updateSeries,
  remove: trashSeries,
  completeStored: loadPostOfRevision<SeriesRow>,
  restore: restoreSeries,
  schemas: () => seriesSchemas,
  examples: seriesExamples,
  present: presentSeries,
})
