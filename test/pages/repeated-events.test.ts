import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { colorClassOfCategory } from '../../src/pages/parts/event/generated-picture.ts'
import { renderPrintedQrCode } from '../../src/pages/parts/qr-code.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { onSqlite } from '../kit/engines/engines.ts'
import { withServer } from '../kit/server/with-server.ts'

const DAY = 86_400
const TUESDAYS = {
  title: 'Tango',
  start_date: '2030-07-02 19:30:00',
  end_date: '2030-07-02 22:00:00',
  timezone: 'Europe/Berlin',
}

onSqlite('pages of repeated events', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)
  const open = (path: string) => server.ask('GET', `host:${path}`)
  const pageAt = async (path: string) => {
    const { status, body } = await open(path)
    assert.equal(status, 200, path)
    return String(body)
  }
  const linksIn = (page: string) => [...page.matchAll(/href="(\/event\/tango\/2[^"]*)"/g)].map(([, path]) => path)
  // biome-ignore lint/suspicious/noExplicitAny: linked data is looked into freely
  const linkedDataIn = (page: string): any =>
    JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page)?.[1] ?? '')
  // biome-ignore lint/suspicious/noExplicitAny: bodies are looked into freely
  let dates: any[]
  let repeatedId: number

  before(async () => {
    ;({ id: repeatedId } = await make.event({ ...TUESDAYS, recurrence: 'RRULE:FREQ=WEEKLY;COUNT=60;BYDAY=TU' }))
    dates = (await server.ask('GET', `/events/${repeatedId}/occurrences?per_page=50`)).body.events
    const change = (nth: number, body: object) =>
      server.ask('PATCH', `/events/${dates[nth].id}`, { as: 'editor', body })
    await change(1, { event_status: 'cancelled' })
    await change(2, { title: 'Tango under the sky' })
    await change(4, { description: 'With shoes that do not squeak.' })
    await server.ask('DELETE', `/events/${dates[3].id}`, { as: 'editor' })
  })

  test('the page of the event shows when it repeats and its next dates', async () => {
    const page = await pageAt('/event/tango/')
    assert.match(page, /<p class="repeats">\s*Every Tuesday, 59 times · <a href="\/event\/tango\/all\/">All dates<\/a>/)
    assert.match(page, /<p class="span"><time datetime="2030-07-02T17:30:00Z">/)
    assert.equal(linksIn(page).length, 10)
    assert.match(page, /Cancelled<\/span> <a href="\/event\/tango\/2030-07-09\/"><s>/)
    assert.deepEqual(page.match(/<\/a> · [^<\s][^<]*/g), ['</a> · Tango under the sky'])
    assert.doesNotMatch(page, /tango\/2030-07-23/)
    server.clock.now += 18 * DAY
    const later = await pageAt('/event/tango/')
    assert.match(
      later,
      /<p class="span"><time datetime="2030-07-09T17:30:00Z">|<p class="span"><s><time datetime="2030-07-09/,
    )
    server.clock.now += 600 * DAY
    assert.match(await pageAt('/event/tango/'), /This event is over/)
    server.clock.now -= 618 * DAY
  })

  test('the QR code of an event or date contains a short address, which leads to its page', async () => {
    const date = dates[5]
    const own = new URL(date.url).pathname
    for (const [path, short] of [
      ['/event/tango/', `/?p=${repeatedId}`],
      [own, `/?p=${date.id}`],
      [`/de${own}`, `/de/?p=${date.id}`],
    ] as const) {
      const code = String(renderPrintedQrCode(`http://localhost${short}`, `http://localhost${path}`))
      assert.ok((await pageAt(path)).includes(code), path)
      const { status, headers } = await open(short)
      assert.deepEqual([status, headers.location], [301, path])
    }
  })

  for (const [root, sentence, all] of [
    ['de', 'Jeden Dienstag', 'Alle Termine'],
    ['fr', 'Tous les mardis', 'Toutes les dates'],
    ['es', 'Todos los martes', 'Todas las fechas'],
    ['fi', 'Joka tiistai', 'Kaikki ajankohdat'],
  ] as const) {
    test(`the page says when the event repeats in the language ${root}`, async () => {
      const page = await pageAt(`/${root}/event/tango/`)
      assert.ok(page.includes(sentence) && page.includes(all), /class="repeats">([^<]*)/.exec(page)?.[1])
    })
  }

  test('a month shows each date with its own title and category, or those of the event, and links to its page', async () => {
    const [shared, own] = [await make.category({ name: 'Dance' }), await make.category({ name: 'Open air' })]
    const { id } = await make.event({
      ...TUESDAYS,
      title: 'Salsa',
      categories: [shared.id],
      recurrence: 'RRULE:FREQ=WEEKLY;COUNT=3',
    })
    const { events } = (await server.ask('GET', `/events/${id}/occurrences`)).body
    await server.ask('PATCH', `/events/${events[1].id}`, {
      as: 'editor',
      body: { title: 'Salsa outside', categories: [own.id], start_date: '2030-07-10 18:00:00' },
    })
    const lines = [...(await pageAt('/events/month/2030-07/')).matchAll(/<li class="([^"]*)">(.*?)<\/li>/gs)]
    const salsa = lines.flatMap(([, color, line = '']) => {
      const [, time, path, title] = /T(\d\d:\d\d).*href="\/event\/(salsa[^"]*)"[^>]*>([^<]*)/s.exec(line) ?? []
      return path === undefined ? [] : [`${color} ${time} ${path} ${title}`]
    })
    assert.deepEqual(salsa, [
      `${colorClassOfCategory(shared.id)} 17:30 salsa/2030-07-02/ Salsa`,
      `${colorClassOfCategory(own.id)} 16:00 salsa/2030-07-09/ Salsa outside`,
      `${colorClassOfCategory(shared.id)} 17:30 salsa/2030-07-16/ Salsa`,
    ])
    await server.ask('DELETE', `/events/${id}`, { as: 'editor' })
  })

  test('the page of a date leads to all dates', async () => {
    assert.equal(linkedDataIn(await pageAt('/event/tango/2030-07-16/')).superEvent.name, undefined)
    const page = await pageAt('/event/tango/2030-07-09/')
    assert.match(page, /<a href="\/event\/tango\/all\/">All dates<\/a>/)
    assert.deepEqual(linkedDataIn(page).superEvent, {
      '@type': 'EventSeries',
      '@id': 'http://localhost/event/tango/',
      name: 'Tango',
      url: 'http://localhost/event/tango/',
    })
  })

  test('/all/ lists the dates from today on, in pages', async () => {
    const first = await pageAt('/event/tango/all/')
    assert.equal(linksIn(first).length, 50)
    assert.match(first, /<link rel="canonical" href="http:\/\/localhost\/event\/tango\/all\/">/)
    const second = await pageAt('/event/tango/all/?page=2')
    assert.equal(linksIn(second).length, 9)
    assert.equal((await open('/event/tango/all/?page=3')).status, 404)
    server.clock.now += 1000 * DAY
    assert.equal(linksIn(await pageAt('/event/tango/all/')).length, 50)
    server.clock.now -= 1000 * DAY
  })

  test('/past/ lists the dates before today, latest first', async () => {
    const link = /<a href="\/event\/tango\/past\/">Past events<\/a>/
    assert.doesNotMatch(await pageAt('/event/tango/all/'), link)
    server.clock.now += 28 * DAY
    assert.match(await pageAt('/event/tango/all/'), link)
    const past = await pageAt('/event/tango/past/')
    assert.deepEqual(linksIn(past), ['/event/tango/2030-07-09/', '/event/tango/2030-07-02/'])
    assert.match(past, /<link rel="canonical" href="http:\/\/localhost\/event\/tango\/past\/">/)
    const { status, headers } = await open('/event/tango/all/?eventDisplay=past')
    assert.deepEqual([status, headers.location], [301, '/event/tango/past/'])
    server.clock.now -= 28 * DAY
  })

  test('/all/ of other events leads to their page, and other names of the list to /all/', async () => {
    await make.event({ title: 'Lecture' })
    await make.event({
      ...TUESDAYS,
      title: 'Draft',
      slug: 'draft',
      status: 'draft',
      recurrence: 'RRULE:FREQ=DAILY;COUNT=2',
    })
    for (const [path, location] of [
      ['/event/lecture/all/', '/event/lecture/'],
      ['/event/tango/list/', '/event/tango/all/'],
      ['/event/tango/all', undefined],
    ] as const) {
      const { status, headers } = await open(path)
      assert.deepEqual([status, headers.location], [location === undefined ? 200 : 301, location], path)
    }
    assert.equal((await open('/event/draft/all/')).status, 403)
    const { body } = await open('/event/tango/all/?ical=1')
    assert.match(String(body), /RRULE:FREQ=WEEKLY/)
  })

  test('hidden dates are on the pages of their event only', async () => {
    const { id } = await make.event({ ...TUESDAYS, title: 'Secret', recurrence: 'RRULE:FREQ=DAILY;COUNT=3' })
    await server.ask('PATCH', `/events/${id}`, { as: 'editor', body: { hide_from_listings: true } })
    const page = await pageAt('/event/secret/all/')
    assert.equal([...page.matchAll(/href="\/event\/secret\/2/g)].length, 3)
    assert.match(page, /<meta name="robots" content="noindex/)
  })

  test('the linked data of the event are those of a series with a schedule', async () => {
    const linked = linkedDataIn(await pageAt('/event/tango/'))
    assert.deepEqual(
      [linked['@type'], linked.startDate, linked.endDate],
      ['EventSeries', '2030-07-02T19:30:00+02:00', '2031-08-19'],
    )
    assert.deepEqual(linked.eventSchedule, {
      '@type': 'Schedule',
      startDate: '2030-07-02',
      repeatCount: 60,
      repeatFrequency: 'P1W',
      byDay: ['https://schema.org/Tuesday'],
      startTime: '19:30:00',
      endTime: '22:00:00',
      scheduleTimezone: 'Europe/Berlin',
      exceptDate: ['2030-07-23T19:30:00'],
    })
  })
})
