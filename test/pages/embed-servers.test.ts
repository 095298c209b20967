import { deepEqual, equal, ok } from 'node:assert/strict'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { onSite, serve, set, shown } from '../kit/pages/embedding-site.ts'
import { withListeningServer } from '../kit/server/with-server.ts'

const EVENTS = 300
/** What the component writes on the console about a response that it cannot show. */
const WARNING = /almanac-calendar: http/

const server = withListeningServer('sqlite', async (server) => {
  for (let made = 0; made < EVENTS; made += 1) {
    const start = `2030-06-${String(1 + (made % 30)).padStart(2, '0')} ${String(8 + (made % 12)).padStart(2, '0')}:00`
    const body = { title: `Event ${made}`, start_date: start, end_date: start }
    equal((await server.send('POST', '/events', { as: 'editor', body })).status, 201)
  }
})

test('a month of 300 events is loaded in pages of 50, and the cell of a day with ten events shows some of them', async (t) => {
  await onSite(t, server.origin, 'language="en" date="2030-06-30"', async (page) => {
    await shown(page)
    const asked: URL[] = []
    page.on('request', (request) => {
      // The page may still load the next month when it is reloaded.
      if (request.isNavigationRequest()) asked.length = 0
      asked.push(new URL(request.url()))
    })
    await page.reload()
    await shown(page)
    await page.getByRole('gridcell', { name: '30 June 2030, 10 events' }).waitFor()
    const cells = await page.getByRole('gridcell').allTextContents()
    const counts = cells.map((text) => Number(/June 2030, (\d+) event/.exec(text)?.[1] ?? 0))
    equal(
      counts.reduce((sum, one) => sum + one),
      EVENTS,
    )
    equal(await page.getByRole('button', { name: '+ 7 more' }).count(), 30)
    const ofMonth = asked.filter(({ searchParams }) => searchParams.get('start_date')?.startsWith('2030-06'))
    deepEqual(ofMonth.map(({ searchParams }) => Number(searchParams.get('page'))).sort(), [1, 2, 3, 4, 5, 6])
    // The adjacent months have been loaded ahead, and cached months are not loaded again.
    await page.getByRole('button', { name: 'Next month' }).click()
    await shown(page)
    await page.getByRole('button', { name: 'Previous month' }).click()
    await shown(page)
    equal(asked.filter(({ searchParams }) => searchParams.get('start_date')?.startsWith('2030-06')).length, 6)
    equal(asked.filter(({ searchParams }) => searchParams.get('start_date')?.startsWith('2030-07')).length, 1)
  })
})

test('the button below a list loads as many events as the limit says', async (t) => {
  await onSite(t, server.origin, 'language="en" view="list" limit="7" date="2030-06-10"', async (page) => {
    await shown(page)
    equal(await page.locator('[part=event]').count(), 7)
    await page.getByRole('button', { name: 'Show more' }).click()
    await page.locator('[part=event]').nth(13).waitFor()
    equal(await page.locator('[part=event]').count(), 14)
  })
})

const HURT = '<img src="/nowhere" onerror="window.hurt = 1">'
const record = (fields: Record<string, unknown>) => ({
  ...{
    id: 1,
    title: 'Event',
    url: 'https://peer.example/1',
    all_day: false,
    timezone_abbr: 'UTC',
    cost: '',
    venue: [],
  },
  ...{ start_date: '2030-06-15 10:00:00', end_date: '2030-06-15 11:00:00', utc_start_date: '2030-06-15 10:00:00' },
  ...{ categories: [], ...fields },
})

const send = (response: ServerResponse, body: unknown, status = 200) =>
  response
    .writeHead(status, { 'content-type': 'application/json', 'access-control-allow-origin': '*' })
    .end(JSON.stringify(body))

/** A server whose responses a test can set. */
const peerThat = (answer: (request: IncomingMessage, response: ServerResponse) => void) => serve(answer)

test('markup in responses is shown as text', async (t) => {
  const peer = await peerThat((_request, response) => {
    const events = [
      record({
        id: 1,
        title: `Trap ${HURT}`,
        url: 'javascript:window.hurt=2',
        cost: HURT,
        venue: { venue: `Hall ${HURT}` },
      }),
      record({
        id: 2,
        title: 'Q&#038;A &#8211; caf&eacute; &amp;lt;b&amp;gt; &#x1F389; &constructor; &#0;',
        categories: [{ name: HURT }],
      }),
      record({ id: 3, title: '&lt;script&gt;window.hurt=3&lt;/script&gt;', url: 'data:text/html,x', venue: null }),
      record({ id: 4, title: 'a < b > c', url: 'vbscript:x', organizer: 7, categories: 'none' }),
      record({ id: 5, start_date: 'yesterday', title: 'No date' }),
      null,
    ]
    send(response, { events, total: 6, total_pages: 1 })
  })
  const look = async (page: Page) => {
    for (const view of ['month', 'week', 'day', 'list']) {
      await set(page, { view })
      const titles = await page.locator('[part=event-title]').allTextContents()
      const wanted = [
        'Trap ',
        'Q&A – caf&eacute; &lt;b&gt; 🎉 &constructor; &#0;',
        '<script>window.hurt=3</script>',
        'a < b > c',
      ]
      deepEqual(titles, view === 'month' ? [...wanted, ...wanted] : wanted, view)
      equal(await page.evaluate('window.hurt'), undefined)
      const links = await page.evaluate(
        `[...document.querySelector('almanac-calendar').shadowRoot.querySelectorAll('a')].map((a) => a.href)`,
      )
      ok(
        (links as string[]).every((href) => href.startsWith('https://peer.example/')),
        String(links),
      )
      equal(await page.locator('img, script:not([src])').count(), 0)
    }
  }
  try {
    await onSite(t, server.origin, 'language="en" views=""', look, { src: peer.origin })
  } finally {
    await peer.close()
  }
})

