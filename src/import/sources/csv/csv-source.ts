import type { Problem } from '../../../core/errors.ts'
import { UnreadableSourceError } from '../../import-errors.ts'
import type { ImportSource, SourceEntry } from '../../import-item-types.ts'
import type { SourceContent } from '../source-content.ts'
import { convertCsvRowToFields, makeExternalIdOfCsvRow, pickFilledCellsByMeaning } from './convert-csv-row-to-fields.ts'
import { createDateOrderDetector, type DateOrder } from './detect-date-order.ts'
import { type CsvColumns, type CsvKind, findMeaningsOfCsvColumns } from './match-csv-column-labels.ts'
import { type CsvFormat, type CsvRow, detectCsvFormat, readCsvRows } from './read-csv.ts'

export interface CsvOptions {
  /**
   * The field or part of a field that a column means, by the label of the column; `''` for columns that are not
   * imported.
   */
  mapping?: Readonly<Record<string, string>> | undefined
  kind?: CsvKind | undefined
  /** Order of day, month and year in dates. Default: detected from the dates of the file. */
  dateOrder?: DateOrder | undefined
  /** Order of day, month and year that is assumed if the dates of the file are ambiguous. */
  usualOrder: DateOrder
  /** Time zone for rows without one; `''`: the time zone of this calendar. */
  timezone?: string | undefined
}

/** The format, columns and date order of a CSV file, detected before its rows are imported. */
export interface CsvLayout {
  format: CsvFormat
  columns: CsvColumns
  order: DateOrder
  /** Problems to report to the user, such as columns that are not imported. */
  problems: Problem[]
}

const DATE_TARGETS = ['start_day', 'end_day', 'start_date', 'end_date']

/**
 * Reads a file once to detect its format, columns and date order.
 * @throws {UnreadableSourceError} when it is not a table
 */
export async function detectLayoutOfCsv(content: SourceContent, options: CsvOptions): Promise<CsvLayout> {
  const format = await detectCsvFormat(content)
  const evidence = createDateOrderDetector()
  let columns: CsvColumns | undefined
  for await (const { cells } of toleratingRows(content, format)) {
    if (columns === undefined) {
      columns = findMeaningsOfCsvColumns(cells, options.mapping, options.kind)
      if (!columns)
        throw new UnreadableSourceError(`no column has the name of a record: ${cells.join(', ').slice(0, 200)}`)
    } else {
      for (const [at, target] of columns.targets.entries()) {
        if (target !== undefined && DATE_TARGETS.includes(target)) evidence.add(cells[at] ?? '')
      }
    }
  }
  if (!columns) throw new UnreadableSourceError('the file has no header')
  const found = options.dateOrder ?? evidence.order()
  const order = found ?? options.usualOrder
  const problems: Problem[] = []
  if (columns.unknown.length > 0) {
    problems.push({ name: '', reason: 'import.columns', placeholders: { value: columns.unknown.join(', ') } })
  }
  if (found === undefined && evidence.isNeeded()) {
    problems.push({ name: 'start_date', reason: 'import.date-order', placeholders: { value: order } })
  }
  if (!columns.targets.includes('external_id')) problems.push({ name: 'external_id', reason: 'import.no-external-id' })
  return { format, columns, order, problems }
}

/**
 * Yields the rows before the first syntax error. The error is ignored, because the import reads the file a second time
 * and reports it then.
 */
async function* toleratingRows(content: SourceContent, format: CsvFormat): AsyncGenerator<CsvRow> {
  try {
    yield* readCsvRows(content, format)
  } catch (error) {
    if (!(error instanceof UnreadableSourceError)) throw error
  }
}

/** Creates the source for an import of a CSV file that contains events, venues or organizers. */
export const createCsvImportSource = (content: SourceContent, name: string, options: CsvOptions): ImportSource => ({
  name,
  type: 'csv',
  digest: content.digest,
  async *read(cursor) {
    const layout = await detectLayoutOfCsv(content, options)
    if (cursor === '') {
      for (const problem of layout.problems) {
        yield { kind: 'unreadable', severity: 'warning', place: 'line 1', cursor: '0', problem }
      }
    }
    let line = 0
    try {
      for await (const row of readCsvRows(content, layout.format)) {
        const isHeader = line === 0
        line = row.line
        if (!isHeader && line > Number(cursor)) yield readRow(layout, row, options.timezone ?? '')
      }
    } catch (error) {
      if (!(error instanceof UnreadableSourceError)) throw error
      yield unreadableRow(line + 1, { name: '', reason: 'import.unreadable', placeholders: { value: error.message } })
    }
  },
})

const unreadableRow = (line: number, problem: Problem): SourceEntry => ({
  kind: 'unreadable',
  place: `line ${line}`,
  cursor: String(line),
  problem,
})

function readRow({ columns, order }: CsvLayout, { line, cells }: CsvRow, timezone: string): SourceEntry {
  const count = columns.targets.length
  const isEmpty = (text: string) => text.trim() === ''
  if (cells.length < count || !cells.slice(count).every(isEmpty)) {
    return unreadableRow(line, { name: '', reason: 'import.cells', placeholders: { value: cells.length, count } })
  }
  const { kind } = columns
  const named = pickFilledCellsByMeaning(columns, cells)
  const fields = convertCsvRowToFields(kind, named, { order, timezone })
  const externalId = named.external_id ?? makeExternalIdOfCsvRow(kind, named, fields)
  return { kind, externalId, place: `line ${line}`, cursor: String(line), fields }
}
