import { deepEqual, equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { runCommand } from '../../src/cli/run-command.ts'

/** Runs `almanac recurrence preview` in this process, with a database that does not exist. */
async function preview(...argv: string[]) {
  const [out, err]: [string[], string[]] = [[], []]
  const code = await runCommand(['recurrence', 'preview', ...argv], {
    env: { DATABASE_URL: 'sqlite:/nowhere/none.db' },
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    signal: new AbortController().signal,
    now: () => Date.parse('2030-06-15T12:00:00Z') / 1000,
  })
  return { code, out, err: err.join('\n') }
}

const START = ['--start', '2031-05-06 19:30', '--timezone', 'Europe/Berlin']

test('prints the dates of a rule with an end', async () => {
  deepEqual(await preview('RRULE:FREQ=WEEKLY;COUNT=3', 'EXDATE:2031-05-13', ...START), {
    code: 0,
    out: ['Every Tuesday, 2 times: 2 in total', '  Tue 2031-05-06 19:30:00', '  Tue 2031-05-20 19:30:00'],
    err: '',
  })
})

test('prints the first dates of a rule without end, at times that exist', async () => {
  const { code, out } = await preview('FREQ=DAILY', '--start', '2031-03-29 02:30', '--timezone', 'Europe/Berlin')
  equal(code, 0)
  equal(out.length, 22)
  deepEqual(out.slice(0, 4), [
    'Every day, without end:',
    '  Sat 2031-03-29 02:30:00',
    '  Sun 2031-03-30 03:30:00',
    '  Mon 2031-03-31 02:30:00',
  ])
  equal(out.at(-1), '  …')
})

test('prints all-day dates, and ends of their own', async () => {
  const allDay = await preview('FREQ=DAILY;COUNT=2', '--start', '2031-05-06 19:30', '--all-day')
  deepEqual(allDay.out.slice(1), ['  Tue 2031-05-06 00:00:00', '  Wed 2031-05-07 00:00:00'])
  const withEnd = await preview('RDATE;VALUE=PERIOD:20310513T193000/PT3H', ...START)
  equal(withEnd.out.at(-1), '  Tue 2031-05-13 19:30:00 to 2031-05-13 22:30:00')
  deepEqual((await preview('RDATE:2031-05-06', ...START)).out, ['The event does not repeat.'])
})

test('explains what is wrong', async () => {
  const other = await preview('FREQ=WEEKLY;BYDAY=FR', ...START)
  equal(other.code, 1)
  match(other.err, /The first one is 2031-05-09 19:30:00/)
  for (const argv of [
    START,
    ['FREQ=DAILY'],
    ['FREQ=DAILY', '--start', 'someday'],
    ['FREQ=DAILY', '--start', '2031-05-06', '--timezone', 'Mars'],
  ]) {
    equal((await preview(...argv)).code, 2, argv.join(' '))
  }
})
