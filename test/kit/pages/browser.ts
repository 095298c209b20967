import { readFile } from 'node:fs/promises'
import type { TestContext } from 'node:test'
import type { AxeResults } from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { HANG_MS } from '../eventually.ts'
import { skipLoudly } from '../skipping.ts'
import { findChromium } from './chromium.ts'

/**
 * Runs tests in headless Chromium, started by the first `withPage` and closed when no page was open for a while. Code for the page is passed as text (`page.evaluate('document.title')`) or through locators, since
 * tests are type-checked for Node, which has no `document`.
 */

export interface PageOptions {
  /** Origin of the server under test, `http://127.0.0.1:…`; base of relative URLs. */
  origin: string
  /** Other origins that the page may request. Any other request fails the test. */
  alsoFrom?: readonly string[]
  /** In CSS pixels, 1200 × 900 by default. */
  width?: number
  height?: number
  colorScheme?: 'light' | 'dark'
  /** Locale of the browser, a BCP 47 tag such as `de-AT`. */
  locale?: string
  /** IANA time zone of the browser, UTC by default. */
  timezone?: string
  javaScriptEnabled?: boolean
  reducedMotion?: 'reduce' | 'no-preference'
  /** Whether the browser has a touch screen, so that `page.tap` works. */
  hasTouch?: boolean
  /** Whether pages can use WebGL, drawn by the processor: only for tests of maps, because it takes much of its time. */
  hasWebgl?: boolean
  /** Expected console messages, such as the error for a response with status 404. */
  expected?: readonly RegExp[]
}

const FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Names of other hosts do not resolve.
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost',
]
const WEBGL_FLAGS = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader']
export const BROWSER_SKIPPED = 'Chromium is not installed (no `chromium` on PATH) and CHROMIUM is not set'

const IDLE_MS = 1000

/** The browsers without and with WebGL. */
const started = new Map<boolean, Promise<Browser>>()
let pagesOpen = 0
let closing: NodeJS.Timeout | undefined

/** Returns the browser for one more page. */
function takeBrowser(executablePath: string, hasWebgl: boolean): Promise<Browser> {
  clearTimeout(closing)
  pagesOpen += 1
  const args = hasWebgl ? [...FLAGS, ...WEBGL_FLAGS] : FLAGS
  const browser = started.get(hasWebgl) ?? chromium.launch({ executablePath, headless: true, args })
  started.set(hasWebgl, browser)
  return browser
}

/** Closes the browsers if no page is opened soon, because they keep this process alive. Hooks of the runner know only one file. */
function releaseBrowser(): void {
  pagesOpen -= 1
  if (pagesOpen > 0) return
  closing = setTimeout(async () => {
    const idle = [...started.values()]
    started.clear()
    for (const browser of idle) await (await browser).close()
  }, IDLE_MS)
}

type PageWork = (page: Page, context: BrowserContext) => Promise<void>

/** Opens a page for a test, as `openPage` does. Without Chromium the test is skipped, or fails if `REQUIRE_BROWSER=1`. */
export async function withPage(t: TestContext, options: PageOptions, work: PageWork): Promise<void> {
  if (findChromium()) await openPage(options, work)
  else skipLoudly(t, 'REQUIRE_BROWSER', 'THE TESTS IN A BROWSER', BROWSER_SKIPPED)
}

/**
 * Opens a page in a new profile.
 * @throws {Error} if the page logs an error or a warning, violates its Content-Security-Policy, throws, or sends a
 *   request to another origin, or if Chromium is not installed
 */
export async function openPage(options: PageOptions, work: PageWork): Promise<void> {
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error(BROWSER_SKIPPED)
  const { origin, width = 1200, height = 900, timezone = 'UTC', locale = 'en-GB' } = options
  const { javaScriptEnabled = true, colorScheme = 'light', reducedMotion = 'no-preference', hasTouch = false } = options
  try {
    const browser = await takeBrowser(executablePath, options.hasWebgl ?? false)
    await using context = await browser.newContext({
      baseURL: origin,
      viewport: { width, height },
      timezoneId: timezone,
      ...{ locale, javaScriptEnabled, colorScheme, reducedMotion, hasTouch },
    })
    context.setDefaultTimeout(HANG_MS)
    const problems = problemsOf(context, options)
    await work(await context.newPage(), context)
    if (problems.length > 0) throw new Error(`The page has problems:\n${problems.join('\n')}`)
  } finally {
    releaseBrowser()
  }
}

/** What Chromium reports when it shows a page without the view transition, because the page was ready too late. */
const SKIPPED_TRANSITION = /^thrown: InvalidStateError: Transition was aborted because of invalid state/

/** What Chromium reports when it reads the pixels of a map that is drawn by the processor, e.g. for a screenshot. */
const SLOW_PIXELS = /GPU stall due to ReadPixels/

/** Collects the problems of all pages of a context. */
function problemsOf(context: BrowserContext, { origin, alsoFrom = [], expected = [] }: PageOptions): string[] {
  const problems: string[] = []
  const found = (problem: string) => {
    if (![...expected, SKIPPED_TRANSITION, SLOW_PIXELS].some((pattern) => pattern.test(problem))) problems.push(problem)
  }
  const origins = new Set([origin, ...alsoFrom].map((address) => new URL(address).origin))
  // Chromium reports policy violations on the console, even with scripts disabled; unknown names in headers as warnings.
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) found(`console: ${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) => found(`thrown: ${thrown(error.error())}`))
  context.on('request', (request) => {
    const { protocol, origin: asked } = new URL(request.url())
    if (protocol.startsWith('http') && !origins.has(asked)) found(`asked elsewhere: ${request.url()}`)
  })
  return problems
}

/** Exceptions thrown by the browser itself have no stack. */
const thrown = ({ name, message, stack }: Error) => stack || `${name}: ${message}`

const axe = (async () => readFile(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8'))()

/**
 * Runs axe on the current page, with its best-practice rules. Returns one line for each violated rule, with the
 * elements.
 * @param rules checks only these rules of axe
 */
export async function violationsOf(page: Page, rules?: readonly string[]): Promise<string[]> {
  await page.evaluate(await axe)
  // With `preload`, axe would fetch the style sheets again, which counts as requests of the page.
  const { violations } = (await page.evaluate(
    `axe.run(${JSON.stringify({ preload: false, ...(rules && { runOnly: rules }) })})`,
  )) as AxeResults
  return violations.map(({ id, impact, help, nodes }) => {
    const places = nodes.map(({ target, any }) => `${target.flat().join(' ')} ${any.map(({ message }) => message)}`)
    return [`${id} (${impact}): ${help}`, ...places].join('\n    ')
  })
}
