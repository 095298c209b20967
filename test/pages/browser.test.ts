import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openDatabase } from '../../src/db/open-database.ts'
import { fillSample } from '../kit/calendar/sample.ts'
import { testEngine } from '../kit/engines/engines.ts'
import { eventually } from '../kit/eventually.ts'
import { violationsOf, withPage } from '../kit/pages/browser.ts'
import { PAGE_KINDS, type PageKind, pageKinds } from '../kit/pages/page-kinds.ts'
import { type ListeningServer, startListening } from '../kit/server/listening.ts'

/** The sample calendar of a city; the server's clock is Saturday 15 June 2030, noon. */
const EVENTS = 400

const engine = testEngine('sqlite')
let server: ListeningServer
let origin: string
let kinds: Record<PageKind, string>

before(async () => {
  const url = await engine.url()
  await fillSample(url, EVENTS)
  const db = await openDatabase(url)
  server = await startListening(db)
  origin = server.origin
  kinds = await pageKinds(server)
  closeDatabase = () => db.close()
})
let closeDatabase = async () => {}
after(async () => {
  await server.close()
  await closeDatabase()
  await engine.close()
})

/** Marks the document, so that tests can detect a reload. */
const mark = (page: Page) => page.evaluate('window.mine = true')
const isMarked = (page: Page) => page.evaluate('window.mine === true')
const heading = async (page: Page) => (await page.locator('h1').innerText()).replace(/\s+/g, ' ')

/** The width by which a page is wider than the window, in pixels. */
const excessWidth = (page: Page) =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')

for (const [width, colorScheme, otherScheme] of [
  [390, 'light', 'dark'],
  [1280, 'dark', 'light'],
] as const) {
  test(`pages ${width} pixels wide: axe finds no violation, light and dark, the console is empty, and none is wider than the window`, async (t) => {
    await withPage(t, { origin, width, colorScheme }, async (page) => {
      for (const kind of PAGE_KINDS) {
        await t.test(kind, async () => {
          await page.emulateMedia({ colorScheme })
          await page.goto(kinds[kind])
          deepEqual(await violationsOf(page), [])
          equal(await excessWidth(page), 0, 'the page scrolls sideways')
          // Only colours depend on the scheme.
          await page.emulateMedia({ colorScheme: otherScheme })
          deepEqual(await violationsOf(page, ['color-contrast']), [], otherScheme)
        })
      }
    })
  })
}

for (const [language, width] of [
  ['ar', 390],
  ['el', 1280],
] as const) {
  test(`pages with words in the language ${language}, ${width} pixels wide: axe finds no violation, and none is wider than the window`, async (t) => {
    const setLanguage = (page_language: string) =>
      server.send('POST', '/settings', { as: 'administrator', body: { page_language } })
    equal((await setLanguage(language)).status, 200)
    t.after(() => setLanguage('content'))
    await withPage(t, { origin, width }, async (page) => {
      for (const kind of ['home', 'month', 'week', 'list', 'event', 'map', 'index'] as const) {
        await page.goto(kinds[kind])
        equal(await page.evaluate('document.documentElement.lang'), language)
        deepEqual(await violationsOf(page), [], kind)
        equal(await excessWidth(page), 0, kind)
      }
    })
  })
}

test('the page for an unknown address offers a search and the next events', async (t) => {
  await withPage(t, { origin, expected: [/404 \(Not Found\)/] }, async (page) => {
    await page.goto('/event/never-was/')
    match(await heading(page), /does not exist/)
    ok(await page.getByText('404', { exact: true }).isVisible())
    deepEqual(await violationsOf(page), [])
    await page.getByLabel('Search').fill('theatre')
    await page.getByRole('button', { name: 'Show' }).click()
    await page.waitForURL(/\/events\/list\/\?search=theatre/)
  })
})

