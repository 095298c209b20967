import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { cached } from './cached.ts'
import type { Bench, Measure } from './kit.ts'
import { languages } from './languages.ts'
import { sizes } from './sizes.ts'
import { writes } from './writes.ts'

/** `npm run bench` runs all, `npm run bench -- NAME` one; each prints a table and keeps it as JSON in `bench/results`. */
const BENCHES: Bench[] = [sizes, cached, writes, languages]

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !BENCHES.some((bench) => bench.name === name))
if (unknown.length > 0) {
  process.stderr.write(
    `no such benchmark: ${unknown.join(', ')}; there are ${BENCHES.map(({ name }) => name).join(', ')}\n`,
  )
  process.exitCode = 2
} else {
  const chosen = BENCHES.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
  for (const [at, bench] of chosen.entries()) {
    process.stdout.write(`\n[${at + 1}/${chosen.length}] ${bench.name} …\n`)
    const measures = await bench.run()
    process.stdout.write(`${measures.map(lineOf).join('\n')}\n`)
    keep(bench, measures)
  }
}

function lineOf({ what, value, unit, goal }: Measure): string {
  const shown = `${what.padEnd(64)} ${value.toFixed(value < 10 ? 2 : 0).padStart(9)} ${unit.padEnd(6)}`
  if (!goal) return shown
  const isMet = 'atMost' in goal ? value <= goal.atMost : value >= goal.atLeast
  const promise = 'atMost' in goal ? `≤ ${goal.atMost}` : `≥ ${goal.atLeast}`
  return `${shown} ${promise} ${isMet ? '✓' : '✗'}`
}

function keep({ name }: Bench, measures: Measure[]): void {
  const folder = join(import.meta.dirname, 'results')
  mkdirSync(folder, { recursive: true })
  const machine = { node: process.versions.node, cpus: cpus().length, model: cpus()[0]?.model }
  const text = JSON.stringify({ name, at: new Date().toISOString(), machine, measures }, null, 2)
  writeFileSync(join(folder, `${name}.json`), `${text}\n`)
}
