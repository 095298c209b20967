/**
 * Replays recorded scenarios of the reference implementation against the real server, on each engine, and compares the
 * number of passed steps with `replay-floor.json`.
 *
 *     node .ci/replay.ts [--raise] [--verbose] [--dir FOLDER] [--only GLOB] [sqlite] [postgres]
 *
 * `--raise` saves the result as the new floor. `--verbose` prints the differences of each step. `--dir` plays one folder of
 * scenarios, by default all that have a floor. `--only` plays some scenarios, without comparing them with the floor.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { runCommand } from '../src/cli/run-command.ts'
import type { Engine } from '../src/db/database.ts'
import { testEngine } from '../test/kit/engines/engines.ts'
import { scratchFolder, serve } from '../test/kit/processes/serve.ts'

const KIT = join(import.meta.dirname, '../../shared/conformance')
const FLOOR = join(import.meta.dirname, 'replay-floor.json')
/** Steps that differ intentionally, with the reason: see docs/compatibility.md. */
const DIFFERENCES: { scenario: string; why: string; steps: string[] }[] = JSON.parse(
  readFileSync(join(import.meta.dirname, 'known-differences.json'), 'utf8'),
)
const READY_TIMEOUT_MS = 30_000
const ROLES = ['admin', 'editor', 'author', 'contributor', 'subscriber']
const PASSWORD = 'pw'
const COMMANDS = [
  ['settings', 'set', 'timezone', 'America/New_York'],
  ['settings', 'set', 'per_page', '4'],
  ['settings', 'set', 'currency_symbol', '$'],
  ['settings', 'set', 'currency_position', 'prefix'],
  ...ROLES.slice(1).map((role) => ['users', 'add', role, '--role', role, '--application-password', PASSWORD]),
]

/** Number of passed steps: `core` belongs to the contract, `platform` to WordPress itself. */
interface Reached {
  core: number
  platform: number
}

interface Replay {
  passed: number
  failed: number
  skipped: number
  platformPassed: number
  platformFailed: number
  cleanupFailed: number
  scenarios: { scenario: string; steps: Step[] }[]
}

interface Step {
  name: string
  result: string
  diffs?: string[]
  request?: string
  status?: number
}

const { values: options, positionals } = parseArgs({
  options: {
    raise: { type: 'boolean' },
    verbose: { type: 'boolean' },
    dir: { type: 'string' },
    only: { type: 'string' },
  },
  allowPositionals: true,
})
/** For each engine, the result of each folder of scenarios. */
type Floor = Partial<Record<string, Record<string, Reached>>>
const floor: Floor = existsSync(FLOOR) ? JSON.parse(readFileSync(FLOOR, 'utf8')) : {}
for (const engine of positionals.length > 0 ? positionals : ['sqlite', 'postgres']) {
  const folders = options.dir ? [options.dir] : Object.keys(floor[engine] ?? {})
  for (const folder of folders) {
    const replay = await replayOn(engine as Engine, folder)
    const name = `replay of ${folder} on ${engine}`
    report(name, replay)
    checkSteps(name, replay)
    if (!options.only) checkAgainstFloor(name, engine, folder, replay)
  }
}
if (options.raise) writeFileSync(FLOOR, `${JSON.stringify(floor, undefined, 2)}\n`)

async function replayOn(engine: Engine, scenarios: string): Promise<Replay> {
  await using stack = new AsyncDisposableStack()
  const databases = testEngine(engine)
  stack.defer(() => databases.close())
  const { folder, remove } = scratchFolder()
  stack.defer(remove)
  const env = {
    DATABASE_URL: await databases.url(),
    DATA_DIR: folder,
    ALLOW_PRIVATE_FETCH: '1',
    ALMANAC_ADMIN_PASSWORD: PASSWORD,
  }
  for (const command of COMMANDS) await run(env, command)
  const picture = await servePicture()
  stack.defer(picture.close)
  const server = await serve(env)
  stack.defer(async () => {
    server.child.kill()
    await server.ended
  })
  await waitUntilReady(server.origin)
  return await play(server.origin, picture.url, { scenarios, file: join(folder, 'replay.json') })
}