test('going to other months loads no document, preserves the focus, and works with the back button', async (t) => {
  await withPage(t, { origin }, async (page) => {
    await page.goto('/events/month/2030-06/')
    await mark(page)
    await page.getByRole('link', { name: 'Next month' }).click()
    await page.waitForURL('**/events/month/2030-07/')
    // The address changes first, and the message for screen readers last.
    await page.locator('#news', { hasText: 'July' }).waitFor({ state: 'attached' })
    match(await heading(page), /July/)
    equal(await page.evaluate('document.activeElement.rel'), 'next')
    equal(await page.locator('#news').innerText(), await heading(page))
    await page.keyboard.press('Enter')
    await page.waitForURL('**/events/month/2030-08/')
    await page.goBack()
    await page.waitForURL('**/events/month/2030-07/')
    await page.locator('h1', { hasText: 'July' }).waitFor()
    ok(await isMarked(page))
  })
})

test('another page of a list begins at its heading, with and without scripts', async (t) => {
  for (const javaScriptEnabled of [true, false]) {
    await withPage(t, { origin, width: 390, javaScriptEnabled }, async (page) => {
      for (const [path, selector] of [
        ['/events/list/', 'h1'],
        [kinds.venue, '#results'],
      ] as const) {
        await page.goto(path)
        const next = page.locator('.pager [rel="next"]')
        await next.scrollIntoViewIfNeeded()
        await next.click()
        await page.waitForURL(/page=2/)
        await page.locator('.pager [rel="prev"]').waitFor()
        // Chromium scrolls to a fragment some time after the address has changed.
        await eventually(async () => {
          const box = await page.locator(selector).boundingBox()
          return box !== null && box.y >= 0 && box.y < 700
        }, `${path}: the heading is in view`)
        if (javaScriptEnabled) equal(await page.evaluate('document.activeElement.matches("h1, #results")'), true)
      }
    })
  }
})

