import { checkAllInvariantsOfDatabase, type Finding } from '../../check/check-database.ts'
import type { Violation } from '../../check/invariant-type.ts'
import type { CommandContext } from '../command-types.ts'
import { ChecksFailedError } from '../describe-error-for-terminal.ts'
import { formatRowsAsAlignedColumns } from '../format-rows-as-aligned-columns.ts'
import { parseArguments, readCommandConfig } from '../parse-arguments.ts'
import { createProgressBar } from '../progress-bar.ts'

/** Checks the consistency of the data without changing it; a server may use the database at the same time. */
export async function runCheckCommand(argv: string[], context: CommandContext): Promise<void> {
  const { values } = parseArguments(argv, { all: { type: 'boolean' }, json: { type: 'boolean' } })
  const { databaseUrl } = readCommandConfig(context, values)
  const progress = createProgressBar('{bar} {value} of {total}, {step}')
  let findings: Finding[]
  try {
    findings = await checkAllInvariantsOfDatabase(databaseUrl, {
      ...(values.all && { textsMax: Number.POSITIVE_INFINITY }),
      onStep: ({ name }, done, total) => progress.show(name, done, total),
    })
  } finally {
    progress.stop()
  }
  const broken = findings.filter((finding) => finding.broken.length > 0)
  context.out(
    values.json ? JSON.stringify({ ok: broken.length === 0, findings }, null, 2) : report(findings).join('\n'),
  )
  if (broken.length > 0) {
    throw new ChecksFailedError(`${broken.length} of ${findings.length} checks failed`)
  }
}

/** Formats the results: one line per check and, below a failed check, the inconsistencies found and how to fix them. */
const report = (findings: readonly Finding[]): string[] =>
  findings.flatMap(({ name, promise, advice, broken }) => {
    const [line = ''] = formatRowsAsAlignedColumns([[broken.length > 0 ? '✗' : '✓', name.padEnd(16), promise]])
    if (broken.length === 0) return [line]
    return [line, ...broken.map((breach) => `      ${formatBreach(breach)}`), `      What to do: ${advice}.`]
  })

function formatBreach({ table, count, ids, what }: Violation): string {
  const named = ids.length > 0 ? `: ${ids.join(', ')}${count > ids.length ? ', …' : ''}` : ''
  return `${table}: ${count} ${what}${named}`
}
