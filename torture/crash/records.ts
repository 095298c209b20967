import { isDeepStrictEqual } from 'node:util'
import type { Answer, Connection } from '../../test/kit/processes/connection.ts'

/** Path segments of the collections. */
export type RecordKind = 'events' | 'venues' | 'organizers' | 'categories' | 'tags' | 'media'
export const RECORD_KINDS: readonly RecordKind[] = ['events', 'venues', 'organizers', 'categories', 'tags', 'media']

/** Fields of a record that do not depend on other records, the URL of the server or the time. */
export type RecordView = Record<string, unknown>

/** A record that only one client writes. */
export interface ClientRecord {
  kind: RecordKind
  id: number
  /** State after the last confirmed write; `gone` after a deletion. */
  known: RecordView | 'gone'
  /** The last confirmed German text; undefined if there is none. */
  translation: { title: string } | undefined
  /** Content of a picture. */
  bytes?: Buffer
  /** Other records refer to it, so it is not deleted. */
  isLinked: boolean
  /** A write without a response: committed completely or not at all. */
  unanswered?: {
    what: string
    after: (view: RecordView | 'gone') => boolean
    translation?: { title: string } | undefined
  }
}

/** The creation of a record without a response. */
export interface UnansweredCreate {
  kind: RecordKind
  /** A unique word in its texts. */
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
    // Sorted by name in responses; names may have changed since.
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

/** Whether two states are equal. Scheduled events count as published, because publication needs no write. */
export function isSame(known: RecordView | 'gone', seen: RecordView | 'gone', except: readonly string[] = []): boolean {
  if (known === 'gone' || seen === 'gone') return known === seen
  const unknown = Object.keys(known).filter((name) => known[name] === undefined)
  return isDeepStrictEqual(comparable(known, [...except, ...unknown]), comparable(seen, [...except, ...unknown]))
}

/** Fields with names of other records, which may have changed since. */
const OTHERS = ['names', 'places']

const comparable = (view: RecordView, except: readonly string[]) =>
  Object.fromEntries(
    Object.entries(view)
      .filter(([name]) => !except.includes(name) && !OTHERS.includes(name))
      .map(([name, value]) => [name, asPublished(name, value)]),
  )

const asPublished = (name: string, value: unknown) => (name === 'status' && value === 'future' ? 'publish' : value)

/** Whether a record has all expected fields. */
export const hasFields = (view: RecordView | 'gone', expected: RecordView): boolean =>
  view !== 'gone' && Object.entries(expected).every(([name, value]) => isDeepStrictEqual(view[name], value))

/** Reads a record as its owner. @throws for statuses other than 200, 404 and 410 */
export async function readRecord(
  connection: Connection,
  { kind, id }: Pick<ClientRecord, 'kind' | 'id'>,
): Promise<RecordView | 'gone'> {
  const answer = await connection.send('GET', `/${kind}/${id}`)
  if (answer.status === 200) return answer.body.status === 'trash' ? 'gone' : stableView(answer.body)
  if (answer.status === 404 || answer.status === 410) return 'gone'
  throw new Error(`GET /${kind}/${id} got ${describeAnswer(answer)}`)
}

/** Status and the beginning of the body, for messages. */
export const describeAnswer = ({ status, bytes }: Answer) => `${status} ${bytes.toString().slice(0, 200)}`

/** Finds records of one kind by a word, with any date and status. */
export async function findByToken(connection: Connection, kind: RecordKind, token: string): Promise<RecordView[]> {
  if (kind === 'media') {
    const { body } = await connection.send('GET', '/media?per_page=50')
    return body.media.filter(({ title }: { title: string }) => title.includes(token)).map(stableView)
  }
  const window = kind === 'events' ? '&start_date=2000-01-01&end_date=2100-01-01' : ''
  const answer = await connection.send('GET', `/${kind}?search=${token}${window}`)
  if (answer.status === 404) return []
  if (answer.status !== 200) throw new Error(`a search of ${kind} got ${describeAnswer(answer)}`)
  return answer.body[kind].map(stableView)
}
