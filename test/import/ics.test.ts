import { deepEqual, equal, match, rejects } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { createIcsImportSource } from '../../src/import/sources/ics/ics-source.ts'
import { createSourceContentOfBuffer } from '../../src/import/sources/source-content.ts'
import { importFrom } from '../kit/calendar/importing.ts'
import { onSqlite } from '../kit/engines/engines.ts'
import { withServer } from '../kit/server/with-server.ts'

const calendar = (...lines: string[]) => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n')
const ics = (text: string, name = `ics:${randomUUID()}`) =>
  createIcsImportSource(createSourceContentOfBuffer(Buffer.from(text), name), name, { siteZone: 'Europe/Berlin' })

onSqlite('imports of iCalendar files', (engine) => {
  const server = withServer(engine)
  const eventsNamed = async (title: string) => {
    const path = `/events?start_date=2031-01-01&end_date=2031-12-31&per_page=50&search=${encodeURIComponent(title)}`
    return (await server.ask('GET', path)).body.events
  }
  const times = ({ start_date, end_date, timezone, all_day }: Record<string, unknown>) => [
    start_date,
    end_date,
    timezone,
    all_day,
  ]

  for (const [title, lines, expected] of [
    [
      'Named zone',
      ['DTSTART;TZID=America/New_York:20310501T200000', 'DTEND;TZID=America/New_York:20310501T220000'],
      ['2031-05-01 20:00:00', '2031-05-01 22:00:00', 'America/New_York', false],
    ],
    [
      'Windows zone',
      ['DTSTART;TZID="W. Europe Standard Time":20310501T200000', 'DURATION:PT1H30M'],
      ['2031-05-01 20:00:00', '2031-05-01 21:30:00', 'Europe/Berlin', false],
    ],
    [
      'Zone in a path',
      ['DTSTART;TZID=/mozilla.org/20050126_1/Europe/Paris:20310501T200000'],
      ['2031-05-01 20:00:00', '2031-05-01 20:00:00', 'Europe/Paris', false],
    ],
    [
      'In UTC',
      ['DTSTART:20310501T180000Z', 'DTEND:20310501T200000Z'],
      ['2031-05-01 20:00:00', '2031-05-01 22:00:00', 'Europe/Berlin', false],
    ],
    [
      'Floating',
      ['DTSTART:20310501T180000', 'DTEND:20310501T180000'],
      ['2031-05-01 18:00:00', '2031-05-01 18:00:00', 'Europe/Berlin', false],
    ],
    [
      'Whole days',
      ['DTSTART;VALUE=DATE:20310501', 'DTEND;VALUE=DATE:20310503'],
      ['2031-05-01 00:00:00', '2031-05-02 23:59:59', 'Europe/Berlin', true],
    ],
  ] as const) {
    test(`times are read: ${title}`, async () => {
      const { problems } = await importFrom(
        server.db,
        ics(calendar(event(`UID:${title}`, `SUMMARY:${title}`, ...lines))),
      )
      deepEqual(problems, [])
      const [found] = await eventsNamed(title)
      deepEqual(times(found), expected)
    })
  }

  test('place, position, categories, picture, link and status are read', async () => {
    await importFrom(
      server.db,
      ics(
        calendar(
          event(
            ...[
              'UID:full',
              'SUMMARY:Everything\\, really',
              'DTSTART:20310601T100000Z',
              'DESCRIPTION:One\\nTwo',
              'LOCATION:Town hall\\, Main St 1',
            ],
            ...['GEO:52.5;13.4', 'CATEGORIES:Music,Open air', 'URL:https://full.example/', 'STATUS:CANCELLED'],
            ...[
              'CONFERENCE;VALUE=URI:https://meet.example/full',
              'BEGIN:VALARM',
              'ACTION:DISPLAY',
              'TRIGGER:-PT15M',
              'DESCRIPTION:x',
              'END:VALARM',
            ],
          ),
        ),
      ),
    )
    const [found] = await eventsNamed('Everything')
    deepEqual(
      [
        found.title,
        found.venue.venue,
        found.venue.geo_lat,
        found.categories.length,
        found.website,
        found.event_status,
        found.online_url,
      ],
      [
        'Everything, really',
        'Town hall, Main St 1',
        52.5,
        2,
        'https://full.example/',
        'cancelled',
        'https://meet.example/full',
      ],
    )
    match(found.description, /One/)
  })

  test('a rule stays a rule, and changed dates are changes of its dates', async () => {
    const weekly = calendar(
      event(
        'UID:weekly',
        'SUMMARY:Choir',
        'DTSTART;TZID=Europe/Berlin:20310602T190000',
        'DTEND;TZID=Europe/Berlin:20310602T200000',
        'RRULE:FREQ=WEEKLY;COUNT=4',
        'EXDATE;TZID=Europe/Berlin:20310609T190000',
      ),
      event(
        'UID:weekly',
        'RECURRENCE-ID;TZID=Europe/Berlin:20310616T190000',
        'SUMMARY:Choir with guests',
        'DTSTART;TZID=Europe/Berlin:20310616T193000',
        'DTEND;TZID=Europe/Berlin:20310616T203000',
      ),
      event(
        'UID:weekly',
        'RECURRENCE-ID;TZID=Europe/Berlin:20310623T190000',
        'SUMMARY:Choir',
        'DTSTART;TZID=Europe/Berlin:20310623T190000',
        'DTEND;TZID=Europe/Berlin:20310623T200000',
        'STATUS:CANCELLED',
      ),
    )
    const first = await importFrom(server.db, ics(weekly, 'ics:choir'))
    deepEqual({ counts: first.counts, problems: first.problems }, { counts: { events: { created: 1 } }, problems: [] })
    const read = async () =>
      (await eventsNamed('Choir')).map((one: Record<string, unknown>) => [one.title, one.start_date, one.event_status])
    const expected = [
      ['Choir', '2031-06-02 19:00:00', 'scheduled'],
      ['Choir with guests', '2031-06-16 19:30:00', 'scheduled'],
      ['Choir', '2031-06-23 19:00:00', 'cancelled'],
    ]
    deepEqual(await read(), expected)
    const second = await importFrom(server.db, ics(`${weekly}\n`, 'ics:choir'))
    deepEqual(second.counts, { events: { unchanged: 1 } })
    deepEqual(await read(), expected)
  })

  test('what is broken is named with its line, and the rest is imported', async () => {
    const text = calendar(
      event('UID:ok-1', 'SUMMARY:Before', 'DTSTART:20310701T100000Z'),
      event('UID:no-start', 'SUMMARY:No start'),
      event('UID:broken', 'SUMMARY:Broken', 'this is no property', 'DTSTART:20310701T100000Z'),
      event(
        'UID:long',
        'SUMMARY:Long',
        ...Array.from({ length: 20_000 }, () => ` ${'x'.repeat(70)}`),
        'DTSTART:20310701T100000Z',
      ),
      event('UID:zone', 'SUMMARY:Unknown zone', 'DTSTART;TZID=Nowhere/City:20310701T100000'),
      event('UID:rule', 'SUMMARY:Odd rule', 'DTSTART:20310701T100000Z', 'RRULE:FREQ=SECONDLY'),
      event('UID:twice', 'SEQUENCE:1', 'SUMMARY:Newer', 'DTSTART:20310701T100000Z'),
      event('UID:twice', 'SUMMARY:Older', 'DTSTART:20310701T100000Z'),
      'BEGIN:VEVENT\r\nUID:open\r\nSUMMARY:Never ended\r\nDTSTART:20310701T100000Z',
      event('UID:ok-2', 'SUMMARY:After', 'DTSTART:20310702T100000Z'),
    )
    const { counts, problems } = await importFrom(server.db, ics(text))
    deepEqual(counts, { events: { created: 7, refused: 2 } })
    deepEqual(
      problems.map(({ severity, external_id, field }) => [severity, external_id, field]),
      [
        ['refused', 'no-start', 'start_date, end_date'],
        ['warning', 'broken', ''],
        ['refused', '', ''],
        ['warning', 'zone', 'timezone'],
        ['warning', 'rule', 'recurrence'],
        ['warning', 'twice', 'uid'],
      ],
    )
    equal(problems[1]?.place, 'line 12')
    equal((await eventsNamed('After')).length, 1)
  })

  test('a file that is no calendar fails with its first line', async () => {
    await rejects(
      importFrom(server.db, ics('<!DOCTYPE html>\n<title>Sign in</title>')),
      /not a calendar: <!DOCTYPE html>/,
    )
  })
})
