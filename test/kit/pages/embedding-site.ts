import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { TEST_NOW } from '../server/server.ts'
import { type PageOptions, withPage } from './browser.ts'

/** A minimal HTTP server on another port than the calendar: the embedding site, or another calendar. */
export interface OwnServer {
  origin: string
  close(): Promise<void>
}

export async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<OwnServer> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

interface Embedded extends Omit<PageOptions, 'origin'> {
  /** Origin of the displayed calendar, if not the origin of the script. */
  src?: string
  /** Content of the element. */
  inside?: string
}

/**
 * Opens a page of another site with `<almanac-calendar>` at the time of the test clock. The Content-Security-Policy of
 * the page allows only the script and the requests of the component: no inline style, and no text that is parsed as
 * markup.
 * @param calendar   origin of the server under test
 * @param attributes of the element
 */
export async function onSite(
  t: TestContext,
  calendar: string,
  attributes: string,
  work: (page: Page) => Promise<void>,
  { src = calendar, inside = '', ...options }: Embedded = {},
): Promise<void> {
  const policy = [
    "default-src 'none'",
    `script-src ${calendar}`,
    `connect-src ${new URL(src).origin}`,
    'img-src data:',
    "require-trusted-types-for 'script'",
  ].join('; ')
  const site = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy })
    response.end(`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A site</title>
      <meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
      <meta name="color-scheme" content="light dark">
      <script type="module" src="${calendar}/embed/almanac-calendar.js"></script></head>
      <body><main><h1>A site</h1><almanac-calendar src="${src}" ${attributes}>${inside}</almanac-calendar></main></body></html>`)
  })
  try {
    const alsoFrom = [calendar, new URL(src).origin]
    await withPage(t, { ...options, origin: site.origin, alsoFrom }, async (page) => {
      await page.clock.setFixedTime(TEST_NOW * 1000)
      await page.goto('/')
      await work(page)
    })
  } finally {
    await site.close()
  }
}

/** Waits until the element has loaded its content. */
export const shown = (page: Page) => page.locator('[part=body][aria-busy=false]').waitFor()

/** Sets attributes of the element from a script and waits until it is rendered again. */
export async function set(page: Page, attributes: Record<string, string>): Promise<void> {
  const pairs = JSON.stringify(Object.entries(attributes))
  await page.evaluate(`for (const [n, v] of ${pairs}) document.querySelector('almanac-calendar').setAttribute(n, v)`)
  await shown(page)
}
