import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { violationsOf, withPage } from '../kit/pages/browser.ts'
import { onSite, set, shown } from '../kit/pages/embedding-site.ts'
import { TEST_NOW } from '../kit/server/server.ts'
import { withListeningServer } from '../kit/server/with-server.ts'

/** Ids of the venue and organizer for the filters. */
const ids: Record<string, number> = {}

const server = withListeningServer('sqlite', async (server) => {
  const make = async (fields: Record<string, unknown>) => {
    const { status, body } = await server.send('POST', '/events', { as: 'editor', body: fields })
    equal(status, 201, JSON.stringify(body))
    return body
  }
  const concert = await make({
    title: 'Harbour concert &#8211; open air',
    ...{ start_date: '2030-06-20 19:30', end_date: '2030-06-20 22:00', timezone: 'Europe/Lisbon', cost: '€5' },
    venue: { venue: 'Old harbour', city: 'Porto' },
    organizer: [{ organizer: 'City orchestra' }],
    ...{ categories: ['Music'], tags: 'open air', featured: true },
  })
  Object.assign(ids, { venue: concert.venue.id, organizer: concert.organizer[0].id })
  const de = { title: 'Hafenkonzert' }
  await server.send('PUT', `/events/${concert.id}/translations/de`, { as: 'editor', body: de })
  const venue = { venue: 'Donaudampfschifffahrtsgesellschaft'.repeat(2) }
  await make({ title: 'Book fair', start_date: '2030-06-14', end_date: '2030-06-18', all_day: true, venue })
  await make({ title: 'Night walk', start_date: '2030-06-28 22:00', end_date: '2030-06-29 02:00' })
  await make({ title: 'Summer play', start_date: '2030-07-02 18:00', end_date: '2030-07-02 20:00' })
  for (let hour = 9; hour < 15; hour += 1) {
    const start = `2030-06-12 ${String(hour).padStart(2, '0')}:00`
    await make({ title: `Talk at ${hour}`, start_date: start, end_date: start })
  }
})

const cell = (page: Page, name: RegExp) => page.getByRole('gridcell', { name })
const title = async (page: Page) => (await page.locator('[part=title]').textContent()) ?? ''
const focused = (page: Page) =>
  page.evaluate('document.activeElement.shadowRoot?.activeElement?.dataset.key') as Promise<string | undefined>
/** Records the `detail` of all DOM events of this name from now on. */
async function heard(page: Page, name: string): Promise<() => Promise<{ date: string; view: string; url: string }[]>> {
  await page.evaluate(`window.heard = []; document.addEventListener('${name}', (event) => {
    heard.push(event.detail); if (event.cancelable) event.preventDefault() })`)
  return () => page.evaluate('heard') as Promise<{ date: string; view: string; url: string }[]>
}

for (const [view, date, names] of [
  ['month', '2030-06', ['Harbour concert – open air', 'Book fair']],
  ['week', '2030-06-20', ['Harbour concert – open air', 'Book fair']],
  ['day', '2030-06-20', ['Harbour concert – open air']],
  ['list', '2030-06-15', ['Book fair', 'Harbour concert – open air', 'Night walk', 'Summer play']],
] as const) {
  for (const [width, colorScheme] of [[1200, 'light'] as const, [360, 'dark'] as const]) {
    test(`${view}, on another site, ${width} pixels, ${colorScheme}: shows the events, and axe finds no violation`, async (t) => {
      const look = async (page: Page) => {
        await shown(page)
        for (const name of names) {
          const found = page.getByRole('link', { name })
          if (view !== 'month' || width > 1000) await found.first().waitFor()
        }
        deepEqual(await violationsOf(page), [])
        const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
        ok(Number(overflow) <= 0, `${overflow} pixels too wide`)
      }
      await onSite(t, server.origin, `view="${view}" date="${date}" language="en"`, look, { width, colorScheme })
    })
  }
}

