import { isDeepStrictEqual } from 'node:util'
import type { Answer, Connection } from '../../test/kit/processes/connection.ts'

export type RecordKind = 'events' | 'venues' | 'organizers' | 'categories' | 'tags' | 'media'
export const RECORD_KINDS: readonly RecordKind[] = ['events', 'venues', 'organizers', 'categories', 'tags', 'media']

/** What a record says, without what follows from other records, from the address of the server or from the time. */
export type RecordView = Record<string, unknown>

/** A record that one client alone writes. */
export interface OwnedRecord {
  kind: RecordKind
  id: number
  /** What the last answered write left; `gone` when that was a removal. */
  known: RecordView | 'gone'
  /** The last answered text in another language, if any: `''` when it was removed. */
  translation: { title: string } | undefined
  /** Of a picture. */
  bytes?: Buffer
  /** Others of its owner refer to it, so it is not removed. */
  isLinked: boolean
  /** A write that was sent and has no answer: all of it may have happened, or nothing. */
  unanswered?: {
    what: string
    after: (view: RecordView | 'gone') => boolean
    translation?: { title: string } | undefined
  }
}

/** A new record that was sent and has no answer. */
export interface UnansweredCreate {
  kind: RecordKind
  /** A word in its texts that no other has. */
  token: string
  isWhole: (view: RecordView) => boolean
}

const VOLATILE = [
  ...['url', 'urls', 'rest_url', 'global_id', 'global_id_lineage', 'count', 'json_ld', 'sizes', 'geo'],
  ...['start_date_details', 'end_date_details', 'utc_start_date_details', 'utc_end_date_details', 'cost_details'],
]

// biome-ignore lint/suspicious/noExplicitAny: bodies are looked into freely
export function stableView(body: any): RecordView {
  const view: RecordView = { ...body }
  for (const name of VOLATILE) delete view[name]
  const idsOf = (list: unknown) => [list].flat().map((one) => (one as { id?: number } | false)?.['id' as never])
  if ('start_date' in body) {
    for (const name of ['venue', 'organizer']) view[name] = idsOf(body[name])
    // These stand in the order of their names, which may have changed since.
    for (const name of ['categories', 'tags']) view[name] = (idsOf(body[name]) as number[]).toSorted((a, b) => a - b)
    view.names = [body.categories, body.tags].flat().map(({ name }: { name: string }) => name)
    view.places = [body.venue, body.organizer].flat().map((place) => place?.venue ?? place?.organizer)
  }
  if (body.image) view.image = body.image.id
  if (body.translations) {
    const texts = Object.entries(body.translations as Record<string, { slug: string }>)
    view.translations = Object.fromEntries(texts.map(([language, { slug }]) => [language, slug]))
  }
  return view
}

/** Whether a record is what it should be. A scheduled event comes out by itself. */
export function isSame(known: RecordView | 'gone', seen: RecordView | 'gone', except: readonly string[] = []): boolean {
  if (known === 'gone' || seen === 'gone') return known === seen
  const unknown = Object.keys(known).filter((name) => known[name] === undefined)
  return isDeepStrictEqual(comparable(known, [...except, ...unknown]), comparable(seen, [...except, ...unknown]))
}

/** Names of what belongs to other records; those may have changed since. */
const OTHERS = ['names', 'places']

const comparable = (view: RecordView, except: readonly string[]) =>
  Object.fromEntries(
    Object.entries(view)
      .filter(([name]) => !except.includes(name) && !OTHERS.includes(name))
      .map(([name, value]) => [name, asPublished(name, value)]),
  )

const asPublished = (name: string, value: unknown) => (name === 'status' && value === 'future' ? 'publish' : value)

/** Whether a view says all that was sent. */
export const hasFields = (view: RecordView | 'gone', expected: RecordView): boolean =>
  view !== 'gone' && Object.entries(expected).every(([name, value]) => isDeepStrictEqual(view[name], value))

/** Reads a record as its owner. @throws what is neither there nor gone */
export async function readRecord(
  line: Connection,
  { kind, id }: Pick<OwnedRecord, 'kind' | 'id'>,
): Promise<RecordView | 'gone'> {
  const answer = await line.send('GET', `/${kind}/${id}`)
  if (answer.status === 200) return answer.body.status === 'trash' ? 'gone' : stableView(answer.body)
  if (answer.status === 404 || answer.status === 410) return 'gone'
  throw new Error(`GET /${kind}/${id} was answered ${describeAnswer(answer)}`)
}

export const describeAnswer = ({ status, bytes }: Answer) => `${status} ${bytes.toString().slice(0, 200)}`

/** What is found by a word, of one kind, whatever its date and status. */
export async function findByToken(line: Connection, kind: RecordKind, token: string): Promise<RecordView[]> {
  if (kind === 'media') {
    const { body } = await line.send('GET', '/media?per_page=50')
    return body.media.filter(({ title }: { title: string }) => title.includes(token)).map(stableView)
  }
  const window = kind === 'events' ? '&start_date=2000-01-01&end_date=2100-01-01' : ''
  const answer = await line.send('GET', `/${kind}?search=${token}${window}`)
  if (answer.status === 404) return []
  if (answer.status !== 200) throw new Error(`a search of ${kind} was answered ${describeAnswer(answer)}`)
  return answer.body[kind].map(stableView)
}
