/** Everything that the routes of records load when the first user asks for one. */
export { COLLECTION_BY_KIND } from '../../api/collections.ts'
export { newRecordForm, recordForm } from './form.ts'
export { recordList } from './list.ts'
export { removal, restoration } from './remove.ts'
