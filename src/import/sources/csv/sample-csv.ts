import type { SourceContent } from '../source-content.ts'
import { CSV_KINDS, type CsvKind, listCsvTargets, matchColumnLabels } from './match-csv-column-labels.ts'
import { detectCsvFormat, readCsvRows } from './read-csv.ts'

/** A column of a table: its label, its first values, and the field that it means. */
export interface CsvColumnSample {
  label: string
  values: string[]
  /** The field that the column means; `''` if this is unknown or the column is not imported. */
  target: string
}

/** The beginning of a table, for people who choose the meaning of its columns. */
export interface CsvSample {
  kind: CsvKind
  columns: CsvColumnSample[]
  /** All fields that a column of this kind of record can mean, for the user to choose from. */
  targets: string[]
}

const ROWS_SHOWN = 3
const COLUMNS_MAX = 200
const VALUE_MAX = 80

/**
 * Reads the header and the first rows of a table.
 * @param mapping the meaning of columns by label, chosen earlier
 * @param kind the kind of records; undefined: the kind whose title the header has, or events
 * @throws {UnreadableSourceError} when it is no table
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
  const found = matchColumnLabels(labels, mapping, kind)
  const chosen = kind ?? found?.kind ?? CSV_KINDS[0]
  // If no column is labelled as the title, the labels of all columns count as unknown, and only choices of the user
  // have a meaning.
  const targetOf = (label: string, at: number) => found?.targets[at] ?? mapping[label] ?? ''
  return {
    kind: chosen,
    columns: labels.map((label, at) => ({
      label,
      values: values.map((cells) => (cells[at] ?? '').slice(0, VALUE_MAX)),
      target: targetOf(label, at),
    })),
    targets: listCsvTargets(chosen),
  }
}
