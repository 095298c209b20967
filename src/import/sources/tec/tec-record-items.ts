import { isObject } from '../../../core/generic/is-object.ts'
import type { Kind } from '../../../core/kinds.ts'
import type { RecordItem } from '../../import-item-types.ts'
import { readWordpressRecordTimes, wordpressPublicationFields } from '../wordpress/wordpress-dates.ts'
import { chooseWrittenOrDisplayedHtml, decodeWordpressTitle } from '../wordpress/wordpress-texts.ts'
import type { SiteJson } from './find-tec-site-api.ts'

/**
 * The functions of this file convert venues, organizers, categories and tags of `tribe/events/v1` to items of an
 * import.
 */

type Placing = Pick<RecordItem, 'place' | 'cursor' | 'author'>

/** Whether a value of a response can be an id or a slug. */
export const isTecId = (value: unknown): value is string | number =>
  typeof value === 'number' || (typeof value === 'string' && value !== '')

/** The id of a record of the site as text or, if a damaged response has none, the slug of the record. */
export const idTextOfTecRecord = ({ id, slug }: SiteJson): string => String([id, slug].find(isTecId) ?? '?')

export const idsOfTecRecords = (records: unknown): string[] =>
  [records].flat().flatMap((record) => (isObject(record) && isTecId(record.id) ? [String(record.id)] : []))

/**
 * Picks fields of a record of the site. Fields that are missing or null are omitted; with `isFilled`, empty ones too.
 */
export const pickTecRecordFields = (record: SiteJson, names: readonly string[], isFilled = false): SiteJson =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = record[name]
      return value === undefined || value === null || (isFilled && value === '') ? [] : [[name, value]]
    }),
  )

/** The members that items of all kinds have, from a record of the site. */
export const commonItemMembersOfTecRecord = (
  kind: Kind,
  record: SiteJson,
  placing: Placing,
): Omit<RecordItem, 'fields'> => ({
  kind,
  externalId: idTextOfTecRecord(record),
  id: Number(record.id),
  path: URL.parse(String(record.url ?? ''))?.pathname,
  ...placing,
})

/** The fields that all posts have, from a record of the site: slug, status and publication date. */
export const commonFieldsOfTecPost = (record: SiteJson): SiteJson => ({
  ...pickTecRecordFields(record, ['slug'], true),
  ...wordpressPublicationFields(record.status, record.date_utc),
})

/** The field `website` of a record of the site. The site's API escapes it for HTML, so it is decoded. */
export const decodeTecWebsite = ({ website }: SiteJson): string =>
  String(website ?? '').replace(/&(?:amp|#0*38);/g, '&')

const LINKED_FIELDS = {
  venue: ['address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'stateprovince'],
  organizer: ['phone', 'email'],
} as const

const MAP_FIELDS = ['show_map', 'show_map_link', 'geo_lat', 'geo_lng']

/** Converts a venue or organizer of the site to an item of an import. */
export function convertTecPostToItem(kind: 'venue' | 'organizer', record: SiteJson, placing: Placing): RecordItem {
  return {
    ...commonItemMembersOfTecRecord(kind, record, placing),
    ...readWordpressRecordTimes(record.date_utc, record.modified_utc),
    fields: {
      [kind]: decodeWordpressTitle(String(record[kind] ?? '')),
      description: chooseWrittenOrDisplayedHtml(undefined, String(record.description ?? '')),
      ...commonFieldsOfTecPost(record),
      ...pickTecRecordFields(record, LINKED_FIELDS[kind], true),
      website: decodeTecWebsite(record),
      ...(kind === 'venue' && pickTecRecordFields(record, MAP_FIELDS)),
    },
    references: { image: idsOfTecRecords(record.image) },
  }
}

/** Converts a category or tag of the site to an item of an import. */
export function convertTecTermToItem(kind: 'category' | 'tag', record: SiteJson, placing: Placing): RecordItem {
  const { parent } = record
  return {
    ...commonItemMembersOfTecRecord(kind, record, placing),
    fields: {
      name: decodeWordpressTitle(String(record.name ?? '')),
      slug: record.slug,
      description: String(record.description ?? ''),
    },
    ...(kind === 'category' && { references: { parent: Number(parent) > 0 ? [String(parent)] : [] } }),
  }
}

/** Sorts categories so that each comes after its parent. */
export function sortCategoriesParentsFirst(records: readonly SiteJson[]): SiteJson[] {
  const byId = new Map(records.map((record) => [record.id, record]))
  const depth = (record: SiteJson, seen = new Set<unknown>()): number => {
    const parent = byId.get(record.parent)
    // If the parents of a category form a cycle, the category counts as one without a parent.
    if (parent === undefined || seen.has(parent.id)) return 0
    return 1 + depth(parent, seen.add(parent.id))
  }
  return records
    .map((record) => ({ record, level: depth(record) }))
    .sort((one, other) => one.level - other.level)
    .map(({ record }) => record)
}
