import { adminPath, type SignedInContext } from '../../../admin/admin-context.ts'
import { formatFieldValueForPeople, labelOfApiField } from '../../../admin/records/field-value-for-people.ts'
import { formControlsOfKind } from '../../../admin/records/sections-of-record-form.ts'
import { type MergeRecord, mergeChoicePage, mergeComparisonPage } from '../../../admin/views/records/merge-pages.ts'
import type { AnyCollection } from '../../../collections/collection.ts'
import { COLLECTION_BY_KIND } from '../../../collections/collection-by-kind.ts'
import { mergeRecordIntoOther } from '../../../collections/events/merge/merge-record.ts'
import type { Scope } from '../../../collections/scope.ts'
import { CalendarError, invalidParameterError, Problems } from '../../../core/errors.ts'
import { isLinkedKind } from '../../../core/kinds.ts'
import { parseId } from '../../../core/schema/field-types.ts'
import { htmlToText } from '../../../core/text/html.ts'
import { FIRST_CALENDAR_DAY, LAST_CALENDAR_DAY } from '../../../core/time/local-time.ts'
import { LINK_FILTERS } from '../../../pages/parse-event-filter-of-page.ts'
import type { AdminHandler } from '../admin-handler.ts'
import { findEditableRecord } from './record-form-handlers.ts'

/** Maximum number of records that the search for the other record shows. */
const FOUND_MAX = 20

/** Merges a record into another one in two steps: a search for the other one, then a comparison of both. */
export const mergePageHandler = (collection: AnyCollection): AdminHandler => ({
  async show({ context, request, sent }) {
    const { row, scope } = await findEditableRecord(context, collection, request.params)
    const record = await describe(context, collection, scope, row)
    const shown = { collection: collection.name, record }
    if (sent.into !== undefined) {
      const other = await findEditableRecord(context, collection, { id: sent.into })
      if (other.row.id === row.id) throw invalidParameterError('into', 'reason.other-record')
      return mergeComparisonPage(context, shown, await describe(context, collection, scope, other.row))
    }
    const search = typeof sent.search === 'string' ? sent.search : record.title
    const rows = (await searchRecords(context.scope, collection, search)).filter(({ id }) => id !== row.id)
    const found = await Promise.all(rows.map((one) => describe(context, collection, scope, one)))
    return mergeChoicePage(context, shown, { search, found })
  },
  async submit({ context, request, sent }) {
    const { row, scope } = await findEditableRecord(context, collection, request.params)
    const into = parseId(sent.into)
    if (into === undefined) throw new CalendarError(`${collection.kind}-not-found`)
    await mergeRecordIntoOther(collection, { ...scope, expectedVersions: [Number(sent.version)] }, row, into)
    return { redirect: adminPath(context, `/${collection.name}/${into}`), notice: 'merged', canUndo: true }
  },
})

// biome-ignore lint/suspicious/noExplicitAny: rows of any collection, which only that collection reads
type Row = any

async function searchRecords(scope: Scope, collection: AnyCollection, search: string): Promise<Row[]> {
  const query = {
    per_page: FOUND_MAX,
    hide_empty: false,
    ...(search.trim() !== '' && { search: search.slice(0, 200) }),
  }
  const problems = new Problems()
  const { rows } = await collection.list(scope, collection.parameters.native.list.read(query, problems), problems)
  return rows.filter((row) => collection.rights.canEdit(scope.caller, row))
}

async function describe(
  context: SignedInContext,
  collection: AnyCollection,
  scope: Scope,
  row: Row,
): Promise<MergeRecord> {
  const shown = collection.present(scope, row)
  const controls = formControlsOfKind(collection.kind)
  const lines = controls.filter(({ control, name }) => control === 'line' && name !== collection.titleField)
  return {
    id: row.id,
    title: row.text.title,
    version: row.version,
    events: await countEvents(scope, collection, row.id),
    summary: lines.flatMap(({ name }) => formatFieldValueForPeople(context, name, shown[name]) || []).join(' · '),
    fields: controls
      .filter(({ name }) => name !== 'date' && name !== 'author')
      .map(({ control, name }) => ({
        label: labelOfApiField(context, name),
        text:
          control === 'text'
            ? htmlToText(String(shown[name] ?? ''))
            : formatFieldValueForPeople(context, name, shown[name]),
      })),
  }
}

/** The number of events of all times that refer to a record. */
async function countEvents(scope: Scope, { kind }: AnyCollection, id: number): Promise<number> {
  if (!isLinkedKind(kind)) return 0
  const problems = new Problems()
  const dates = { start_date: FIRST_CALENDAR_DAY, end_date: LAST_CALENDAR_DAY, per_page: 1 }
  const { event } = COLLECTION_BY_KIND
  const query = event.parameters.native.list.read({ ...dates, [LINK_FILTERS[kind]]: String(id) }, problems)
  try {
    return (await event.list(scope, query, problems)).total
  } catch (error) {
    if (error instanceof CalendarError && error.status === 404) return 0
    throw error
  }
}
