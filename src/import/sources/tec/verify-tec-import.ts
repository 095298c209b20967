import { COLLECTION_BY_KIND } from '../../../collections/collection-by-kind.ts'
import type { Scope } from '../../../collections/scope.ts'
import { ANONYMOUS } from '../../../core/caller.ts'
import { Problems } from '../../../core/errors.ts'
import { TEC } from '../../../core/faces.ts'
import type { Kind } from '../../../core/kinds.ts'
import type { RecordItem } from '../../import-item-types.ts'
import { collectionNameOfImportedKind } from '../../items/collection-of-imported-kind.ts'
import { findImportedRecords } from '../../items/external-ids.ts'
import { findLocallyEditedFields } from '../../items/parse-item-fields.ts'
import { createIndexOfReferencedRecords } from '../../items/resolve-references.ts'
import { convertTecEventToItem, fetchTecEventDetails } from './fetch-tec-event-details.ts'
import { findTecSiteApi, type SiteJson, type SiteOptions, type TecSite } from './find-tec-site-api.ts'
import { findRecordsInTecResponse } from './read-tec-list-pages.ts'
import { convertTecPostToItem } from './tec-record-items.ts'
import {
  isTecDateOfRepeatedEvent,
  SITE_PAGE_SIZE,
  tecQueryForAllEvents,
  tecStatusQueryParameters,
} from './tec-site-lists.ts'

/** The differences between a WordPress site and the calendar into which it was imported. */
export interface Verification {
  /** Number of records whose fields were compared. */
  compared: number
  /** A sentence for each difference, e.g. `event 12 "Fair": title, venue`. Empty if there is none. */
  differences: string[]
}

/** Maximum number of records whose fields are compared. */
const COMPARED_MAX = 200
/** Number of months for which public events are counted on the site and here. */
const MONTHS = 24

const PLACING = { place: '', cursor: '' }

/**
 * Compares a WordPress site with the calendar into which it was imported: numbers of records, all fields of up to 200
 * records, and the numbers of public events in each of 24 months around today.
 * @param source name of the source in `external_id`
 * @throws {SourceRequestError} when the site does not respond any more
 */
export async function verifyTecImport(scope: Scope, source: string, options: SiteOptions): Promise<Verification> {
  const site = await findTecSiteApi(options)
  const differences: string[] = []
  let compared = 0
  for (const kind of ['venue', 'organizer', 'event'] as const) {
    const { pages, query } = await countPages(site, kind)
    for (const page of spread(pages, kind === 'event' ? COMPARED_MAX / SITE_PAGE_SIZE : 1)) {
      const { json } = await site.get(listRoute(kind), { ...query, page })
      const records = findRecordsInTecResponse(json).filter((record) => !isTecDateOfRepeatedEvent(record))
      const wanted = records.slice(0, COMPARED_MAX - compared)
      const items = await Promise.all(wanted.map((record) => readItem(site, kind, record)))
      compared += items.length
      differences.push(...(await compareItems(scope, source, kind, items)))
    }
  }
  differences.push(...(await compareMonths(scope, site)))
  return { compared, differences }
}

const listRoute = (kind: Kind) => `tribe/events/v1/${collectionNameOfImportedKind(kind)}`

async function countPages(site: TecSite, kind: 'venue' | 'organizer' | 'event') {
  const query =
    kind === 'event' ? tecQueryForAllEvents(site) : { ...tecStatusQueryParameters(site), per_page: SITE_PAGE_SIZE }
  const { pages } = await site.get(listRoute(kind), query)
  return { pages, query }
}

/** Returns up to `max` integers from 1 to `last` at equal distances. */
const spread = (last: number, max: number): number[] => {
  const number = Math.min(last, max)
  return Array.from({ length: number }, (_, at) => 1 + Math.floor((at * last) / number))
}

const readItem = async (site: TecSite, kind: 'venue' | 'organizer' | 'event', record: SiteJson): Promise<RecordItem> =>
  kind === 'event'
    ? convertTecEventToItem(await fetchTecEventDetails(site, record), PLACING)
    : convertTecPostToItem(kind, record, PLACING)

/**
 * Compares the items of the site with the records here.
 * @returns a sentence for each record that differs, with the names of the fields
 */
async function compareItems(scope: Scope, source: string, kind: Kind, items: readonly RecordItem[]): Promise<string[]> {
  const collection = COLLECTION_BY_KIND[kind]
  const ids = items.map(({ externalId }) => externalId)
  const imported = await findImportedRecords(scope.db, source, collection.name, ids)
  const index = createIndexOfReferencedRecords(source)
  await index.load(
    scope.db,
    items.map(({ references }) => references ?? {}),
  )
  const differences: string[] = []
  for (const item of items) {
    const name = `${kind} ${item.externalId} "${item.fields[collection.titleField]}"`
    const id = imported.get(item.externalId)?.record_id
    const row = id == null ? undefined : await collection.find(scope, { id })
    if (row === undefined) differences.push(`${name}: missing`)
    else {
      const { fields } = index.resolve(item.fields, item.references ?? {})
      const names = Object.keys(fields).filter((field) => field !== 'date_utc')
      const differing = findLocallyEditedFields(collection, scope, row, names, fields)
      if (differing.length > 0) differences.push(`${name}: ${differing.join(', ')}`)
    }
  }
  return differences
}

/** Compares the numbers of public events of the site and of this calendar month by month. */
async function compareMonths(scope: Scope, site: TecSite): Promise<string[]> {
  const differences: string[] = []
  const today = new Date(scope.now * 1000)
  for (let month = -MONTHS / 2; month < MONTHS / 2; month += 1) {
    const [first, next] = [month, month + 1].map((number) =>
      Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + number),
    )
    const day = (time: number) => new Date(time).toISOString().slice(0, 10)
    const query = { start_date: day(first as number), end_date: day((next as number) - 1), per_page: 1 }
    const { json } = await site.get('tribe/events/v1/events', query, { anonymous: true })
    const there = Number((json as SiteJson).total)
    // Some versions of The Events Calendar count an event that began in an earlier month, others do not, so either
    // number here may equal that of the site.
    const here = [await countEvents(scope, query), await countEvents(scope, { ...query, ongoing: true })]
    if (!here.includes(there))
      differences.push(`${query.start_date.slice(0, 7)}: ${there} public events there, ${here[0]} here`)
  }
  return differences
}

async function countEvents(scope: Scope, query: Record<string, unknown>): Promise<number> {
  const { event } = COLLECTION_BY_KIND
  const problems = new Problems()
  const body = event.parameters.tec.list.read(query, problems)
  const { total } = await event.list({ ...scope, face: TEC, caller: ANONYMOUS }, body, problems)
  return total
}
