import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { TestContext } from 'node:test'
import { HANG_MS } from '../eventually.ts'
import { skipLoudly } from '../skipping.ts'

/** Calendar programs of Debian that read feeds: the packages `vdirsyncer`, `khal` and `python3-icalendar`. */
const PROGRAMS = ['vdirsyncer', 'khal']
const PYTHON = '/usr/bin/python3'
const PYTHON_MODULE = '/usr/lib/python3/dist-packages/icalendar'

/** An event as a program displays it. */
export interface DisplayedEvent {
  title: string
  /** Start in UTC, `YYYY-MM-DD HH:MM`; only the date for all-day events. */
  start: string
}

/** Skips the test loudly where a calendar program is missing; fails it if `REQUIRE_CALENDAR_PROGRAMS=1`. */
export function skipWithoutPrograms(t: TestContext): boolean {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const missing = PROGRAMS.filter((name) => !folders.some((folder) => existsSync(join(folder, name))))
  if (!existsSync(PYTHON_MODULE)) missing.push('python3-icalendar')
  if (missing.length === 0) return false
  const reason = `not installed: ${missing.join(', ')}`
  skipLoudly(t, 'REQUIRE_CALENDAR_PROGRAMS', 'THE TESTS WITH CALENDAR PROGRAMS', reason)
  return true
}

/**
 * Computes the start by the `VTIMEZONE` of the text. The module itself uses its own time zone data for every zone that it
 * knows.
 */
const PYTHON_READER = `
import datetime, icalendar, json, sys
calendar = icalendar.Calendar.from_ical(sys.stdin.buffer.read())
zones = {str(zone['TZID']): zone.to_tz() for zone in calendar.walk('VTIMEZONE')}
def start(event):
    value = event['DTSTART'].dt
    if not isinstance(value, datetime.datetime): return str(value)
    tzid = event['DTSTART'].params.get('TZID')
    if tzid: value = zones[tzid].localize(value.replace(tzinfo=None))
    return value.astimezone(datetime.timezone.utc).strftime('%Y-%m-%d %H:%M')
print(json.dumps([{'title': str(event['SUMMARY']), 'start': start(event)} for event in calendar.walk('VEVENT')]))
`

/** Reads an iCalendar text with the Python module icalendar. */
export const readWithPython = async (text: string): Promise<DisplayedEvent[]> =>
  JSON.parse(await run(PYTHON, ['-c', PYTHON_READER], { input: text }))

/**
 * Subscribes to a feed with vdirsyncer, as its user would, and lists its events with khal.
 * @param from first date to list, `YYYY-MM-DD`
 * @param days number of days to list
 * @returns the texts that vdirsyncer has stored, one for each event, and the events that khal displays
 */
export async function subscribe(
  url: string,
  from: string,
  days: number,
): Promise<{ stored: string[]; displayed: DisplayedEvent[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-subscriber-'))
  try {
    const [events, settings, display] = ['events', 'vdirsyncer.conf', 'khal.conf'].map((name) =>
      join(folder, name),
    ) as [string, string, string]
    await mkdir(events)
    await writeFile(settings, syncSettings(folder, url))
    await writeFile(display, displaySettings(folder))
    await run('vdirsyncer', ['-c', settings, 'discover'], { home: folder })
    await run('vdirsyncer', ['-c', settings, 'sync'], { home: folder })
    const names = await readdir(events)
    const stored = await Promise.all(names.map((name) => readFile(join(events, name), 'utf8')))
    const columns = '{start-long-full}|{all-day}|{title}'
    const list = ['-c', display, 'list', '--once', '--day-format', '', '--format', columns, from, `${days}d`]
    const lines = (await run('khal', list, { home: folder })).split('\n').filter(Boolean)
    return { stored, displayed: lines.map(parseLine) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function parseLine(line: string): DisplayedEvent {
  const [start = '', allDay, ...title] = line.split('|')
  return { title: title.join('|').trim(), start: allDay === 'True' ? start.slice(0, 10) : start }
}

const syncSettings = (folder: string, url: string) => `
[general]
status_path = "${folder}/status"
[pair feed]
a = "remote"
b = "local"
collections = null
[storage remote]
type = "http"
url = "${url}"
[storage local]
type = "filesystem"
path = "${folder}/events"
fileext = ".ics"
`

const displaySettings = (folder: string) => `
[calendars]
[[feed]]
path = ${folder}/events
readonly = True
[sqlite]
path = ${folder}/khal.db
[locale]
local_timezone = UTC
default_timezone = UTC
timeformat = %H:%M
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%d %H:%M
longdatetimeformat = %Y-%m-%d %H:%M
`

/** Runs a program with an empty home folder and returns its standard output. */
function run(program: string, parameters: string[], { input = '', home = tmpdir() }): Promise<string> {
  const env = { PATH: process.env.PATH, HOME: home, TZ: 'UTC', LC_ALL: 'C.UTF-8' }
  const child = spawn(program, parameters, { env, timeout: HANG_MS })
  const [output, errors]: [Buffer[], Buffer[]] = [[], []]
  child.stdout.on('data', (bytes) => output.push(bytes))
  child.stderr.on('data', (bytes) => errors.push(bytes))
  child.stdin.end(input)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) resolve(Buffer.concat(output).toString())
      else reject(new Error(`${program} ${parameters[2] ?? ''} ended with ${code}: ${Buffer.concat(errors)}`))
    })
  })
}
