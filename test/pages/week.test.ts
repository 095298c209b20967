import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { violationsOf, withPage } from '../kit/pages/browser.ts'
import { TEST_NOW } from '../kit/server/server.ts'
import { withCountingServer, withListeningServer } from '../kit/server/with-server.ts'

/** Today is Saturday 2030-06-15, 12:00 UTC, in the week from 10 to 16 June. */
const WEEK = '/events/week/2030-06-15/'

const server = withListeningServer('sqlite', async ({ send }) => {
  const make = async (title: string, start: string, end: string, more = {}) => {
    const body = { title, start_date: `2030-06-${start}`, end_date: `2030-06-${end}`, ...more }
    equal((await send('POST', '/events', { as: 'editor', body })).status, 201)
  }
  await make('Breakfast', '16 07:30', '16 08:30', { venue: { venue: 'Old mill', city: 'Porto' } })
  await make('Workshop', '16 10:00', '16 12:00')
  await make('Lunch', '16 11:15', '16 13:00', { description: '<p>Soup and <a href="/soup">bread</a></p>' })
  await make('Night walk', '14 22:00', '15 02:00')
  await make('Camp', '11', '13', { all_day: true })
  await make('Open day', '12', '12', { all_day: true })
  await make('Lecture', '12 18:00', '12 18:30', { event_status: 'moved_online' })
  for (const letter of 'ABCDE') await make(`Talk ${letter}`, '13 19:00', '13 20:00')
})

const counting = withCountingServer('sqlite')

const pageAt = async (path: string) => String((await server.send('GET', `host:${path}`)).bytes)
/** The classes of the event with a title, without its colour. */
const placeOf = (page: string, title: string) =>
  new RegExp(`<li class="ink-0 ([^"]*)">(?:(?!</li>).)*>${title}<`).exec(page)?.[1]

test('events are on an axis of hours by their times, and beside each other if they overlap', async () => {
  const page = await pageAt(WEEK)
  match(page, /<div class="week first-7 hours-17">/)
  deepEqual(
    ['Breakfast', 'Workshop', 'Lunch', 'Night walk'].map((title) => placeOf(page, title)),
    ['at-30 for-4', 'at-40 for-8 column-1 columns-2', 'at-45 for-7 column-2 columns-2', 'at-88 for-8'],
  )
  match(page, /<li class="bar ink-0 begins days-3"><p><a [^>]*>Camp</)
  match(page, /<li class="bar ink-0 begins ends days-1"><p><a [^>]*>Open day</)
  match(await pageAt('/events/week/2030-07-01/'), /<div class="week first-9 hours-11">/)
})

test('a day with more than three events at one time counts the others beside the axis, and the list has them', async () => {
  const page = await pageAt(WEEK)
  deepEqual(
    ['Talk A', 'Talk C', 'Talk D'].map((title) => placeOf(page, title)),
    [...['at-76 for-4 column-1 columns-3', 'at-76 for-4 column-3 columns-3', 'crowded']],
  )
  match(page, /<a class="more wide" href="[^"]*2030-06-13\/">\+2 more</)
})

