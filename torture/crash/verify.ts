import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Connection } from '../../test/kit/processes/connection.ts'
import type { CrashClient } from './client.ts'
import {
  type ClientRecord,
  findByToken,
  isSame,
  RECORD_KINDS,
  type RecordView,
  readRecord,
  type UnansweredCreate,
} from './records.ts'
import { verifyFamily } from './repeated-events.ts'

/** Time for PostgreSQL to finish the commit of a killed client. */
const COMMIT_MS = 1_000

/** Number of unanswered writes that were committed, and that were not. */
export interface UnansweredOutcomes {
  whole: number
  absent: number
}

/** Checks that all confirmed writes of a client are stored, and determines the outcome of unanswered ones. @returns problems */
export async function verifyClient(
  client: CrashClient,
  connection: Connection,
  records: readonly ClientRecord[],
  outcomes: UnansweredOutcomes,
): Promise<string[]> {
  const problems: string[] = []
  for (const record of records) problems.push(...(await verifyRecord(connection, record, outcomes)))
  for (const creation of client.unansweredCreates.splice(0)) {
    const { owned, problem } = await verifyUnansweredCreate(connection, creation, outcomes)
    if (owned) client.owned.push(owned)
    if (problem) problems.push(problem)
  }
  for (const family of client.families) problems.push(...(await verifyFamily(connection, family, outcomes)))
  if (client.settings) problems.push(...(await verifySettings(connection, client.settings)))
  return problems
}

async function verifySettings(
  connection: Connection,
  settings: NonNullable<CrashClient['settings']>,
): Promise<string[]> {
  const { title: known, open } = settings
  const { body } = await connection.send('GET', '/settings')
  delete settings.open
  settings.title = body.title
  return [known, open].includes(body.title)
    ? []
    : [`the site has the title ${body.title}, not ${known}${open ? ` or ${open}` : ''}`]
}

async function verifyRecord(
  connection: Connection,
  record: ClientRecord,
  outcomes: UnansweredOutcomes,
): Promise<string[]> {
  const { kind, id, known, unanswered, bytes } = record
  const name = `${kind} ${id}`
  const seen = await readRecord(connection, record)
  const problems: string[] = []
  if (unanswered) {
    const isDone = unanswered.after(seen)
    if (!isDone && !isSame(known, seen))
      problems.push(`${name} is in neither the state before nor after ${unanswered.what}: ${differing(known, seen)}`)
    outcomes[isDone ? 'whole' : 'absent'] += 1
  } else if (!isSame(known, seen)) problems.push(`${name} differs from the response: ${differing(known, seen)}`)
  if (seen !== 'gone') {
    problems.push(...(await verifyTranslation(connection, record)))
    if (bytes) problems.push(...(await verifyBytes(connection, record, bytes)))
  }
  record.known = seen
  delete record.unanswered
  return problems
}

async function verifyTranslation(connection: Connection, record: ClientRecord): Promise<string[]> {
  const { kind, id, translation, unanswered } = record
  if (kind === 'media') return []
  const { body } = await connection.send('GET', `/${kind}/${id}/translations`)
  const german = (body.translations as { language: string }[]).some(({ language }) => language === 'de')
    ? (await connection.send('GET', `//de/cal/events/v1/${kind}/${id}`)).body
    : undefined
  const title = german && (german.title ?? german.venue ?? german.organizer ?? german.name)
  const possible = [
    translation?.title,
    ...(unanswered && 'translation' in unanswered ? [unanswered.translation?.title] : []),
  ]
  record.translation = title === undefined ? undefined : { title }
  if (!possible.includes(title)) return [`${kind} ${id} is called ${title} in German, not ${possible.join(' or ')}`]
  const isWhole = !german || german.description.includes(title)
  return isWhole ? [] : [`${kind} ${id} has half a German text: ${formatValue(german)}`]
}

async function verifyBytes(connection: Connection, { id }: ClientRecord, bytes: Buffer): Promise<string[]> {
  const { body } = await connection.send('GET', `/media/${id}`)
  const { pathname } = new URL(body.url)
  const file = await connection.send('GET', `/${pathname}`)
  return file.status === 200 && file.bytes.equals(bytes) ? [] : [`the picture ${id} has other bytes than were uploaded`]
}

/** Checks that an unanswered creation was stored completely or not at all. */
async function verifyUnansweredCreate(
  connection: Connection,
  creation: UnansweredCreate,
  outcomes: UnansweredOutcomes,
  isRetry = false,
): Promise<{ owned?: ClientRecord; problem?: string }> {
  const { kind, token, isWhole } = creation
  const [found, ...more] = await findByToken(connection, kind, token)
  if (more.length > 0) return { problem: `${kind} with ${token} exist ${more.length + 1} times` }
  if (!found) {
    for (const other of RECORD_KINDS) {
      const left = await findByToken(connection, other, token)
      if (left.length > 0 && !isRetry) {
        // PostgreSQL finishes the commit of a killed client: it may have happened between the two queries.
        await sleep(COMMIT_MS)
        return verifyUnansweredCreate(connection, creation, outcomes, true)
      }
      if (left.length > 0) return { problem: `of ${kind} with ${token}, which do not exist, ${other} remain` }
    }
    outcomes.absent += 1
    return {}
  }
  const seen = (await readRecord(connection, { kind, id: found.id as number })) as RecordView
  outcomes.whole += 1
  const owned: ClientRecord = { kind, id: found.id as number, known: seen, translation: undefined, isLinked: true }
  return isWhole(seen)
    ? { owned }
    : { owned, problem: `${kind} with ${token} are stored in part: ${JSON.stringify(seen)}` }
}

function differing(known: RecordView | 'gone', seen: RecordView | 'gone'): string {
  if (known === 'gone' || seen === 'gone') return known === 'gone' ? 'it exists again' : 'it is gone'
  const names = [...new Set([...Object.keys(known), ...Object.keys(seen)])]
  return names
    .filter((name) => !isDeepStrictEqual(known[name], seen[name]))
    .map((name) => `${name} was ${formatValue(known[name])}, is ${formatValue(seen[name])}`)
    .join('; ')
}

const formatValue = (value: unknown) => (JSON.stringify(value) ?? 'nothing').slice(0, 200)