test('keyboard shortcuts go to other days, periods and views', async (t) => {
  await withPage(t, { origin }, async (page) => {
    await page.goto('/events/month/2030-06/')
    // Letters have no effect outside the calendar.
    await page.keyboard.press('w')
    match(page.url(), /\/events\/month\//)
    const dayInFocus = () => page.evaluate('document.activeElement.textContent')
    await page.locator('.month .number', { hasText: /^12$/ }).focus()
    await page.keyboard.press('ArrowRight')
    equal(await dayInFocus(), '13')
    await page.keyboard.press('ArrowDown')
    equal(await dayInFocus(), '20')
    await page.keyboard.press('Home')
    equal(await dayInFocus(), '17')
    await page.keyboard.press('PageDown')
    await page.locator('h1', { hasText: 'July' }).waitFor()
    equal(await dayInFocus(), '17', 'the day of the same number')
    await page.keyboard.press('Shift+PageUp')
    match(await heading(page), /July/)
    await page.keyboard.press('w')
    await page.locator('h1', { hasText: 'Week' }).waitFor()
    await page.keyboard.press('/')
    equal(await page.evaluate('document.activeElement.name'), 'search')
    await page.keyboard.type('w')
    match(page.url(), /\/events\/week\//)
  })
})

test('a month of six weeks and a week print on one page in either direction, an event with its address on one', async (t) => {
  await withPage(t, { origin }, async (page) => {
    const pagesOf = async (path: string, landscape: boolean) => {
      await page.goto(path)
      const pdf = (await page.pdf({ format: 'A4', landscape })).toString('latin1')
      return Number(/\/Type \/Pages\s*\/Count (\d+)/.exec(pdf)?.[1])
    }
    const month = '/events/month/2030-09/'
    deepEqual([await pagesOf(kinds.week, false), await pagesOf(kinds.week, true)], [1, 1])
    deepEqual([await pagesOf(month, false), await pagesOf(month, true), await pagesOf(kinds.event, false)], [1, 1, 1])
    await page.emulateMedia({ media: 'print' })
    await page.goto(month)
    const low = `[...document.querySelectorAll('.month li, .month li *')].filter((text) => {
      const { fontSize, lineHeight } = getComputedStyle(text)
      return parseFloat(lineHeight) < 1.1 * parseFloat(fontSize)
    }).length`
    equal(await page.evaluate(low), 0, 'lines are high enough for their letters')
    const linesOnQuietDay = `getComputedStyle([...document.querySelectorAll('.month td')]
      .find((day) => day.querySelectorAll('li').length === 1 && !day.querySelector('.bar, .badge'))
      .querySelector('li')).webkitLineClamp`
    equal(await page.evaluate(linesOnQuietDay), '2', 'a day with few events has room for their titles')
    await page.goto(kinds.event)
    equal(await page.locator('.code figcaption').innerText(), `${new URL(origin).host}${kinds.event}`)
    const code = await page.locator('.code svg').boundingBox()
    ok(code && code.width > 90)
    await page.goto(kinds.list)
    const breaks = await page.evaluate('getComputedStyle(document.querySelector(".agenda-day")).breakInside')
    equal(breaks, 'auto', 'a long first day begins on the first page')
  })
})

test('the address of a venue is above its events on a phone, and beside them on a wide screen', async (t) => {
  for (const width of [375, 1280]) {
    await withPage(t, { origin, width }, async (page) => {
      await page.goto(kinds.venue)
      const address = await page.locator('.facts').boundingBox()
      const events = await page.locator('#results').boundingBox()
      ok(address && events)
      if (width === 375) ok(address.y + address.height <= events.y)
      else ok(address.y <= events.y && address.x > events.x + events.width)
    })
  }
})

for (const width of [375, 1280]) {
  test(`${width} pixels wide, the dates of a repeated event begin below the large first letter of a short description`, async (t) => {
    const body = { title: 'Course', description: 'Learn.', recurrence: 'RRULE:FREQ=WEEKLY;COUNT=3' }
    const times = { start_date: '2030-09-02 10:00', end_date: '2030-09-02 11:00' }
    const made = await server.send('POST', '/events', { as: 'editor', body: { ...body, ...times } })
    await withPage(t, { origin: server.origin, width }, async (page) => {
      await page.goto(new URL(made.body.url).pathname)
      const [heading, section] = await page.evaluate(() => {
        const element = document.querySelector('.story > section > h2') as HTMLElement
        const text = document.createRange()
        text.selectNodeContents(element)
        return [text.getBoundingClientRect().left, element.parentElement?.getBoundingClientRect().left]
      })
      equal(heading, section)
    })
  })
}

test('on a phone, the time in the zone of the reader moves nothing below it', async (t) => {
  await withPage(t, { origin, width: 375, height: 800 }, async (page) => {
    await page.goto(kinds.event)
    const heightOf = (text: string) =>
      page.evaluate(`(() => {
        const own = document.querySelector('.zone .own')
        own.textContent = ${JSON.stringify(text)}
        own.hidden = own.textContent === ''
        return document.querySelector('.zone').offsetHeight
      })()`)
    equal(await heightOf('· Thu 19:00–21:15 your time'), await heightOf(''))
  })
})

test('the time in the zone of the reader is written like the times of the page', async (t) => {
  const at = (time: string) => Date.parse(`2030-07-03T${time}Z`) / 1000
  const written = async (locale: string, clock: string, start: string, end: string) => {
    let text = ''
    await withPage(t, { origin, timezone: 'Asia/Tokyo' }, async (page) => {
      await page.route(`**${kinds.event}`, async (route) => {
        const response = await route.fetch()
        const body = (await response.text())
          .replace(/data-start="\d+"/, `data-start="${at(start)}"`)
          .replace(/data-end="\d+"/, `data-end="${at(end)}"`)
          .replace(/data-locale="[^"]+"/, `data-locale="${locale}"`)
          .replace(/data-clock="[^"]+"/, `data-clock="${clock}"`)
        await route.fulfill({ response, body })
      })
      await page.goto(kinds.event)
      text = (await page.locator('.zone .own').innerText()).replace(/\s/g, ' ')
    })
    return text
  }
  equal(await written('en-GB', 'language', '11:00:00', '13:30:00'), '· Wed 20:00–22:30 your time')
  equal(await written('en-GB', '12-hour', '11:00:00', '13:30:00'), '· Wed 8:00 – 10:30 pm your time')
  equal(await written('ar', 'language', '11:00:00', '13:30:00'), '· الأربعاء 8:00–10:30 م your time')
  equal(await written('ja-JP', 'language', '11:00:00', '13:30:00'), '· 水 20:00～22:30 your time')
  equal(await written('en-GB', 'language', '14:00:00', '16:30:00'), '· Wed 23:00–01:30 your time', 'past midnight')
})

test('pictures of events fill their frames on the page of a festival', async (t) => {
  await withPage(t, { origin, width: 375, height: 800 }, async (page) => {
    await page.goto(kinds.festival)
    const emptied = `[...document.querySelectorAll('.card .frame')].filter((frame) =>
      frame.querySelector("img.poster")?.offsetHeight < frame.offsetHeight).length`
    equal(await page.evaluate(emptied), 0)
  })
})

test('pictures with transparent parts have the same background on dark and light pages', async (t) => {
  await withPage(t, { origin }, async (page) => {
    await page.goto(kinds.festival)
    const backgrounds = []
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      backgrounds.push(await page.evaluate('getComputedStyle(document.querySelector("img.poster")).backgroundColor'))
    }
    deepEqual(backgrounds, ['rgb(239, 230, 212)', 'rgb(239, 230, 212)'])
  })
})

test('on a phone, events or the days of the month begin within the first 400 pixels of a view, below 450 on the front page', async (t) => {
  await withPage(t, { origin, width: 375, height: 800 }, async (page) => {
    for (const kind of ['home', 'week', 'day', 'list', 'now', 'weekend', 'month'] as const) {
      await page.goto(kinds[kind])
      const tops = await page
        .locator('main .frame, main .event, main .choice')
        .evaluateAll((found) =>
          found.map((one) => one.getBoundingClientRect()).flatMap(({ y, height }) => (height > 0 ? [y] : [])),
        )
      ok(Math.min(...tops) < (kind === 'home' ? 450 : 400), `${kind}: ${Math.min(...tops)}`)
    }
  })
})

test('on a phone, the focus goes through the header in the order in which it is shown', async (t) => {
  await withPage(t, { origin, width: 390 }, async (page) => {
    await page.goto('/events/month/2030-06/')
    const linesOfLinks: number[] = []
    for (let link = 0; link < 12; link += 1) {
      await page.keyboard.press('Tab')
      const line = '(({ bottom }) => Math.round(bottom / 20))(document.activeElement.getBoundingClientRect())'
      if (await page.evaluate('document.activeElement.matches(".masthead nav a")')) {
        linesOfLinks.push(Number(await page.evaluate(line)))
      }
    }
    deepEqual(
      linesOfLinks.toSorted((a, b) => a - b),
      linesOfLinks,
    )
    ok(new Set(linesOfLinks).size > 1, linesOfLinks.join(' '))
  })
})

test('the skip link loads no document and focuses the calendar', async (t) => {
  await withPage(t, { origin }, async (page) => {
    await page.goto('/events/month/2030-06/')
    const asked: string[] = []
    page.on('request', (request) => request.url().includes('/events/') && asked.push(request.url()))
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/#main')
    await page.keyboard.press('Tab')
    await page.waitForTimeout(300)
    deepEqual(asked, [])
    equal(await page.evaluate('document.activeElement.dataset.view'), 'month')
  })
})

test('choosing a category filters the calendar, and its chip removes the filter', async (t) => {
  await withPage(t, { origin }, async (page) => {
    await page.goto('/events/month/2030-06/')
    await mark(page)
    const before = await page.locator('.month .event').count()
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByRole('checkbox', { name: /^Film/ }).check()
    await page.locator('#filters').getByRole('button', { name: 'Show' }).click()
    await page.waitForURL(/categories=film/)
    await page.getByRole('link', { name: 'Remove filter: Film' }).waitFor()
    ok((await page.locator('.month .event').count()) < before)
    await page.getByRole('link', { name: 'Week', exact: true }).click()
    await page.waitForURL(/\/events\/week\/.*categories=film/)
    await page.getByRole('link', { name: 'Remove filter: Film' }).click()
    await page.waitForURL((url) => url.search === '')
    ok(await isMarked(page))
  })
})

test('the search field suggests pages while typing, which keys choose', async (t) => {
  await withPage(t, { origin }, async (page) => {
    await page.goto('/events/list/')
    await page.getByLabel('Search').focus()
    const field = page.getByRole('combobox', { name: 'Search' })
    await field.pressSequentially('library')
    const options = page.getByRole('option')
    await options.first().waitFor()
    deepEqual(await violationsOf(page), [])
    match(await page.getByRole('status').innerText(), new RegExp(`^${await options.count()} suggestions?$`))
    await field.press('ArrowUp')
    const chosen = await page.locator('[aria-selected="true"]').innerText()
    match(chosen, /City Library/)
    equal(await field.getAttribute('aria-activedescendant'), await options.last().getAttribute('id'))
    await field.press('Escape')
    equal(await options.count(), 0)
    equal(await field.inputValue(), 'library')
    await field.press('y')
    await field.press('Backspace')
    await options.first().waitFor()
    await field.press('ArrowUp')
    await field.press('Enter')
    await page.waitForURL(/city-library\/$/)
  })
})

test('views, filters and months work without scripts', async (t) => {
  await withPage(t, { origin, javaScriptEnabled: false }, async (page) => {
    await page.goto('/')
    await page.getByRole('link', { name: 'Month', exact: true }).first().click()
    match(await heading(page), /June/)
    await page.getByRole('link', { name: 'Next month' }).click()
    match(await heading(page), /July/)
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByRole('checkbox', { name: /^Film/ }).check()
    await page.locator('#filters').getByRole('button', { name: 'Show' }).click()
    match(page.url(), /2030-07\/\?search=&categories=film/)
    await page.getByRole('link', { name: 'Remove filter: Film' }).waitFor()
    await page.locator('.month .event').first().click()
    match(page.url(), /\/event\//)
    equal(await page.locator('[hidden]:visible').count(), 0)
  })
})

test('pages of each language have their own words and link to the other languages', async (t) => {
  await withPage(t, { origin }, async (page) => {
    await page.goto('/events/month/2030-06/')
    await page.getByRole('link', { name: 'DE Deutsch' }).click()
    await page.waitForURL('**/de/events/month/2030-06/')
    match(await heading(page), /Juni/)
    equal(await page.evaluate('document.documentElement.lang'), 'de')
    await page.getByRole('link', { name: 'Karte', exact: true }).click()
    await page.waitForURL('**/de/events/map/')
  })
})

test('readers in another time zone see their local time, readers in the zone of the event do not', async (t) => {
  for (const [timezone, isShown] of [
    ['America/New_York', true],
    ['Europe/Berlin', false],
  ] as const) {
    await withPage(t, { origin, timezone }, async (page) => {
      await page.goto(kinds.event)
      equal(await page.locator('.own').isVisible(), isShown, timezone)
      if (isShown) match(await page.locator('.own').innerText(), /\d\d:\d\d.* your time/)
    })
  }
})

test('dark and light pages differ, and printed pages have no navigation', async (t) => {
  const paper = 'getComputedStyle(document.body).backgroundColor'
  const seen: unknown[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await withPage(t, { origin, colorScheme }, async (page) => {
      await page.goto('/events/month/2030-06/')
      seen.push(await page.evaluate(paper))
      await page.emulateMedia({ media: 'print' })
      equal(await page.locator('.views').isVisible(), false)
      ok(await page.locator('.month').isVisible())
    })
  }
  notEqual(seen[0], seen[1])
})

test('a month of 300 events with all its files is smaller than 60 KB compressed and has no layout shift', async (t) => {
  for (let event = 0; event < 300; event += 1) {
    const day = `2031-03-${String((event % 31) + 1).padStart(2, '0')}`
    const body = {
      title: `Event number ${event} with a title of usual length`,
      start_date: `${day} 18:00`,
      end_date: `${day} 19:00`,
    }
    equal((await server.send('POST', '/events', { as: 'editor', body })).status, 201)
  }
  await withPage(t, { origin }, async (page) => {
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    let bytes = 0
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength
    })
    await page.goto('/events/month/2031-03/', { waitUntil: 'networkidle' })
    equal(await page.locator('.month td:not(.outside) .event').count(), 31 * 4)
    ok(bytes > 10_000 && bytes < 60 * 1024, `${bytes} bytes`)
    const shift = `new Promise((resolve) => {
      let sum = 0
      new PerformanceObserver((list) => { for (const entry of list.getEntries()) sum += entry.value }).observe({ type: 'layout-shift', buffered: true })
      setTimeout(() => resolve(sum), 300)
    })`
    equal(await page.evaluate(shift), 0)
  })
})

