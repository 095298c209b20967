import { type AuditActor, buildAuditEntryInsert } from '../../audit/audit-entry.ts'
import { WRITABLE_STATUSES } from '../../collections/shared-fields.ts'
import { CalendarError } from '../../core/errors.ts'
import { objectKeys } from '../../core/generic/object-keys.ts'
import {
  attachDocumentationToSchema,
  enumField,
  lenientBooleanField,
  requiredTextField,
  type StaticDecode,
  Type,
} from '../../core/schema/field-types.ts'
import { createOptionalParameterSet } from '../../core/schema/parameter-set.ts'
import { type Database, type Reader, sql, type Transaction } from '../../db/database.ts'
import {
  ensureImportSource,
  findImportRunWithSourceName,
  insertImportRun,
  type NamedRunRow,
} from '../runs/import-run-store.ts'
import { DATE_ORDERS } from '../sources/csv/detect-date-order.ts'
import { CSV_KINDS } from '../sources/csv/match-csv-column-labels.ts'
import { FILE_SOURCES, type FileType } from '../sources/importable-file-types.ts'
import { IMPORT_OPTIONS, schemaOfSubscriptionUrl, schemaOfTermNameMap } from '../subscriptions/subscription-options.ts'
import { findUploadedFile } from './upload-folder.ts'

const fields = Type.Object({
  ...IMPORT_OPTIONS,
  status: enumField(WRITABLE_STATUSES),
  kind: enumField(CSV_KINDS),
  date_order: enumField(DATE_ORDERS),
  with_trash: attachDocumentationToSchema(lenientBooleanField(), { default: false }),
})

/** The parameters for the options of an import that users can choose on its page. */
export const importOrderParameters = createOptionalParameterSet(fields)

/** The types of imports that users can order: the types of files, and sites with The Events Calendar. */
const ORDER_TYPES = [...objectKeys(FILE_SOURCES), 'tec'] as const

/** The parameters of a request that orders an import. */
export const importRequestParameters = createOptionalParameterSet(
  Type.Object({
    url: schemaOfSubscriptionUrl(),
    type: enumField(ORDER_TYPES),
    name: requiredTextField({ maxLength: 200 }),
    dry_run: attachDocumentationToSchema(lenientBooleanField(), { default: false }),
    mapping: schemaOfTermNameMap(),
    ...fields.properties,
    keep_ids: attachDocumentationToSchema(lenientBooleanField(), { default: true }),
  }),
)

/**
 * An import that a user has ordered and that a server performs in the background. Stored as JSON in
 * `import_run.options`.
 */
export interface ImportOrder extends Partial<StaticDecode<typeof fields>> {
  type: FileType | 'tec'
  /** Token of the uploaded file; undefined if a site is imported. */
  file?: string
  /** Address of the site with The Events Calendar; undefined if a file is imported. */
  url?: string
  /** The meanings of the columns of a table by their labels; `''` for columns that are not imported. */
  mapping?: Readonly<Record<string, string>>
  /**
   * Whether new records get the ids that they have in the source, unless other records have these ids. Default: true.
   */
  keep_ids?: boolean
}

interface Orderer {
  accountId: number
  actor: AuditActor
  isDry: boolean
}

/**
 * Stores the order of an import, which a server performs in the background. Its options become the proposed ones of the
 * next import from this source.
 * @param name name of the source: with the same name, the same external ids mean the same records
 */
export async function storeImportOrder(
  db: Database,
  name: string,
  order: ImportOrder,
  { accountId, actor, isDry }: Orderer,
): Promise<NamedRunRow> {
  const { now } = actor
  const { file = '', url = '', type, ...options } = order
  const id = await db.transaction(async (tx) => {
    const sourceId = await ensureImportSource(tx, { name, type, url, site: '' }, options, accountId, now)
    // The options of a subscription are not changed, because its owner sets them on the page of the subscription.
    await tx.run(sql`UPDATE import_source SET options = ${JSON.stringify(options)}
      WHERE id = ${sourceId} AND id NOT IN (SELECT source_id FROM subscription)`)
    const present = isDry || file === '' ? undefined : await findRunOfFile(tx, sourceId, file)
    if (present) return present.id
    const run = await insertImportRun(tx, { sourceId, isDry, digest: file, now })
    await tx.run(sql`UPDATE import_run SET options = ${JSON.stringify(order)}, account_id = ${accountId}, due_at = ${now}
      WHERE id = ${run.id}`)
    const entry = { action: 'imported', collection: 'events', title: `${type}: ${name}` } as const
    if (!isDry) await tx.run(buildAuditEntryInsert(actor, entry))
    return run.id
  })
  return (await findImportRunWithSourceName(db, id)) as NamedRunRow
}

/**
 * Finds the run that imports an uploaded file. A file has at most one such run, because the file is removed when it
 * ends.
 */
const findRunOfFile = (tx: Transaction, sourceId: number, file: string) =>
  tx.get<{ id: number }>(
    sql`SELECT id FROM import_run WHERE source_id = ${sourceId} AND digest = ${file} AND is_dry = 0`,
  )

/**
 * Orders the import that a dry run has tried. Several requests for the same dry run order one import.
 * @throws {CalendarError} `run-not-found`; `run-not-importable` for a run that is not a dry run or has not ended, or
 * whose file was removed
 */
export async function orderImportAfterDryRun(
  db: Database,
  folder: string,
  runId: number,
  orderer: Omit<Orderer, 'isDry'>,
): Promise<NamedRunRow> {
  const run = await findImportRunWithSourceName(db, runId)
  if (!run) throw new CalendarError('run-not-found')
  const order = parseImportOrderOfRun(run)
  const isReady = order !== undefined && run.is_dry === 1 && run.ended_at !== null && run.error === ''
  const isPresent = order?.file === undefined || (await findUploadedFile(folder, order.file)) !== undefined
  if (!isReady || !isPresent) throw new CalendarError('run-not-importable')
  return storeImportOrder(db, run.name, order, { ...orderer, isDry: false })
}

/** Whether the name belongs to a source of another type or to a subscription, so that an import cannot use it. */
export const isSourceNameOfOtherType = async (db: Reader, name: string, type: string): Promise<boolean> =>
  (await db.get(sql`SELECT id FROM import_source
    WHERE name = ${name} AND (type <> ${type} OR id IN (SELECT source_id FROM subscription))`)) !== undefined

/**
 * Parses the order of a run from its options; undefined if the run belongs to a command or a subscription, or is an
 * undo.
 */
export const parseImportOrderOfRun = ({
  options,
  undoes,
}: Pick<NamedRunRow, 'options' | 'undoes'>): ImportOrder | undefined =>
  undoes !== null || options === '{}' ? undefined : (JSON.parse(options) as ImportOrder)

/** Finds the options of the last import from a source, which the form of the next import proposes. */
export async function findLastImportOptions(db: Database, name: string): Promise<Omit<ImportOrder, 'type'>> {
  const row = await db.get<{ options: string }>(sql`SELECT options FROM import_source WHERE name = ${name}`)
  return row ? JSON.parse(row.options) : {}
}