test('a wide week has an axis of hours, and bars above it', async (t) => {
  await onSite(
    t,
    server.origin,
    'view="week" date="2030-06-16" language="en" first-day="1" timezone="UTC"',
    async (page) => {
      await shown(page)
      await page.locator('[part~=week].axis').waitFor()
      const boxOf = async (name: string | RegExp, at = 0) => {
        const box = await page.locator('.entry', { hasText: name }).nth(at).boundingBox()
        ok(box, String(name))
        return box
      }
      const fair = await boxOf('Book fair')
      const columns = await page
        .locator('.column')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width))
      ok(fair.width > 2.5 * (columns[0] ?? 0), 'the bar is over three days of the week')
      equal(await page.locator('.hours li').count(), 11)
      await set(page, { date: '2030-06-12' })
      await page.locator('[part~=week].axis').waitFor()
      const [first, last] = [await boxOf('Talk at 9'), await boxOf('Talk at 14')]
      ok(Math.abs(last.y - first.y - 5 * 2.9 * 16) < 2, `five hours are ${last.y - first.y} pixels`)
      ok(await page.locator('.now').isVisible())
    },
  )
  await onSite(
    t,
    server.origin,
    'view="week" date="2030-06-12" language="en"',
    async (page) => {
      await shown(page)
      await page.locator('[part~=week].axis').waitFor({ state: 'attached' })
      equal(await page.locator('.hours:visible, .now:visible').count(), 0)
    },
    { width: 500 },
  )
})

test('the mouse goes to other months, to today, to a day and back to the month', async (t) => {
  await onSite(t, server.origin, 'language="en"', async (page) => {
    const changes = await heard(page, 'almanac-date-change')
    await shown(page)
    equal(await title(page), 'June 2030')
    await page.getByRole('button', { name: 'Next month' }).click()
    equal(await title(page), 'July 2030')
    await page.getByRole('link', { name: 'Summer play' }).waitFor()
    equal(await page.getByRole('status').textContent(), 'July 2030: 1 event')
    await page.getByRole('button', { name: 'Previous month' }).click()
    await page.getByRole('button', { name: 'Previous month' }).click()
    equal(await title(page), 'May 2030')
    await page.getByRole('button', { name: 'Today' }).click()
    await page.getByRole('button', { name: '+ 3 more' }).click()
    equal(await title(page), 'Wednesday, 12 June 2030')
    equal(await page.locator('[part=event]').count(), 6)
    await page.getByRole('button', { name: 'Month', exact: true }).click()
    equal(await title(page), 'June 2030')
    const moves = (await changes()).map(({ date, view }) => `${view} ${date}`)
    deepEqual(moves.slice(0, 2), ['month 2030-07-15', 'month 2030-06-15'])
    deepEqual(moves.slice(-2), ['day 2030-06-12', 'month 2030-06-12'])
  })
})

test('weeks begin on the day of the calendar, and times have its clock, unless the attribute says otherwise', async (t) => {
  const change = (body: Record<string, string>) => server.send('POST', '/settings', { as: 'administrator', body })
  const firstHead = (page: Page) => page.locator('[part=weekday]').first().getAttribute('abbr')
  await change({ week_start: 'saturday', clock: '12-hour' })
  await onSite(t, server.origin, 'language="de" date="2030-06-20"', async (page) => {
    await shown(page)
    equal(await firstHead(page), 'Samstag')
    await set(page, { 'first-day': '3' })
    equal(await firstHead(page), 'Mittwoch')
    await set(page, { view: 'day' })
    await page.getByText('7:30 PM').first().waitFor()
  })
  await change({ week_start: 'monday', clock: 'language' })
  const { bytes } = await server.send('GET', 'host:/embed/almanac-calendar.js')
  match(bytes.toString(), /SITE_FORMATS = \{\}/)
})

