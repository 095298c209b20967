import { adminPath, type SignedInContext } from '../../../admin/admin-context.ts'
import { createUnsentFormState } from '../../../admin/forms/admin-form.ts'
import { recordHistoryPage, revisionPage } from '../../../admin/views/records/history-page.ts'
import type { AnyCollection } from '../../../collections/collection.ts'
import { listChangedFields } from '../../../collections/revisions/list-changed-fields.ts'
import { findReadableRevision, listReadableRevisions } from '../../../collections/revisions/read-versions.ts'
import { chooseFieldsToRestore, restoreVersionOfRecord } from '../../../collections/revisions/restore-version.ts'
import { CalendarError } from '../../../core/errors.ts'
import { parseId } from '../../../core/schema/field-types.ts'
import { type AdminHandler, valuesOfRepeatedFormField } from '../admin-handler.ts'
import { findEditableRecord } from './record-form-handlers.ts'

/** The page with the changes of a record. */
export const recordHistoryHandler = (collection: AnyCollection): AdminHandler => ({
  async show({ context, request }) {
    const { row, scope } = await findEditableRecord(context, collection, request.params)
    const record = { collection: collection.name, id: row.id, title: row.text.title }
    return recordHistoryPage(context, record, await listReadableRevisions(collection, scope, row.id))
  },
})

/** The page of one change of a record. A POST restores the version before it, or selected fields of that version. */
export const revisionPageHandler = (collection: AnyCollection): AdminHandler => ({
  async show({ context, request }) {
    return showRevision(context, collection, await findChange(context, collection, request.params))
  },
  async submit({ context, request, sent }) {
    const change = await findChange(context, collection, request.params)
    const { scope, row, before, restorable } = change
    const chosen = valuesOfRepeatedFormField(sent, 'fields').filter((field) => restorable.includes(field))
    if (sent.which !== 'all' && chosen.length === 0) {
      return showRevision(context, collection, change, [{ name: 'fields', message: context.words.history.choose }])
    }
    const expected = { ...scope, expectedVersions: [Number(sent.version)] }
    await restoreVersionOfRecord(
      collection,
      expected,
      row,
      before,
      chooseFieldsToRestore(sent.which === 'all' ? undefined : chosen),
    )
    const redirect = adminPath(context, `/${collection.name}/${row.id}`)
    return { redirect, notice: 'versionRestored', canUndo: true }
  },
})

type Change = Awaited<ReturnType<typeof findChange>>

async function findChange(context: SignedInContext, collection: AnyCollection, params: unknown) {
  const { row, scope } = await findEditableRecord(context, collection, params)
  const id = parseId((params as { revision: string }).revision)
  const version = id === undefined ? undefined : await findReadableRevision(collection, scope, row, id)
  if (version === undefined) throw new CalendarError('revision-not-found')
  const different = listChangedFields(collection, scope, version.before, row).map(({ field }) => field)
  return { ...version, row, scope, restorable: [...new Set(different)] }
}

const showRevision = (
  context: SignedInContext,
  collection: AnyCollection,
  { row, scope, revision, before, after, restorable }: Change,
  problems: { name: string; message: string }[] = [],
) =>
  revisionPage(
    context,
    { collection: collection.name, id: row.id, title: row.text.title },
    { revision, changes: listChangedFields(collection, scope, before, after), restorable, version: row.version },
    { ...createUnsentFormState(), problems },
  )
