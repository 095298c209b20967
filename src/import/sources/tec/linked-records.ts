import type { Kind } from '../../../core/kinds.ts'
import type { RecordItem } from '../../item.ts'
import { publicationFields, recordTimes } from '../wordpress/dates.ts'
import { importedHtml, importedTitle } from '../wordpress/texts.ts'
import type { Json } from './site.ts'

/** Records of `tribe/events/v1` other than events, as items. */

type Placing = Pick<RecordItem, 'place' | 'cursor' | 'author'>

export const idsOf = (records: unknown): string[] =>
  [records]
    .flat()
    .filter((record): record is Json => typeof record === 'object' && record !== null)
    .map(({ id }) => String(id))

/** The fields that a record has, without those that are missing, null or, if `isFilled` is set, empty. */
export const present = (record: Json, names: readonly string[], isFilled = false): Json =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = record[name]
      return value === undefined || value === null || (isFilled && value === '') ? [] : [[name, value]]
    }),
  )

/** What items of all kinds have. */
export const itemOf = (kind: Kind, record: Json, placing: Placing): Omit<RecordItem, 'fields'> => ({
  kind,
  externalId: String(record.id),
  id: Number(record.id),
  ...placing,
})

/** What items of posts have: times, and the fields for slug, status and date of publication. */
export const postFieldsOf = (record: Json): Json => ({
  ...present(record, ['slug'], true),
  ...publicationFields(record.status, record.date_utc),
})

/** The field `website`, which the API escapes for HTML. */
export const websiteOf = ({ website }: Json): string => String(website ?? '').replace(/&(?:amp|#0*38);/g, '&')

const LINKED_FIELDS = {
  venue: ['address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'stateprovince'],
  organizer: ['phone', 'email'],
} as const

const MAP_FIELDS = ['show_map', 'show_map_link', 'geo_lat', 'geo_lng']

/** A venue or organizer. */
export function linkedPostItem(kind: 'venue' | 'organizer', record: Json, placing: Placing): RecordItem {
  return {
    ...itemOf(kind, record, placing),
    ...recordTimes(record.date_utc, record.modified_utc),
    fields: {
      [kind]: importedTitle(String(record[kind] ?? '')),
      description: importedHtml(undefined, String(record.description ?? '')),
      ...postFieldsOf(record),
      ...present(record, LINKED_FIELDS[kind], true),
      website: websiteOf(record),
      ...(kind === 'venue' && present(record, MAP_FIELDS)),
    },
    references: { image: idsOf(record.image) },
  }
}

/** A category or tag. */
export function termItem(kind: 'category' | 'tag', record: Json, placing: Placing): RecordItem {
  const { parent } = record
  return {
    ...itemOf(kind, record, placing),
    fields: {
      name: importedTitle(String(record.name ?? '')),
      slug: record.slug,
      description: String(record.description ?? ''),
    },
    ...(kind === 'category' && { references: { parent: Number(parent) > 0 ? [String(parent)] : [] } }),
  }
}

/** Categories with parents before their children. */
export function parentsFirst(records: readonly Json[]): Json[] {
  const byId = new Map(records.map((record) => [record.id, record]))
  const depth = (record: Json, seen = new Set<unknown>()): number => {
    const parent = byId.get(record.parent)
    // A category that is its own ancestor counts as having no parent.
    if (parent === undefined || seen.has(parent.id)) return 0
    return 1 + depth(parent, seen.add(parent.id))
  }
  return records
    .map((record) => ({ record, level: depth(record) }))
    .sort((one, other) => one.level - other.level)
    .map(({ record }) => record)
}
