import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import type { Measurement } from '../benchmark.ts'

/** The last results of a benchmark, saved in `bench/results/<name>.json`. */
export interface BenchmarkResult {
  name: string
  /** ISO 8601, UTC. */
  at: string
  tookSeconds?: number
  machine: { node: string; cpus: number; model?: string; memoryGib?: number }
  measures: Measurement[]
}

const FOLDER = join(import.meta.dirname, '../results')
const fileOf = (name: string) => join(FOLDER, `${name}.json`)

/** The saved result of a benchmark; undefined before its first run. */
export function readResult(name: string): BenchmarkResult | undefined {
  return existsSync(fileOf(name)) ? JSON.parse(readFileSync(fileOf(name), 'utf8')) : undefined
}

/** All saved results, sorted by name. */
export const readAllResults = (): BenchmarkResult[] =>
  globSync('*.json', { cwd: FOLDER })
    .sort()
    .map((file) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')))

/** Saves the result of a run, with four significant digits. */
export function saveResult(name: string, measures: Measurement[], tookSeconds: number): void {
  mkdirSync(FOLDER, { recursive: true })
  const machine = {
    node: process.versions.node,
    cpus: cpus().length,
    model: cpus()[0]?.model ?? 'unknown',
    memoryGib: Math.round(totalmem() / 2 ** 30),
  }
  const rounded = measures.map((measure) => ({ ...measure, value: Number(measure.value.toPrecision(4)) }))
  const result: BenchmarkResult = {
    name,
    at: new Date().toISOString(),
    tookSeconds: Math.round(tookSeconds),
    machine,
    measures: rounded,
  }
  writeFileSync(fileOf(name), `${JSON.stringify(result, null, 2)}\n`)
}

/** Formats a number with about three significant digits; `–` for missing values. */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return '–'
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : Math.abs(value) >= 0.1 ? 2 : 3
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

/** A value with its unit; ratios look like `1.20 ×`. */
export const formatMeasurement = ({ value, unit }: Pick<Measurement, 'value' | 'unit'>) =>
  `${formatNumber(value)} ${unit || '×'}`

/** Whether the value meets the goal; undefined without a goal. */
export const meetsGoal = ({ value, goal }: Measurement) =>
  goal === undefined ? undefined : 'atMost' in goal ? value <= goal.atMost : value >= goal.atLeast

/** `≤ 10 ms`; empty without a goal. */
export const formatGoal = ({ goal, unit }: Measurement) =>
  goal === undefined
    ? ''
    : 'atMost' in goal
      ? `≤ ${formatMeasurement({ value: goal.atMost, unit })}`
      : `≥ ${formatMeasurement({ value: goal.atLeast, unit })}`

/** One line of the table on the terminal. */
export function formatLine(measure: Measurement): string {
  const line = `${measure.what.padEnd(76)} ${formatMeasurement(measure).padStart(14)}`
  return measure.goal ? `${line}   ${formatGoal(measure).padEnd(14)} ${meetsGoal(measure) ? '✓' : '✗'}` : line
}
