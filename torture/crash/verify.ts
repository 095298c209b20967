import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Connection } from '../../test/kit/processes/connection.ts'
import type { CrashClient } from './client.ts'
import {
  findByToken,
  isSame,
  type OwnedRecord,
  RECORD_KINDS,
  type RecordView,
  readRecord,
  type UnansweredCreate,
} from './records.ts'

const COMMIT_MS = 1_000

/** What became of writes that nobody was answered. */
export interface UnansweredOutcomes {
  whole: number
  absent: number
}

/** Looks whether all a client was answered is there, and takes up what became of the rest. @returns what is wrong */
export async function verifyClient(
  client: CrashClient,
  line: Connection,
  records: readonly OwnedRecord[],
  fates: UnansweredOutcomes,
): Promise<string[]> {
  const wrong: string[] = []
  for (const record of records) wrong.push(...(await verifyRecord(line, record, fates)))
  for (const birth of client.unansweredCreates.splice(0)) {
    const { owned, problem } = await verifyUnansweredCreate(line, birth, fates)
    if (owned) client.owned.push(owned)
    if (problem) wrong.push(problem)
  }
  if (client.settings) wrong.push(...(await verifySettings(line, client.settings)))
  return wrong
}

async function verifySettings(line: Connection, settings: NonNullable<CrashClient['settings']>): Promise<string[]> {
  const { title: known, open } = settings
  const { body } = await line.send('GET', '/settings')
  delete settings.open
  settings.title = body.title
  return [known, open].includes(body.title)
    ? []
    : [`the site is called ${body.title}, not ${known}${open ? ` or ${open}` : ''}`]
}

async function verifyRecord(line: Connection, record: OwnedRecord, fates: UnansweredOutcomes): Promise<string[]> {
  const { kind, id, known, unanswered, bytes } = record
  const name = `${kind} ${id}`
  const seen = await readRecord(line, record)
  const wrong: string[] = []
  if (unanswered) {
    const isDone = unanswered.after(seen)
    if (!isDone && !isSame(known, seen))
      wrong.push(`${name} is neither as before nor as after ${unanswered.what}: ${differing(known, seen)}`)
    fates[isDone ? 'whole' : 'absent'] += 1
  } else if (!isSame(known, seen)) wrong.push(`${name} is not what was answered: ${differing(known, seen)}`)
  if (seen !== 'gone') {
    wrong.push(...(await verifyTranslation(line, record)))
    if (bytes) wrong.push(...(await verifyBytes(line, record, bytes)))
  }
  record.known = seen
  delete record.unanswered
  return wrong
}

async function verifyTranslation(line: Connection, record: OwnedRecord): Promise<string[]> {
  const { kind, id, translation, unanswered } = record
  if (kind === 'media') return []
  const { body } = await line.send('GET', `/${kind}/${id}/translations`)
  const german = (body.translations as { language: string }[]).some(({ language }) => language === 'de')
    ? (await line.send('GET', `//de/cal/events/v1/${kind}/${id}`)).body
    : undefined
  const title = german && (german.title ?? german.venue ?? german.organizer ?? german.name)
  const possible = [
    translation?.title,
    ...(unanswered && 'translation' in unanswered ? [unanswered.translation?.title] : []),
  ]
  record.translation = title === undefined ? undefined : { title }
  if (!possible.includes(title)) return [`${kind} ${id} is called ${title} in German, not ${possible.join(' or ')}`]
  const isWhole = !german || german.description.includes(title)
  return isWhole ? [] : [`${kind} ${id} has half a German text: ${shown(german)}`]
}

async function verifyBytes(line: Connection, { id }: OwnedRecord, bytes: Buffer): Promise<string[]> {
  const { body } = await line.send('GET', `/media/${id}`)
  const { pathname } = new URL(body.url)
  const file = await line.send('GET', `/${pathname}`)
  return file.status === 200 && file.bytes.equals(bytes) ? [] : [`the picture ${id} has other bytes than were uploaded`]
}

/** What was made without an answer is there whole, or nothing of it is. */
async function verifyUnansweredCreate(
  line: Connection,
  birth: UnansweredCreate,
  fates: UnansweredOutcomes,
  isLastLook = false,
): Promise<{ owned?: OwnedRecord; problem?: string }> {
  const { kind, token, isWhole } = birth
  const [found, ...more] = await findByToken(line, kind, token)
  if (more.length > 0) return { problem: `${kind} with ${token} are there ${more.length + 1} times` }
  if (!found) {
    for (const other of RECORD_KINDS) {
      const left = await findByToken(line, other, token)
      if (left.length > 0 && !isLastLook) {
        // PostgreSQL ends what a killed client had sent: its commit may have come between the two looks.
        await sleep(COMMIT_MS)
        return verifyUnansweredCreate(line, birth, fates, true)
      }
      if (left.length > 0) return { problem: `of ${kind} with ${token}, which are not there, ${other} were left` }
    }
    fates.absent += 1
    return {}
  }
  const seen = (await readRecord(line, { kind, id: found.id as number })) as RecordView
  fates.whole += 1
  const owned: OwnedRecord = { kind, id: found.id as number, known: seen, translation: undefined, isLinked: true }
  return isWhole(seen)
    ? { owned }
    : { owned, problem: `${kind} with ${token} are there in part: ${JSON.stringify(seen)}` }
}

function differing(known: RecordView | 'gone', seen: RecordView | 'gone'): string {
  if (known === 'gone' || seen === 'gone') return known === 'gone' ? 'it is there again' : 'it is gone'
  const names = [...new Set([...Object.keys(known), ...Object.keys(seen)])]
  return names
    .filter((name) => !isDeepStrictEqual(known[name], seen[name]))
    .map((name) => `${name} was ${shown(known[name])}, is ${shown(seen[name])}`)
    .join('; ')
}

const shown = (value: unknown) => (JSON.stringify(value) ?? 'nothing').slice(0, 200)
