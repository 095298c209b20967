import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { TEC_V1 } from '../../src/core/faces.ts'
import { onSqlite } from '../kit/engines/engines.ts'
import { checkerOf, documentOf } from '../kit/openapi/document.ts'
import type { Ask } from '../kit/server/server.ts'
import { tecV1Of } from '../kit/server/tec-v1.ts'
import { withServer } from '../kit/server/with-server.ts'

const TUESDAYS = {
  title: 'Tango',
  start_date: '2030-07-02 19:30:00',
  end_date: '2030-07-02 22:00:00',
  recurrence: ['RRULE:FREQ=WEEKLY;COUNT=5', 'EXDATE:2030-07-09'],
}
const LINES = ['RRULE:FREQ=WEEKLY;COUNT=5', 'EXDATE:20300709T193000']

onSqlite('repeated events in tec/v1', (engine) => {
  const server = withServer(engine)
  const tecV1 = tecV1Of(server)
  const send = (method: string, path: string, body: object = {}, ask: Ask = { as: 'editor' }) =>
    tecV1(method, path, { body, ...ask })
  const create = async (fields: object = {}) => {
    const { status, body } = await send('POST', '/events', { ...TUESDAYS, ...fields })
    equal(status, 201, JSON.stringify(body))
    return body
  }
  // biome-ignore lint/suspicious/noExplicitAny: bodies are looked into freely
  const datesOf = async (id: number): Promise<any[]> => (await tecV1('GET', `/events?post_parent=${id}`)).body
  const startsOf = async (id: number) => (await datesOf(id)).map(({ start_date }) => start_date)

  test('an event is created with a rule; its dates have its id and ids of their own', async () => {
    const made = await create()
    deepEqual([made.recurrence, made.recurrence_text], [LINES, 'Every Tuesday, 4 times'])
    const dates = await datesOf(made.id)
    deepEqual(
      dates.map(({ id, start_date }) => [id, start_date]),
      ['02', '16', '23', '30'].map((day) => [made.id, `2030-07-${day} 19:30:00`]),
    )
    equal(new Set(dates.map(({ occurrence_id }) => occurrence_id)).size, 4)
    const [, date] = dates
    deepEqual([date.recurrence_text, date.occurrence.original_start], [made.recurrence_text, date.start_date])
    deepEqual((await tecV1('GET', `/events/${date.occurrence_id}`)).body, date)
    deepEqual((await tecV1('GET', `/events/${made.id}`)).body.recurrence, LINES)
    const document = checkerOf(await documentOf(server, TEC_V1))
    for (const path of [`/events/${made.id}`, `/events/${date.occurrence_id}`, `/events?post_parent=${made.id}`]) {
      document.answers('GET', path, await tecV1('GET', path))
    }
  })

  test('the id of a repeated event stands for its dates in lists', async () => {
    const { id } = await create()
    const [first, second] = await datesOf(id)
    const list = async (query: string) =>
      (await tecV1('GET', `/events?post_parent=${id}&${query}`)).body.map(
        (date: { occurrence_id: number }) => date.occurrence_id,
      )
    equal((await list(`include=${id}`)).length, 4)
    deepEqual(await list(`include=${first.occurrence_id}`), [first.occurrence_id])
    deepEqual(await list(`exclude=${id}`), [])
    equal((await list(`exclude=${second.occurrence_id}`)).length, 3)
  })

  test('an update of a date changes this one, the following or all', async () => {
    const { id } = await create()
    const [, second, third] = await datesOf(id)
    const one = await send('PUT', `/events/${second.occurrence_id}`, { id, title: 'Only here' })
    deepEqual([one.status, one.body.occurrence.overrides], [200, ['texts']])
    const all = await send('PUT', `/events/${third.occurrence_id}`, { scope: 'all', title: 'Everywhere' })
    deepEqual(
      [all.status, all.body.kept_overrides.map((kept: { id: number }) => kept.id)],
      [200, [second.occurrence_id]],
    )
    const following = await send('PUT', `/events/${third.occurrence_id}`, {
      ...{ scope: 'following', start_date: '2030-07-23 20:00:00', end_date: '2030-07-23 22:30:00' },
    })
    deepEqual([following.status, following.body.follows, following.body.id > id], [200, id, true])
    deepEqual(await startsOf(id), ['2030-07-02 19:30:00', '2030-07-16 19:30:00'])
    deepEqual(await startsOf(following.body.id), ['2030-07-23 20:00:00', '2030-07-30 20:00:00'])
    const reset = await send('PUT', `/events/${id}`, { title: 'Again', reset_overrides: true })
    equal(reset.status, 200)
    deepEqual(
      (await datesOf(id)).map(({ title }) => title.rendered),
      ['Again', 'Again'],
    )
  })

  test('a rule changes and ends', async () => {
    const { id } = await create()
    const kept = (await datesOf(id)).map(({ occurrence_id }) => occurrence_id)
    const longer = await send('PUT', `/events/${id}`, { recurrence: 'RRULE:FREQ=WEEKLY;COUNT=6\nEXDATE:2030-07-09' })
    equal(longer.status, 200)
    deepEqual((await datesOf(id)).map(({ occurrence_id }) => occurrence_id).slice(0, 4), kept)
    const single = await send('PUT', `/events/${id}`, { recurrence: [] })
    deepEqual([single.status, single.body.recurrence, await datesOf(id)], [200, undefined, []])
  })

  test('a deletion removes one date, the following or all', async () => {
    const { id } = await create()
    const [, second, third] = await datesOf(id)
    const remove = (occurrence: number, body: object) => send('DELETE', `/events/${occurrence}`, body)
    equal((await remove(second.occurrence_id, {})).status, 200)
    deepEqual((await startsOf(id)).length, 3)
    const forced = await remove(third.occurrence_id, { scope: 'following', force: true })
    deepEqual([forced.status, Object.keys(forced.body.data.params)], [400, ['scope']])
    equal((await remove(third.occurrence_id, { scope: 'following' })).status, 200)
    deepEqual(await startsOf(id), ['2030-07-02 19:30:00'])
    const [first] = await datesOf(id)
    equal((await remove(first.occurrence_id, { scope: 'all' })).status, 200)
    equal((await tecV1('GET', `/events/${id}`)).status >= 400, true)
  })

  for (const [what, fields, name] of [
    ['a rule that never happens', { recurrence: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' }, 'recurrence'],
    ['a frequency below a day', { recurrence: 'FREQ=HOURLY' }, 'recurrence'],
    ['a start that is no date of the rule', { recurrence: 'FREQ=WEEKLY;BYDAY=MO' }, 'recurrence'],
  ] as const) {
    test(`${what} is refused, and nothing is stored`, async () => {
      const count = async () => (await tecV1('GET', '/events?per_page=1')).headers['x-wp-total']
      const before = await count()
      const { status, body } = await send('POST', '/events', { ...TUESDAYS, ...fields })
      deepEqual([status, body.code, Object.keys(body.data.params)], [400, 'rest_invalid_param', [name]])
      equal(await count(), before)
    })
  }

  test('the body may have the id of the date or of its event, and no other', async () => {
    const { id } = await create()
    const [date] = await datesOf(id)
    for (const [sent, status] of [
      [id, 200],
      [date.occurrence_id, 200],
      [id + 1_000_000, 400],
    ] as const) {
      equal((await send('PUT', `/events/${date.occurrence_id}`, { id: sent, title: 'Sent' })).status, status)
    }
    ok((await send('PUT', `/events/${date.occurrence_id}`, { scope: 'some' })).status === 400)
  })
})
