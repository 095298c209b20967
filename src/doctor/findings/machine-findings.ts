import { formatBytes } from '../../core/text/format-bytes.ts'
import type { DoctorFinding } from './doctor-finding.ts'

/** Facts about the machine and Node, the input of `createDoctorFindingsAboutMachine`. */
export interface MachineFacts {
  /** Version of Node, such as `24.21.0`. */
  node: string
  /** Version of the time zone data in Node, such as `2026a`; undefined if Node was built without it. */
  timeZoneVersion: string | undefined
  /** Current time of this machine, Unix time in seconds. */
  now: number
  /**
   * When the newest event was last changed, Unix time in seconds; undefined without events or database. If this time is
   * later than `now`, the clock is wrong.
   */
  latestChangeAt: number | undefined
  memoryBytes: number
  workers: number
  cacheBytes: number
  /** Limit of open files and connections per process; undefined if unknown. */
  fileDescriptorsMax: number | undefined
  /** Error message of the image library; undefined if it works. */
  imageLibraryError: string | undefined
}

const NODE_MIN = 24
/** Age in years above which time zone data is reported, because time zone rules change several times a year. */
const ZONES_AGE_MAX_YEARS = 2
/** Tolerated difference between the clock of this machine and the time of the latest change. */
const CLOCK_SLACK_SECONDS = 3600
/** Estimated memory of a worker process under load, besides its cache (CACHE_BYTES). */
const PROCESS_BYTES = 200e6
const DESCRIPTORS_MIN = 4096
/** Start of 2026 in UTC, Unix time in seconds: if the current time is earlier, the clock is wrong. */
const CLOCK_MIN = 1_767_225_600

export function createDoctorFindingsAboutMachine(facts: MachineFacts): DoctorFinding[] {
  return [...nodeFindings(facts), ...clockFindings(facts), ...resourceFindings(facts)]
}

function nodeFindings({ node, imageLibraryError }: MachineFacts): DoctorFinding[] {
  const found: DoctorFinding[] = []
  if (Number.parseInt(node, 10) < NODE_MIN) {
    found.push({
      code: 'node_old',
      severity: 'wrong',
      what: `The version of Node is ${node}.`,
      why: `Almanac needs ${NODE_MIN} or newer.`,
      fix: 'Use `npm start`, which runs the installed version, or update Node.',
    })
  }
  if (imageLibraryError) {
    found.push({
      code: 'pictures_fail',
      severity: 'wrong',
      what: `The image library fails: ${imageLibraryError}.`,
      why: 'Uploading and resizing pictures fail.',
      fix: 'Run `npm ci` on this machine: the library has platform-specific binaries.',
    })
  }
  return found
}

function clockFindings({ timeZoneVersion, now, latestChangeAt }: MachineFacts): DoctorFinding[] {
  const found: DoctorFinding[] = []
  const thisYear = new Date(now * 1000).getUTCFullYear()
  if (timeZoneVersion === undefined || thisYear - Number.parseInt(timeZoneVersion, 10) > ZONES_AGE_MAX_YEARS) {
    found.push({
      code: 'time_zones_old',
      severity: 'warning',
      what: `The time zone data is ${timeZoneVersion === undefined ? 'missing' : `of version ${timeZoneVersion}`}.`,
      why: 'Events are off by an hour where the rules have changed since.',
      fix: 'Update Node.',
    })
  }
  if (now < CLOCK_MIN || (latestChangeAt ?? 0) > now + CLOCK_SLACK_SECONDS) {
    found.push({
      code: 'clock_behind',
      severity: 'wrong',
      what: `The clock of this machine is behind: it shows ${new Date(now * 1000).toISOString()}${latestChangeAt && latestChangeAt > now ? `, but the calendar was changed at ${new Date(latestChangeAt * 1000).toISOString()}` : ''}.`,
      why: 'Scheduled events are published late, tokens expire late, and upcoming events are wrong.',
      fix: 'Synchronize the clock over the network (`timedatectl set-ntp true`).',
    })
  }
  return found
}

function resourceFindings({ memoryBytes, workers, cacheBytes, fileDescriptorsMax }: MachineFacts): DoctorFinding[] {
  const found: DoctorFinding[] = []
  const wanted = workers * (PROCESS_BYTES + cacheBytes)
  if (wanted > memoryBytes * 0.8) {
    found.push({
      code: 'memory_small',
      severity: 'warning',
      what: `${workers} processes with CACHE_BYTES=${cacheBytes} may use ${formatBytes(wanted)} of ${formatBytes(memoryBytes)} memory.`,
      why: 'When memory runs out, the system kills a process.',
      fix: 'Lower WORKERS or CACHE_BYTES, or add memory.',
    })
  }
  if (fileDescriptorsMax !== undefined && fileDescriptorsMax < DESCRIPTORS_MIN) {
    found.push({
      code: 'descriptors_few',
      severity: 'warning',
      what: `A process may open only ${fileDescriptorsMax} files and connections.`,
      why: 'When the limit is reached, new connections are rejected.',
      fix: 'Raise the limit: `LimitNOFILE=65536` in the systemd unit, or `ulimit -n`.',
    })
  }
  return found
}
