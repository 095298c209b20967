import { adminPath, type SignedInContext } from '../../../admin/admin-context.ts'
import { createUnsentFormState } from '../../../admin/forms/admin-form.ts'
import {
  bulkEditFormPage,
  bulkEditPreviewPage,
  bulkEditRefusalPage,
  type ShownEdit,
} from '../../../admin/views/records/bulk-edit-pages.ts'
import { COLLECTION_BY_KIND } from '../../../collections/collection-by-kind.ts'
import {
  applyBulkEdit,
  previewBulkEdit,
  type Selection,
} from '../../../collections/events/bulk-edit/apply-bulk-edit.ts'
import type { BulkChange, PlannedEdit } from '../../../collections/events/bulk-edit/plan-bulk-edit.ts'
import type { EventQuery } from '../../../collections/events/event-parameters.ts'
import { encodeLinkIds, loadEventLinks } from '../../../collections/events/links/load-links.ts'
import { CalendarError, Problems } from '../../../core/errors.ts'
import { parseId } from '../../../core/schema/field-types.ts'
import type { SentParameters } from '../../../core/schema/sent-parameters.ts'
import { type AdminHandler, valuesOfRepeatedFormField } from '../admin-handler.ts'
import { parseBulkEditForm, sentFieldsOfBulkEditForm } from './parse-bulk-edit-form.ts'
import { convertRecordTableFilterToApiListQuery, parseFilterOfRecordTable } from './record-list-page.ts'
import { loadRecordsOfferedByForm } from './records-offered-by-form.ts'

const events = COLLECTION_BY_KIND.event

/** Changes several events in three steps: a form for the change, a preview before and after, and its application. */
export const bulkEditHandler: AdminHandler = {
  async submit({ context, sent }) {
    const { scope, words } = context
    const filter = typeof sent.filter === 'string' ? sent.filter : ''
    const selected = { ids: idsSent(sent), isAll: sent.all === '1', filter }
    const { ids } = selected
    if (!selected.isAll && ids.length === 0) return bulkEditRefusalPage(context, words.bulk.nothing)
    const choices = await loadRecordsOfferedByForm(scope, events, {})
    if (sent.step !== 'preview' && sent.step !== 'apply') {
      return bulkEditFormPage(context, selected, choices, createUnsentFormState(sentFieldsOfBulkEditForm(sent)))
    }
    const { change, form } = await parseBulkEditForm(context, sent)
    if (form) return bulkEditFormPage(context, selected, choices, form)
    if (sent.step === 'apply') {
      const message = await applyOrExplain(context, ids, change)
      const list = adminPath(context, '/events')
      if (message === undefined) return { redirect: list, notice: 'bulkSaved', canUndo: true }
      return showPreview(context, { ids }, change, sentFieldsOfBulkEditForm(sent), message)
    }
    const selection = selected.isAll ? selectionOfFilter(context, filter) : { ids }
    return showPreview(context, selection, change, sentFieldsOfBulkEditForm(sent))
  },
}

/** The ids of the selected events: a field for each, or one field with all ids, separated by commas. */
const idsSent = (sent: SentParameters): number[] =>
  valuesOfRepeatedFormField(sent, 'ids').flatMap((text) => text.split(',').flatMap((id) => parseId(id) ?? []))

/**
 * Selects all events that match the filter of a table.
 * @param text the filter, as the query string of the table's address
 */
function selectionOfFilter({ scope }: SignedInContext, text: string): Selection {
  const filter = parseFilterOfRecordTable('event', Object.fromEntries(new URLSearchParams(text)), scope.languages)
  const query = events.parameters.native.list.read(
    convertRecordTableFilterToApiListQuery(scope, 'event', filter),
    new Problems(),
  ) as EventQuery
  return { query, untranslatedIn: filter.language, showsHidden: true }
}

/**
 * Applies the change to all events or, if it is refused, to none.
 * @returns why it was refused; undefined if it was applied
 */
async function applyOrExplain(
  { scope, words }: SignedInContext,
  ids: readonly number[],
  change: BulkChange,
): Promise<string | undefined> {
  try {
    await applyBulkEdit(events, scope, ids, change)
    return undefined
  } catch (error) {
    if (!(error instanceof CalendarError) || error.status >= 500 || error.data.record === undefined) throw error
    return words.bulk.refused
  }
}

async function showPreview(
  context: SignedInContext,
  selection: Selection,
  change: BulkChange,
  texts: Record<string, string>,
  message?: string,
) {
  const { scope } = context
  const plans = await previewBulkEdit(events, scope, selection, change, new Problems())
  const changed = plans.filter(({ changes, problem }) => changes.length > 0 || problem !== undefined)
  const names = await readNames(context, changed)
  const edits = changed.map((plan) => shownEdit(plan, names))
  return bulkEditPreviewPage(context, { edits, unchanged: plans.length - changed.length, texts }, message)
}

type Names = Readonly<Record<string, ReadonlyMap<number, string>>>

/** The names of all records to which the events refer before or after the edit, by field. */
async function readNames({ scope }: SignedInContext, plans: readonly PlannedEdit[]): Promise<Names> {
  const idsIn = (wanted: string) =>
    [
      ...new Set(
        plans.flatMap(({ changes }) =>
          changes.flatMap(({ field, before, after }) => (field === wanted ? [before, after].flat() : [])),
        ),
      ),
    ] as number[]
  const linked = {
    venue: idsIn('venue'),
    organizer: idsIn('organizer'),
    category: idsIn('categories'),
    tag: idsIn('tags'),
  }
  const [links] = await loadEventLinks(scope, [{ links_json: encodeLinkIds(linked) }])
  const byId = (rows: readonly { id: number; text: { title: string } }[] = []) =>
    new Map(rows.map(({ id, text }) => [id, text.title]))
  return {
    venue: byId(links?.venues),
    organizer: byId(links?.organizers),
    categories: byId(links?.categories),
    tags: byId(links?.tags),
  }
}

const shownEdit = ({ id, title, changes, problem }: PlannedEdit, names: Names): ShownEdit => ({
  id,
  title,
  problem,
  changes: changes.map(({ field, before, after }) => ({
    field,
    before: nameIds(names[field], before),
    after: nameIds(names[field], after),
  })),
})

/** Replaces ids by names; ids of records that the user may not see are left out. */
const nameIds = (names: ReadonlyMap<number, string> | undefined, value: unknown): unknown =>
  names === undefined ? value : (value as number[]).flatMap((id) => names.get(id) ?? [])
