import type { RunningServer } from '../../bench/server/server.ts'
import type { Outcome, Trial, TrialOptions } from '../trial.ts'
import { type ClientResult, runClients } from './clients.ts'
import { CLIENT_CORE, withDemoServer } from './demo-server.ts'

const SECONDS = 20
/** Events of the calendar: enough that searches and feeds take long. */
const EVENTS = 20_000
/** Time before the visitor comes, when all connections of the attacker are busy. */
const ATTACK_SECONDS = 2
const ATTACK_CONNECTIONS = 70
const VISIT_PAUSE_MS = 50
const API = '/cal/events/v1'

/** What one client asks for on all its connections at once. None of it is cached, except for site maps (see soak.ts). */
const ATTACK = {
  search: `${API}/events?search=concert&per_page=50&x=#`,
  feed: `${API}/events.ics?x#=1`,
  filters: `${API}/events?featured=1&geoloc=1&x=#`,
  sitemap: '/sitemap.xml?x=#',
  'event feed': `${API}/events/1.ics?x#=1`,
  month: '/events/month/?name=#',
}

/** What another client asks for meanwhile, with the largest p95 of the response time in milliseconds. */
const VISIT = {
  search: { path: `${API}/events?search=jazz&visit=#`, p95Max: 1000 },
  "week's feed": { path: `${API}/events.ics?start_date=2031-05-05&end_date=2031-05-11&visit#=1`, p95Max: 1000 },
  'event feed': { path: '', p95Max: 300 },
  'site map': { path: '/sitemap.xml?visit=#', p95Max: 300 },
}

export const fair: Trial = {
  name: 'fair',
  promise: 'Seventy connections of one client do not delay the searches, feeds and site maps of another.',
  run: (options) =>
    withDemoServer(options, (server) => runFair(server, options), { events: EVENTS, env: { TRUST_PROXY: '1' } }),
}

async function runFair({ origin }: RunningServer, { isSmoke, seconds, logStep }: TrialOptions): Promise<Outcome> {
  const visitSeconds = seconds ?? (isSmoke ? 2 : SECONDS)
  const first = await fetch(`${origin}${API}/events?per_page=1`)
  const { events } = (await first.json()) as { events: { id: number }[] }
  const paths = Object.entries(VISIT).map(([name, { path }]) => [
    name,
    path || `${API}/events/${events[0]?.id}.ics?visit#=1`,
  ])
  logStep(`${ATTACK_CONNECTIONS} connections of one client`)
  const [attacker, visitor] = (await runClients(
    origin,
    [
      {
        address: '192.0.2.1',
        requests: ATTACK,
        connections: ATTACK_CONNECTIONS,
        seconds: visitSeconds + ATTACK_SECONDS,
      },
      {
        address: '192.0.2.2',
        requests: Object.fromEntries(paths),
        connections: 1,
        pauseMs: VISIT_PAUSE_MS,
        delaySeconds: ATTACK_SECONDS,
        seconds: visitSeconds,
      },
    ],
    CLIENT_CORE,
  )) as [ClientResult, ClientResult]
  return evaluate(attacker, visitor, { isSmoke })
}

function evaluate(attacker: ClientResult, visitor: ClientResult, { isSmoke }: Pick<TrialOptions, 'isSmoke'>): Outcome {
  const slow = Object.entries(VISIT).flatMap(([name, { p95Max }]) => {
    const p95 = visitor.p95[name] ?? Number.POSITIVE_INFINITY
    return !isSmoke && p95 > p95Max ? [`the p95 of ${name} is ${p95.toFixed(0)} ms`] : []
  })
  const others = Object.keys(visitor.statuses).filter((status) => status !== '200')
  const refused = others.map((status) => `${visitor.statuses[status]} times ${status} for the other client`)
  return {
    figures: {
      'responses to the attacker': attacker.statuses['200'] ?? 0,
      'rejections of the attacker': attacker.statuses['503'] ?? 0,
      'responses to the other client': visitor.statuses['200'] ?? 0,
      ...Object.fromEntries(Object.entries(visitor.p95).map(([name, ms]) => [`p95 of ${name}, ms`, Math.round(ms)])),
    },
    violations: [...slow, ...refused],
  }
}
