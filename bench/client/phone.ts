import { type Browser, type CDPSession, chromium } from 'playwright-core'
import { BROWSER_SKIPPED } from '../../test/kit/pages/browser.ts'
import { findChromium } from '../../test/kit/pages/chromium.ts'

/** A phone on a slow mobile network: a quarter of the speed of this processor, 1.6 Mbit/s, 150 ms until the first byte. */
const CPU_SLOWDOWN = 4
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
const SCREEN = { width: 390, height: 844 }

/** Time in milliseconds after the last request in which late shifts of the layout are still counted. */
const SETTLING_MS = 1_000

/** What a first visit of a page costs on a phone. */
export interface PageView {
  /** Compressed HTML, style sheets, scripts and fonts with their headers, in bytes; no pictures. */
  bytes: number
  /** Number of requests for them. */
  requests: number
  /** Largest Contentful Paint, in milliseconds since the navigation. */
  lcp: number
  /** Cumulative Layout Shift. */
  cls: number
}

/** @throws {Error} if Chromium is not installed */
export function startPhone(): Promise<Browser> {
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error(BROWSER_SKIPPED)
  return chromium.launch({ executablePath, args: ['--disable-gpu', '--no-sandbox'] })
}

/** Visits a page for the first time, with an empty cache. */
export async function visitOnPhone(browser: Browser, address: string): Promise<PageView> {
  await using context = await browser.newContext({ viewport: SCREEN, isMobile: true, hasTouch: true })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', NETWORK)
  const transfers = countTransfers(session)
  await page.goto(address, { waitUntil: 'networkidle' })
  await page.waitForTimeout(SETTLING_MS)
  return { ...transfers, ...((await page.evaluate(PAINTS)) as Pick<PageView, 'lcp' | 'cls'>) }
}

/** Counts bytes and requests of everything but pictures, from now on. */
function countTransfers(session: CDPSession): Pick<PageView, 'bytes' | 'requests'> {
  const transfers = { bytes: 0, requests: 0 }
  const counted = new Set<string>()
  session.on('Network.responseReceived', ({ requestId, type }) => {
    if (type !== 'Image') counted.add(requestId)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!counted.has(requestId)) return
    transfers.requests += 1
    transfers.bytes += encodedDataLength
  })
  return transfers
}

/** Code for the page: the entries that the browser has recorded since the navigation. */
const PAINTS = `(() => {
  const entries = (type) => {
    const observer = new PerformanceObserver(() => {})
    observer.observe({ type, buffered: true })
    return observer.takeRecords()
  }
  return {
    lcp: entries('largest-contentful-paint').at(-1)?.startTime ?? NaN,
    cls: entries('layout-shift').reduce((sum, { value }) => sum + value, 0),
  }
})()`
