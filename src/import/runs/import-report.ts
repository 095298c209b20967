import type { Reader } from '../../db/database.ts'
import {
  findImportRun,
  findImportSource,
  ITEM_OUTCOMES,
  listProblemsOfImportRun,
  type RunCounts,
  type RunProblem,
  type RunRow,
} from './import-run-store.ts'

/** The report of a run, as JSON. */
export interface ImportReport {
  run: number
  source: string
  type: string
  dry_run: boolean
  /** Id of the run that this run undoes; null if this run imports. */
  undoes: number | null
  /** `running` also means an interrupted run that can be continued. */
  state: 'running' | 'finished' | 'failed'
  /** Start and end of the run: Unix times in seconds. */
  started_at: number
  ended_at: number | null
  error: string
  counts: RunCounts
  problems: RunProblem[]
}

export const stateOfImportRun = ({ ended_at, error }: Pick<RunRow, 'ended_at' | 'error'>): ImportReport['state'] =>
  ended_at === null ? 'running' : error === '' ? 'finished' : 'failed'

/** Reads the report of a run; undefined if no run has this id. */
export async function readReportOfImportRun(db: Reader, runId: number): Promise<ImportReport | undefined> {
  const run = await findImportRun(db, runId)
  const source = run && (await findImportSource(db, run.source_id))
  if (!run || !source) return undefined
  return {
    run: run.id,
    source: source.name,
    type: source.type,
    dry_run: run.is_dry === 1,
    undoes: run.undoes,
    state: stateOfImportRun(run),
    started_at: run.started_at,
    ended_at: run.ended_at,
    error: run.error,
    counts: JSON.parse(run.counts),
    problems: await listProblemsOfImportRun(db, run.id),
  }
}

/**
 * Formats the counts of a run as rows of a table: the name of a collection, then its number of items for each outcome.
 */
export const formatOutcomesAsTableRows = (counts: RunCounts): string[][] => [
  ['', ...ITEM_OUTCOMES],
  ...Object.entries(counts).map(([collection, numbers]) => [
    collection,
    ...ITEM_OUTCOMES.map((outcome) => String(numbers[outcome] ?? 0)),
  ]),
]

const joinFilled = (parts: readonly string[], separator: string) => parts.filter((part) => part !== '').join(separator)

/**
 * Formats the message of a problem, with the name of the invalid field before it unless the message contains that name.
 */
export const formatImportProblemMessage = ({ field, message }: Pick<RunProblem, 'field' | 'message'>): string =>
  message.split(/[\s:.]+/).includes(field) ? message : joinFilled([field, message], ': ')

/**
 * Formats a problem as one line of text. If its place, e.g. `event 57`, contains the id of the record, the id is not
 * repeated.
 */
export function formatImportProblemLine(problem: RunProblem): string {
  const { severity, place, collection, external_id, title } = problem
  const isNamed = external_id !== '' && place.split(' ').includes(external_id)
  // A problem without place and id concerns the whole source, so no record is named.
  const record = isNamed || (place === '' && external_id === '') ? [] : [collection, external_id]
  const subject = joinFilled([...record, title && `"${title}"`], ' ')
  return `${severity}: ${joinFilled([place, subject, formatImportProblemMessage(problem)], ', ')}`
}
