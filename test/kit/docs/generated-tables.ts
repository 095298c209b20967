import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { argv } from 'node:process'
import { formatResultTable } from '../../../bench/report/result-table.ts'
import { readAllResults } from '../../../bench/report/results.ts'
import { ENVIRONMENT_VARIABLES } from '../../../src/config/environment-variables.ts'
import { FAILURES, type FailureCode } from '../../../src/core/errors.ts'
import { en } from '../../../src/core/messages/en.ts'
import { LIMITS, type Limit } from '../../../src/http/all-limits.ts'
import { readAllTrialResults as allTrials, formatTrialTable } from '../../../torture/results.ts'

function limitText(value: number, unit: Limit['unit']): string {
  if (unit === 'ms') return value % 1000 === 0 ? `${value / 1000} s` : `${value} ms`
  if (unit === 'number') return value.toLocaleString('en')
  const mib = value / 1024 ** 2
  return mib >= 1 ? `${mib} MiB` : `${value / 1024} KiB`
}

/**
 * Tables in the documentation, generated from the code and from results of benchmarks and trials. `npm run docs`
 * writes them, `test/project/docs.test.ts` compares them.
 */
const TABLES = {
  'configuration.md': [
    '| variable | flag | default | meaning |',
    '|---|---|---|---|',
    ...Object.values(ENVIRONMENT_VARIABLES).map(
      ({ name, flag, defaultValue, description }) =>
        `| \`${name}\` | \`--${flag}\` | ${defaultValue && `\`${defaultValue}\``} | ${description} |`,
    ),
  ],
  'errors.md': [
    '| status | code | message |',
    '|---|---|---|',
    ...(Object.entries(FAILURES) as [FailureCode, number][])
      .toSorted(([, one], [, other]) => one - other)
      .map(([code, status]) => `| ${status} | \`${code}\` | ${en[code]} |`),
  ],
  'limits.md': [
    '| what | limit | beyond it |',
    '|---|---|---|',
    ...Object.values<Limit>(LIMITS).map(
      ({ what, value, unit, beyond }) => `| ${what} | ${limitText(value, unit)} | ${beyond} |`,
    ),
  ],
  'performance.md': readAllResults().flatMap(formatResultTable),
  'reliability.md': formatTrialTable(allTrials()),
} as const

export type DocName = keyof typeof TABLES
export const DOC_NAMES = Object.keys(TABLES) as DocName[]

const BEGIN = '<!-- made by `npm run docs` -->'
const END = '<!-- end -->'

const fileOf = (name: DocName) => join(import.meta.dirname, '../../../docs', name)

/** The content of the file, and the content with an up-to-date table. */
export function docOf(name: DocName): { present: string; wanted: string } {
  const present = readFileSync(fileOf(name), 'utf8')
  const [before, rest] = present.split(BEGIN)
  const after = rest?.split(END)[1]
  if (before === undefined || after === undefined) throw new Error(`${name} has no ${BEGIN} … ${END}`)
  return { present, wanted: [before, BEGIN, '\n', TABLES[name].join('\n'), '\n', END, after].join('') }
}

export const writeDoc = (name: DocName) => writeFileSync(fileOf(name), docOf(name).wanted)

if (argv[1] === import.meta.filename) DOC_NAMES.forEach(writeDoc)
