import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../src/demo/random.ts'
import type { Answer, Connection } from '../test/kit/connection.ts'
import { type Kind, type OpenBirth, type Owned, saysAll, type View, viewOf } from './crash-records.ts'

/** What all clients of a round did. */
export interface Tally {
  answered: number
  refused: number
  unanswered: number
}

/** Someone who writes, one request after the other, only records of their own. */
export interface Client {
  name: string
  owned: Owned[]
  /** New records without an answer. */
  births: OpenBirth[]
  random: Random
  line: Connection
  tally: Tally
  /** What was answered though it must never be. */
  wrongs: string[]
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
export const freshToken = (client: Client) =>
  `zq${client.name}x${(nextToken++).toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)] as string)}zq`

/** @returns undefined when nobody knows whether it happened */
export async function attempt(client: Client, send: () => Promise<Answer>): Promise<Answer | undefined> {
  const { tally, wrongs } = client
  try {
    const answer = await send()
    if (answer.status < 300) tally.answered += 1
    else if (answer.status < 500) tally.refused += 1
    else {
      if (answer.status !== 503)
        wrongs.push(`a write was answered ${answer.status} ${answer.bytes.toString().slice(0, 200)}`)
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

export async function bear(
  client: Client,
  kind: Kind,
  token: string,
  body: object | Buffer,
  expected: View,
  type?: string,
  bytes?: Buffer,
) {
  const { owned, births, line } = client
  const answer = await attempt(client, () => line.send('POST', `/${kind}`, body, type))
  if (!answer) return births.push({ kind, token, isWhole: (view) => saysAll(view, expected) })
  if (answer.status >= 300) return
  const view = viewOf(answer.body)
  if (!saysAll(view, expected))
    client.wrongs.push(`a new record of ${kind} says ${JSON.stringify(view)}, not ${JSON.stringify(expected)}`)
  owned.push({
    kind,
    id: answer.body.id,
    known: view,
    translation: undefined,
    isLinked: false,
    ...(bytes && { bytes }),
  })
}

export async function change(
  client: Client,
  record: Owned,
  method: string,
  body: object | undefined,
  expected: View | 'gone',
  isLinked: (view: View) => boolean = () => true,
): Promise<void> {
  const answer = await attempt(client, () => client.line.send(method, `/${record.kind}/${record.id}`, body))
  const after = (view: View | 'gone') =>
    view === 'gone' || expected === 'gone' ? view === expected : saysAll(view, expected) && isLinked(view)
  if (!answer) record.open = { what: `${method} /${record.kind}/${record.id}`, after }
  else if (answer.status < 300) {
    record.known = expected === 'gone' ? 'gone' : viewOf(answer.body)
    if (!after(record.known))
      client.wrongs.push(`${method} /${record.kind}/${record.id} left ${JSON.stringify(record.known)}`)
  }
}

/** One of the client's own whose state is known. */
export function own(
  client: Client,
  kinds: readonly Kind[],
  fits: (record: Owned) => boolean = () => true,
): Owned | undefined {
  const fitting = client.owned.filter((record) => !record.open && kinds.includes(record.kind) && fits(record))
  return fitting.length > 0 ? client.random.pick(fitting) : undefined
}

export const isThere = ({ known }: Owned) => known !== 'gone'
export const isGone = ({ known }: Owned) => known === 'gone'
