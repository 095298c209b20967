import { deepEqual, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../src/db/database.ts'
import { icsSource } from '../../src/import/sources/ics/ics-source.ts'
import { createBufferContent } from '../../src/import/sources/source-content.ts'
import { importFrom } from '../kit/calendar/importing.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { withServer } from '../kit/server/with-server.ts'

const START = 'DTSTART:20310501T100000Z'
const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n')
const calendar = (...parts: string[]) => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...parts, 'END:VCALENDAR', ''].join('\r\n')
const titled = (title: string, ...lines: string[]) => event(`UID:${title}`, `SUMMARY:${title}`, ...lines)

const GOOD = titled('Good', START)
const NOON = '2031-05-01 12:00:00'

const change = (name: string, start: string, from: string, to: string, rule: string) =>
  `BEGIN:${name}\r\nDTSTART:${start}\r\nTZOFFSETFROM:${from}\r\nTZOFFSETTO:${to}\r\nRRULE:FREQ=YEARLY;${rule}\r\nEND:${name}`

/** Definitions of zones with the same name as in Outlook, with the rules of two continents. */
const zone = (standard: string, daylight: string) =>
  ['BEGIN:VTIMEZONE', 'TZID:Customized Time Zone', standard, daylight, 'END:VTIMEZONE'].join('\r\n')
const EUROPEAN = zone(
  change('STANDARD', '16010101T030000', '+0300', '+0200', 'BYDAY=-1SU;BYMONTH=10'),
  change('DAYLIGHT', '16010101T020000', '+0200', '+0300', 'BYDAY=-1SU;BYMONTH=3'),
)
const AMERICAN = zone(
  change('STANDARD', '16010101T020000', '-0500', '-0600', 'BYDAY=1SU;BYMONTH=11'),
  change('DAYLIGHT', '16010101T020000', '-0600', '-0500', 'BYDAY=2SU;BYMONTH=3'),
)
const inCustomZone = titled('Custom', 'DTSTART;TZID=Customized Time Zone:20310501T100000')

const splitCharacter = Buffer.concat([
  Buffer.from(`BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:c\r\n${START}\r\nSUMMARY:Caf`),
  Buffer.from([0xc3]),
  Buffer.from('\r\n '),
  Buffer.from([0xa9]),
  Buffer.from('\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n'),
])

/** Files, with title and start of their events, and place and field of their problems. */
const FILES: Readonly<Record<string, [file: string | Buffer, events: string[], problems?: string[]]>> = {
  'UTF-16': [Buffer.from(`\ufeff${calendar(titled('Zürich', START))}`, 'utf16le'), [`Zürich ${NOON}`]],
  'Windows-1252': [Buffer.from(calendar(titled('Zürich', START)), 'latin1'), [`Zürich ${NOON}`]],
  'a byte order mark': [`\ufeff${calendar(GOOD)}`, [`Good ${NOON}`]],
  'lines that end with CR': [calendar(GOOD).replaceAll('\r\n', '\r'), [`Good ${NOON}`]],
  'a line folded within a character': [splitCharacter, [`Café ${NOON}`]],
  'space before the beginning': [`\r\n  ${calendar(GOOD)}`, [`Good ${NOON}`]],
  'no VCALENDAR': [GOOD, [`Good ${NOON}`]],
  'text that is not folded': [calendar(titled('Bad', START, 'DESCRIPTION:first', 'second line')), [`Bad ${NOON}`]],
  'a line that is no property': [calendar(titled('Bad', START, '???')), [`Bad ${NOON}`], ['warning line 3 : ???']],
  'a property that is not valid': [
    calendar(titled('Bad', START, 'RRULE:FREQ=SOMETIMES'), GOOD),
    [`Bad ${NOON}`, `Good ${NOON}`],
    ['warning line 3 : RRULE:FREQ=SOMETIMES'],
  ],
  'a day without VALUE': [calendar(titled('Day', 'DTSTART:20310501')), ['Day 2031-05-01 00:00:00']],
  'times of ISO 8601, and without seconds': [
    calendar(titled('Iso', 'DTSTART:2031-05-01T10:00:00Z'), titled('Short', 'DTSTART:20310501T1000Z')),
    [`Iso ${NOON}`, `Short ${NOON}`],
  ],
  'times that do not exist': [
    calendar(titled('Bad', 'DTSTART:20310230T100000Z'), titled('Far', 'DTSTART:99991231T235959Z'), GOOD),
    [`Good ${NOON}`],
    ['refused line 3 start_date', 'refused line 3 end_date', 'refused line 8 '],
  ],
  'a zone with European rules': [calendar(EUROPEAN, inCustomZone), ['Custom 2031-05-01 10:00:00 Europe/Helsinki']],
  'a zone with American rules': [calendar(AMERICAN, inCustomZone), ['Custom 2031-05-01 10:00:00 America/Chicago']],
  'an offset as zone': [
    calendar(titled('Offset', 'DTSTART;TZID=GMT+0200:20310501T100000')),
    ['Offset 2031-05-01 10:00:00 +02:00'],
  ],
  'a component with very many lines': [
    calendar(titled('Bomb', START, 'X-A:b\r\n'.repeat(60_000).trim()), GOOD),
    [`Good ${NOON}`],
    ['refused line 3 '],
  ],
}

forEachEngine('imports of odd calendars', (engine) => {
  const server = withServer(engine)
  const source = (file: string | Buffer, name: string) =>
    icsSource(createBufferContent(Buffer.from(file), name), name, { siteZone: 'Europe/Berlin' })

  for (const [name, [file, events, expected = []]] of Object.entries(FILES)) {
    test(`${name}: what is valid is imported, and the rest is named`, async () => {
      const { problems } = await importFrom(server.db, source(file, name))
      const rows = await server.db.all<{ title: string; start: string; timezone: string }>(sql`
        SELECT t.title, e.start_local AS start, e.timezone FROM external_id x JOIN event e ON e.id = x.record_id
        JOIN event_text t ON t.event_id = e.id WHERE x.source = ${name} ORDER BY t.title`)
      const shown = rows.map(({ title, start, timezone }) =>
        `${title} ${start} ${timezone}`.replace(/ Europe\/Berlin$/, ''),
      )
      deepEqual(shown, events)
      const lineOf = (message: string) => / left out: (.*)\.$/.exec(message)?.[1]
      deepEqual(
        problems.map(({ severity, place, field, message }) =>
          [severity, place, [field, lineOf(message)].filter((part) => part !== undefined).join(': ')].join(' '),
        ),
        expected,
      )
    })
  }

  test('what is no calendar is refused with its beginning', async () => {
    for (const [file, message] of [
      ['<!DOCTYPE html><title>Sign in</title>', /not a calendar: <!DOCTYPE html>/],
      ['\r\n', /empty/],
    ] as const) {
      await rejects(importFrom(server.db, source(file, 'no calendar')), message)
    }
  })
})
