import { deepEqual, equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { hashNewPassword, replacePasswordAndEndSessions } from '../../src/accounts/store-password.ts'
import { signInInBrowser } from '../kit/admin/client.ts'
import { openMenu } from '../kit/admin/open-menu.ts'
import { type AdminPageAddresses, createAdminPages } from '../kit/admin/page-addresses.ts'
import { violationsOf, withPage } from '../kit/pages/browser.ts'
import { withListeningServer } from '../kit/server/with-server.ts'

const PASSWORD = 'plum river 47 lamp'

// Pages look the same on both engines.
let pages: AdminPageAddresses
const server = withListeningServer(
  'sqlite',
  async (started) => {
    const { db, ids } = started
    const hash = await hashNewPassword(PASSWORD)
    await db.transaction((tx) => replacePasswordAndEndSessions(tx, ids.administrator, hash))
    pages = await createAdminPages(started)
  },
  { mail: { smtpUrl: 'smtp://127.0.0.1:1', from: 'calendar@town.example' } },
)

async function assertAccessible(page: Page): Promise<void> {
  deepEqual(await violationsOf(page), [], page.url())
  const wide = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
  equal(wide, 0, `${page.url()} scrolls sideways`)
}

/** Uploads a table, chooses the meaning of its columns, and asks for a preview. */
async function importTable(page: Page): Promise<void> {
  await page.goto('/admin/import')
  await assertAccessible(page)
  const buffer = Buffer.from(
    'Was;Wann;Beschreibung\nKonzert;1.5.2031;Ein langer Text über das Konzert im großen Saal\n',
  )
  await page.getByLabel('File').setInputFiles({ name: 'programm.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Was').selectOption('title')
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Show what would happen' }).click()
  await page.waitForURL(/\/sources\/runs\/\d+$/)
  await assertAccessible(page)
}

for (const [width, colorScheme] of [
  [375, 'light'],
  [1440, 'dark'],
] as const) {
  test(`every page, ${width} pixels wide, ${colorScheme}: keyboard alone signs in, and axe finds no violation`, async (t) => {
    const options = { origin: server.origin, width, colorScheme, expected: [/401 \(Unauthorized\)/] }
    await withPage(t, options, async (page) => {
      for (const path of Object.values(pages.signedOut)) {
        await page.goto(path)
        await assertAccessible(page)
      }
      await page.goto('/admin/')
      const login = page.getByLabel('Login or e-mail address')
      await login.focus()
      await page.keyboard.type('administrator')
      await page.keyboard.press('Tab')
      await page.keyboard.type('not my password')
      await page.keyboard.press('Enter')
      await page.getByRole('alert').filter({ hasText: 'Please correct this' }).waitFor()
      equal(await login.inputValue(), 'administrator')
      await assertAccessible(page)
      await page.getByLabel('Password').focus()
      await page.keyboard.type(PASSWORD)
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/admin\/?$/)
      await assertAccessible(page)
      for (const [path, address] of Object.entries(pages.signedIn)) {
        // The colours are those of the lists and forms without a record.
        if (colorScheme === 'dark' && path.includes(':')) continue
        await page.goto(address)
        match(await page.locator('h1').innerText(), /./)
        await assertAccessible(page)
      }
      await importTable(page)
      await openMenu(page)
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByText('You are signed out.').waitFor()
    })
  })
}

test('a title and a place of one long word break in the table of events, which does not scroll', async (t) => {
  await withPage(t, { origin: server.origin, width: 1280 }, async (page) => {
    const word = 'Donaudampfschifffahrt'.repeat(5)
    const body = { title: word, start_date: '2030-08-01 10:00', end_date: '2030-08-01 11:00', venue: { venue: word } }
    equal((await server.send('POST', '/events', { as: 'editor', body })).status, 201)
    await signInInBrowser(server, page.context(), 'editor')
    await page.goto('/admin/events?search=Donaudampfschifffahrt')
    await page.getByRole('link', { name: word }).waitFor()
    const over = await page.evaluate(
      "(() => { const { scrollWidth, clientWidth } = document.querySelector('.scroll'); return scrollWidth - clientWidth })()",
    )
    equal(over, 0)
  })
})
