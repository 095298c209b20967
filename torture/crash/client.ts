import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../src/demo/random.ts'
import type { Answer, Connection } from '../../test/kit/processes/connection.ts'
import {
  hasFields,
  type OwnedRecord,
  type RecordKind,
  type RecordView,
  stableView,
  type UnansweredCreate,
} from './records.ts'

/** What all clients of a round did. */
export interface WriteCounts {
  answered: number
  refused: number
  unanswered: number
}

/** Someone who writes, one request after the other, only records of their own. */
export interface CrashClient {
  name: string
  owned: OwnedRecord[]
  /** New records without an answer. */
  unansweredCreates: UnansweredCreate[]
  random: Random
  connection: Connection
  tally: WriteCounts
  /** What was answered though it must never be. */
  problems: string[]
  isStopped(): boolean
  /** The title of the site, for the one who changes it: as it was answered, and as it was sent without an answer. */
  settings: { title: string; open?: string } | undefined
  /** Pictures to upload. */
  pictures: readonly Buffer[]
}

const PAUSE_MS = 10
const PAUSE_UNAVAILABLE_MS = 100
/** As if it had been refused: nothing has changed. */
const UNSENT: Answer = { status: 400, headers: {}, bytes: Buffer.alloc(0), body: undefined }
let nextToken = 0
/** Letters alone, so that it is one word wherever it stands. */
export const freshToken = (client: CrashClient) =>
  `zq${client.name}x${(nextToken++).toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)] as string)}zq`

/** @returns undefined when nobody knows whether it happened */
export async function sendCounted(client: CrashClient, send: () => Promise<Answer>): Promise<Answer | undefined> {
  const { tally, problems } = client
  try {
    const answer = await send()
    if (answer.status < 300) tally.answered += 1
    else if (answer.status < 500) tally.refused += 1
    else {
      if (answer.status !== 503)
        problems.push(`a write was answered ${answer.status} ${answer.bytes.toString().slice(0, 200)}`)
      tally.unanswered += 1
      await sleep(PAUSE_UNAVAILABLE_MS)
      return undefined
    }
    return answer
  } catch (error) {
    await sleep(PAUSE_MS)
    // Nobody was there to hear it.
    if ((error as { code?: string }).code === 'ECONNREFUSED') return UNSENT
    tally.unanswered += 1
    return undefined
  }
}

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
    client.problems.push(`a new record of ${kind} says ${JSON.stringify(view)}, not ${JSON.stringify(expected)}`)
  owned.push({
    kind,
    id: answer.body.id,
    known: view,
    translation: undefined,
    isLinked: false,
    ...(bytes && { bytes }),
  })
}

export async function changeOwned(
  client: CrashClient,
  record: OwnedRecord,
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

/** One of the client's own whose state is known. */
export function pickOwned(
  client: CrashClient,
  kinds: readonly RecordKind[],
  fits: (record: OwnedRecord) => boolean = () => true,
): OwnedRecord | undefined {
  const fitting = client.owned.filter((record) => !record.unanswered && kinds.includes(record.kind) && fits(record))
  return fitting.length > 0 ? client.random.pick(fitting) : undefined
}

export const isPresent = ({ known }: OwnedRecord) => known !== 'gone'
export const isGone = ({ known }: OwnedRecord) => known === 'gone'
