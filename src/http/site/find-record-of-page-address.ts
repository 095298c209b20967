import type { AnyCollection } from '../../collections/collection.ts'
import { COLLECTION_BY_KIND } from '../../collections/collection-by-kind.ts'
import type { EventRow } from '../../collections/events/event-row.ts'
import { findNthRepeatedDateOnDay, findRepeatedDateByOriginalStart } from '../../collections/events/load-events.ts'
import { parseNumberedPagePathOfDate, parsePagePathOfDate } from '../../collections/events/repeat/page-path-of-date.ts'
import { isRepeatedEvent, type Repeat } from '../../collections/events/repeat/repeated-event-columns-and-overrides.ts'
import { findPostsWithSlug, postRights } from '../../collections/posts/load-posts.ts'
import type { Scope } from '../../collections/scope.ts'
import { selectRecordIdsBySlug } from '../../collections/texts/find-by-slug.ts'
import type { RecordText } from '../../collections/texts/record-texts.ts'
import { findRecordIdByOldSlug } from '../../collections/texts/redirect-old-slugs.ts'
import { CalendarError, forbiddenError } from '../../core/errors.ts'
import { isPostKind, POST_KINDS } from '../../core/kinds.ts'
import { findRecordByFormerId } from '../../import/items/find-record-by-former-id.ts'
import type { PageAddress, RecordName } from './parse-page-address.ts'

/** The fields that database rows of all kinds of records have. */
export interface FoundRow {
  id: number
  text: RecordText
}

/** A record that the caller may read. */
export interface FoundRecord {
  collection: AnyCollection
  row: FoundRow
}

/**
 * Finds the record that an address names, also by a slug that the record had before, unless another record has that
 * slug now. If a record had another id on the site from which it was imported, that id finds it too. If no record has
 * the slug of the address in the requested language, but several that the caller may read have it in other languages,
 * the result is these, sorted by id.
 * @returns empty if there is none
 * @throws {CalendarError} if the caller may not read it
 */
export async function findRecordsOfPageAddress(
  scope: Scope,
  name: RecordName,
  options: { hasOldSlugs: boolean },
): Promise<FoundRecord[]> {
  const former = await findByFormerId(scope, name)
  return former ? [former] : findRecords(scope, name, options)
}

async function findByFormerId(scope: Scope, { kind, key }: RecordName): Promise<FoundRecord | undefined> {
  if (!('id' in key)) return undefined
  const former = await findRecordByFormerId(scope.db, kind, key.id)
  if (former === undefined) return undefined
  const collection = COLLECTION_BY_KIND[former.kind]
  const [row, own]: (FoundRow & { status?: string })[] = await Promise.all(
    [former.id, key.id].map((id) => collection.find(scope, { id })),
  )
  // Only records that are not published have an address with an id of this calendar.
  const isAddressHere = own && own.status !== 'publish' && collection.rights.canRead(scope, own)
  return row && !isAddressHere && collection.rights.canRead(scope, row) ? { collection, row } : undefined
}

async function findRecords(
  scope: Scope,
  name: RecordName,
  { hasOldSlugs }: { hasOldSlugs: boolean },
): Promise<FoundRecord[]> {
  const kinds = name.kind === undefined ? POST_KINDS : [name.kind]
  const several: FoundRecord[] = []
  for (const kind of kinds) {
    const collection = COLLECTION_BY_KIND[kind]
    const rows = await findRows(scope, collection, name)
    if (rows.length === 0) continue
    const readable = rows.flatMap((row) => (collection.rights.canRead(scope, row) ? { collection, row } : []))
    if (readable.length === 1) return readable
    if (rows.length === 1)
      throw isPostKind(kind) ? new CalendarError(`${kind}-not-accessible`) : forbiddenError(scope.caller)
    several.push(...readable.toSorted((one, other) => one.row.id - other.row.id))
  }
  const old = hasOldSlugs ? await findByOldSlug(scope, name) : undefined
  return old ? [old] : several
}

/**
 * Finds a record by a slug that it had before. Undefined also if the caller may not read the record, because the old
 * slug of a hidden record must not reveal it.
 */
async function findByOldSlug(scope: Scope, { kind, key }: RecordName): Promise<FoundRecord | undefined> {
  if (kind === undefined || !('slug' in key)) return undefined
  const id = await findRecordIdByOldSlug(scope, kind, key.slug)
  const collection = COLLECTION_BY_KIND[kind]
  const row: FoundRow | undefined = id === undefined ? undefined : await collection.find(scope, { id })
  return row && collection.rights.canRead(scope, row) ? { collection, row } : undefined
}

async function findRows(scope: Scope, collection: AnyCollection, { key }: RecordName): Promise<FoundRow[]> {
  if ('slug' in key && collection.load && isPostKind(collection.kind)) {
    return findPostsWithSlug(scope, collection.kind, key.slug, collection.load)
  }
  const id = 'id' in key ? key.id : (await selectRecordIdsBySlug(scope, collection.kind, key.slug))[0]
  const row = id === undefined ? undefined : await collection.find(scope, { id })
  return row ? [row] : []
}

/**
 * Finds the date of a repeated event that an address names and that the caller may read.
 * @throws {CalendarError} `rest_no_route` if the address contains a number of a date among the dates of one day, and
 * there is no such date
 */
export async function findDateOfPageAddress(
  scope: Scope,
  event: EventRow,
  { date }: PageAddress,
): Promise<EventRow | undefined> {
  if (date === undefined) return undefined
  const numbered = parseNumberedPagePathOfDate(date.text)
  const found = isRepeatedEvent(event)
    ? await (numbered ? findNthRepeatedDateOnDay(scope, event.id, numbered) : findStart(scope, event, date.text))
    : undefined
  if (found && postRights.canRead(scope, found)) return found
  if (numbered) throw new CalendarError('rest_no_route')
  return undefined
}

async function findStart(scope: Scope, { id, repeat }: EventRow & { repeat: Repeat }, path: string) {
  const start = parsePagePathOfDate(path.split('/'), repeat.start_local)
  return start === undefined ? undefined : findRepeatedDateByOriginalStart(scope, id, start)
}
