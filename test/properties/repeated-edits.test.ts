import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { INVARIANTS } from '../../src/check/check-database.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { assertHolds } from '../kit/engines/invariants.ts'
import { effortOf } from '../kit/generated/run-limits.ts'
import { compare, startEditing, tryEdits } from '../kit/model/repeated/sequences.ts'
import { bodyOf, newFamily, type Step } from '../kit/model/repeated/steps.ts'
import { newDone } from '../kit/model/sequences.ts'
import { withServer } from '../kit/server/with-server.ts'

const day = fc.integer({ min: 1, max: 28 }).map((date) => `2030-07-${String(date).padStart(2, '0')}`)
const time = fc.tuple(day, fc.constantFrom('02:30:00', '10:00:00', '23:30:00')).map((parts) => parts.join(' '))
const recurrence = fc.constantFrom<unknown>(
  'RRULE:FREQ=WEEKLY;COUNT=6',
  'RRULE:FREQ=MONTHLY',
  'RRULE:FREQ=DAILY;BYHOUR=10,19;COUNT=6',
  ['RRULE:FREQ=DAILY;COUNT=5', 'EXDATE:2030-07-04'],
  ['RRULE:FREQ=WEEKLY;COUNT=4', 'RDATE:20300728T100000'],
  ['RRULE:FREQ=DAILY;COUNT=8', 'EXRULE:FREQ=DAILY;INTERVAL=2;COUNT=3'],
  '',
)
const changes = fc.record(
  {
    title: fc.constantFrom('Tango', 'Salsa'),
    cost: fc.constantFrom('', '5'),
    tags: fc.constantFrom([], ['a'], ['a', 'b']),
    featured: fc.boolean(),
    hide_from_listings: fc.boolean(),
    event_status: fc.constantFrom('scheduled', 'cancelled'),
    start_date: time,
    end_date: time,
    all_day: fc.boolean(),
    timezone: fc.constantFrom('UTC', 'America/New_York'),
    scope: fc.constantFrom('this', 'following', 'all'),
    reset_overrides: fc.boolean(),
    status: fc.constantFrom('publish', 'draft'),
    recurrence,
  },
  { requiredKeys: [] },
)
/** Requests to a repeated event, or to its nth date if `nth` is given. */
const step = fc.record({
  nth: fc.option(fc.nat({ max: 5 }), { nil: undefined }),
  request: fc.oneof(
    { weight: 5, arbitrary: changes.map((body) => ['PATCH', '', body] as const) },
    changes.map(({ scope = 'this' }) => ['DELETE', `?scope=${scope}`, undefined] as const),
    fc.constant(['PATCH', '', { status: 'publish' }] as const),
    fc.constant(['PUT', '/translations/de', { title: 'Deutsch' }] as const),
    fc.constant(['DELETE', '/translations/de', undefined] as const),
    time.map((start_date) => ['POST', '/occurrences', { start_date }] as const),
  ),
})

const EVENING = { title: 'Tango', start_date: '2030-07-02 10:00:00', end_date: '2030-07-02 12:00:00' }

forEachEngine('edits of repeated events', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)

  test('any sequence leaves a consistent calendar, and no request fails on the server', async () => {
    const { numRuns, isOver } = effortOf({ runs: 6, longRuns: 400 })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
        if (isOver()) return
        const { id } = await make.event({ ...EVENING, recurrence: 'FREQ=DAILY;COUNT=6' })
        for (const { nth, request } of steps) {
          const { body } = await server.ask('GET', `/events/${id}/occurrences?per_page=10`, { as: 'editor' })
          const target = nth === undefined ? id : (body.events[nth]?.id ?? id)
          const [method, path, sent] = request
          const { status } = await server.ask(method, `/events/${target}${path}`, {
            as: 'editor',
            ...(sent && { body: sent }),
          })
          assert.ok(status < 500, `${method} ${path} ${JSON.stringify(sent)}: ${status}`)
        }
        await assertHolds(server.db, INVARIANTS)
      }),
      { numRuns },
    )
  })

  test('any write can be undone, after which all dates have their ids and values again', async () => {
    const { numRuns, isOver } = effortOf({ runs: 6, longRuns: 400 })
    const send = (method: string, path: string, body?: object) =>
      server.ask(method, path, { as: 'editor', ...(body && { body }) })
    const stateOf = async (id: number) => {
      const event = (await send('GET', `/events/${id}`)).body
      // Dates that are stored already stay if an event without end begins earlier again.
      if (event.occurrences) delete event.occurrences.shown_until
      const dates = (await send('GET', `/events/${id}/occurrences?per_page=50`)).body.events ?? []
      return [event, ...dates].map(({ version: _, modified: __, modified_utc: ___, json_ld: ____, ...shown }) => shown)
    }
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 8 }), async (steps) => {
        if (isOver()) return
        const { id } = await make.event({ ...EVENING, recurrence: 'FREQ=DAILY;COUNT=6' })
        for (const { nth, request } of steps) {
          const [method, path, sent] = request
          const before = await stateOf(id)
          const target = nth === undefined ? id : (before[nth + 1]?.id ?? id)
          const write = () => send(method, `/events/${target}${path}`, sent)
          const written = await write()
          // An event that ceases to repeat gets new dates when that is undone.
          if (written.status >= 300 || !('recurrence' in (await stateOf(id))[0])) continue
          const undone = await send('POST', `/revisions/batches/${written.headers['x-request-id']}/undo`)
          // A write that changes nothing is no batch.
          assert.ok([200, 404].includes(undone.status), JSON.stringify([request, undone.body]))
          assert.deepEqual(await stateOf(id), before, JSON.stringify(request))
          await write()
        }
        await assertHolds(server.db, INVARIANTS)
      }),
      { numRuns },
    )
  })

  test('an event that is shown is not taken for one in the trash', async () => {
    const rule = { days: 1, count: 2 }
    const { id } = await make.event(bodyOf('Tango', rule))
    const family = newFamily(id, 'Tango', rule).map((event) => ({ ...event, isTrashed: true }))
    const read = (path: string) => server.ask('GET', path, { as: 'editor' })
    await assert.rejects(() => compare(read, family), /trash/)
    await server.ask('DELETE', `/events/${id}`, { as: 'editor' })
    assert.deepEqual(await compare(read, family), family)
  })

  test('a date that is restored while another takes its place is restored or deleted for good, not both', async () => {
    const edited = await startEditing(server, { days: 1, count: 6 })
    const sent = { title: undefined, featured: undefined, days: undefined, resets: false }
    const values = { ...sent, event: 0, date: 0, extent: 'all' } as const
    const rule = { days: 1, count: 6 }
    const move = (hour: string): Step => ({ ...values, do: 'change', hour, rule })
    const restore: Step = { ...values, do: 'restore', hour: undefined, rule }
    const replace = (count: number): Step => ({ ...values, do: 'replace', hour: undefined, rule: { days: 1, count } })
    // The last dates are dropped at noon. When the event moves back to noon, its new dates of these days replace them.
    for (const step of [replace(3), move('09:00:00'), replace(6)]) await edited.take([step])
    await edited.take([move('12:00:00'), restore])
  })

  for (const atOnce of [1, 2]) {
    test(`${atOnce} at once change the dates that the documentation says, and ids stay`, async (t) => {
      const done = newDone()
      await tryEdits(server, atOnce, done, { length: 8, ...effortOf({ runs: 6, longRuns: 1000 }) })
      t.diagnostic(JSON.stringify(done))
    })
  }
})
