import { adminPath, type SignedInContext } from '../../../admin/admin-context.ts'
import {
  type FormTexts,
  inputTextsOfNewRecord,
  inputTextsOfRecord,
} from '../../../admin/records/input-texts-of-record.ts'
import { repetitionTexts } from '../../../admin/records/repetition-choices.ts'
import { convertFormToRequestBody } from '../../../admin/records/request-body-of-form.ts'
import type { FormAction } from '../../../admin/views/record-form-page.ts'
import type { AnyCollection } from '../../../collections/collection.ts'
import { refuseEndBeforeStart } from '../../../collections/events/refuse-end-before-start.ts'
import { createRecord, updateRecord, type WriteScope } from '../../../collections/records/write-records.ts'
import { CalendarError, Problems } from '../../../core/errors.ts'
import { isPostKind } from '../../../core/kinds.ts'
import type { Language } from '../../../core/language.ts'
import { parseId } from '../../../core/schema/field-types.ts'
import type { SentParameters } from '../../../core/schema/sent-parameters.ts'
import type { AdminHandler, AdminVisit } from '../admin-handler.ts'
import { messagesOfRefusedWrite } from './messages-of-refused-write.ts'
import {
  type FormRecord,
  type Row,
  renderFormWithRefusedRecordValues,
  renderFormWithStoredRecord,
  renderRecordFormWithConflicts,
} from './render-record-form.ts'
import { storePictureUploadedByForm, uploadedFileOfForm } from './store-picture-uploaded-by-form.ts'

/** The status that each button of the form gives a post; undefined if the button does not change the status. */
const STATUS_OF: Readonly<Record<FormAction, string | undefined>> = {
  save: undefined,
  dates: undefined,
  draft: 'draft',
  pending: 'pending',
  publish: 'publish',
  private: 'private',
}

const isAction = (value: unknown): value is FormAction => typeof value === 'string' && Object.hasOwn(STATUS_OF, value)

/** The page with the form for a new record. A POST creates the record. */
export const newRecordPageHandler = (collection: AnyCollection): AdminHandler => ({
  async show({ context, sent }) {
    const texts = sent.from === undefined ? textsOnDay(sent.date) : await textsOfCopy(context, collection, sent.from)
    return renderFormWithStoredRecord(
      context,
      { collection, row: undefined },
      { ...inputTextsOfNewRecord(collection.kind), ...texts },
    )
  },
  async submit(visit) {
    const { context } = visit
    const record = { collection, row: undefined }
    const { sent, page } = await withUpload(visit, record)
    if (page) return page
    if (sent.action === 'dates') return renderFormWithRefusedRecordValues(context, record, sent, [])
    const scope = context.scope
    const problems = new Problems()
    const body = {
      ...convertFormToRequestBody(collection.kind, sent, inputTextsOfNewRecord(collection.kind), problems),
      ...statusIn(sent),
    }
    const write = async () => {
      refuseTypedEndBeforeStart(scope, record, sent, body, problems)
      const values = collection.parameters.native.create.read(body, problems)
      return (await createRecord(collection, scope, values, problems)).row
    }
    return saved({ context, sent }, record, problems, write)
  },
})

/** The form of an existing record, which shows and writes its texts in their original language. */
export const editRecordPageHandler = (collection: AnyCollection): AdminHandler => ({
  async show({ context, request }) {
    const { row, scope } = await findEditableRecord(context, collection, request.params)
    return renderFormWithStoredRecord(context, { collection, row }, textsOf(collection, scope, row))
  },
  async submit(visit) {
    const { context, request } = visit
    const { row, scope } = await findEditableRecord(context, collection, request.params)
    const record = { collection, row }
    const { sent, page } = await withUpload(visit, record)
    if (page) return page
    if (sent.action === 'dates') return renderFormWithRefusedRecordValues(context, record, sent, [])
    const shown = textsOf(collection, scope, row)
    const problems = new Problems()
    const changes = convertFormToRequestBody(collection.kind, sent, shown, problems)
    if (Number(sent.version) !== row.version && Object.keys(changes).length > 0) {
      return renderRecordFormWithConflicts(context, record, sent, { shown, names: Object.keys(changes) })
    }
    const body = {
      ...changes,
      ...statusIn(sent),
      ...(row.repeat_id && { scope: sent.scope }),
      ...(sent.reset_overrides === '1' && { reset_overrides: true }),
    }
    const write = () => {
      refuseTypedEndBeforeStart(scope, record, sent, changes, problems)
      const values = collection.parameters.native.update.read(body, problems)
      return updateRecord(collection, { ...scope, expectedVersions: [row.version] }, row, values, problems)
    }
    return saved({ context, sent }, record, problems, write)
  },
})

