import type { Benchmark, Measurement } from '../benchmark.ts'
import { type PageView, startPhone, visitOnPhone } from '../client/phone.ts'
import { median } from '../measure/quantile.ts'
import { createScratchEnv, fetchText, runAlmanac, startServer } from '../server/server.ts'

const EVENTS = 2_000
const VISITS = 5

/** First visits of a cached month, list and event page on a slow phone: weight, first content and layout shifts. */
export const phone: Benchmark = {
  name: 'phone',
  async run({ isSmoke, logStep }) {
    await using stack = new AsyncDisposableStack()
    const { env, close } = createScratchEnv()
    stack.defer(close)
    await runAlmanac(env, 'demo', '--events', String(isSmoke ? 200 : EVENTS))
    const server = await startServer(env)
    stack.defer(() => server.close())
    const browser = await startPhone()
    stack.defer(() => browser.close())
    const measurements: Measurement[] = []
    for (const [name, path] of Object.entries(await pathsOf(server.origin))) {
      logStep(name)
      await fetchText(server.origin + path)
      const views: PageView[] = []
      for (let visit = 0; visit < (isSmoke ? 1 : VISITS); visit += 1)
        views.push(await visitOnPhone(browser, server.origin + path))
      measurements.push(...measuresOf(name, views))
    }
    return measurements
  },
}

async function pathsOf(origin: string): Promise<Record<string, string>> {
  const { events } = JSON.parse(await fetchText(`${origin}/cal/events/v1/events?per_page=1`))
  return { month: '/events/month/', list: '/events/list/', event: new URL(events[0].url).pathname }
}

function measuresOf(name: string, views: readonly PageView[]): Measurement[] {
  const middle = (value: (view: PageView) => number) => median(views.map(value).toSorted((one, other) => one - other))
  return [
    {
      what: `${name}: first view without pictures`,
      value: middle(({ bytes }) => bytes) / 1024,
      unit: 'KiB',
      goal: { atMost: 60 },
    },
    { what: `${name}: requests`, value: middle(({ requests }) => requests), unit: 'requests', goal: { atMost: 6 } },
    { what: `${name}: Largest Contentful Paint`, value: middle(({ lcp }) => lcp), unit: 'ms', goal: { atMost: 1_500 } },
    {
      what: `${name}: Cumulative Layout Shift`,
      value: middle(({ cls }) => cls),
      unit: 'shift',
      goal: { atMost: 0.02 },
    },
  ]
}
