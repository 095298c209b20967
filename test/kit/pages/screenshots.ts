/**
 * Takes screenshots of every kind of page for docs/pictures/pages: `npm run pictures`, or only some kinds by name.
 * Calendar and date are fixed, so that screenshots differ only where pages changed.
 */
import { mkdirSync } from 'node:fs'
import { chromium } from 'playwright-core'
import sharp from 'sharp'
import { openDatabase } from '../../../src/db/open-database.ts'
import { fillSample } from '../calendar/sample.ts'
import { testEngine } from '../engines/engines.ts'
import { startListening } from '../server/listening.ts'
import { findChromium } from './chromium.ts'
import { pageKinds } from './page-kinds.ts'

const FOLDER = new URL('../../../docs/pictures/pages/', import.meta.url)
const EVENTS = 600
const WIDTHS = { phone: [390, 844], desktop: [1280, 900] } as const
const QUALITY = 70
const DARK_TOO = new Set(['home', 'month', 'event'])

const executablePath = findChromium()
if (executablePath === undefined)
  throw new Error('Chromium is not installed (no `chromium` on PATH); CHROMIUM names it elsewhere')
mkdirSync(FOLDER, { recursive: true })
const engine = testEngine('sqlite')
const [url, emptyUrl] = [await engine.url(), await engine.url()]
await fillSample(url, EVENTS)
const [db, emptyDb] = [await openDatabase(url), await openDatabase(emptyUrl)]
const [server, empty] = [await startListening(db), await startListening(emptyDb)]
const browser = await chromium.launch({ executablePath, args: ['--disable-gpu', '--hide-scrollbars'] })
try {
  const paths = { ...(await pageKinds(server)), missing: '/event/never-was/' }
  const pages = Object.entries(paths).map(([kind, path]) => ({ kind, address: server.origin + path }))
  pages.push({ kind: 'landing', address: `${empty.origin}/` })
  pages.push({ kind: 'month-german', address: `${server.origin}/de${paths.month}` })
  const wanted = new Set<string>(process.argv.slice(2))
  for (const { kind, address } of pages.filter(({ kind }) => wanted.size === 0 || wanted.has(kind))) {
    for (const [name, [width, height]] of Object.entries(WIDTHS)) {
      for (const colorScheme of DARK_TOO.has(kind) ? (['light', 'dark'] as const) : (['light'] as const)) {
        const page = await browser.newPage({
          viewport: { width, height },
          colorScheme,
          timezoneId: 'Europe/Berlin',
          reducedMotion: 'reduce',
        })
        await page.goto(address, { waitUntil: 'networkidle' })
        const file = new URL(`${kind}-${name}${colorScheme === 'dark' ? '-dark' : ''}.webp`, FOLDER)
        await sharp(await page.screenshot())
          .webp({ quality: QUALITY })
          .toFile(file.pathname)
        await page.close()
      }
    }
    process.stdout.write(`${kind}\n`)
  }
} finally {
  await browser.close()
  for (const one of [server, empty]) await one.close()
  for (const one of [db, emptyDb]) await one.close()
  await engine.close()
}