for (const [src, asked] of [
  ['', '/cal/events/v1/events?translation_language=de'],
  ['/de', '/de/cal/events/v1/events?translation_language=de'],
  ['/wp-json/tribe/events/v1/', '/wp-json/tribe/events/v1/events?lang=de'],
  ['/?rest_route=/tribe/events/v1', '/?rest_route=/tribe/events/v1/events&lang=de'],
] as const) {
  test(`src ${src || 'of a host'} leads to requests to ${asked}`, async (t) => {
    const urls: URL[] = []
    const peer = await peerThat((request, response) => {
      urls.push(new URL(request.url ?? '', 'http://peer'))
      send(response, { events: [record({})], total: 1, total_pages: 1 })
    })
    try {
      await onSite(t, server.origin, 'language="de" category="a, b"', shown, { src: peer.origin + src })
    } finally {
      await peer.close()
    }
    const [url] = urls
    const wanted = new URL(asked, 'http://peer')
    equal(url?.pathname, wanted.pathname)
    for (const [name, value] of wanted.searchParams) equal(url?.searchParams.get(name), value)
    equal(url?.searchParams.get('per_page'), '50')
    equal(url?.searchParams.get('categories'), 'a, b')
  })
}

test('an unreachable server leads to an error message with a button that tries again', async (t) => {
  let isDown = true
  const peer = await peerThat((request, response) => {
    if (isDown) request.socket.destroy()
    else send(response, { events: [record({ title: 'Back again' })], total: 1, total_pages: 1 })
  })
  const look = async (page: Page) => {
    await page.getByRole('alert').getByText('Der Kalender lässt sich gerade nicht zeigen.').waitFor()
    equal(await page.getByRole('gridcell').count(), 35)
    isDown = false
    await page.getByRole('button', { name: 'Noch einmal' }).click()
    await page.getByRole('link', { name: 'Back again' }).first().waitFor()
    equal(await page.getByRole('alert').count(), 0)
  }
  try {
    await onSite(t, server.origin, 'language="de"', look, { src: peer.origin, expected: [/ERR_/, WARNING] })
  } finally {
    await peer.close()
  }
})

test('a month that failed to load ahead is loaded again when it is shown', async (t) => {
  let hasJulyFailed = false
  const peer = await peerThat((request, response) => {
    const isJuly = request.url?.includes('start_date=2030-07')
    if (isJuly && !hasJulyFailed) {
      hasJulyFailed = true
      send(response, {}, 503)
    } else
      send(response, {
        events: isJuly ? [record({ start_date: '2030-07-02 10:00:00', end_date: '2030-07-02 11:00:00' })] : [],
      })
  })
  const look = async (page: Page) => {
    await page.waitForResponse((answer) => answer.status() === 503)
    equal(await page.getByRole('alert').count(), 0)
    await page.getByRole('button', { name: 'Next month' }).click()
    await page.getByRole('link', { name: 'Event' }).waitFor()
  }
  try {
    await onSite(t, server.origin, 'language="en"', look, { src: peer.origin, expected: [/503/] })
  } finally {
    await peer.close()
  }
})

test('an invalid src shows the same message as an unreachable server', async (t) => {
  await onSite(
    t,
    server.origin,
    'view="list" language="en"',
    async (page) => {
      await set(page, { src: 'http://' })
      await page.getByRole('alert').waitFor()
    },
    { expected: [/about:invalid|Content Security Policy/] },
  )
})

test('error responses and responses that are not event lists show the same message', async (t) => {
  for (const answer of [
    (response: ServerResponse) => send(response, { code: 'rest_invalid_param', message: 'No' }, 400),
    (response: ServerResponse) => send(response, { hello: 'world' }),
    (response: ServerResponse) =>
      response.writeHead(200, { 'access-control-allow-origin': '*' }).end('<!doctype html>'),
  ]) {
    const peer = await peerThat((_request, response) => answer(response))
    const look = (page: Page) => page.getByRole('alert').waitFor()
    try {
      await onSite(t, server.origin, 'view="list" language="en"', look, {
        src: peer.origin,
        expected: [/400/, WARNING],
      })
    } finally {
      await peer.close()
    }
  }
})

test('requests for a period that is no longer shown are aborted', async (t) => {
  const waiting: Promise<unknown>[] = []
  const peer = await peerThat((request, response) => {
    const start = new URL(request.url ?? '', 'http://peer').searchParams.get('start_date') ?? ''
    if (start.startsWith('2030-06')) waiting.push(once(response, 'close'))
    else send(response, { events: [], total: 0, total_pages: 0 })
  })
  const look = async (page: Page) => {
    await page.locator('[part=body][aria-busy=true]').waitFor()
    await set(page, { date: '2030-12-01' })
    equal(waiting.length, 1)
    await waiting[0]
  }
  try {
    await onSite(t, server.origin, 'language="en"', look, { src: peer.origin })
  } finally {
    await peer.close()
  }
})
