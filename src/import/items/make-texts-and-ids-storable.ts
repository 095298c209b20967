import { hash } from 'node:crypto'
import { isObject } from '../../core/generic/is-object.ts'
import { isStorableText, removeUnstorableCharacters } from '../../core/schema/field-types.ts'
import type { RecordItem, SourceEntry } from '../import-item-types.ts'

/**
 * The functions of this file change entries of a source so that both database engines can store them: they shorten long
 * ids, and remove control characters that PostgreSQL refuses.
 */

/**
 * Maximum length of a stored external id in bytes. PostgreSQL cannot index rows of more than about 2,700 bytes, and the
 * index has other columns besides the id.
 */
const EXTERNAL_ID_BYTES_MAX = 1000
/** Number of characters at the beginning of a longer id that remain, so that people recognize the id. */
const ID_BEGINNING = 100

/** Yields the entries of a source as they can be stored. */
export async function* makeTextsAndIdsOfEntriesStorable(
  entries: AsyncIterable<SourceEntry>,
): AsyncGenerator<SourceEntry> {
  for await (const entry of entries) yield makeTextsAndIdsOfEntryStorable(entry)
}

export function makeTextsAndIdsOfEntryStorable(entry: SourceEntry): SourceEntry {
  if (isStorable(entry)) return withShortIds(entry)
  const item = withShortIds(withStorableTexts(entry) as SourceEntry)
  if (entry.kind === 'picture' || entry.kind === 'unreadable' || entry.kind === 'presence') return item
  const { warnings = [] } = item as RecordItem
  return { ...(item as RecordItem), warnings: [...warnings, { name: '', reason: 'import.characters' }] }
}

/** Whether all texts in a value can be stored. */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return isStorableText(value)
  if (Array.isArray(value)) return value.every(isStorable)
  return !isObject(value) || Object.keys(value).every((name) => isStorableText(name) && isStorable(value[name]))
}

/** A copy of a value in which all texts can be stored. */
function withStorableTexts(value: unknown): unknown {
  if (typeof value === 'string') return removeUnstorableCharacters(value)
  if (Array.isArray(value)) return value.map(withStorableTexts)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [removeUnstorableCharacters(name), withStorableTexts(member)]),
  )
}

/** The external id itself or, if it is too long, its beginning with a hash of the whole. */
const shortId = (id: string): string =>
  id.length <= EXTERNAL_ID_BYTES_MAX / 4 || Buffer.byteLength(id) <= EXTERNAL_ID_BYTES_MAX
    ? id
    : `${id.slice(0, ID_BEGINNING).toWellFormed()}… ${hash('sha256', id, 'base64url')}`

function withShortIds(entry: SourceEntry): SourceEntry {
  if (entry.kind === 'unreadable' || entry.kind === 'presence' || entry.kind === 'picture') {
    return entry.externalId === undefined ? entry : { ...entry, externalId: shortId(entry.externalId) }
  }
  const { externalId, otherIds, references } = entry
  const ids = [externalId, ...(otherIds ?? []), ...Object.values(references ?? {}).flat()]
  if (ids.every((id) => shortId(id) === id)) return entry
  return {
    ...entry,
    externalId: shortId(externalId),
    ...(otherIds && { otherIds: otherIds.map(shortId) }),
    ...(references && {
      references: Object.fromEntries(Object.entries(references).map(([field, list]) => [field, list.map(shortId)])),
    }),
  }
}