test('keys move the focus between days, and it is never lost', async (t) => {
  await onSite(t, server.origin, 'language="en" first-day="1"', async (page) => {
    await shown(page)
    equal(await page.locator('td[tabindex="0"]').count(), 1)
    await cell(page, /^Saturday, 15 June 2030, 1 event /).focus()
    for (const [key, day] of [
      ['ArrowRight', '2030-06-16'],
      ['ArrowDown', '2030-06-23'],
      ['Home', '2030-06-17'],
      ['End', '2030-06-23'],
      ['ArrowUp', '2030-06-16'],
      ['ArrowLeft', '2030-06-15'],
      ['PageDown', '2030-07-15'],
      ['PageUp', '2030-06-15'],
      ['Shift+PageDown', '2031-06-15'],
      ['Shift+PageUp', '2030-06-15'],
      ['ArrowRight', '2030-06-16'],
    ]) {
      await page.keyboard.press(key as string)
      await shown(page)
      equal(await focused(page), day, key)
    }
    // Tab goes to the events of the day, Shift+Tab back.
    await page.keyboard.press('Tab')
    match(String(await focused(page)), /^\d+ 2030-06-16$/)
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await shown(page)
    equal(await title(page), 'Sunday, 16 June 2030')
    equal(await focused(page), 'today')
  })
})

test('in a narrow container the events of the selected day are below the month', async (t) => {
  const look = async (page: Page) => {
    await shown(page)
    await cell(page, /20 June/).click()
    await page.locator('[part=panel]').getByRole('link', { name: 'Harbour concert' }).waitFor()
    equal(await title(page), 'June 2030')
    equal(await focused(page), '2030-06-20')
  }
  await onSite(t, server.origin, 'language="en"', look, { width: 360 })
})

test('changed attributes take effect, and invalid ones count as missing', async (t) => {
  await onSite(t, server.origin, 'language="en" views=""', async (page) => {
    await shown(page)
    await set(page, { view: 'week', date: '2030-06-20' })
    match(await title(page), /17.*23 Jun 2030/)
    await set(page, { view: 'sideways', date: '2030-02-31', limit: 'many', timezone: 'Moon/Base', 'first-day': '9' })
    equal(await title(page), 'June 2030')
    await set(page, { view: 'list', date: '2031-01-01' })
    equal(await title(page), 'From 1 January 2031')
    await page.locator('[part=empty]').getByText('No events').waitFor()
    await set(page, { date: '', language: 'sdf-!' })
    equal(await page.locator('[part=event]').count(), 4)
  })
})

test('without buttons for views there is still a way back from a day', async (t) => {
  await onSite(t, server.origin, 'language="en" views=""', async (page) => {
    await page.getByRole('button', { name: '+ 3 more' }).click()
    await page.getByRole('button', { name: 'Month', exact: true }).click()
    equal(await title(page), 'June 2030')
    equal(await page.getByRole('button', { name: 'Month', exact: true }).count(), 0)
  })
})

test('outdated events are loaded again, and shown meanwhile', async (t) => {
  await onSite(t, server.origin, 'language="en" view="week" date="2030-06-20"', async (page) => {
    await shown(page)
    const again = page.waitForRequest((request) => request.url().includes('start_date=2030-06'))
    await page.clock.setFixedTime((TEST_NOW + 3600) * 1000)
    await page.evaluate(`document.querySelector('almanac-calendar').setAttribute('date', '2030-06-21')`)
    equal(await page.getByRole('link', { name: 'Harbour concert' }).count(), 1)
    await again
    await shown(page)
    equal(await page.getByRole('link', { name: 'Harbour concert' }).count(), 1)
  })
})

test('each filter attribute limits the events', async (t) => {
  await onSite(t, server.origin, 'view="list" language="en" date="2030-06-01" limit="50"', async (page) => {
    await shown(page)
    equal(await page.locator('[part=event]').count(), 10)
    const filters = {
      category: 'music',
      tag: 'open-air',
      venue: String(ids.venue),
      organizer: String(ids.organizer),
      search: 'harbour',
    }
    for (const [name, value] of Object.entries(filters)) {
      await set(page, { [name]: value })
      equal(await page.locator('[part=event]').count(), 1, name)
      await set(page, { [name]: '' })
      equal(await page.locator('[part=event]').count(), 10, name)
    }
  })
})

