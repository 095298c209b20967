import type { Reader } from '../db/database.ts'
import { findRun, findSource, listProblems, OUTCOMES, type RunCounts, type RunProblem, type RunRow } from './runs.ts'

/** The report of a run, as JSON. */
export interface ImportReport {
  run: number
  source: string
  type: string
  dry_run: boolean
  /** `running` also while the run is interrupted and can go on. */
  state: 'running' | 'finished' | 'failed'
  /** Unix times in seconds. */
  started_at: number
  ended_at: number | null
  error: string
  counts: RunCounts
  problems: RunProblem[]
}

export const stateOf = ({ ended_at, error }: Pick<RunRow, 'ended_at' | 'error'>): ImportReport['state'] =>
  ended_at === null ? 'running' : error === '' ? 'finished' : 'failed'

/** The report of a run; undefined if there is none with this id. */
export async function readReport(db: Reader, runId: number): Promise<ImportReport | undefined> {
  const run = await findRun(db, runId)
  const source = run && (await findSource(db, run.source_id))
  if (!run || !source) return undefined
  return {
    run: run.id,
    source: source.name,
    type: source.type,
    dry_run: run.is_dry === 1,
    state: stateOf(run),
    started_at: run.started_at,
    ended_at: run.ended_at,
    error: run.error,
    counts: JSON.parse(run.counts),
    problems: await listProblems(db, run.id),
  }
}

/** Rows for a table of the numbers of a run: each collection, then the number of items by outcome. */
export const countRows = (counts: RunCounts): string[][] => [
  ['', ...OUTCOMES],
  ...Object.entries(counts).map(([collection, numbers]) => [
    collection,
    ...OUTCOMES.map((outcome) => String(numbers[outcome] ?? 0)),
  ]),
]

/** A problem as one line of text. */
export const problemLine = ({ severity, place, collection, external_id, title, field, message }: RunProblem): string =>
  [
    `${severity}: ${place}`,
    [collection, external_id, title && `"${title}"`].filter((part) => part !== '').join(' '),
    [field, message].filter((part) => part !== '').join(': '),
  ].join(', ')
