import { deepEqual, equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { hashNewPassword, storePassword } from '../../src/accounts/store-password.ts'
import { writeSettings } from '../../src/settings/settings.ts'
import { insertSubmission } from '../../src/submissions/store.ts'
import { loadScope } from '../kit/engines/load-scope.ts'
import { violationsOf, withPage } from '../kit/pages/browser.ts'
import { withListeningServer } from '../kit/server/with-server.ts'

const PASSWORD = 'plum river 47 lamp'

const SUBMISSION = {
  fields: {
    title: 'Choir',
    start_date: '2030-07-01T19:00',
    end_date: '2030-07-01T21:00',
    website: 'https://a.example',
  },
  sender: { name: 'Aino', email: 'aino@choir.example', message: 'Please list us.' },
  nonce: 'one',
  networkHash: '',
  state: 'waiting',
} as const

// Pages look the same on both engines.
let senderToken = ''
const server = withListeningServer('sqlite', async ({ db, ids }) => {
  const hash = await hashNewPassword(PASSWORD)
  await db.transaction(async (tx) => {
    await storePassword(tx, ids.administrator, hash)
    await writeSettings(tx, { submissions: 'anyone' })
    senderToken = await insertSubmission({ ...loadScope(db), db: tx }, SUBMISSION)
  })
})

/** Pages of an administrator, below `/admin`. */
const PATHS = [
  ...['trash', 'media', 'events/new', 'categories/new'],
  ...['me/password', 'me/proof', 'me/application-passwords', 'me/tokens'],
  ...['sources', 'sources/new', 'sources/places', 'sources/duplicates', 'users', 'users/new', 'users/1'],
  ...['settings', 'audit'],
  ...['submissions', 'submissions/1', 'submission-keys'],
]

async function assertAccessible(page: Page): Promise<void> {
  deepEqual(await violationsOf(page), [], page.url())
  const wide = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
  equal(wide, 0, `${page.url()} scrolls sideways`)
}

for (const [width, colorScheme] of [
  [375, 'light'],
  [1440, 'dark'],
] as const) {
  test(`every page, ${width} pixels wide, ${colorScheme}: keyboard alone signs in, and axe finds no violation`, async (t) => {
    const options = { origin: server.origin, width, colorScheme, expected: [/401 \(Unauthorized\)/] }
    await withPage(t, options, async (page) => {
      await page.goto('/admin/')
      await assertAccessible(page)
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
      for (const path of [...PATHS.map((below) => `/admin/${below}`), '/submit/', `/submit/sent/${senderToken}`]) {
        await page.goto(path)
        match(await page.locator('h1').innerText(), /./)
        await assertAccessible(page)
      }
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByText('You are signed out.').waitFor()
    })
  })
}
