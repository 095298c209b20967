import { type BenchmarkResult, formatGoal, formatMeasurement, meetsGoal } from './results.ts'

/** The section of a benchmark in docs/performance.md, as lines of Markdown. */
export function formatResultTable(result: BenchmarkResult): string[] {
  const { name, at, machine, measures } = result
  const hasGoals = measures.some(({ goal }) => goal)
  return [
    `### ${name}`,
    `${at.slice(0, 10)}, Node ${machine.node}, ${machine.cpus} cores (${machine.model ?? 'unknown'})`,
    '',
    ...(hasGoals ? [`![Bar chart of ${name}, with goals](pictures/performance-${name}.svg)`, ''] : []),
    '| measure | value | goal | |',
    '|---|--:|--:|---|',
    ...measures.map((measure) => {
      const mark = { true: '✓', false: '✗', undefined: '' }[String(meetsGoal(measure)) as 'true']
      return `| ${measure.what} | ${formatMeasurement(measure)} | ${formatGoal(measure)} | ${mark} |`
    }),
    '',
  ]
}
