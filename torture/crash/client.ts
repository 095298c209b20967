import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../src/demo/pseudo-random.ts'
import type { Answer, Connection } from '../../test/kit/processes/connection.ts'
import {
  type ClientRecord,
  hasFields,
  type RecordKind,
  type RecordView,
  stableView,
  type UnansweredCreate,
} from './records.ts'
import type { OwnedFamily } from './repeated-events.ts'

/** Number of writes of all clients by outcome. */
export interface WriteCounts {
  answered: number
  refused: number
  unanswered: number
}

/** A client that sends one write after the other, only to records that it owns. */
export interface CrashClient {
  name: string
  owned: ClientRecord[]
  families: OwnedFamily[]
  /** Creations without a response. */
  unansweredCreates: UnansweredCreate[]
  random: Random
  connection: Connection
  tally: WriteCounts
  /** Wrong responses. */
  problems: string[]
  isStopped(): boolean
  /** Only for the client that changes settings: the last confirmed site title, and the one of an unanswered change. */
  settings: { title: string; open?: string } | undefined
  /** Pictures to upload. */
  pictures: readonly Buffer[]
}

const PAUSE_MS = 10
const PAUSE_UNAVAILABLE_MS = 100
/** Result of a request that was not sent: like a rejection, nothing has changed. */
const UNSENT: Answer = { status: 400, headers: {}, bytes: Buffer.alloc(0), body: undefined }
let nextToken = 0
/** A unique word of letters only, so that search finds it as one word. */
export const freshToken = (client: CrashClient) =>
  `zq${client.name}x${(nextToken++).toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)] as string)}zq`

/** Sends a write and counts its outcome. @returns undefined when it is unknown whether the write was committed */
export async function sendCounted(client: CrashClient, send: () => Promise<Answer>): Promise<Answer | undefined> {
  const { tally, problems } = client
  try {
    const answer = await send()
    if (answer.status < 300) tally.answered += 1
    else if (answer.status < 500) tally.refused += 1
    else {
      if (answer.status !== 503)
        problems.push(`a write got status ${answer.status} ${answer.bytes.toString().slice(0, 200)}`)
      tally.unanswered += 1
      await sleep(PAUSE_UNAVAILABLE_MS)
      return undefined
    }
    return answer
  } catch (error) {
    await sleep(PAUSE_MS)
    // The connection was refused: the request was not sent.
    if ((error as { code?: string }).code === 'ECONNREFUSED') return UNSENT
    tally.unanswered += 1
    return undefined
  }
}

/** Creates a record that belongs to the client and checks the response. */
export async function createOwned(
  client: CrashClient,
  kind: RecordKind,
  token: string,
  body: object | Buffer,
  expected: RecordView,
  type?: string,
  bytes?: Buffer,
) {
  const { owned, unansweredCreates, connection } = client
  const answer = await sendCounted(client, () => connection.send('POST', `/${kind}`, body, type))
  if (!answer) return unansweredCreates.push({ kind, token, isWhole: (view) => hasFields(view, expected) })
  if (answer.status >= 300) return
  const view = stableView(answer.body)
  if (!hasFields(view, expected))
    client.problems.push(`a new record of ${kind} is ${JSON.stringify(view)}, not ${JSON.stringify(expected)}`)
  owned.push({
    kind,
    id: answer.body.id,
    known: view,
    translation: undefined,
    isLinked: false,
    ...(bytes && { bytes }),
  })
}

/** Changes a record of the client and checks the response. */
export async function changeOwned(
  client: CrashClient,
  record: ClientRecord,
  method: string,
  body: object | undefined,
  expected: RecordView | 'gone',
  isLinked: (view: RecordView) => boolean = () => true,
): Promise<void> {
  const answer = await sendCounted(client, () => client.connection.send(method, `/${record.kind}/${record.id}`, body))
  const after = (view: RecordView | 'gone') =>
    view === 'gone' || expected === 'gone' ? view === expected : hasFields(view, expected) && isLinked(view)
  if (!answer) record.unanswered = { what: `${method} /${record.kind}/${record.id}`, after }
  else if (answer.status < 300) {
    record.known = expected === 'gone' ? 'gone' : stableView(answer.body)
    if (!after(record.known))
      client.problems.push(`${method} /${record.kind}/${record.id} left ${JSON.stringify(record.known)}`)
  }
}

/** A random record of the client with a known state. */
export function pickOwned(
  client: CrashClient,
  kinds: readonly RecordKind[],
  fits: (record: ClientRecord) => boolean = () => true,
): ClientRecord | undefined {
  const fitting = client.owned.filter((record) => !record.unanswered && kinds.includes(record.kind) && fits(record))
  return fitting.length > 0 ? client.random.pick(fitting) : undefined
}

export const isPresent = ({ known }: ClientRecord) => known !== 'gone'
export const isGone = ({ known }: ClientRecord) => known === 'gone'
