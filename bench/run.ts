import process from 'node:process'
import { parseArgs } from 'node:util'
import { bulk } from './bulk.ts'
import { cached } from './cached.ts'
import { openCalendars } from './calendars.ts'
import { drawCharts } from './charts.ts'
import type { Bench, Measure, Options } from './kit.ts'
import { large } from './large.ts'
import { reads } from './reads.ts'
import { keep, kept, lineOf } from './results.ts'
import { search } from './search.ts'
import { workers } from './workers.ts'
import { writes } from './writes.ts'

/**
 * `npm run bench` runs all, `npm run bench -- NAME…` some; each prints a table and keeps it as JSON in `bench/results`.
 * `--smoke` only tries whether they work; `--charts` makes pictures and tables of what was kept before.
 */
const BENCHES: Bench[] = [cached, reads, search, writes, bulk, large, workers]

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
    const { writeDoc } = await import('../test/kit/doc-tables.ts')
    writeDoc('performance.md')
  }
}

async function runAll(chosen: Bench[]): Promise<void> {
  const begun = performance.now()
  let heading = ''
  const seconds = (ms: number) => `${(ms / 1000).toFixed(0)} s`
  const tell = (step: string) => process.stderr.write(`[${seconds(performance.now() - begun)}] ${heading}${step} …\n`)
  const calendars = openCalendars(tell)
  const options: Options = { isSmoke: values.smoke, calendars, tell }
  if (!calendars.engines.includes('postgres')) tell('*** no PostgreSQL here: only SQLite is measured ***')
  try {
    for (const [at, bench] of chosen.entries()) {
      heading = `${at + 1} of ${chosen.length}, ${bench.name}: `
      const expected = values.smoke ? undefined : kept(bench.name)?.tookSeconds
      tell(expected === undefined ? 'begins' : `begins, took ${seconds(expected * 1000)} last time`)
      const from = performance.now()
      const measures = await bench.run(options)
      if (values.smoke) check(bench.name, measures)
      else {
        process.stdout.write(`\n${bench.name}\n${measures.map(lineOf).join('\n')}\n\n`)
        keep(bench.name, measures, (performance.now() - from) / 1000)
      }
    }
  } finally {
    await calendars.close()
  }
}

/** Figures of a calendar so small mean nothing; that there is one for everything does. */
function check(name: string, measures: Measure[]): void {
  const wrong = measures.filter(({ value }) => !Number.isFinite(value)).map(({ what }) => what)
  if (measures.length === 0 || wrong.length > 0) throw new Error(`${name} measured nothing: ${wrong.join('; ')}`)
  process.stdout.write(`${name} works: ${measures.length} measures\n`)
}
