import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { testEngine } from '../kit/engines/engines.ts'
import { violationsOf, withPage } from '../kit/pages/browser.ts'
import { townArchive } from '../kit/pages/map-archive.ts'
import { type ListeningServer, startListening } from '../kit/server/listening.ts'
import { startServer } from '../kit/server/server.ts'

const TOWN = { latitude: 52.5, longitude: 13.4 }
const AWKWARD = '<img src=x onerror=alert(1)> קפה'
const VENUES = [
  ['Round House', 52.5, 13.4],
  ['Old Harbour', 52.504, 13.42],
  ['Castle Park', 52.492, 13.385],
  ['Mill One', 52.51, 13.39],
  ['Mill Two', 52.5101, 13.3902],
  // Names may contain HTML, so letters that would be a tag are escaped.
  [AWKWARD.replaceAll('<', '&lt;').replaceAll('>', '&gt;'), 52.49, 13.415],
] as const
/** Pixels that are darker than this, from 0 to 255, belong to letters. */
const DARK = 100
/** Colour of water in the style sheet of pages, as bytes. */
const SEA = [0xdc, 0xe8, 0xec]

describe('a map that readers can move', () => {
  const engine = testEngine('sqlite')
  const file = join(tmpdir(), `town-${process.pid}.pmtiles`)
  let server: ListeningServer

  before(async () => {
    writeFileSync(file, townArchive(TOWN))
    const map = { type: 'archive', source: file, attribution: '© OpenStreetMap' } as const
    server = await startListening(await engine.open(), { map })
    const create = async (path: string, body: Record<string, unknown>): Promise<number> => {
      const answer = await server.send('POST', path, { as: 'editor', body })
      equal(answer.status, 201)
      return answer.body.id
    }
    for (const [venue, geo_lat, geo_lng] of VENUES) {
      const id = await create('/venues', { venue, geo_lat, geo_lng, show_map: true })
      const times = { start_date: '2030-06-20 10:00', end_date: '2030-06-20 11:00' }
      await create('/events', { title: 'Concert', ...times, venue: id, status: 'publish' })
    }
  })
  after(async () => {
    await server.close()
    await engine.close()
    rmSync(file)
  })

  async function openMap(page: Page): Promise<void> {
    // Drawing with the processor is slow on busy machines.
    page.setDefaultTimeout(60_000)
    await page.goto('/events/map/', { waitUntil: 'commit' })
    await page.locator('.locator.moves').waitFor()
  }

  test('shows streets from the PMTiles file, names and groups of places, and popups by keyboard', async (t) => {
    const options = { origin: server.origin, hasWebgl: true, reducedMotion: 'reduce' } as const
    await withPage(t, options, async (page) => {
      const statuses: number[] = []
      page.on('response', (answer) => {
        if (answer.url().endsWith('.pmtiles')) statuses.push(answer.status())
      })
      await openMap(page)
      await page.waitForLoadState('networkidle')
      ok(statuses.length >= 2 && statuses.every((status) => status === 206), statuses.join(' '))
      const { data } = await sharp(await page.locator('.live').screenshot())
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
      const water = data.filter((_, index) => index % 3 === 0 && SEA.every((part, at) => data[index + at] === part))
      ok(water.length > 1000, `${water.length} pixels of water`)
      equal(await page.locator('figcaption a').textContent(), '© OpenStreetMap')
      deepEqual(await violationsOf(page), [])

      equal(await page.locator('.pin[inert]').count(), 0)
      const group = page.locator('.pin.group')
      equal(await group.getAttribute('aria-label'), '2: Mill One, Mill Two')
      await group.focus()
      await page.keyboard.press('Enter')
      await page.locator('.pin[aria-label="Mill Two"]').waitFor()
      match(String(await page.evaluate('document.activeElement.ariaLabel')), /^Mill (One|Two)$/)
      ok((await page.locator('.pin[inert]').count()) > 0, 'pins outside the map cannot get the focus')
      const scale = await page.locator('.maplibregl-ctrl-scale').innerText()
      await page.locator('.live canvas').focus()
      await page.keyboard.press('+')
      await page.locator('.maplibregl-ctrl-scale', { hasNotText: scale }).waitFor()

      const pin = page.locator('.pin[aria-label="Mill One"]')
      await pin.focus()
      await page.keyboard.press('Enter')
      const popup = page.getByRole('dialog', { name: 'Mill One' })
      equal(await popup.getByRole('link').textContent(), 'Mill One')
      equal(await page.locator('li.shown a').textContent(), 'Mill One')
      await page.keyboard.press('Escape')
      await popup.waitFor({ state: 'detached' })
      equal(await page.evaluate('document.activeElement.ariaLabel'), 'Mill One')

      await page.getByRole('button', { name: `Show on the map: ${AWKWARD}` }).click()
      const awkward = page.getByRole('dialog', { name: AWKWARD })
      equal(await awkward.getByRole('link').textContent(), AWKWARD)
      equal(await awkward.locator('img').count(), 0)
      deepEqual(await violationsOf(page), [])
    })
  })

  test('on a phone, the edges of the map cut off no name', async (t) => {
    const options = { origin: server.origin, hasWebgl: true, reducedMotion: 'reduce', width: 375 } as const
    await withPage(t, options, async (page) => {
      await openMap(page)
      await page.waitForLoadState('networkidle')
      const map = sharp(await page.locator('.live').screenshot())
      const { width = 0, height = 0 } = await map.metadata()
      for (const left of [2, width - 6]) {
        const strip = map.clone().extract({ left, top: 2, width: 4, height: height - 4 })
        const { data } = await strip.greyscale().raw().toBuffer({ resolveWithObject: true })
        equal(data.filter((grey) => grey < DARK).length, 0, `dark pixels at ${left}`)
      }
    })
  })

  test('is not loaded where the browser has no WebGL: the drawn map stays', async (t) => {
    await withPage(t, { origin: server.origin }, async (page) => {
      await page.addInitScript('HTMLCanvasElement.prototype.getContext = () => null')
      const loaded: string[] = []
      page.on('request', (request) => loaded.push(request.url()))
      await page.goto('/events/map/')
      await page.waitForLoadState('networkidle')
      ok(loaded.some((url) => url.endsWith('/map/map.js')))
      deepEqual(
        loaded.filter((url) => /maplibre|pmtiles/.test(url)),
        [],
      )
      ok(await page.locator('.locator svg').isVisible())
      ok(!(await page.locator('figcaption').isVisible()))
    })
  })

  test('parts of the PMTiles file are served by range, with an entity tag', async () => {
    const bytes = townArchive(TOWN)
    const ask = (headers: Record<string, string>, method = 'GET') =>
      fetch(`${server.origin}/assets/map.pmtiles`, { method, headers })
    const part = await ask({ range: 'bytes=0-6' })
    deepEqual([part.status, await part.text()], [206, 'PMTiles'])
    equal(part.headers.get('content-range'), `bytes 0-6/${bytes.length}`)
    const etag = part.headers.get('etag') ?? ''
    match(etag, /^"[\w-]{16}"$/)
    match(String(part.headers.get('cache-control')), /no-transform/)
    for (const [headers, status, length] of [
      [{}, 200, bytes.length],
      [{ range: 'bytes=-5' }, 206, 5],
      [{ range: 'bytes=0-6', 'if-range': etag }, 206, 7],
      [{ range: 'bytes=0-6', 'if-range': '"other"' }, 200, bytes.length],
      [{ range: `bytes=${bytes.length}-` }, 416, 0],
      [{ 'if-none-match': etag }, 304, 0],
    ] as const) {
      const answer = await ask(headers)
      const body = await answer.arrayBuffer()
      deepEqual([answer.status, body.byteLength], [status, length], JSON.stringify(headers))
    }
    const head = await ask({ range: 'bytes=0-6' }, 'HEAD')
    deepEqual([head.status, head.headers.get('content-length')], [206, '7'])
  })
})

describe('the policy of pages with a map', () => {
  const engine = testEngine('sqlite')
  after(() => engine.close())

  for (const [source, expected] of [
    ['https://maps.example/town.pmtiles?key=1', "connect-src 'self' https://maps.example/town.pmtiles;"],
    ['/nowhere/town.pmtiles', "connect-src 'self';"],
  ] as const) {
    test(`allows requests to ${source} only if it is on another host`, async () => {
      const map = { type: 'archive', source, attribution: 'A' } as const
      const server = await startServer(await engine.open(), { map })
      try {
        const { headers, status } = await server.ask('GET', 'host:/events/map/')
        equal(status, 200)
        ok(String(headers['content-security-policy']).includes(expected), String(headers['content-security-policy']))
      } finally {
        await server.close()
      }
    })
  }
})