/** Runs a command of Almanac in this process, which takes less time than starting one. */
async function run(env: Record<string, string>, argv: string[]): Promise<void> {
  const said: string[] = []
  const print = (line: string) => void said.push(line)
  const now = () => Math.floor(Date.now() / 1000)
  const code = await runCommand(argv, { env, out: print, err: print, signal: new AbortController().signal, now })
  if (code !== 0) throw new Error(`almanac ${argv.join(' ')} failed: ${said.join('\n')}`)
}

/** Serves a 40x30 PNG, as in the recordings. */
async function servePicture(): Promise<{ url: string; close(): void }> {
  const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const server = createServer((_request, response) => response.setHeader('content-type', 'image/png').end(png))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/picture.png`, close: () => server.close().closeAllConnections() }
}

/** Waits until the server is ready. */
async function waitUntilReady(origin: string): Promise<void> {
  for (const deadline = Date.now() + READY_TIMEOUT_MS; ; await sleep(50)) {
    const answer = await fetch(`${origin}/health/ready`).catch(() => undefined)
    await answer?.arrayBuffer()
    if (answer?.ok) return
    if (Date.now() > deadline) throw new Error(`${origin}/health/ready answers ${answer?.status ?? 'nothing'}`)
  }
}

/**
 * Runs the conformance kit.
 * @param to.scenarios a folder of the kit
 * @param to.file receives the output of the kit, which exits before a pipe would be flushed
 */
async function play(
  origin: string,
  imageUrl: string,
  { scenarios, file }: { scenarios: string; file: string },
): Promise<Replay> {
  const credentials = ROLES.flatMap((role) => [`--auth-${role}`, `${role}:${PASSWORD}`])
  const base = `${origin}/wp-json/tribe/events/v1`
  const output = openSync(file, 'w')
  const kit = [join(KIT, 'replay.mjs'), '--dir', join(KIT, scenarios), '--json']
  const only = options.only ? ['--only', options.only] : []
  const child = spawn(process.execPath, [...kit, ...only, '--base', base, ...credentials, '--image-url', imageUrl], {
    stdio: ['ignore', output, 'inherit'],
  })
  closeSync(output)
  await once(child, 'exit')
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** Prints the totals and the unexpected failures. */
function report(name: string, replay: Replay): void {
  const { passed, failed, platformPassed, platformFailed, skipped, cleanupFailed } = replay
  console.log(
    `${name}: core ${passed}/${passed + failed}, platform ${platformPassed}/${platformPassed + platformFailed}` +
      `, ${skipped} skipped, ${cleanupFailed} not cleaned up`,
  )
  for (const { scenario, steps } of replay.scenarios) {
    for (const { name: step, result, request, status, diffs = [] } of steps) {
      const isUnexpected = result === 'failed' && !isKnown(scenario, step)
      if (!isUnexpected && !(options.verbose && diffs.length > 0)) continue
      console.log(`  [${result}] ${scenario}: ${step}\n      ${request ?? ''} -> ${status ?? ''}`)
      for (const diff of diffs.slice(0, options.verbose ? 25 : 3)) console.log(`      * ${diff}`)
    }
  }
}

function isKnown(scenario: string, step: string): boolean {
  return DIFFERENCES.some((known) => known.scenario === scenario && known.steps.includes(step))
}

/** Fails for unexpected failures and for known differences that pass. */
function checkSteps(name: string, { scenarios }: Replay): void {
  for (const { scenario, steps } of scenarios) {
    for (const { name: step, result } of steps) {
      if (result === 'failed' && !isKnown(scenario, step)) fail(`${name}: ${scenario}: ${step} failed`)
      if (result === 'passed' && isKnown(scenario, step)) {
        fail(`${name}: ${scenario}: ${step} passes now; remove it from known-differences.json`)
      }
    }
  }
}

/** Fails if fewer steps pass than the floor. */
function checkAgainstFloor(name: string, engine: string, folder: string, replay: Replay): void {
  const { passed: core, platformPassed: platform } = replay
  const least = floor[engine]?.[folder] ?? { core: 0, platform: 0 }
  if (core < least.core || platform < least.platform) {
    fail(`${name}: fewer steps pass than the floor (core ${least.core}, platform ${least.platform})`)
  } else if (core > least.core || platform > least.platform) {
    if (!options.raise) console.log(`${name}: the floor may be raised: node .ci/replay.ts --raise`)
    floor[engine] = { ...floor[engine], [folder]: { core, platform } }
  }
}

function fail(why: string): void {
  console.error(why)
  process.exitCode = 1
}
