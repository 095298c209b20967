import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import type { Outcome, Trial, TrialOptions } from './trial.ts'

/** The last outcome of a trial, saved in `torture/results/<name>-<engine>.json`. */
export interface TrialResult extends Outcome {
  name: string
  engine: TrialOptions['engine']
  promise: string
  /** ISO 8601, UTC. */
  at: string
  tookSeconds: number
  seed: number
  machine: { node: string; cpus: number }
}

const FOLDER = join(import.meta.dirname, 'results')

/** All saved outcomes, sorted by name. */
export const readAllTrialResults = (): TrialResult[] =>
  globSync('*.json', { cwd: FOLDER })
    .sort()
    .map((file) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')))

/** Saves the outcome, also of a failed trial: the documentation shows it until the trial passes. */
export function saveTrialResult(
  { name, promise }: Trial,
  { engine, seed }: TrialOptions,
  outcome: Outcome,
  tookSeconds: number,
): void {
  mkdirSync(FOLDER, { recursive: true })
  const machine = { node: process.versions.node, cpus: cpus().length }
  const result: TrialResult = {
    name,
    engine,
    promise,
    at: new Date().toISOString(),
    tookSeconds: Math.round(tookSeconds),
    seed,
    machine,
    ...outcome,
  }
  writeFileSync(join(FOLDER, `${name}-${engine}.json`), `${JSON.stringify(result, null, 2)}\n`)
}

/** The table in docs/reliability.md, as lines of Markdown. */
export const formatTrialTable = (results: readonly TrialResult[]): string[] => [
  '| trial | engine | what was done | violations | when |',
  '|---|---|---|---|---|',
  ...results.map(({ name, engine, figures, violations, at }) => {
    const done = Object.entries(figures).map(([what, value]) => `${what}: ${formatFigure(value)}`)
    const columns = [`\`${name}\``, engine, done.join('; '), violations.join('; ') || 'none', at.slice(0, 10)]
    return `| ${columns.join(' | ')} |`
  }),
]

const formatFigure = (value: number | string) => (typeof value === 'number' ? value.toLocaleString('en') : value)
