/** The modules that the first request for a page of records imports. */
export { COLLECTION_BY_KIND } from '../../api/collections.ts'
export { recordHistoryHandler, revisionHandler } from './history.ts'
export { mergeHandler } from './merge.ts'
export { editRecordHandler, newRecordHandler } from './record-form.ts'
export { recordListHandler } from './record-list.ts'
export { removeTextsHandler, textsHandler } from './texts.ts'
export { restoreRecordHandler, trashRecordHandler } from './trash-record.ts'