test('markup in user texts is shown as text in a browser', async (t) => {
  const nasty = '<img src=/x onerror="document.title=\'owned\'">'
  const body = {
    title: `Harmless ${nasty}`,
    description: `<p>One</p><script>document.title='owned'</script>${nasty}`,
    start_date: '2030-06-15 13:00',
    end_date: '2030-06-15 14:00',
    venue: { venue: `Hall ${nasty}`, city: nasty },
  }
  const { body: event } = await server.send('POST', '/events', { as: 'editor', body })
  await withPage(t, { origin, expected: [/404 \(Not Found\).*\/x\)/] }, async (page) => {
    for (const path of [
      new URL(event.url).pathname,
      '/events/day/2030-06-15/',
      '/events/list/',
      '/events/month/2030-06/',
    ]) {
      await page.goto(path)
      notEqual(await page.title(), 'owned', path)
      equal(await page.locator('[onerror]').count(), 0, path)
    }
  })
})

test('on a phone, the name of a month is not divided, also beside wide buttons', async (t) => {
  const setLanguage = (page_language: string) =>
    server.send('POST', '/settings', { as: 'administrator', body: { page_language } })
  equal((await setLanguage('fr')).status, 200)
  t.after(() => setLanguage('content'))
  await withPage(t, { origin, width: 375 }, async (page) => {
    await page.goto('/events/month/2030-12/')
    equal(await heading(page), 'Décembre 2030')
    const box = await page.locator('.month-name').boundingBox()
    ok(box && box.height < 40, `${box?.height} pixels high`)
  })
})

