import type { AnyCollection } from '../../collections/collection.ts'
import { COLLECTION_BY_KIND } from '../../collections/collection-by-kind.ts'
import type { EventRow } from '../../collections/events/event-row.ts'
import { findNthRepeatedDateOnDay, findRepeatedDateByOriginalStart } from '../../collections/events/load-events.ts'
import { parseNumberedPagePathOfDate, parsePagePathOfDate } from '../../collections/events/repeat/page-path-of-date.ts'
import { isRepeatedEvent, type Repeat } from '../../collections/events/repeat/repeated-event-columns-and-overrides.ts'
import { postRights } from '../../collections/posts/load-posts.ts'
import type { Scope } from '../../collections/scope.ts'
import { selectRecordIdsBySlug } from '../../collections/texts/find-by-slug.ts'
import type { RecordText } from '../../collections/texts/record-texts.ts'
import { findRecordIdByOldSlug } from '../../collections/texts/redirect-old-slugs.ts'
import { CalendarError, forbiddenError } from '../../core/errors.ts'
import { isPostKind, POST_KINDS, type PostKind } from '../../core/kinds.ts'
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
 * slug now. If a record had another id on the site from which it was imported, that id finds it too.
 * @throws {CalendarError} if there is none, or the caller may not read it
 */
export async function findRecordOfPageAddress(
  scope: Scope,
  name: RecordName,
  options: { hasOldSlugs: boolean },
): Promise<FoundRecord | undefined> {
  return (await findByFormerId(scope, name)) ?? findRecord(scope, name, options)
}

/**
 * Finds the records that the caller may read and that have the slug of an address in other languages, if none has it in
 * the requested language. An address with such a slug is unique only if there is one.
 */
export async function findRecordsWithSlugInOtherLanguages(
  scope: Scope,
  kind: PostKind,
  slug: string,
): Promise<FoundRecord[]> {
  const collection = COLLECTION_BY_KIND[kind]
  const ids = await selectRecordIdsBySlug(scope, kind, slug)
  const rows: (FoundRow | undefined)[] = await Promise.all(
    ids.toSorted((one, other) => one - other).map((id) => collection.find(scope, { id })),
  )
  return rows.flatMap((row) => (row && collection.rights.canRead(scope, row) ? { collection, row } : []))
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

async function findRecord(
  scope: Scope,
  name: RecordName,
  { hasOldSlugs }: { hasOldSlugs: boolean },
): Promise<FoundRecord | undefined> {
  const kinds = name.kind === undefined ? POST_KINDS : [name.kind]
  for (const kind of kinds) {
    const collection = COLLECTION_BY_KIND[kind]
    const row = await find(scope, collection, name)
    if (row === undefined) continue
    if (collection.rights.canRead(scope, row)) return { collection, row }
    throw isPostKind(kind) ? new CalendarError(`${kind}-not-accessible`) : forbiddenError(scope.caller)
  }
  return hasOldSlugs ? findByOldSlug(scope, name) : undefined
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

async function find(scope: Scope, collection: AnyCollection, { key }: RecordName): Promise<FoundRow | undefined> {
  if ('id' in key || collection.hasSlugs) return collection.find(scope, key)
  const [id] = await selectRecordIdsBySlug(scope, collection.kind, key.slug)
  return id === undefined ? undefined : collection.find(scope, { id })
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