for (const [language, month, today] of [
  ['de', 'Juni 2030', 'Heute'],
  ['fr', 'juin 2030', 'Aujourd’hui'],
  ['es', 'junio de 2030', 'Hoy'],
  ['fi', 'kesäkuu 2030', 'Tänään'],
  ['pt', 'junho de 2030', 'Hoje'],
  ['ja', '2030年6月', '今日'],
  ['ar', 'يونيو 2030', 'اليوم'],
  ['ro', 'iunie 2030', 'Today'],
] as const) {
  test(`title, buttons and texts are in the language ${language}`, async (t) => {
    await onSite(t, server.origin, `language="${language}"`, async (page) => {
      await shown(page)
      equal(await title(page), month)
      await page.getByRole('button', { name: today }).waitFor()
      equal(await page.getByRole('link', { name: 'Hafenkonzert' }).count(), language === 'de' ? 1 : 0)
    })
  })
}

test('numbers have the plural forms of the language', async (t) => {
  await onSite(t, server.origin, 'language="pl" date="2030-06-12"', async (page) => {
    await page.getByRole('gridcell', { name: /12 czerwca 2030, 6 wydarzeń/ }).waitFor()
    await set(page, { language: 'ar' })
    await page.getByRole('gridcell', { name: /20 يونيو 2030, فعالية واحدة/ }).waitFor()
  })
})

test('from right to left, the key to the left selects the next day, and titles keep their direction', async (t) => {
  await onSite(t, server.origin, 'language="ar" date="2030-06-20"', async (page) => {
    const body = page.locator('[part=body]')
    await shown(page)
    equal(await body.getAttribute('dir'), 'rtl')
    // The element is drawn again when the adjacent months are loaded, which detaches the link.
    const concert = page.getByRole('link', { name: 'Harbour concert' })
    for (let direction = ''; direction !== 'ltr'; ) {
      direction = await concert.evaluate((link) => getComputedStyle(link).direction)
      ok(['', 'ltr'].includes(direction), direction)
    }
    await cell(page, /20 يونيو 2030/).focus()
    await page.keyboard.press('ArrowLeft')
    equal(await focused(page), '2030-06-21')
    deepEqual(await violationsOf(page), [])
  })
})

test('the mouse over an event shows a preview, and Escape closes it', async (t) => {
  await onSite(t, server.origin, 'language="en" date="2030-06-20"', async (page) => {
    await shown(page)
    await page.getByRole('link', { name: 'Harbour concert' }).hover()
    const preview = page.locator('[part=preview]')
    await preview.waitFor({ state: 'visible' })
    match(String(await preview.textContent()), /MusicHarbour concert – open airOld harbour, Porto · €5/)
    await page.keyboard.press('Escape')
    await preview.waitFor({ state: 'hidden' })
  })
})

test('the first tap on an event shows its preview, the second opens it', async (t) => {
  const tap = async (page: Page) => {
    await shown(page)
    const opened = await heard(page, 'almanac-event-open')
    const link = page.getByRole('link', { name: 'Harbour concert' })
    await page.locator('[part=preview]').waitFor({ state: 'attached' })
    await link.tap()
    await page.locator('[part=preview]').waitFor({ state: 'visible' })
    deepEqual(await opened(), [])
    await link.tap()
    equal((await opened()).length, 1)
  }
  await onSite(t, server.origin, 'language="en" date="2030-06-20"', tap, { hasTouch: true })
})

test('without the file of its texts the calendar is in English', async (t) => {
  const look = async (page: Page) => {
    await page.route('**/almanac-calendar-it.js', (route) => route.abort())
    await set(page, { language: 'it' })
    // The button is English before, too.
    await page.locator('[part=title]', { hasText: 'giugno 2030' }).waitFor()
    equal(await page.getByRole('button', { name: 'Today' }).count(), 1)
  }
  await onSite(t, server.origin, '', look, { expected: [/Failed to load resource: net::ERR_FAILED/] })
})

