import { unsentForm } from '../../../admin/forms/form.ts'
import { adminPath, type SignedInContext } from '../../../admin/page.ts'
import { bulkFormPage, bulkPreviewPage, bulkRefusalPage, type ShownEdit } from '../../../admin/views/bulk-edit.ts'
import { applyBulkEdit, previewBulkEdit, type Selection } from '../../../collections/events/bulk-edit/apply.ts'
import type { BulkChange, PlannedEdit } from '../../../collections/events/bulk-edit/plan.ts'
import { encodeLinkIds, loadEventLinks } from '../../../collections/events/links/load-links.ts'
import type { EventQuery } from '../../../collections/events/schema.ts'
import { CalendarError, Problems } from '../../../core/errors.ts'
import type { SentParameters } from '../../../core/schema/repeated-parameters.ts'
import { parseId } from '../../../core/schema/schema.ts'
import { COLLECTION_BY_KIND } from '../../api/collections.ts'
import { type AdminHandler, textsSent } from '../handler.ts'
import { bulkTexts, readBulkChange } from './bulk-change.ts'
import { loadOfferedRecords } from './choices.ts'
import { queryOf, readFilter } from './record-list.ts'

const events = COLLECTION_BY_KIND.event

/** Changes several events: asks what to change, shows before and after, then applies the change. */
export const bulkEditHandler: AdminHandler = {
  async submit({ context, sent }) {
    const { scope, words } = context
    const filter = typeof sent.filter === 'string' ? sent.filter : ''
    const selected = { ids: idsSent(sent), isAll: sent.all === '1', filter }
    const { ids } = selected
    if (!selected.isAll && ids.length === 0) return bulkRefusalPage(context, words.bulk.nothing)
    const choices = await loadOfferedRecords(scope, events, {})
    if (sent.step !== 'preview' && sent.step !== 'apply') {
      return bulkFormPage(context, selected, choices, unsentForm(bulkTexts(sent)))
    }
    const { change, form } = await readBulkChange(context, sent)
    if (form) return bulkFormPage(context, selected, choices, form)
    if (sent.step === 'apply') {
      const message = await applyOrExplain(context, ids, change)
      const list = adminPath(context, '/events')
      if (message === undefined) return { redirect: list, notice: 'bulkSaved', canUndo: true }
      return showPreview(context, { ids }, change, bulkTexts(sent), message)
    }
    const selection = selected.isAll ? selectionOfFilter(context, filter) : { ids }
    return showPreview(context, selection, change, bulkTexts(sent))
  },
}

/** The ids of the chosen events: one field for each, or one with all of them, separated by commas. */
const idsSent = (sent: SentParameters): number[] =>
  textsSent(sent, 'ids').flatMap((text) => text.split(',').flatMap((id) => parseId(id) ?? []))

/** All events that the table shows. @param text its filter, as in the query of its address */
function selectionOfFilter({ scope }: SignedInContext, text: string): Selection {
  const filter = readFilter('event', Object.fromEntries(new URLSearchParams(text)), scope.languages)
  const query = events.parameters.native.list.read(queryOf(scope, 'event', filter), new Problems()) as EventQuery
  return { query, untranslatedIn: filter.language }
}

/** @returns undefined if the change was applied; otherwise why not. Nothing has been changed then */
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
  return bulkPreviewPage(context, { edits, unchanged: plans.length - changed.length, texts }, message)
}

type Names = Readonly<Record<string, ReadonlyMap<number, string>>>

/** The names of all records to which the events refer before or after, by field. */
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
  isPossible: problem === undefined,
  changes: changes.map(({ field, before, after }) => ({
    field,
    before: nameIds(names[field], before),
    after: nameIds(names[field], after),
  })),
})

/** Ids as names; records that the user may not see have none. */
const nameIds = (names: ReadonlyMap<number, string> | undefined, value: unknown): unknown =>
  names === undefined ? value : (value as number[]).flatMap((id) => names.get(id) ?? [])
