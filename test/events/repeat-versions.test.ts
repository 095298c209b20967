import { equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import ICAL from 'ical.js'
import { EVENT } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { withServer } from '../kit/server/with-server.ts'

const WEEKLY = { ...EVENT, title: 'Choir', recurrence: ['RRULE:FREQ=WEEKLY;COUNT=8'] }

forEachEngine('versions of repeated events and their dates', (engine) => {
  const server = withServer(engine)

  async function ask(method: string, path: string, body?: object) {
    const answer = await server.ask(method, path, { as: 'editor', ...(body && { body }) })
    ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`)
    return answer
  }
  const versionOf = async (id: number): Promise<number> => (await ask('GET', `/events/${id}`)).body.version

  async function create(): Promise<{ id: number; dates: number[] }> {
    const { id } = (await ask('POST', '/events', WEEKLY)).body
    const { events } = (await ask('GET', `/events/${id}/occurrences?per_page=50`)).body
    return { id, dates: events.map((date: { id: number }) => date.id) }
  }
  /** SEQUENCE of the component in a feed that contains the rules of an event. */
  async function sequenceOf(id: number): Promise<number> {
    const { bytes } = await ask('GET', `/events/${id}.ics`)
    const components = new ICAL.Component(ICAL.parse(bytes.toString())).getAllSubcomponents('vevent')
    const withRules = components.find((one) => one.hasProperty('rrule'))
    return Number(withRules?.getFirstPropertyValue('sequence'))
  }

  test('removing, restoring or adding a date, and dividing the event, raise its version and SEQUENCE by 1', async () => {
    const { id, dates } = await create()
    const writes: [string, string, object?][] = [
      ['DELETE', `/events/${dates[1]}`],
      ['PATCH', `/events/${dates[1]}`, { status: 'publish' }],
      ['POST', `/events/${id}/occurrences`, { start_date: '2030-07-02 10:00' }],
      ['DELETE', `/events/${dates[7]}?scope=following`],
      ['PATCH', `/events/${dates[4]}?scope=following`, { title: 'Autumn choir' }],
    ]
    for (const [method, path, body] of writes) {
      const [version, sequence] = [await versionOf(id), await sequenceOf(id)]
      await ask(method, path, body)
      equal(await versionOf(id), version + 1, `${method} ${path}`)
      equal(await sequenceOf(id), sequence + 1, `${method} ${path}`)
    }
  })

  test('a recurrence that was read before a date was removed cannot be stored without noticing the removal', async () => {
    const { id, dates } = await create()
    const { recurrence, version } = (await ask('GET', `/events/${id}`)).body
    await ask('DELETE', `/events/${dates[2]}`)
    const body = { recurrence: [...recurrence, 'RDATE:2030-07-02 10:00'], version }
    const { status } = await server.ask('PATCH', `/events/${id}`, { as: 'editor', body })
    equal(status, 412)
  })

  test('the SEQUENCE of an event does not fall when dates get and lose values of their own', async () => {
    const { id, dates } = await create()
    let last = await sequenceOf(id)
    for (const [changed, body] of [
      [dates[0], { title: 'Gala' }],
      [id, { title: 'Choir 2', reset_overrides: true }],
      [dates[0], { event_status: 'cancelled' }],
      [dates[1], { event_status: 'cancelled' }],
      [id, { cost: '7', reset_overrides: true }],
    ] as const) {
      await ask('PATCH', `/events/${changed}`, body)
      const sequence = await sequenceOf(id)
      ok(sequence >= last, `${sequence} after ${last}: ${JSON.stringify(body)}`)
      last = sequence
    }
  })

  test('the version of a date rises when its event is divided, and when that is undone', async () => {
    const { id, dates } = await create()
    for (const title of ['A', 'B', 'C']) await ask('PATCH', `/events/${id}`, { title })
    const last = dates[7] as number
    let version = await versionOf(last)
    const divided = await ask('PATCH', `/events/${dates[4]}?scope=following`, { title: 'Autumn choir' })
    ok((await versionOf(last)) > version)
    version = await versionOf(last)
    await ask('POST', `/revisions/batches/${divided.headers['x-request-id']}/undo`)
    ok((await versionOf(last)) > version)
  })
})
