/** Calendar files as programs of many origins write them, written for the tests of imports. */

export const START = 'DTSTART:20310501T100000Z'
export const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n')
export const calendar = (...parts: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...parts, 'END:VCALENDAR', ''].join('\r\n')
export const titled = (title: string, ...lines: string[]) => event(`UID:${title}`, `SUMMARY:${title}`, ...lines)

export const GOOD = titled('Good', START)
export const NOON = '2031-05-01 12:00:00'

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

/** A file, with title and start of its events, and place and field of its problems. */
export type OddFile = [file: string | Buffer, events: string[], problems?: string[]]

/** Files in odd encodings, with odd lines, times and zones. */
export const ODD_LINES: Readonly<Record<string, OddFile>> = {
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
  'a day without VALUE': [
    calendar(titled('Day', 'DTSTART:20310501')),
    ['Day 2031-05-01 00:00:00 to 2031-05-01 23:59:59 all day'],
  ],
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

/** How programs describe times, places and texts. */
export const DIALECTS: Readonly<Record<string, OddFile>> = {
  'a zone of Windows without a definition': [
    calendar(titled('Outlook', 'DTSTART;TZID=W. Europe Standard Time:20310501T100000')),
    ['Outlook 2031-05-01 10:00:00'],
  ],
  'whole days of Outlook': [
    calendar(
      titled(
        'Fair',
        'DTSTART;TZID=Europe/Berlin:20310501T000000',
        'DTEND;TZID=Europe/Berlin:20310503T000000',
        'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE',
      ),
    ),
    ['Fair 2031-05-01 00:00:00 to 2031-05-02 23:59:59 all day'],
  ],
  'Google: a rule, a date without it, and a changed date': [
    calendar(
      'X-WR-TIMEZONE:Europe/Berlin',
      titled(
        'Choir',
        'DTSTART;TZID=Europe/Berlin:20310501T190000',
        'DTEND;TZID=Europe/Berlin:20310501T210000',
        'RRULE:FREQ=WEEKLY;WKST=MO;COUNT=4;BYDAY=TH',
        'EXDATE;TZID=Europe/Berlin:20310508T190000',
        'X-GOOGLE-CONFERENCE:https://meet.example/x',
      ),
      event('UID:Choir', 'SUMMARY:Choir', 'RECURRENCE-ID:20310515T170000Z', 'DTSTART:20310515T180000Z'),
    ),
    ['Choir 2031-05-01 19:00:00 to 2031-05-01 21:00:00'],
  ],
  'Apple: structured places and alarms with texts of their own': [
    calendar(
      titled(
        'Walk',
        'X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-APPLE-RADIUS=70;X-TITLE="Park":geo:52.5,13.4',
        'BEGIN:VALARM\r\nUID:alarm\r\nSUMMARY:Leave now\r\nDTSTART:20200101T000000Z\r\nEND:VALARM',
        START,
      ),
    ),
    [`Walk ${NOON}`],
  ],
  'an alarm that does not end': [
    calendar(titled('Alarm', START, 'BEGIN:VALARM\r\nTRIGGER:-PT1H\r\nSUMMARY:Wake up'), GOOD),
    [`Alarm ${NOON}`, `Good ${NOON}`],
  ],
  'quoted-printable texts': [
    calendar(event('UID:q', 'SUMMARY;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Caf=C3=A9 =\r\nZ=C3=BCrich', START)),
    [`Café Zürich ${NOON}`],
  ],
  'names in lower case': [calendar(GOOD).toLowerCase(), [`good ${NOON}`]],
  'a zone in quotation marks, and one with the prefix of a program': [
    calendar(
      titled('Prefix', 'DTSTART;TZID=/freeassociation.sourceforge.net/Europe/Lisbon:20310501T100000'),
      titled('Quotes', 'DTSTART;TZID="Europe/Lisbon":20310501T100000'),
    ),
    ['Prefix 2031-05-01 10:00:00 Europe/Lisbon', 'Quotes 2031-05-01 10:00:00 Europe/Lisbon'],
  ],
  'zones by the names that programs show, also with colons': [
    calendar(
      titled('A', 'DTSTART;TZID=(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna:20310501T100000'),
      titled('B', 'DTSTART;TZID="(UTC-05:00) Eastern Time (US & Canada)":20310501T100000'),
      titled('C', 'DTSTART;TZID=(GMT+10.00) Canberra, Melbourne, Sydney:20310501T100000'),
      titled('D', 'DTSTART;VALUE=DATE-TIME;TZID=GMT+02:00:20310501T100000'),
      titled('E', 'DTSTART;TZID=Pacific Daylight Time:2031-05-01T10:00:00'),
      titled('F', 'DTSTART;TZID=(UTC) Coordinated Universal Time:20310501T100000'),
      titled('G', 'DTSTART;TZID=(UTC+09:00) Berlin:20310501T100000'),
      titled('H', 'DTSTART;TZID=tzone://Microsoft/Custom:20310501T100000'),
    ),
    [
      'A 2031-05-01 10:00:00 Europe/Amsterdam',
      'B 2031-05-01 10:00:00 America/New_York',
      'C 2031-05-01 10:00:00 Australia/Melbourne',
      'D 2031-05-01 10:00:00 +02:00',
      'E 2031-05-01 10:00:00 America/Los_Angeles',
      'F 2031-05-01 12:00:00',
      'G 2031-05-01 10:00:00',
      'H 2031-05-01 10:00:00',
    ],
    ['warning line 33 timezone', 'warning line 38 timezone'],
  ],
  'an unknown zone, and one whose definition is empty': [
    calendar(
      'BEGIN:VTIMEZONE\r\nTZID:Own\r\nEND:VTIMEZONE',
      titled('Mars', 'DTSTART;TZID=Mars/Olympus:20310501T100000'),
      titled('Own', 'DTSTART;TZID=Own:20310501T100000'),
    ),
    ['Mars 2031-05-01 10:00:00', 'Own 2031-05-01 10:00:00'],
    ['warning line 6 timezone', 'warning line 11 timezone'],
  ],
  'durations, also of weeks, negative and empty': [
    calendar(
      titled('A', START, 'DURATION:PT90M'),
      titled('B', START, 'DURATION:P1W'),
      titled('C', START, 'DURATION:-PT1H'),
      titled('D', START, 'DURATION:PT'),
      titled('E', START, 'DURATION:P99999999D'),
    ),
    [`A ${NOON} to 2031-05-01 13:30:00`, `B ${NOON} to 2031-05-08 12:00:00`, `C ${NOON}`, `D ${NOON}`],
    ['warning line 15 end_date', 'refused line 27 '],
  ],
  'ends before the start, of another type, and equal days': [
    calendar(
      titled('Before', START, 'DTEND:20310430T100000Z'),
      titled('Day', 'DTSTART;VALUE=DATE:20310501', 'DTEND;VALUE=DATE:20310501'),
      titled('Mixed', 'DTSTART;VALUE=DATE:20310501', 'DTEND:20310501T120000Z'),
      titled('Other', START, 'DTEND;VALUE=DATE:20310502'),
    ),
    [
      `Before ${NOON}`,
      'Day 2031-05-01 00:00:00 to 2031-05-01 23:59:59 all day',
      'Mixed 2031-05-01 00:00:00 to 2031-05-01 23:59:59 all day',
      `Other ${NOON} to 2031-05-02 00:00:00`,
    ],
    ['warning line 3 end_date'],
  ],
  'an address that is none, and a place that is not on the earth': [
    calendar(titled('A', START, 'URL:www.example.org', 'LOCATION:Tower', 'GEO:999,999')),
    [`A ${NOON}`],
    ['warning line 3 venue', 'warning line 3 website'],
  ],
  'years at the edges, and a leap second': [
    calendar(titled('First', 'DTSTART:16010101T000000'), titled('Leap', 'DTSTART:20310501T235960Z'), GOOD),
    ['First 1601-01-01 00:00:00', `Good ${NOON}`],
    ['refused line 8 start_date', 'refused line 8 end_date'],
  ],
}
