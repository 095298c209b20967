import { deepEqual, equal } from 'node:assert/strict'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import type { AdminWords } from '../../../../src/admin/words/en.ts'
import { adminWordsInLanguage } from '../../../../src/admin/words/index.ts'
import type { Language } from '../../../../src/core/language.ts'
import { languageRoot } from '../../../../src/core/urls.ts'
import { violationsOf } from '../../pages/browser.ts'
import type { ListeningServer } from '../../server/listening.ts'
import { pressControl, typeInto } from '../keyboard.ts'
import { openMenu } from '../open-menu.ts'

export const CLERK_PASSWORD = 'plum river 47 lamp'

/** The languages of servers on which clerks work. */
export const CLERK_LANGUAGES: readonly Language[] = ['en', 'de', 'fr', 'es', 'fi']

/** How a clerk uses the admin pages. */
export interface ClerkOptions {
  language: Language
  /** Width of the window in CSS pixels. */
  width: number
  colorScheme: 'light' | 'dark'
  hasScript: boolean
}

/** A user who works with the keyboard alone and knows only the visible labels of one language. */
export interface Clerk {
  server: ListeningServer
  page: Page
  words: AdminWords
  language: Language
  /** A part of all names, because several clerks share a server. */
  name: string
  /** Asserts that axe, which needs script, finds nothing on the page, and that it does not scroll sideways. */
  look(step: string): Promise<void>
}

export function createClerk(server: ListeningServer, page: Page, options: ClerkOptions): Clerk {
  const { language, width, hasScript } = options
  const name = `${language}${width}${hasScript ? 'script' : 'plain'}`
  return { server, page, words: adminWordsInLanguage(language), language, name, look: lookAt(page, hasScript) }
}

const lookAt = (page: Page, hasScript: boolean) => async (step: string) => {
  if (hasScript) deepEqual(await violationsOf(page), [], `${step}: ${page.url()}`)
  const wide = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
  equal(wide, 0, `${step} scrolls sideways: ${page.url()}`)
}

/** Presses a button or follows a link by its name. */
export async function press(page: Page, role: 'button' | 'link', name: string | RegExp, index = 0): Promise<void> {
  await pressControl(page, page.getByRole(role, { name, exact: typeof name === 'string' }).nth(index))
}

/** Follows an entry of the navigation. */
export async function navigate({ page, words }: Clerk, name: string): Promise<void> {
  await openMenu(page, words.frame.menu)
  await press(page, 'link', name)
  await page.getByRole('heading', { name, level: 1 }).waitFor()
}

/** Waits for the message about the last form. */
export const waitForNotice = (page: Page, text: string): Promise<void> =>
  page.getByRole('status').filter({ hasText: text }).waitFor()

export async function createPictureFile(name: string, background: string) {
  const picture = sharp({ create: { width: 60, height: 40, channels: 3, background } })
  return { name, mimeType: 'image/png', buffer: await picture.png().toBuffer() }
}

export async function signInAsClerk({ page, words, language, look }: Clerk): Promise<void> {
  await page.goto(`${languageRoot(language, CLERK_LANGUAGES)}/admin/`)
  await look('sign-in')
  await typeInto(page, page.getByLabel(words.signIn.login), 'administrator')
  await typeInto(page, page.getByLabel(words.signIn.password, { exact: true }), CLERK_PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: words.start.title, level: 1 }).waitFor()
}

/** Shows only the records of a table that contain a text. */
export async function searchTable({ page, words }: Clerk, text: string): Promise<void> {
  await typeInto(page, page.getByLabel(words.list.search, { exact: true }), text)
  await press(page, 'button', words.list.show)
}
