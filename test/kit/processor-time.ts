import { appendFileSync, readFileSync } from 'node:fs'
import { after, before } from 'node:test'

/** `clock_t` ticks a second in `/proc`, the same on all Linux machines that Node supports (`getconf CLK_TCK`). */
const TICKS = 100

/** User and system time of this process, in seconds; on Linux also of its children that have ended. */
export function processorSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6 + childrenSeconds()
}

function childrenSeconds(): number {
  if (process.platform !== 'linux') return 0
  // The name of the program, which may contain spaces, ends with the last parenthesis. Fields 16 and 17 of proc(5).
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[13]) + Number(fields[14])) / TICKS
}

/** The processor time of one test file of a run, in seconds. */
interface FileTime {
  file: string
  /** Loading the file, and the modules that no earlier file of its process has loaded. */
  loading: number
  running: number
}

/**
 * Measures the suite that is being defined.
 * @param report the file to which the measurement is appended, as a line of JSON
 * @param load loads the test file
 */
export function measureFile(report: string, file: string, load: () => void): void {
  let begun = 0
  before(() => {
    begun = processorSeconds()
  })
  const loadingBegun = processorSeconds()
  load()
  const loading = processorSeconds() - loadingBegun
  after(() => {
    const time: FileTime = { file, loading, running: processorSeconds() - begun }
    appendFileSync(report, `${JSON.stringify(time)}\n`)
  })
}

/** The folder of a test file that stands for its subject: `test/events`, or `src` for all tests beside the code. */
export const folderOf = (file: string): string => /^(test\/)?[^/]+/.exec(file)?.[0] ?? ''

/**
 * Describes where the processor time of a run went: by folder, and the files that took most.
 * @param lines written by `measureFile`
 * @param total of all processes, also those of PostgreSQL, in seconds
 */
export function describeTimes(lines: string, total: number): string {
  const files = lines
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line): FileTime => JSON.parse(line))
  const sum = (times: FileTime[], member: 'loading' | 'running') =>
    times.reduce((seconds, time) => seconds + time[member], 0)
  const folders = Object.entries(Object.groupBy(files, ({ file }) => folderOf(file)))
  const rows: [string, number][] = [
    ['total', total],
    ['loading modules', sum(files, 'loading')],
    ...most(folders.map(([folder, times = []]): [string, number] => [folder, sum(times, 'running')])),
    ...most(files.map(({ file, running }): [string, number] => [file, running])).slice(0, FILES_MAX),
  ]
  return `processor time (s)\n${rows.map(([name, seconds]) => `${seconds.toFixed(1).padStart(7)} ${name}\n`).join('')}`
}

const FILES_MAX = 10

const most = (rows: [string, number][]) => rows.toSorted(([, one], [, other]) => other - one)