test('wide content does not make a page wider than a phone', async (t) => {
  const word = 'Donaudampfschifffahrtsgesellschaft'.repeat(5)
  const wide = Array.from({ length: 30 }, (_, column) => `<td>Column${column}</td>`).join('')
  const body = {
    title: word,
    slug: 'wide',
    description: `<p>${word}</p><pre>${word}</pre><table><tr>${wide}</tr></table><img src="${origin}/x.png" width="3000" height="20" alt="">`,
    start_date: '2030-06-15 13:30',
    end_date: '2030-06-15 14:30',
    website: `https://${'a'.repeat(60)}.${'b'.repeat(60)}.example/`,
    venue: { venue: word, address: word, city: word },
    organizer: { organizer: word, email: `${'c'.repeat(60)}@${'d'.repeat(60)}.example` },
    categories: [word.slice(0, 150)],
    tags: [word.slice(0, 120)],
    cost: '5',
  }
  const { body: event } = await server.send('POST', '/events', { as: 'editor', body })
  const paths = [event, event.venue, event.organizer[0]].map(({ url }) => new URL(url).pathname)
  await withPage(t, { origin, width: 320, expected: [/404 \(Not Found\).*\/x.png\)/] }, async (page) => {
    for (const path of [
      '/',
      '/events/month/2030-06/',
      '/events/week/',
      '/events/day/',
      '/events/list/',
      '/events/map/',
      '/events/now/',
      ...paths,
    ]) {
      await page.goto(path)
      equal(await excessWidth(page), 0, path)
    }
    await page.goto(`/events/list/?categories=${event.categories[0].slug}`)
    ok(await page.locator('.chosen bdi').isVisible())
    equal(await excessWidth(page), 0, 'the chip of a filter')
    await page.goto(`/events/list/?search=${'x'.repeat(90)}`)
    equal(await excessWidth(page), 0, 'a search without results')
  })
})
