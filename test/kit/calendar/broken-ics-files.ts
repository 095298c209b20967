import { calendar, event, GOOD, NOON, type OddFile, START, titled } from './odd-ics-files.ts'

/** Rules, dates of rules, and ids that contradict each other. */
export const CONTRADICTIONS: Readonly<Record<string, OddFile>> = {
  'a changed date without its event': [
    calendar(titled('Alone', 'DTSTART:20310503T100000Z', 'RECURRENCE-ID:20310502T100000Z'), GOOD),
    ['Alone 2031-05-03 12:00:00', `Good ${NOON}`],
  ],
  'changed dates that their event does not have': [
    calendar(
      titled('Once', START),
      event('UID:Once', 'SUMMARY:Own', 'RECURRENCE-ID:20310502T100000Z', 'DTSTART:20310502T110000Z'),
      titled('Rule', START, 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE:20310502T100000Z'),
      event('UID:Rule', 'SUMMARY:Excluded', 'RECURRENCE-ID:20310502T100000Z', 'DTSTART:20310502T110000Z'),
      event('UID:Rule', 'SUMMARY:Stray', 'RECURRENCE-ID:20310509T100000Z', 'DTSTART:20310509T110000Z'),
      event(
        'UID:Rule',
        'SUMMARY:Off',
        'STATUS:CANCELLED',
        'RECURRENCE-ID:20310510T100000Z',
        'DTSTART:20310510T110000Z',
      ),
    ),
    [`Once ${NOON}`, 'Own 2031-05-02 13:00:00', 'Rule 2031-05-01 10:00:00 UTC', 'Stray 2031-05-09 11:00:00 UTC'],
  ],
  'a change for a date and all later ones': [
    calendar(
      titled('Rule', START, 'RRULE:FREQ=DAILY;COUNT=3'),
      event(
        'UID:Rule',
        'SUMMARY:Later',
        'RECURRENCE-ID;RANGE=THISANDFUTURE:20310502T100000Z',
        START.replace('0501', '0502'),
      ),
    ),
    ['Rule 2031-05-01 10:00:00 UTC'],
    ['warning line 3 recurrence'],
  ],
  'ids twice': [
    calendar(titled('Old', START), event('UID:Old', 'SUMMARY:New', START, 'SEQUENCE:2'), GOOD),
    [`Good ${NOON}`, `New ${NOON}`],
    ['warning line 3 uid'],
  ],
  'no ids, and empty ones': [
    calendar(event('SUMMARY:None', START), event('UID:', 'SUMMARY:Empty', START), GOOD),
    [`Empty ${NOON}`, `Good ${NOON}`, `None ${NOON}`],
  ],
  'a very long id': [calendar(event(`UID:${'long-id '.repeat(2000)}`, 'SUMMARY:Long', START)), [`Long ${NOON}`]],
  'no title, and no start': [
    calendar(event('UID:a', 'SUMMARY:  ', START), event('UID:b', 'SUMMARY:Timeless'), GOOD),
    [`Good ${NOON}`],
    ['refused line 3 title', 'refused line 8 start_date, end_date'],
  ],
  'added dates with an end': [
    calendar(titled('Added', START, 'RDATE;VALUE=PERIOD:20310601T100000Z/20310601T120000Z,20310701T100000Z/PT3H')),
    [`Added ${NOON}`],
  ],
  'rules without end, without dates or that cannot be stored': [
    calendar(
      titled('A', START, 'RRULE:FREQ=DAILY;COUNT=100000'),
      titled('B', START, 'RRULE:FREQ=SECONDLY'),
      titled('C', START, 'RRULE:FREQ=DAILY;UNTIL=20200101T000000Z'),
      titled('D', START, 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30'),
    ),
    ['A', 'B', 'C', 'D'].map((title) => `${title} 2031-05-01 10:00:00 UTC`),
    [3, 9, 15, 21].map((line) => `warning line ${line} recurrence`),
  ],
  'thousands of excluded dates': [
    calendar(
      titled('Rule', START, `RRULE:FREQ=DAILY;COUNT=9`, 'EXDATE:20310503T100000Z\r\n'.repeat(5000).trim()),
      GOOD,
    ),
    [`Good ${NOON}`, 'Rule 2031-05-01 10:00:00 UTC'],
    ['warning line 3 recurrence'],
  ],
  'thousands of changes of one date': [
    calendar(
      titled('Rule', START, 'RRULE:FREQ=DAILY;COUNT=3'),
      ...Array.from({ length: 2000 }, () => event('UID:Rule', START, 'RECURRENCE-ID:20310502T100000Z')),
    ),
    ['Rule 2031-05-01 10:00:00 UTC'],
  ],
}

/** Files that are cut, joined or nested wrongly, and lines of megabytes. */
export const BROKEN: Readonly<Record<string, OddFile>> = {
  'a zone that does not end': [calendar('BEGIN:VTIMEZONE\r\nTZID:X\r\nBEGIN:STANDARD', GOOD), [`Good ${NOON}`]],
  'a task that does not end': [calendar('BEGIN:VTODO\r\nUID:t\r\nSUMMARY:Task', GOOD), [`Good ${NOON}`]],
  'an event in an event': [
    calendar(`BEGIN:VEVENT\r\nUID:o\r\nSUMMARY:Outer\r\n${START}\r\n${GOOD}\r\nEND:VEVENT`),
    [`Good ${NOON}`, `Outer ${NOON}`],
  ],
  'calendars one after the other and in each other': [
    calendar(calendar(GOOD), titled('After', START)) + calendar(titled('Other', START)),
    [`After ${NOON}`, `Good ${NOON}`, `Other ${NOON}`],
  ],
  'a file that was cut off': [calendar(GOOD, titled('Cut', START)).slice(0, -27), [`Cut ${NOON}`, `Good ${NOON}`]],
  'text after the end': [`${calendar(GOOD)}\r\n<!-- made in 2 s -->\r\n`, [`Good ${NOON}`]],
  'all kinds of line ends': [calendar(GOOD).replace('VERSION:2.0\r\n', 'VERSION:2.0\n\r\r\n\n'), [`Good ${NOON}`]],
  'names folded in the middle': [
    calendar('BEGIN:VEVENT\r\nUI\r\n D:f\r\nSUMM\r\n\tARY:Folded\r\nDTST\r\n ART:20310501T100000Z\r\nEND:VEVENT'),
    [`Folded ${NOON}`],
  ],
  'UTF-16 without a byte order mark, and of the other byte order': [
    Buffer.from(`\ufeff${calendar(titled('Zürich', START))}`, 'utf16le').swap16(),
    [`Zürich ${NOON}`],
  ],
  'characters that cannot be stored': [
    calendar(titled('Bell\u0000 rings', START, 'LOCATION:To\u0000wer'), GOOD),
    [`Bell rings ${NOON}`, `Good ${NOON}`],
    ['warning line 3 '],
  ],
  'a line of megabytes': [
    calendar(titled('Mega', START, `DESCRIPTION:${'x'.repeat(3_000_000)}`), GOOD),
    [`Good ${NOON}`, `Mega ${NOON}`],
    ['warning line 3 : line 7'],
  ],
  'an attached file in the text': [
    calendar(titled('Attached', START, `ATTACH;ENCODING=BASE64;VALUE=BINARY:${'QUJD'.repeat(100_000)}`), GOOD),
    [`Attached ${NOON}`, `Good ${NOON}`],
  ],
  'components in components, ten thousand deep': [
    calendar(`${'BEGIN:X-A\r\n'.repeat(10_000)}${'END:X-A\r\n'.repeat(10_000)}`.trim(), GOOD),
    [`Good ${NOON}`],
  ],
  'no events': [calendar('BEGIN:VTODO\r\nUID:t\r\nSUMMARY:Task\r\nEND:VTODO'), []],
}
