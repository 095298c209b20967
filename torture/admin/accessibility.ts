import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { CLERK_LANGUAGES } from '../../test/kit/admin/clerk-day/clerk.ts'
import { signInInBrowser } from '../../test/kit/admin/client.ts'
import { openMenu } from '../../test/kit/admin/open-menu.ts'
import { createAdminPages } from '../../test/kit/admin/page-addresses.ts'
import { testEngine } from '../../test/kit/engines/engines.ts'
import { openPage, violationsOf } from '../../test/kit/pages/browser.ts'
import { type ListeningServer, startListening } from '../../test/kit/server/listening.ts'
import type { Outcome, Trial, TrialOptions } from '../trial.ts'

export const accessibility: Trial = {
  name: 'accessibility',
  promise:
    'axe finds nothing on any admin page, and none is wider than the window: on phones and wide screens, light and dark, with and without records, with refused forms, conflicts and open dialogues.',
  // Pages look the same on both engines.
  engines: ['sqlite'],
  run,
}

/** A part of the pages: adds what it finds to the violations. */
type Visit = (page: Page, check: (path: string) => Promise<void>) => Promise<void>

const WINDOWS = [
  { width: 375, colorScheme: 'light' },
  { width: 375, colorScheme: 'dark' },
  { width: 1440, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark' },
] as const

async function run({ engine, isSmoke, logStep }: TrialOptions): Promise<Outcome> {
  const kit = testEngine(engine)
  const options = { languages: CLERK_LANGUAGES, mail: { smtpUrl: 'smtp://127.0.0.1:1', from: 'a@town.example' } }
  const empty = await startListening(await kit.open(), options)
  const filled = await startListening(await kit.open(), options)
  const violations: string[] = []
  let checked = 0
  try {
    const pages = await createAdminPages(filled)
    const withRecords = Object.values(pages.signedIn)
    const withoutRecords = Object.entries(pages.signedIn).flatMap(([path, address]) =>
      path.includes(':') ? [] : [address],
    )
    const visits: [string, ListeningServer, Visit][] = [
      ['pages without records', empty, visitPages(withoutRecords)],
      ['pages with records', filled, visitPages([...withRecords, ...withRecords.map((path) => `/fi${path}`)])],
      ['refused forms', filled, sendUnusableForms(withRecords)],
      ['dialogues', filled, openDialogues],
      ['conflicts and errors', filled, showConflictsAndErrors(filled)],
    ]
    for (const window of isSmoke ? WINDOWS.slice(0, 1) : WINDOWS) {
      for (const [name, server, visit] of isSmoke ? visits.slice(3) : visits) {
        const where = `${name}, ${window.width} pixels wide, ${window.colorScheme}`
        logStep(where)
        const expected = [/the server responded with a status of 4\d\d/]
        await openPage({ origin: server.origin, ...window, expected }, async (page, context) => {
          await signInInBrowser(server, context, 'administrator')
          page.on('dialog', (dialog) => void dialog.accept())
          await visit(page, async (path) => {
            checked += 1
            violations.push(...(await findingsOf(page)).map((finding) => `${where}, ${path}: ${finding}`))
          })
        }).catch((error: Error) => violations.push(`${where}: ${error.message}`))
      }
    }
  } finally {
    await empty.close()
    await filled.close()
    await kit.close()
  }
  return { figures: { 'pages checked': checked }, violations }
}

async function findingsOf(page: Page): Promise<string[]> {
  const wide = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
  return [...(await violationsOf(page)), ...(wide === 0 ? [] : ['it is wider than the window'])]
}

const visitPages =
  (paths: readonly string[]): Visit =>
  async (page, check) => {
    for (const path of paths) {
      await page.goto(path)
      await check(path)
    }
  }

/** Sends the form of each page with texts that most fields refuse. */
const sendUnusableForms =
  (paths: readonly string[]): Visit =>
  async (page, check) => {
    for (const path of paths) {
      await page.goto(path)
      const sent = await page.evaluate(`(() => {
        const form = document.querySelector('form.sheet[method=post]')
        if (!form) return false
        form.noValidate = true
        for (const input of form.querySelectorAll('input, textarea')) {
          if (['text', 'url', 'email', 'tel', 'textarea', 'password'].includes(input.type)) input.value = '@ @'
        }
        form.submit()
        return true
      })()`)
      if (!sent) continue
      await page.waitForEvent('load')
      await check(path)
    }
  }

/** Opens the navigation, the text editor and its dialogues. */
const openDialogues: Visit = async (page, check) => {
  await page.goto('/admin/events/new')
  await openMenu(page)
  await check('menu')
  await page.goto('/admin/events/new')
  await page.getByLabel('Description', { exact: true }).click()
  await page.locator('.editor-text').first().waitFor()
  await check('text editor')
  await page.getByRole('button', { name: 'Insert a table' }).click()
  await check('table in the text editor')
  for (const name of ['Link', 'Insert a picture']) {
    await page.getByRole('button', { name, exact: true }).click()
    await page.getByRole('dialog').waitFor()
    await check(name)
    await page.getByRole('button', { name: 'Cancel' }).click()
  }
  await page.getByRole('button', { name: 'HTML' }).click()
  await check('source of a text')
}

/** Shows pages that do not exist, and a form that somebody else has saved in the meantime. */
const showConflictsAndErrors =
  (server: ListeningServer): Visit =>
  async (page, check) => {
    await visitPages(['/admin/nowhere', '/admin/events/999999', '/admin/sign-in/link/gone'])(page, check)
    // A new name for each window, because a venue is created only once per name.
    const venue = `Harbour ${randomUUID()}`
    const { body } = await server.send('POST', '/venues', { as: 'administrator', body: { venue } })
    await page.goto(`/admin/venues/${body.id}`)
    await server.send('POST', `/venues/${body.id}`, { as: 'administrator', body: { city: 'Turku' } })
    await page.getByLabel('Town').fill('Tampere')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Somebody else has saved this').waitFor()
    await check('a conflict')
  }
