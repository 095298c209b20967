import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { makersOf } from '../kit/calendar/makers.ts'
import { onSqlite } from '../kit/engines/engines.ts'
import { withPage } from '../kit/pages/browser.ts'
import { withListeningServer, withServer } from '../kit/server/with-server.ts'

/** The month of the test clock begins on a Saturday; today is Saturday 2030-06-15. */
const MONTH = '/events/month/2030-06/'

onSqlite('the month page', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)
  const allDay = (title: string, first: string, last: string) =>
    make.event({ title, start_date: `2030-${first}`, end_date: `2030-${last}`, all_day: true })
  const pageAt = async (path: string) => String((await server.ask('GET', `host:${path}`)).body)
  /** The markup of the cell of a day. */
  const cell = (page: string, day: string) => new RegExp(`<td id="d-2030-${day}".*?</td>`).exec(page)?.[0] ?? ''
  /** The bars in the cell of a day, from the top: class names and title. */
  const barsIn = (page: string, day: string) =>
    [...cell(page, day).matchAll(/<li class="(gap)"|<li class="bar ink-0([^"]*)"><p>.*?">([^<]*)<\/a>/g)].map(
      ([, gap, classes, title]) => gap ?? `${title}${classes}`,
    )

  test('shows events of several days as bars with one title in each week', async () => {
    await allDay('Trip', '05-30', '06-04')
    await allDay('Camp', '06-06', '06-11')
    const page = await pageAt(MONTH)
    deepEqual(
      ['05-30', '06-02', '06-03', '06-04', '06-06', '06-09', '06-10', '06-11', '06-12'].map((day) => barsIn(page, day)),
      [
        ['Trip begins days-4'],
        ['Trip'],
        ['Trip days-2'],
        ['Trip ends'],
        ['Camp begins days-4'],
        ['Camp'],
        ['Camp days-2'],
        ['Camp ends'],
        [],
      ],
    )
    deepEqual(barsIn(await pageAt('/events/month/2030-05/'), '06-02'), ['Trip'])
  })

  test('shows three bars and the events of a day below, and counts the others', async () => {
    for (const [title, last] of [
      ['A', '21'],
      ['B', '20'],
      ['C', '19'],
      ['D', '18'],
    ] as const) {
      await allDay(title, '06-17', `06-${last}`)
    }
    await allDay('E', '06-20', '06-20')
    const page = await pageAt(MONTH)
    deepEqual(
      barsIn(page, '06-18').map((bar) => bar[0]),
      ['A', 'B', 'C'],
    )
    match(cell(page, '06-18'), /aria-label="1 more on Tuesday 18 June">\+1 more</)
    deepEqual(barsIn(page, '06-20'), ['A', 'B ends'])
    match(cell(page, '06-20'), />all day<.*>E</)
    ok(!cell(page, '06-20').includes('more on'))
  })

  test('shows a bar beyond the first events of a day, also over a night that is an hour shorter, but none for a night', async () => {
    const at = (title: string, start_date: string, end_date: string) =>
      make.event({ title, start_date, end_date, timezone: 'Europe/Helsinki' })
    for (const hour of ['09', '10', '11', '12']) await at(hour, `2031-03-29 ${hour}:00`, `2031-03-29 ${hour}:30`)
    await at('Watch', '2031-03-29 23:30', '2031-03-31 00:10')
    await at('Dance', '2031-03-29 22:00', '2031-03-30 05:00')
    const page = await pageAt('/events/month/2031-03/')
    deepEqual(
      ['03-29', '03-30', '03-31'].map((day) => barsIn(page.replaceAll('2031', '2030'), day)),
      [['Watch begins days-2'], ['Watch ends'], []],
    )
    const next = await pageAt('/events/week/2031-03-31/')
    ok(!next.includes('Watch') && !next.includes('Dance'))
  })

  test('begins with “1er” in French, as the names of its days do for screen readers', async () => {
    match(await pageAt('/fr/events/month/2030-06/'), /aria-label="samedi 1er juin 2030">1<sup>er<\/sup></)
  })

  test('has the number of events of each day, a dot for three of them, and one day that shows its events', async () => {
    const page = await pageAt(MONTH)
    match(
      cell(page, '06-18'),
      /href="#d-2030-06-18" aria-label="Tuesday 18 June: 4 events"><b>18<\/b>(<i [^>]*><\/i>){3}<\/a>/,
    )
    match(cell(page, '06-15'), /<span class="choice">15<\/span>/)
    match(cell(page, '06-17'), /^<td id="d-2030-06-17" class="picked">/)
    equal(page.match(/class="[^"]*picked/g)?.length, 1)
    match(await pageAt('/events/month/2030-05/'), /id="d-2030-05-30" class="past picked"/)
  })
})

const listening = withListeningServer('sqlite', async ({ send }) => {
  for (const day of ['20', '21']) {
    const body = { title: `Concert ${day}`, start_date: `2030-06-${day} 20:00`, end_date: `2030-06-${day} 22:00` }
    equal((await send('POST', '/events', { as: 'editor', body })).status, 201)
  }
  const body = { title: 'Trip', start_date: '2030-06-18', end_date: '2030-06-21', all_day: true }
  equal((await send('POST', '/events', { as: 'editor', body })).status, 201)
})

for (const javaScriptEnabled of [true, false]) {
  test(`on a phone, a day shows its events below the month, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async (t) => {
    await withPage(t, { origin: listening.origin, width: 375, javaScriptEnabled }, async (page) => {
      await page.goto(MONTH)
      const events = async () => (await page.locator('.month .events:visible .event').allInnerTexts()).join()
      equal(await events(), 'Trip')
      const before = await page.locator('.month tbody').boundingBox()
      await page.getByRole('link', { name: 'Friday 21 June: 2 events' }).click()
      equal(await events(), 'Trip,Concert 21')
      const after = await page.locator('.month tbody').boundingBox()
      equal(after?.y, before?.y, 'the page has scrolled')
      equal(await page.locator('.month .number:visible').count(), 0)
    })
  })
}

test('the title of a bar is above all of its days, and a click on any of them opens the event', async (t) => {
  await withPage(t, { origin: listening.origin }, async (page) => {
    await page.goto(MONTH)
    const title = await page.locator('#d-2030-06-18 .bar p').boundingBox()
    const last = await page.locator('#d-2030-06-21 .bar').boundingBox()
    ok(title && last && title.x + title.width > last.x, 'the title ends before the last day')
    await page.mouse.click(last.x + 20, last.y + 5)
    await page.waitForURL(/\/event\/trip/)
  })
})
