import process from 'node:process'
import { parseArgs } from 'node:util'
import type { Benchmark, BenchmarkOptions, Measurement } from './benchmark.ts'
import { bulk } from './benchmarks/bulk.ts'
import { cached } from './benchmarks/cached.ts'
import { large } from './benchmarks/large.ts'
import { reads } from './benchmarks/reads.ts'
import { search } from './benchmarks/search.ts'
import { workers } from './benchmarks/workers.ts'
import { writes } from './benchmarks/writes.ts'
import { drawCharts } from './report/charts.ts'
import { formatLine, readResult, saveResult } from './report/results.ts'
import { openSharedCalendars } from './shared-calendars.ts'

/**
 * `npm run bench` runs all, `npm run bench -- NAME…` some; each prints a table and keeps it as JSON in `bench/results`.
 * `--smoke` only tries whether they work; `--charts` makes pictures and tables of what was kept before.
 */
const BENCHES: Benchmark[] = [cached, reads, search, writes, bulk, large, workers]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { smoke: { type: 'boolean', default: false }, charts: { type: 'boolean', default: false } },
})
// As the server sets it: nothing may depend on the zone of the machine.
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
    // It reads what was kept when it is loaded.
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
  if (!calendars.engines.includes('postgres')) logStep('*** no PostgreSQL here: only SQLite is measured ***')
  try {
    for (const [at, bench] of chosen.entries()) {
      heading = `${at + 1} of ${chosen.length}, ${bench.name}: `
      const expected = values.smoke ? undefined : readResult(bench.name)?.tookSeconds
      logStep(expected === undefined ? 'begins' : `begins, took ${seconds(expected * 1000)} last time`)
      const from = performance.now()
      const measures = await bench.run(options)
      if (values.smoke) check(bench.name, measures)
      else {
        process.stdout.write(`\n${bench.name}\n${measures.map(formatLine).join('\n')}\n\n`)
        saveResult(bench.name, measures, (performance.now() - from) / 1000)
      }
    }
  } finally {
    await calendars.close()
  }
}

/** Figures of a calendar so small mean nothing; that there is one for everything does. */
function check(name: string, measures: Measurement[]): void {
  const wrong = measures.filter(({ value }) => !Number.isFinite(value)).map(({ what }) => what)
  if (measures.length === 0 || wrong.length > 0) throw new Error(`${name} measured nothing: ${wrong.join('; ')}`)
  process.stdout.write(`${name} works: ${measures.length} measures\n`)
}
