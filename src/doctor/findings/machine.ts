import { formatBytes } from '../../core/text/format-bytes.ts'
import type { DoctorFinding } from './finding.ts'

/** The machine and what runs on it. */
export interface MachineFacts {
  /** `24.21.0` */
  node: string
  /** Of the time zone data in Node: `2026a`; undefined when there is none. */
  timeZoneVersion: string | undefined
  /** UTC seconds. */
  now: number
  /** The newest change in the calendar, UTC seconds; undefined when there is none, or the database is out of reach. */
  latestChangeAt: number | undefined
  memoryBytes: number
  workers: number
  cacheBytes: number
  /** How many files and connections a process may have open; undefined when nobody knows. */
  fileDescriptorsMax: number | undefined
  /** Why pictures cannot be read; undefined when they can. */
  imageLibraryError: string | undefined
}

const NODE_MIN = 24
/** Zones change several times a year. */
const ZONES_AGE_MAX_YEARS = 2
/** Two clocks differ by less. */
const CLOCK_SLACK_SECONDS = 3600
/** What a process takes under load beside CACHE_BYTES. */
const PROCESS_BYTES = 200e6
const DESCRIPTORS_MIN = 4096
/** 2026-01-01: no clock was right before this program was written. */
const WRITTEN_AT = 1_767_225_600

export function machineFindings(facts: MachineFacts): DoctorFinding[] {
  return [...nodeFindings(facts), ...clockFindings(facts), ...roomFindings(facts)]
}

function nodeFindings({ node, imageLibraryError }: MachineFacts): DoctorFinding[] {
  const found: DoctorFinding[] = []
  if (Number.parseInt(node, 10) < NODE_MIN) {
    found.push({
      code: 'node_old',
      severity: 'wrong',
      what: `Node is ${node}.`,
      why: `Almanac needs ${NODE_MIN} or newer.`,
      fix: '`npm start` brings its own; else install a newer one.',
    })
  }
  if (imageLibraryError) {
    found.push({
      code: 'pictures_fail',
      severity: 'wrong',
      what: `Pictures cannot be read: ${imageLibraryError}.`,
      why: 'Uploading and resizing fail.',
      fix: 'Run `npm ci` on this machine: the library for pictures differs from one kind of machine to another.',
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
      what: `The time zones are those of ${timeZoneVersion ?? 'nobody knows when'}.`,
      why: 'Where a country has changed its clocks since, events are an hour off.',
      fix: 'Update Node.',
    })
  }
  if (now < WRITTEN_AT || (latestChangeAt ?? 0) > now + CLOCK_SLACK_SECONDS) {
    found.push({
      code: 'clock_behind',
      severity: 'wrong',
      what: `The clock of this machine is behind: it says ${new Date(now * 1000).toISOString()}${latestChangeAt && latestChangeAt > now ? `, and the calendar was changed at ${new Date(latestChangeAt * 1000).toISOString()}` : ''}.`,
      why: 'What is scheduled appears late, tokens live too long, and what is on now is wrong.',
      fix: 'Let the machine take its time from the network (`timedatectl set-ntp true`).',
    })
  }
  return found
}

function roomFindings({ memoryBytes, workers, cacheBytes, fileDescriptorsMax }: MachineFacts): DoctorFinding[] {
  const found: DoctorFinding[] = []
  const wanted = workers * (PROCESS_BYTES + cacheBytes)
  if (wanted > memoryBytes * 0.8) {
    found.push({
      code: 'memory_small',
      severity: 'warning',
      what: `${workers} processes with CACHE_BYTES=${cacheBytes} may take ${formatBytes(wanted)} of the ${formatBytes(memoryBytes)} there are.`,
      why: 'When memory runs out the system ends a process in the middle of its work.',
      fix: 'Lower WORKERS or CACHE_BYTES, or give the machine more memory.',
    })
  }
  if (fileDescriptorsMax !== undefined && fileDescriptorsMax < DESCRIPTORS_MIN) {
    found.push({
      code: 'descriptors_few',
      severity: 'warning',
      what: `A process may have ${fileDescriptorsMax} files and connections open.`,
      why: 'Each connection takes one; when none is left, nobody new is answered.',
      fix: 'Raise the limit: `LimitNOFILE=65536` in the systemd unit, or `ulimit -n`.',
    })
  }
  return found
}