test('a day with many events shows those for which its axis has room, until the evening, and counts the others', async () => {
  const { send } = server
  for (let event = 0; event < 60; event += 1) {
    const start = 8 * 60 + event * 13
    const clock = (minutes: number) => `2030-08-20 ${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
    const body = { title: `Talk ${event}`, start_date: clock(start), end_date: clock(start + 60) }
    equal((await send('POST', '/events', { as: 'editor', body })).status, 201)
  }
  for (const title of ['Fair', 'Open house']) {
    const body = { title, start_date: '2030-08-20', end_date: '2030-08-20', all_day: true }
    equal((await send('POST', '/events', { as: 'editor', body })).status, 201)
  }
  const page = await pageAt('/events/week/2030-08-20/')
  const shown = [...page.matchAll(/<li class="ink-0 at-(\d+) [^"]*">/g)].map(([, at]) => Number(at))
  deepEqual(
    [...shown].sort((a, b) => a - b),
    shown,
    'in the order of their start',
  )
  ok(Math.max(...shown) > 20 * 4, 'also in the evening')
  match(page, /<li class="bar ink-0 begins ends days-1"><p><a [^>]*>Open house</)
  const more = [...page.matchAll(/<a class="more" href="[^"]*2030-08-20\/">\+(\d+) more</g)].map(([, count]) =>
    Number(count),
  )
  deepEqual(more, [60 - shown.length])
  equal(page.includes('crowded'), false, 'busy days have the same events on narrow screens')
})

test('the times of events are read in advance only where a day has more than its column shows', async () => {
  const { make, see, reads } = counting
  const readsOfPage = async (count: number) => {
    for (let event = 0; event < count; event += 1)
      await make.event({ start_date: '2030-06-12 10:00', end_date: '2030-06-12 11:00' })
    const before = reads()
    equal((await see(`host:${WEEK}`)).answer.status, 200)
    return reads() - before
  }
  await readsOfPage(1)
  const ofQuietWeek = await readsOfPage(1)
  equal(await readsOfPage(14), ofQuietWeek)
  equal(await readsOfPage(1), ofQuietWeek + 1)
})

test('the line of the current time is drawn by the server, expires after a quarter of an hour, and a script moves it', async (t) => {
  server.clock.now = TEST_NOW + 7 * 60
  const lineIn = (page: string) => /<div class="now (at-\d+)"/.exec(page)?.[1]
  equal(lineIn(await pageAt(WEEK)), 'at-48')
  server.clock.now = TEST_NOW + 15 * 60
  equal(lineIn(await pageAt(WEEK)), 'at-49')
  equal(lineIn(await pageAt('/events/week/2030-06-17/')), undefined)
  await withPage(t, { origin: server.origin }, async (page) => {
    await page.clock.setFixedTime((TEST_NOW + 45 * 60) * 1000)
    await page.goto(WEEK)
    equal(await page.evaluate(`document.querySelector('.now').style.getPropertyValue('--at')`), '51')
    ok(await page.locator('.now').isVisible())
    await page.clock.setFixedTime((TEST_NOW + 86_400) * 1000)
    await page.reload()
    ok(await page.locator('.now').isHidden())
  })
})

test('where three events beside each other would be too narrow, the week is a list that begins with today', async (t) => {
  for (const width of [375, 1024]) {
    await withPage(t, { origin: server.origin, width }, async (page) => {
      await page.goto(WEEK)
      const tops = await page
        .locator('.week section')
        .evaluateAll((days) => days.map((day) => day.getBoundingClientRect().y))
      deepEqual(
        tops.toSorted((a, b) => a - b),
        [...tops.slice(5), ...tops.slice(0, 5)],
      )
      ok(await page.getByRole('link', { name: 'Talk E' }).isVisible())
      ok(await page.locator('.hour-labels').isHidden())
      ok(await page.locator('.bar', { hasText: 'Camp' }).nth(1).getByText('Camp').isVisible(), 'each day has its bars')
    })
  }
})

test('events on the axis are cut after a whole line', async (t) => {
  await withPage(t, { origin: server.origin }, async (page) => {
    await page.goto(WEEK)
    const cut = `[...document.querySelectorAll('.timed p')].filter((text) => {
      const lines = text.clientHeight / parseFloat(getComputedStyle(text).lineHeight)
      return text.clientHeight > 0 && Math.abs(lines - Math.round(lines)) > 0.05 }).length`
    equal(await page.evaluate(cut), 0)
    ok((await page.locator('.timed p').count()) > 5)
  })
})

test('a word for the status of an event stays on one line where events are beside each other', async (t) => {
  const body = { start_date: '2030-07-17 19:00', end_date: '2030-07-17 22:00', event_status: 'moved_online' }
  for (const title of ['Reading', 'Concert', 'Dance'])
    equal((await server.send('POST', '/events', { as: 'editor', body: { ...body, title } })).status, 201)
  await withPage(t, { origin: server.origin, width: 1280 }, async (page) => {
    await page.goto('/events/week/2030-07-17/')
    const heights = await page
      .locator('.week .timed .badge')
      .evaluateAll((badges) => badges.map((badge) => badge.getClientRects()[0]?.height ?? 0))
    equal(heights.length, 3)
    for (const height of heights) ok(height < 18, `${height}px high`)
  })
})

test('an event has a preview for the pointer and the keyboard, which Escape closes and which moves nothing', async (t) => {
  await withPage(t, { origin: server.origin }, async (page) => {
    for (const path of [WEEK, '/events/month/2030-06/']) {
      await page.goto(path)
      const link = page.getByRole('link', { name: 'Lunch' })
      const before = await page.locator('main').boundingBox()
      await link.hover()
      const preview = page.locator('.preview')
      await preview.getByText('Soup and bread').waitFor()
      deepEqual(await page.locator('main').boundingBox(), before)
      equal(await preview.locator('a').count(), 0)
      deepEqual(await violationsOf(page), [])
      await page.keyboard.press('Escape')
      await preview.waitFor({ state: 'hidden' })
      await page.mouse.move(5, 5)
      await page.getByRole('link', { name: 'Workshop' }).focus()
      await page.keyboard.press('Tab')
      await preview.getByText('Soup and bread').waitFor()
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/event\/lunch/)
    }
  })
})

test('the first tap on an event shows its preview, the second opens its page', async (t) => {
  await withPage(t, { origin: server.origin, hasTouch: true }, async (page) => {
    await page.goto(WEEK)
    const link = page.getByRole('link', { name: 'Lunch' })
    await link.tap()
    await page.locator('.preview').getByText('Soup and bread').waitFor()
    match(page.url(), /\/events\/week\//)
    await link.tap()
    await page.waitForURL(/\/event\/lunch/)
  })
})

test('words for the status of events leave room for titles: on the axis of hours, and in the cells of a month on tablets', async (t) => {
  await withPage(t, { origin: server.origin, width: 1280 }, async (page) => {
    await page.goto(WEEK)
    const line = page.locator('.timed li', { hasText: 'Lecture' })
    const bottomOf = async (locator: typeof line) => {
      const box = await locator.boundingBox()
      return (box?.y ?? 0) + (box?.height ?? 0)
    }
    ok((await bottomOf(line.locator('.event'))) <= (await bottomOf(line)))
    await page.setViewportSize({ width: 768, height: 1000 })
    await page.goto('/events/month/2030-06/')
    const widths = await page
      .locator('.month .badge')
      .evaluateAll((badges) =>
        badges.map((badge) => [badge, badge.closest('li')].map((one) => one?.getBoundingClientRect().right ?? 0)),
      )
    equal(widths.length, 1)
    for (const [badge = 0, cell = 0] of widths) ok(badge <= cell, `${badge} > ${cell}`)
  })
})
