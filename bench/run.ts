import process from 'node:process'
import { parseArgs } from 'node:util'
import type { Benchmark, BenchmarkOptions, Measurement } from './benchmark.ts'
import { admin } from './benchmarks/admin.ts'
import { bulk } from './benchmarks/bulk.ts'
import { cached } from './benchmarks/cached.ts'
import { imports } from './benchmarks/imports.ts'
import { large } from './benchmarks/large.ts'
import { pages } from './benchmarks/pages.ts'
import { phone } from './benchmarks/phone.ts'
import { reads } from './benchmarks/reads.ts'
import { repeated } from './benchmarks/repeated/index.ts'
import { revisions } from './benchmarks/revisions.ts'
import { search } from './benchmarks/search.ts'
import { workers } from './benchmarks/workers.ts'
import { writes } from './benchmarks/writes.ts'
import { drawCharts } from './report/charts.ts'
import { formatLine, readResult, saveResult } from './report/results.ts'
import { openSharedCalendars } from './shared-calendars.ts'

/**
 * `npm run bench` runs all benchmarks, `npm run bench -- NAME…` selected ones; each prints a table and saves its results as
 * JSON in `bench/results`. `--smoke` is a functional test with tiny calendars that saves nothing; `--charts` only draws charts
 * and tables from saved results.
 */
const BENCHES: Benchmark[] = [
  cached,
  reads,
  pages,
  admin,
  search,
  writes,
  revisions,
  bulk,
  imports,
  repeated,
  large,
  workers,
  phone,
]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { smoke: { type: 'boolean', default: false }, charts: { type: 'boolean', default: false } },
})
// As in the server: nothing may depend on the time zone of the machine.
process.env.TZ = 'UTC'

const unknown = positionals.filter((name) => !BENCHES.some((bench) => bench.name === name))
if (unknown.length > 0) {
  const names = BENCHES.map(({ name }) => name).join(', ')
  process.stderr.write(`no such benchmark: ${unknown.join(', ')}; there are ${names}\n`)
  process.exitCode = 2
} else {
  if (!values.charts) await runAll(BENCHES.filter(({ name }) => positionals.length === 0 || positionals.includes(name)))
  if (!values.smoke) {
    drawCharts()
    // Imported late, because the module reads the saved results when it is loaded.
    const { writeDoc } = await import('../test/kit/docs/generated-tables.ts')
    writeDoc('performance.md')
  }
}

async function runAll(chosen: Benchmark[]): Promise<void> {
  const begun = performance.now()
  let heading = ''
  const seconds = (ms: number) => `${(ms / 1000).toFixed(0)} s`
  const logStep = (step: string) =>
    process.stderr.write(`[${seconds(performance.now() - begun)}] ${heading}${step} …\n`)
  const calendars = openSharedCalendars(logStep)
  const options: BenchmarkOptions = { isSmoke: values.smoke, calendars, logStep }
  if (!calendars.engines.includes('postgres')) logStep('*** PostgreSQL is not installed: only SQLite is measured ***')
  try {
    for (const [index, bench] of chosen.entries()) {
      heading = `${index + 1} of ${chosen.length}, ${bench.name}: `
      const expected = values.smoke ? undefined : readResult(bench.name)?.tookSeconds
      logStep(expected === undefined ? 'started' : `started, took ${seconds(expected * 1000)} last time`)
      const from = performance.now()
      const measurements = await bench.run(options)
      if (values.smoke) checkSmokeRun(bench.name, measurements)
      else {
        process.stdout.write(`\n${bench.name}\n${measurements.map(formatLine).join('\n')}\n\n`)
        saveResult(bench.name, measurements, (performance.now() - from) / 1000)
      }
    }
  } finally {
    await calendars.close()
  }
}

/** Checks a smoke run: every measurement must have a value; its size has no meaning. */
function checkSmokeRun(name: string, measurements: Measurement[]): void {
  const wrong = measurements.filter(({ value }) => !Number.isFinite(value)).map(({ what }) => what)
  if (measurements.length === 0 || wrong.length > 0)
    throw new Error(`${name} has measurements without a value: ${wrong.join('; ')}`)
  process.stdout.write(`${name} works: ${measurements.length} measurements\n`)
}
