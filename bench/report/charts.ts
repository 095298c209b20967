import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Measurement } from '../benchmark.ts'
import { type BenchmarkResult, formatGoal, formatMeasurement, meetsGoal, readAllResults } from './results.ts'

/**
 * One SVG bar chart per benchmark. Bars are scaled so that all goals lie on one vertical line: bars of maximum goals should
 * end before the line, those of minimum goals beyond it. Values without a goal are left out.
 */
const FOLDER = join(import.meta.dirname, '../../docs/pictures')

const WIDTH = 940
const ROW = 30
const TOP = 58
const BARS_AT = 450
const GOAL_AT = 670
/** Longer bars are clipped here and marked by an arrow. */
const END = 790

const STYLE = `
  text { font: 13px system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif; fill: #1f2328 }
  .title { font-size: 16px; font-weight: 600 }
  .note, .promise { fill: #59636e; font-size: 12px }
  .back { fill: #ffffff } .track { fill: #eef1f4 } .met { fill: #2f81c1 } .missed { fill: #d1702c }
  .goal { stroke: #1f2328; stroke-width: 2; stroke-dasharray: 5 3 }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 } .note, .promise { fill: #9da7b1 } .back { fill: #0d1117 } .track { fill: #1c232b }
    .met { fill: #58a6e0 } .missed { fill: #e68a4f } .goal { stroke: #e6edf3 }
  }`

/** Writes the charts of all saved results to `docs/pictures`. */
export function drawCharts(): void {
  mkdirSync(FOLDER, { recursive: true })
  for (const result of readAllResults()) {
    const isPromised = result.measures.some(({ goal }) => goal)
    if (isPromised) writeFileSync(join(FOLDER, `performance-${result.name}.svg`), renderChart(result))
  }
}

/** Renders a self-contained SVG in light or dark colors, without fonts or scripts. */
export function renderChart({ name, at, machine, measures }: BenchmarkResult): string {
  const rows = measures.filter(({ goal }) => goal)
  const bottom = TOP + rows.length * ROW
  const machineText = `Node ${machine.node}, ${machine.cpus} cores, ${machine.model ?? ''}, ${at.slice(0, 10)}`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${bottom + 44}" role="img" aria-labelledby="title">
  <title id="title">${escaped(name)}: measured and promised</title>
  <style>${STYLE}
  </style>
  <rect class="back" width="${WIDTH}" height="${bottom + 44}"/>
  <text class="title" x="16" y="26">${escaped(name)}</text>
  <text class="note" x="${GOAL_AT}" y="${TOP - 14}" text-anchor="middle">goal</text>
${rows.map((measure, index) => rowOf(measure, TOP + index * ROW)).join('\n')}
  <line class="goal" x1="${GOAL_AT}" y1="${TOP - 8}" x2="${GOAL_AT}" y2="${bottom}"/>
  <text class="note" x="16" y="${bottom + 24}">${escaped(machineText)}</text>
  <text class="note" x="${WIDTH - 16}" y="${bottom + 24}" text-anchor="end">≤ should end before the line, ≥ beyond it</text>
</svg>
`
}

function rowOf(measure: Measurement, y: number): string {
  const { goal, what, value } = measure
  const line = goal === undefined ? 1 : 'atMost' in goal ? goal.atMost : goal.atLeast
  const length = Math.max(2, (value / line) * (GOAL_AT - BARS_AT))
  const isCut = BARS_AT + length > END
  const middle = y + ROW / 2 + 4
  return `  <text x="${BARS_AT - 10}" y="${middle}" text-anchor="end">${escaped(what)}</text>
  <rect class="track" x="${BARS_AT}" y="${y + 5}" width="${END - BARS_AT}" height="${ROW - 10}" rx="3"/>
  <rect class="${meetsGoal(measure) ? 'met' : 'missed'}" x="${BARS_AT}" y="${y + 5}" width="${Math.min(length, END - BARS_AT).toFixed(1)}" height="${ROW - 10}" rx="3"/>
  <text x="${END + 8}" y="${middle}">${escaped(formatMeasurement(measure))}${isCut ? ' →' : ''} <tspan class="promise">${escaped(formatGoal(measure))}</tspan></text>`
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
