import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { ADMIN } from '../../test/kit/processes/serve.ts'

/** Client timeout, longer than all timeouts of the server. */
const HANG_MS = 40_000
/** Promised response time: connection timeout, statement timeout and a margin for a busy machine. */
const ANSWER_MS_MAX = 16_000
const CLIENTS = 12
const PAUSE_MS = 20

/** Response of a request. */
export interface OutageReply {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: bodies are looked into freely
  body: any
  retryAfter: string | undefined
  ms: number
}

/** Sends a request. Status 0 means no response; the body is then the reason. */
export function sendRequest(origin: string, agent: Agent | undefined, method: string, path: string, body?: unknown) {
  const begun = performance.now()
  return new Promise<OutageReply>((resolve) => {
    const headers = { ...(body !== undefined && { 'content-type': 'application/json', authorization: ADMIN }) }
    const done = (status: number, body: unknown, retryAfter?: string) =>
      resolve({ status, body, retryAfter, ms: performance.now() - begun })
    const sent = request(origin + path, { method, headers, ...(agent && { agent }), timeout: HANG_MS })
    sent.on('timeout', () => sent.destroy(new Error('no answer')))
    sent.on('error', (error) => done(0, error.message))
    sent.on('response', (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part) => parts.push(part))
      answer.on('error', (error) => done(0, error.message))
      answer.on('end', () => {
        const text = Buffer.concat(parts).toString()
        done(answer.statusCode ?? 0, jsonOf(text), answer.headers['retry-after'])
      })
    })
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export const API = '/cal/events/v1'
export const EVENT = { start_date: '2031-05-01 10:00:00', end_date: '2031-05-01 12:00:00' }

/** Observations of clients during a fault. */
export interface OutageLoad {
  /** Titles of events whose creation got 201. */
  created: Set<string>
  /** Titles of all other sent events: stored once or not at all. */
  unanswered: Set<string>
  answers: number
  unavailable: number
  slowestMs: number
  violations: string[]
  stop(): Promise<void>
}

/**
 * Codes of a 503 response. While the database does not respond, requests also wait for their turn, and those that waited
 * too long are refused.
 */
const UNAVAILABLE_CODES = ['database_unavailable', 'rest_too_busy']

/** Starts clients that continuously read and write, each with one request at a time. */
export function startLoad(origin: string, name: string): OutageLoad {
  let isOn = true
  const load: OutageLoad = {
    created: new Set(),
    unanswered: new Set(),
    answers: 0,
    unavailable: 0,
    slowestMs: 0,
    violations: [],
    async stop() {
      isOn = false
      await all
    },
  }
  const client = async (nth: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let turn = 0; isOn; turn += 1) {
      const [method, path, body] = requestOf(name, nth, turn)
      const reply = await sendRequest(origin, agent, method, path, body)
      checkReply(load, `${method} ${path}`, reply)
      if (body) (reply.status === 201 ? load.created : load.unanswered).add(body.title)
      await sleep(PAUSE_MS)
    }
    agent.destroy()
  }
  const all = Promise.all(Array.from({ length: CLIENTS }, (_, nth) => client(nth)))
  return load
}

/** The next request of a client; a third of the clients write. */
function requestOf(name: string, nth: number, turn: number): [string, string, { title: string }?] {
  if (nth % 3 === 0) return ['POST', `${API}/events`, { ...EVENT, title: `${name} ${nth} ${turn}` }]
  const reads = [
    `/events?per_page=5&page=1&_=${turn}`,
    `/events?search=${name.split(' ')[0]}&per_page=3&_=${turn}`,
    '/events?per_page=5',
    `/venues?_=${turn}`,
  ]
  if (nth === 1) return ['GET', '/health']
  return ['GET', API + reads[(nth + turn) % reads.length]]
}

function checkReply(load: OutageLoad, what: string, { status, body, retryAfter, ms }: OutageReply): void {
  load.answers += 1
  load.slowestMs = Math.max(load.slowestMs, ms)
  const report = (why: string) => load.violations.length < 20 && load.violations.push(`${what}: ${why}`)
  if (ms > ANSWER_MS_MAX) report(`answered after ${Math.round(ms)} ms`)
  if (status === 200 || status === 201) return
  if (status !== 503) return void report(`${status} ${JSON.stringify(body)?.slice(0, 200)}`)
  load.unavailable += 1
  if (!UNAVAILABLE_CODES.includes(body?.code) || body?.data?.status !== 503) report(`503 ${JSON.stringify(body)}`)
  if (!/^\d+$/.test(retryAfter ?? '')) report('503 without Retry-After')
}
