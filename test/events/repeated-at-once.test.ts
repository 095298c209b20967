import assert from 'node:assert/strict'
import { test } from 'node:test'
import { INVARIANTS } from '../../src/check/check-database.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { assertHolds } from '../kit/engines/invariants.ts'
import { withServer } from '../kit/server/with-server.ts'

/** Two writers interfere in most rounds, but not in every one. */
const ROUNDS = 3

forEachEngine('edits of a repeated event at once', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)
  const editor = { as: 'editor' } as const

  test('dates that are removed while their event is split stay removed, and dates added to the new event stay', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const times = { start_date: '2030-07-02 12:00:00', end_date: '2030-07-02 13:00:00' }
      const { id } = await make.event({ title: 'Tango', ...times, recurrence: 'RRULE:FREQ=DAILY;COUNT=20' })
      const datesOf = async (parent: number) =>
        (await server.ask('GET', `/events/${parent}/occurrences?per_page=50`, editor)).body.events
      const ids: number[] = (await datesOf(id)).map((date: { id: number }) => date.id)
      const removed = ids.slice(8, 14)
      const added = ['2030-08-01 09:00:00', '2030-08-02 09:00:00', '2030-08-03 09:00:00']
      const splitAndAdd = async () => {
        const body = { scope: 'following', title: 'Salsa' }
        const { parent } = (await server.ask('PATCH', `/events/${ids[5]}`, { ...editor, body })).body
        const add = (start_date: string) =>
          server.ask('POST', `/events/${parent}/occurrences`, { ...editor, body: { start_date } })
        const answers = await Promise.all(added.map(add))
        assert.deepEqual(
          answers.map(({ status }) => status),
          added.map(() => 201),
        )
        return parent
      }
      const remove = (date: number) => server.ask('DELETE', `/events/${date}`, editor)
      const [parent, ...answers] = await Promise.all([splitAndAdd(), ...removed.map(remove)])
      assert.deepEqual(
        answers.map(({ status }) => status),
        removed.map(() => 200),
      )
      const left = (await datesOf(parent)).map((date: { id: number; start_date: string }) =>
        added.includes(date.start_date) ? date.start_date : date.id,
      )
      assert.deepEqual(left, [...ids.slice(5).filter((one) => !removed.includes(one)), ...added])
    }
    await assertHolds(server.db, INVARIANTS)
  })
})
