/** This file exports the modules that the server imports together at the first request for a page of records. */
export { COLLECTION_BY_KIND } from '../../../collections/collection-by-kind.ts'
export { recordHistoryHandler, revisionPageHandler } from './history-pages.ts'
export { mergePageHandler } from './merge-page.ts'
export { editRecordPageHandler, newRecordPageHandler } from './record-form-handlers.ts'
export { recordListHandler } from './record-list-page.ts'
export { removeTranslationHandler, translationPageHandler } from './translation-pages.ts'
export { restoreRecordHandler, trashOrDeleteRecordHandler } from './trash-and-restore-record-handlers.ts'
