import { isMet, promiseOf, type Result, withUnit } from './results.ts'

/** What docs/performance.md says of one benchmark: lines of Markdown. */
export function figuresOf(result: Result): string[] {
  const { name, at, machine, measures } = result
  const hasGoals = measures.some(({ goal }) => goal)
  return [
    `### ${name}`,
    `${at.slice(0, 10)}, Node ${machine.node}, ${machine.cpus} cores (${machine.model ?? 'unknown'})`,
    '',
    ...(hasGoals ? [`![Bars of ${name}, each beside its goal](pictures/performance-${name}.svg)`, ''] : []),
    '| measure | value | goal | |',
    '|---|--:|--:|---|',
    ...measures.map((measure) => {
      const mark = { true: '✓', false: '✗', undefined: '' }[String(isMet(measure)) as 'true']
      return `| ${measure.what} | ${withUnit(measure)} | ${promiseOf(measure)} | ${mark} |`
    }),
    '',
  ]
}
