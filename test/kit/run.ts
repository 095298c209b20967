/**
 * Runs all test files (`npm run test:all`), or those that match the patterns given as arguments. Loading the server takes most
 * of the processor time of a short test file, so several files share a process, most of them of one folder. Each file is a
 * suite, which runs its hooks: its servers and databases are closed before the next file begins.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describeTimes, folderOf, processorSeconds } from './processor-time.ts'

const GROUP_FILES_MAX = 16
/** More than the two processor cores of CI machines: tests of processes mostly wait. */
const PROCESSES = 4
/** Of each test, and of each group, which takes one to five minutes. Tests have no shorter time limits (decision 0053). */
const TIMEOUT_MS = 1_800_000

/** Fewer collections of short-lived objects take about a tenth off the processor time. A variable, so that groups inherit it. */
const NEW_SPACE = '--max-semi-space-size=32'

/** The folders that take the longest. They are started first, so that no process runs alone at the end. */
const SLOW = ['test/properties/', 'test/records/', 'test/http/', 'test/pages/', 'test/operations/', 'test/feeds/']

/** Position in the order of starts: of slow folders by `SLOW`, then all others. */
const rankOf = (file: string) => [...SLOW, ''].findIndex((folder) => file.startsWith(folder))
const byRank = (one: string, other: string) => rankOf(one) - rankOf(other) || (one < other ? -1 : 1)

/** Splits the files of each folder of `test/`, and those of `src/`, into groups of similar size, and joins small groups. */
function groupsOf(files: string[]): string[][] {
  const folders = Object.values(Object.groupBy(files, folderOf))
  const groups = folders.flatMap((inFolder = []) => {
    const count = Math.ceil(inFolder.length / GROUP_FILES_MAX)
    return Array.from({ length: count }, (_, part) => inFolder.filter((_, index) => index % count === part))
  })
  const joined: string[][] = []
  for (const group of groups) {
    const last = joined.at(-1)
    if (last && last.length + group.length <= GROUP_FILES_MAX) last.push(...group)
    else joined.push(group)
  }
  return joined
}

/** Writes a module into the folder that runs the test files of a group. @returns its path */
function writeGroup(folder: string, files: string[], index: number): string {
  const path = join(folder, `group-${String(index + 1).padStart(3, '0')}.test.mjs`)
  const report = join(folder, TIMES)
  const suites = files.map(
    (file) => `describe('${file}', () => measureFile('${report}', '${file}', () => require('${resolve(file)}')))\n`,
  )
  writeFileSync(path, `${GROUP_START}${suites.join('')}`)
  return path
}

/** The file into which groups write the processor times of their files. */
const TIMES = 'processor-times'

const urlOf = (module: string) => pathToFileURL(join(import.meta.dirname, module))

const GROUP_START = `import { createRequire } from 'node:module'
import { loadTestRunner } from '${urlOf('test-runner.ts')}'
const { describe } = await loadTestRunner()
const { measureFile } = await import('${urlOf('processor-time.ts')}')
const require = createRequire(import.meta.url)
`

const patterns = process.argv.slice(2)
const files = globSync(patterns.length > 0 ? patterns : ['test/**/*.test.ts', 'src/**/*.test.ts'])
if (files.length === 0) throw new Error(`no test file matches ${patterns.join(' ')}`)
const folder = mkdtempSync(join(tmpdir(), 'almanac-test-groups-'))
process.on('exit', () => rmSync(folder, { recursive: true }))
const options = [
  '--test',
  `--test-concurrency=${PROCESSES}`,
  `--test-timeout=${TIMEOUT_MS}`,
  `--test-global-setup=${join(import.meta.dirname, 'setup.ts')}`,
  `--test-reporter=${join(import.meta.dirname, 'reporter.ts')}`,
]
const groups = groupsOf(files.sort(byRank)).map((group, index) => writeGroup(folder, group, index))
const env = {
  ...process.env,
  NODE_OPTIONS: [process.env.NODE_OPTIONS, NEW_SPACE].filter(Boolean).join(' '),
  TEST_SERVER_FLAG: `--import=${urlOf('processes/patient-limits.ts')}`,
}
const [code] = await once(spawn(process.execPath, [...options, ...groups], { stdio: 'inherit', env }), 'exit')
const times = join(folder, TIMES)
if (existsSync(times)) process.stdout.write(describeTimes(readFileSync(times, 'utf8'), processorSeconds()))
process.exitCode = code ?? 1
