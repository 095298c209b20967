import type { FastifyRequest } from 'fastify'
import { adminPath, type SignedInContext } from '../../../admin/admin-context.ts'
import { createUnsentFormState, type FormState, parseAdminForm } from '../../../admin/forms/admin-form.ts'
import { importSettingsPage, labelsOfImportFields } from '../../../admin/views/importing/import-settings-page.ts'
import { auditActorOfRequest } from '../../../collections/insert-audit-entries.ts'
import { CalendarError } from '../../../core/errors.ts'
import { parseId } from '../../../core/schema/field-types.ts'
import type { SentParameters } from '../../../core/schema/sent-parameters.ts'
import { CSV_KINDS, type CsvKind } from '../../../import/sources/csv/match-csv-column-labels.ts'
import { type CsvSample, readCsvSample } from '../../../import/sources/csv/read-csv-sample.ts'
import { createSourceContentOfFile } from '../../../import/sources/source-content.ts'
import {
  findLastImportOptions,
  type ImportOrder,
  importOrderParameters,
  orderImportAfterDryRun,
  storeImportOrder,
} from '../../../import/uploads/import-order.ts'
import { findUploadedImportFile, hasCsvTitleColumn, type ImportFile } from '../../../import/uploads/receive-import.ts'
import type { AdminHandler, AdminVisit } from '../admin-handler.ts'

async function foundFile({ uploads }: AdminVisit, { params }: FastifyRequest): Promise<ImportFile> {
  const file = await findUploadedImportFile(uploads, (params as { token: string }).token)
  if (!file) throw new CalendarError('rest_no_route')
  return file
}

/** Reads the header and the first rows of an uploaded table; undefined for files of other types. */
const sampleOf = async ({ type, path, name }: ImportFile, mapping: ImportOrder['mapping'], kind?: CsvKind) =>
  type === 'csv' ? readCsvSample(await createSourceContentOfFile(path, name), mapping, kind) : undefined

/** The page with the settings of an import. Submitting the settings starts a dry run. */
export const importSettingsHandler: AdminHandler = {
  async show(visit) {
    const file = await foundFile(visit, visit.request)
    const options = await findLastImportOptions(visit.context.scope.db, file.source)
    const kind = kindIn(visit.sent)
    return showSettings(visit.context, file, { ...options, ...(kind && { kind }) })
  },
  async submit(visit) {
    const { context, request, sent } = visit
    const { scope } = context
    const file = await foundFile(visit, request)
    const kind = kindIn(sent)
    const csv = await sampleOf(file, {}, kind)
    const mapping = csv && sentMapping(csv, sent)
    const { values, form } = parseAdminForm(
      context,
      importOrderParameters,
      withoutEmpty(sent),
      labelsOfImportFields(context),
    )
    if (form) return importSettingsPage(context, { ...file, csv }, { ...form, texts: textsOf(sent) })
    if (csv && !(await hasCsvTitleColumn(file, mapping ?? {}, kind))) {
      const problems = [{ name: 'column_0', message: context.words.importing.noTitle }]
      return importSettingsPage(context, { ...file, csv }, { texts: textsOf(sent), problems })
    }
    const order: ImportOrder = { ...values, type: file.type, file: file.token, ...(mapping && { mapping }) }
    const orderer = { accountId: scope.caller.id as number, actor: auditActorOfRequest(scope), isDry: true }
    const { id } = await storeImportOrder(scope.db, file.source, order, orderer)
    return { redirect: adminPath(context, `/sources/runs/${id}`), notice: 'previewStarted' }
  },
}

const kindIn = ({ kind }: SentParameters): CsvKind | undefined => CSV_KINDS.find((one) => one === kind)

const textsOf = (sent: SentParameters): Record<string, string> =>
  Object.fromEntries(
    Object.entries(sent).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )

/** Removes the settings for which the user chose nothing, because an empty text means the default. */
const withoutEmpty = ({ status, kind, date_order, ...others }: SentParameters): SentParameters => ({
  ...others,
  ...Object.fromEntries(Object.entries({ status, kind, date_order }).filter(([, value]) => value)),
})

/** The meaning of each column of an imported table, as the user chose it in the form. */
function sentMapping({ columns, targets }: CsvSample, sent: SentParameters): Record<string, string> {
  const chosen = (at: number) => String(sent[`column_${at}`] ?? '')
  return Object.fromEntries(columns.map(({ label }, at) => [label, targets.includes(chosen(at)) ? chosen(at) : '']))
}

/**
 * The page of settings with those that were last used for this source. At the first import, the labels of columns
 * determine their meaning.
 */
async function showSettings(
  context: SignedInContext,
  file: ImportFile,
  { mapping, ...options }: Omit<Partial<ImportOrder>, 'type'>,
) {
  const csv = await sampleOf(file, mapping, options.kind)
  const columns = csv?.columns.map(({ target }, at) => [`column_${at}`, target]) ?? []
  const texts = Object.entries(options).map(([name, value]) => [name, [value ?? ''].flat().join(', ')])
  const form: FormState = createUnsentFormState({
    pictures: 'true',
    ...(csv && { kind: csv.kind }),
    ...Object.fromEntries([...texts, ...columns]),
  })
  return importSettingsPage(context, { ...file, csv }, form)
}

/**
 * Starts the import of which a dry run was shown. A second click on the button starts no second import, but shows the
 * first one.
 */
export const startImportHandler: AdminHandler = {
  async submit({ context, request, uploads }) {
    const { scope } = context
    const dryRun = parseId((request.params as { id: string }).id) ?? 0
    const orderer = { accountId: scope.caller.id as number, actor: auditActorOfRequest(scope) }
    try {
      const { id } = await orderImportAfterDryRun(scope.db, uploads, dryRun, orderer)
      return { redirect: adminPath(context, `/sources/runs/${id}`), notice: 'importStarted' }
    } catch (error) {
      // The page shows the button only after a dry run, so this error means that the uploaded file is gone.
      if (!(error instanceof CalendarError) || error.code !== 'run-not-importable') throw error
      return { redirect: adminPath(context, '/import'), notice: 'importFileGone' }
    }
  },
}
