import type { SourceContent } from '../source-content.ts'
import {
  CSV_KINDS,
  type CsvKind,
  findMeaningsOfCsvColumns,
  listMeaningsOfCsvColumns,
} from './match-csv-column-labels.ts'
import { detectCsvFormat, readCsvRows } from './read-csv.ts'

/** A column of a table: its label, its first values, and its meaning. */
export interface CsvColumnSample {
  label: string
  values: string[]
  /** The field or part of a field that the column means; `''` if this is unknown or the column is not imported. */
  target: string
}

/** The beginning of a table, shown to users who choose the meaning of its columns. */
export interface CsvSample {
  kind: CsvKind
  columns: CsvColumnSample[]
  /** All meanings from which the user can choose for a column. */
  targets: string[]
}

const ROWS_SHOWN = 3
const COLUMNS_MAX = 200
const VALUE_MAX = 80

/**
 * Reads the header and the first rows of a table.
 * @param mapping the meanings of columns that the user has already chosen, by label
 * @param kind the kind of the records; undefined: the first kind for which a column contains the title, else events
 * @throws {UnreadableSourceError} when the content is not a table
 */
export async function readCsvSample(
  content: SourceContent,
  mapping: Readonly<Record<string, string>> = {},
  kind?: CsvKind,
): Promise<CsvSample> {
  const format = await detectCsvFormat(content)
  const rows: string[][] = []
  for await (const { cells } of readCsvRows(content, format)) {
    rows.push(cells)
    if (rows.length > ROWS_SHOWN) break
  }
  const [header = [], ...values] = rows
  const labels = header.slice(0, COLUMNS_MAX)
  const found = findMeaningsOfCsvColumns(labels, mapping, kind)
  const chosen = kind ?? found?.kind ?? CSV_KINDS[0]
  // If no label means the title, the meanings of all labels are unknown, and only those apply that the user has chosen.
  const targetOf = (label: string, at: number) => found?.targets[at] ?? mapping[label] ?? ''
  return {
    kind: chosen,
    columns: labels.map((label, at) => ({
      label,
      values: values.map((cells) => (cells[at] ?? '').slice(0, VALUE_MAX)),
      target: targetOf(label, at),
    })),
    targets: listMeaningsOfCsvColumns(chosen),
  }
}