/** Refuses times of an event that the user has changed if the end is before the start. */
function refuseTypedEndBeforeStart(
  scope: WriteScope,
  { collection: { kind } }: FormRecord,
  sent: SentParameters,
  changes: Readonly<Record<string, unknown>>,
  problems: Problems,
): void {
  const isChanged = ['start_date', 'end_date', 'all_day'].some((name) => changes[name] !== undefined)
  if (kind !== 'event' || !isChanged) return
  // Problems of other inputs are found when the form is converted for the write.
  refuseEndBeforeStart(scope, convertFormToRequestBody(kind, sent, {}, new Problems()), problems)
}

/**
 * Stores the picture that the form uploads, before the record, so that it is not lost if the record is refused.
 * @returns the fields of the form with the id of the picture, or the form with the problems of the file
 */
async function withUpload({ context, request, sent }: AdminVisit, record: FormRecord) {
  const file = uploadedFileOfForm(request)
  if (file === undefined || !isPostKind(record.collection.kind)) return { sent }
  const { picture, problems } = await storePictureUploadedByForm(context, file, sent, {
    field: 'image',
    isHidden: true,
  })
  if (problems) return { sent, page: await renderFormWithRefusedRecordValues(context, record, sent, problems) }
  return { sent: { ...sent, image: String(picture.id), image_number: '', file_alt: '' } }
}

/** The input texts for a new event on a day such as `2030-06-15`; none if the text is not a day. */
const textsOnDay = (date: unknown): FormTexts =>
  typeof date === 'string' && /^\d{4}-\d\d-\d\d$/.test(date) ? { start_date_day: date, end_date_day: date } : {}

/**
 * The input texts for a new record with the values of another record, except its slug, publication date and author. A
 * copy of one date of a repeated event does not repeat.
 */
async function textsOfCopy(context: SignedInContext, collection: AnyCollection, id: unknown): Promise<FormTexts> {
  const { row, scope } = await findEditableRecord(context, collection, { id })
  const copied = textsOf(collection, scope, row)
  const own = { slug: '', date_day: '', date_time: '', author: '' }
  return { ...copied, ...own, ...(row.repeat_id && repetitionTexts('', '')) }
}

const statusIn = ({ action }: SentParameters) => {
  const status = isAction(action) ? STATUS_OF[action] : undefined
  return status === undefined ? {} : { status }
}

const textsOf = (collection: AnyCollection, scope: WriteScope, row: Row) =>
  inputTextsOfRecord(collection.kind, collection.present(scope, row, true))

/**
 * Finds the record of a page, which the user may edit.
 * @returns the record with the scope in which its texts are in their original language
 * @throws {CalendarError} 403, 404
 */
export async function findEditableRecord(context: SignedInContext, collection: AnyCollection, params: unknown) {
  const id = parseId((params as { id: unknown }).id)
  const first = id === undefined ? undefined : await collection.find(context.scope, { id })
  if (id === undefined || first === undefined) throw new CalendarError(`${collection.kind}-not-found`)
  const language = (first.original_language ?? context.scope.language) as Language
  const scope = { ...context.scope, language }
  const row: Row = language === context.scope.language ? first : await collection.find(scope, { id })
  if (!collection.rights.canEdit(scope.caller, row)) {
    // The response must be the same for a record that the user may not read and for one that does not exist.
    if (!collection.rights.canRead(scope, row)) throw new CalendarError(`${collection.kind}-not-found`)
    throw new CalendarError('rest_cannot_edit')
  }
  return { row, scope }
}

/**
 * Writes a record, and shows the form again with its problems if the write is refused.
 * @param problems those that were found before, and get those that `write` finds
 */
async function saved(
  { context, sent }: Pick<AdminVisit, 'context' | 'sent'>,
  record: FormRecord,
  problems: Problems,
  write: () => Promise<{ id: number }>,
) {
  try {
    const { id } = await write()
    const redirect = `${pathOf(context, record.collection)}/${id}`
    return { redirect, notice: 'saved' as const, canUndo: record.row !== undefined }
  } catch (error) {
    const messages = messagesOfRefusedWrite(context, problems, error)
    if (messages === undefined) throw error
    return renderFormWithRefusedRecordValues(context, record, sent, messages)
  }
}

const pathOf = ({ scope }: SignedInContext, { name }: AnyCollection) => adminPath({ scope }, `/${name}`)
