import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { EVENT, makersOf } from '../kit/calendar/makers.ts'
import { onSqlite } from '../kit/engines/engines.ts'
import { withServer } from '../kit/server/with-server.ts'

onSqlite('events that do not take place as announced, on pages', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)
  // biome-ignore lint/suspicious/noExplicitAny: bodies are looked into freely
  let cancelled: any
  before(async () => {
    cancelled = await make.event({ title: 'Jazz', event_status: 'cancelled', status_reason: 'Flood <3' })
    await make.event({
      title: 'Talk',
      attendance_mode: 'online',
      online_url: 'https://stream.example/1',
      sold_out: true,
    })
  })

  const open = async (path: string) => String((await server.ask('GET', `host:${path}`)).body)
  const pageOf = (event: { url: string }) => new URL(event.url).pathname
  const day = EVENT.start_date.slice(0, 10)

  for (const path of [
    `/events/day/${day}/`,
    `/events/week/${day}/`,
    '/events/month/2030-07/',
    '/events/list/',
    '/embed/month/2030-07/',
  ]) {
    test(`${path} marks cancelled events in words and strikes their titles`, async () => {
      const page = await open(path)
      assert.match(page, /<span class="badge off" lang="en">Cancelled<\/span> <a class="event"[^>]*><s>Jazz<\/s><\/a>/)
      assert.match(
        page,
        />Sold out<\/span> <span class="badge" lang="en">Online<\/span> <a class="event"[^>]*>Talk<\/a>/,
      )
    })
  }

  test('the word is in the language of the page', async () => {
    for (const [root, word] of [
      ['de', 'Abgesagt'],
      ['fr', 'Annulé'],
      ['es', 'Cancelado'],
      ['fi', 'Peruttu'],
    ]) {
      assert.ok((await open(`/${root}/events/list/`)).includes(`>${word}</span>`), root)
    }
  })

  test('the page of the event says the reason as text', async () => {
    const page = await open(pageOf(cancelled))
    assert.match(page, /<p class="state">This event has been cancelled\.<\/p><p dir="auto">Flood &#?\w+;3<\/p>/)
  })

  test('the page of a rescheduled event shows the start that was announced first', async () => {
    const { id } = await make.event({ title: 'Opera' })
    const body = { event_status: 'rescheduled', start_date: '2030-08-01 10:00', end_date: '2030-08-01 12:00' }
    const { body: moved } = await server.ask('PATCH', `/events/${id}`, { as: 'editor', body })
    assert.match(await open(pageOf(moved)), /Originally: <s>Monday, 1 July 2030 at 10:00<\/s>/)
  })

  test('the page of an event that moved online strikes the venue and links to the address', async () => {
    const online = { event_status: 'moved_online', online_url: 'https://stream.example/2' }
    const page = await open(pageOf(await make.event({ title: 'Lecture', venue: { venue: 'Old hall' }, ...online })))
    assert.match(page, /<dd class="off"><a href="[^"]*">Old hall<\/a>|<dd class="off">\s*<a href="[^"]*">Old hall<\/a>/)
    assert.ok(page.includes('<a href="https://stream.example/2"'))
  })

  test('a cancelled event is never under way', async () => {
    const now = { start_date: '2030-06-15 11:00:00', end_date: '2030-06-15 13:00:00' }
    const event = await make.event({ title: 'Market', ...now })
    assert.ok((await open('/events/now/')).includes('Market'))
    assert.ok((await open(pageOf(event))).includes('On now'))
    await server.ask('PATCH', `/events/${event.id}`, { as: 'editor', body: { event_status: 'cancelled' } })
    assert.ok(!(await open('/events/now/')).includes('Market'))
    assert.ok(!(await open(pageOf(event))).includes('On now'))
  })

  test('the page of an event that is over has no links to add it to a calendar', async () => {
    const add = 'calendar.google.com'
    const last = { start_date: '2030-06-15 09:00:00', end_date: '2030-06-15 11:59:00' }
    const past = await open(pageOf(await make.event({ title: 'Breakfast', ...last })))
    assert.ok(!past.includes(add) && past.includes('id="share"'))
    assert.ok((await open(pageOf(await make.event({ title: 'Concert' })))).includes(add))
  })
})
