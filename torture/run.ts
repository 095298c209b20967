import process from 'node:process'
import { parseArgs } from 'node:util'
import { findPostgres } from '../test/kit/engines/cluster.ts'
import { accessibility } from './admin/accessibility.ts'
import { clerk } from './admin/clerk.ts'
import { backup } from './backup/backup.ts'
import { bulk } from './crash/bulk-edit.ts'
import { crash } from './crash/crash.ts'
import { disks } from './disks/disks.ts'
import { fuzz } from './fuzz.ts'
import { hostile } from './hostile/hostile.ts'
import { imports } from './imports.ts'
import { fair } from './load/fair.ts'
import { overload } from './load/overload.ts'
import { soak } from './load/soak.ts'
import { move } from './move.ts'
import { moving } from './moving/moving.ts'
import { outage } from './outage/outage.ts'
import { saveTrialResult } from './results.ts'
import type { Trial, TrialOptions } from './trial.ts'
import { watchForStall } from './watch-for-stall.ts'

/**
 * `npm run torture` runs all trials on both engines, `npm run torture -- NAME…` selected ones. Results are saved as JSON in
 * `torture/results` and shown in docs/reliability.md; the exit code is 1 when a promise was violated. `--smoke` is a short
 * functional test that saves nothing; `--engine`, `--rounds`, `--seconds` and `--seed` are for investigation.
 */
const TRIALS: Trial[] = [
  crash,
  bulk,
  disks,
  outage,
  backup,
  imports,
  move,
  moving,
  fair,
  overload,
  soak,
  fuzz,
  hostile,
  clerk,
  accessibility,
]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    smoke: { type: 'boolean', default: false },
    engine: { type: 'string' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    seed: { type: 'string' },
  },
})
// As in the server: nothing may depend on the time zone of the machine.
process.env.TZ = 'UTC'

const ENGINES = ['sqlite', 'postgres'] as const
const unknown = positionals.filter((name) => !TRIALS.some((trial) => trial.name === name))
if (unknown.length > 0 || (values.engine && !ENGINES.some((engine) => engine === values.engine))) {
  const names = TRIALS.map(({ name }) => name).join(', ')
  process.stderr.write(`no such trial or engine; the trials are ${names}, and --engine ${ENGINES.join('|')}\n`)
  process.exitCode = 2
} else {
  for (const trial of TRIALS.filter(({ name }) => positionals.length === 0 || positionals.includes(name))) {
    for (const engine of ENGINES.filter((name) => (values.engine ?? name) === name)) await attempt(trial, engine)
  }
  if (!values.smoke) {
    // Imported late, because the module reads the saved results when it is loaded.
    const { writeDoc } = await import('../test/kit/docs/generated-tables.ts')
    writeDoc('reliability.md')
  }
}

async function attempt(trial: Trial, engine: TrialOptions['engine']): Promise<void> {
  const begun = performance.now()
  const seconds = () => (performance.now() - begun) / 1000
  if (trial.engines?.includes(engine) === false) return void process.stderr.write(`${trial.name}: not for ${engine}\n`)
  const watch = values.smoke ? watchForStall() : undefined
  const logStep = (step: string) => {
    watch?.onStep(step)
    process.stderr.write(`[${seconds().toFixed(0)} s] ${trial.name} (${engine}): ${step}\n`)
  }
  if (engine === 'postgres' && !findPostgres()) throw new Error('PostgreSQL is not installed: initdb not found')
  const numberOf = (text: string | undefined) => (text === undefined ? undefined : Number(text))
  const options: TrialOptions = {
    engine,
    isSmoke: values.smoke,
    rounds: numberOf(values.rounds),
    seconds: numberOf(values.seconds),
    seed: numberOf(values.seed) ?? Date.now() % 2 ** 31,
    logStep,
  }
  logStep(`started with --seed ${options.seed}`)
  const outcome = await trial.run(options)
  watch?.end()
  const figures = Object.entries(outcome.figures).map(([what, value]) => `  ${what}: ${value}`)
  const broken = outcome.violations.map((sentence) => `  ✗ ${sentence}`)
  process.stdout.write(`${trial.name} (${engine})\n${[...figures, ...broken].join('\n')}\n`)
  if (outcome.violations.length > 0) process.exitCode = 1
  if (!values.smoke) saveTrialResult(trial, options, outcome, seconds())
}