test('times are local to the event, followed by the local time of the reader if it differs', async (t) => {
  const when = async (page: Page) => {
    await shown(page)
    return page.locator('[part=event-time]').textContent()
  }
  const attributes = 'view="day" date="2030-06-20" language="en"'
  await onSite(t, server.origin, attributes, async (page) => equal(await when(page), '19:30 – 22:00'), {
    timezone: 'Europe/London',
  })
  await onSite(
    t,
    server.origin,
    attributes,
    async (page) => equal(await when(page), '19:30 – 22:00 WEST (21 Jun, 03:30 your time)'),
    {
      timezone: 'Asia/Tokyo',
    },
  )
})

test('colours follow the theme and the custom properties of the site', async (t) => {
  const paper = (page: Page) =>
    page.evaluate(`getComputedStyle(document.querySelector('almanac-calendar')).backgroundColor`)
  await onSite(t, server.origin, '', async (page) => {
    equal(await paper(page), 'rgb(247, 242, 232)')
    await set(page, { theme: 'dark' })
    equal(await paper(page), 'rgb(20, 23, 31)')
    await page.evaluate(`document.querySelector('almanac-calendar').style.setProperty('--almanac-paper', 'white')`)
    equal(await paper(page), 'rgb(255, 255, 255)')
  })
})

test('opening an event sends a DOM event that can prevent the navigation', async (t) => {
  await onSite(t, server.origin, 'view="list" language="en"', async (page) => {
    const opened = await heard(page, 'almanac-event-open')
    const address = page.url()
    await page.getByRole('link', { name: 'Harbour concert' }).click()
    equal(page.url(), address)
    match((await opened())[0]?.url ?? '', /\/event\/harbour-concert/)
  })
})

test('content of the element is shown only without scripts', async (t) => {
  const inside = '<a href="https://calendar.example/">All events</a><p slot="footer">From the city</p>'
  const link = (page: Page) => page.getByRole('link', { name: 'All events' })
  const without = async (page: Page) => ok(await link(page).isVisible())
  await onSite(t, server.origin, '', without, { inside, javaScriptEnabled: false })
  const withScripts = async (page: Page) => {
    await shown(page)
    ok(!(await link(page).isVisible()))
    ok(await page.getByText('From the city').isVisible())
  }
  await onSite(t, server.origin, '', withScripts, { inside })
})

for (const [path, language, width, colorScheme] of [
  ['/embed/', 'en', 1200, 'light'],
  ['/de/embed', 'de', 360, 'dark'],
] as const) {
  test(`axe finds no violation on the page of examples ${path}`, async (t) => {
    await withPage(t, { origin: server.origin, width, colorScheme }, async (page) => {
      await page.goto(path)
      equal(await page.locator('almanac-calendar').count(), 4)
      equal(await page.locator(`almanac-calendar[language=${language}]`).count(), 4)
      await page.waitForFunction(`[...document.querySelectorAll('almanac-calendar')]
        .every(({ shadowRoot }) => shadowRoot?.querySelector('[aria-busy=false]'))`)
      deepEqual(await violationsOf(page), [])
      equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true)
    })
  })
}

test('the scripts are small, may be loaded by all origins, and have an entity tag', async () => {
  for (const [file, size, coding] of [
    ['almanac-calendar.js', 15, 'br'],
    ['almanac-calendar.js', 15, 'gzip'],
    ['almanac-calendar-week.js', 6, 'gzip'],
    ['almanac-calendar-preview.js', 3, 'gzip'],
    ['almanac-calendar-el.js', 1, 'gzip'],
  ] as const) {
    const { status, headers } = await server.send('GET', `host:/embed/${file}`, {
      headers: { 'accept-encoding': coding, origin: 'https://site.example' },
    })
    equal(status, 200)
    equal(headers.get('content-encoding'), coding)
    ok(
      Number(headers.get('content-length')) <= size * 1024,
      `${file} ${coding}: ${headers.get('content-length')} bytes`,
    )
    equal(headers.get('content-type'), 'text/javascript; charset=utf-8')
    equal(headers.get('access-control-allow-origin'), '*')
    equal(headers.get('cross-origin-resource-policy'), 'cross-origin')
    const again = await server.send('GET', `host:/embed/${file}`, {
      headers: { 'accept-encoding': coding, 'if-none-match': String(headers.get('etag')) },
    })
    equal(again.status, 304)
  }
})
