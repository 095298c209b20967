import { deepEqual, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../src/db/database.ts'
import { createIcsImportSource } from '../../src/import/sources/ics/ics-source.ts'
import { createSourceContentOfBuffer } from '../../src/import/sources/source-content.ts'
import { BROKEN, CONTRADICTIONS } from '../kit/calendar/broken-ics-files.ts'
import { importFrom } from '../kit/calendar/importing.ts'
import { DIALECTS, ODD_LINES } from '../kit/calendar/odd-ics-files.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { withServer } from '../kit/server/with-server.ts'

const FILES = { ...ODD_LINES, ...DIALECTS, ...CONTRADICTIONS, ...BROKEN }

interface EventRow {
  title: string
  start: string
  end: string
  timezone: string
  all_day: number
}

forEachEngine('imports of odd calendars', (engine) => {
  const server = withServer(engine)
  const source = (file: string | Buffer, name: string) =>
    createIcsImportSource(createSourceContentOfBuffer(Buffer.from(file), name), name, { siteZone: 'Europe/Berlin' })

  for (const [name, [file, events, expected = []]] of Object.entries(FILES)) {
    test(`${name}: what is valid is imported, and the rest is named`, async () => {
      const { problems } = await importFrom(server.db, source(file, name))
      const rows = await server.db.all<EventRow>(sql`
        SELECT t.title, e.start_local AS start, e.end_local AS "end", e.timezone, e.all_day FROM external_id x
        JOIN event e ON e.id = x.record_id JOIN event_text t ON t.event_id = e.id WHERE x.source = ${name} ORDER BY t.title`)
      const shown = rows.map(({ title, start, end, timezone, all_day }) =>
        [
          ...[title, start, ...(end === start ? [] : ['to', end])],
          ...[...(timezone === 'Europe/Berlin' ? [] : [timezone]), ...(all_day === 1 ? ['all day'] : [])],
        ].join(' '),
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
      ['', /empty/],
      ['{"a":1}', /not a calendar: \{"a":1\}/],
      [Buffer.from('504b0304000000', 'hex'), /not a calendar: PK/],
    ] as const) {
      await rejects(importFrom(server.db, source(file, 'no calendar')), message)
    }
  })
})
