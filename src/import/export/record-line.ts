import type { AnyCollection } from '../../collections/collection.ts'
import type { Scope } from '../../collections/scope.ts'
import { requestValueOfStoredCost } from '../../core/cost/cost-with-currency.ts'
import { isObject } from '../../core/generic/is-object.ts'
import { objectKeys } from '../../core/generic/object-keys.ts'
import { isTermKind } from '../../core/kinds.ts'
import type { Language } from '../../core/language.ts'
import type { TObject } from '../../core/schema/field-types.ts'
import { REFERENCE_FIELDS } from '../import-item-types.ts'

/** A record as its collection loads it, with the columns that its line of an export contains. */
export interface ExportedRow {
  id: number
  original_language: Language
  texts: readonly { language: Language; title: string; description: string; excerpt: string; slug: string }[]
  author_id?: number
  image_id?: number | null
  parent_id?: number | null
  created_at?: number
  modified_at?: number | null
  cost?: string
  admission?: string
}

/**
 * Fields of a response that a line of an export does not copy: references to other records, texts, and fields that are
 * computed from others.
 */
const NOT_VALUES = new Set([
  ...objectKeys(REFERENCE_FIELDS),
  ...['author', 'date', 'dates', 'is_virtual', 'virtual_url', 'scope', 'reset_overrides', 'cost', 'slug', 'excerpt'],
])

/**
 * Formats a record as a line of an export: the fields of a create request in the record's original language, and its
 * texts in other languages.
 * @param logins login of each account, by the id of the account
 */
export function formatExportLineOfRecord(
  collection: AnyCollection,
  scope: Scope,
  row: ExportedRow,
  logins: ReadonlyMap<number, string>,
): Record<string, unknown> {
  const { kind } = collection
  const language = row.original_language
  const shown = collection.present({ ...scope, language }, row)
  const others = row.texts.filter((text) => text.language !== language)
  const author = row.author_id === undefined ? undefined : logins.get(row.author_id)
  return {
    kind,
    id: row.id,
    language,
    fields: { ...valuesIn(collection, shown), ...costOf(row), ...textsOf(collection, row, language) },
    references: references(row, shown),
    ...(others.length > 0 && {
      texts: others.map((text) => ({ language: text.language, fields: textsOf(collection, row, text.language) })),
    }),
    ...(author !== undefined && { author }),
    ...(row.created_at !== undefined && { created_at: row.created_at }),
    ...(row.modified_at != null && { modified_at: row.modified_at }),
  }
}

/** Picks from a response the fields that a create request accepts. */
function valuesIn({ parameters }: AnyCollection, shown: Record<string, unknown>): Record<string, unknown> {
  const names = Object.keys((parameters.native.create.schema as TObject).properties)
  const values = names.filter((name) => shown[name] !== undefined && !NOT_VALUES.has(name))
  // For an event without a website, the field `website` contains the address of the event's page here, which is not
  // exported.
  const own = values.filter((name) => name !== 'website' || shown.website !== shown.url)
  // For a draft without a publication date, the field `date_utc` consists of zeros and is not exported.
  const sent = own.filter((name) => name !== 'date_utc' || !String(shown.date_utc).startsWith('0000'))
  return Object.fromEntries(sent.map((name) => [name, shown[name]]))
}

/** The field `cost` as a client sent it; no field for an event whose cost is computed from its offers. */
const costOf = ({ cost = '' }: ExportedRow) => (cost === '' ? {} : { cost: requestValueOfStoredCost(cost) })

function textsOf({ kind, titleField }: AnyCollection, { texts }: ExportedRow, language: Language) {
  const text = texts.find((one) => one.language === language)
  if (!text) return {}
  const { title, description, excerpt, slug } = text
  return { [titleField]: title, description, ...(!isTermKind(kind) && { excerpt }), slug }
}

/** The ids of the records to which a record refers, by the name of the field that refers to them. */
function references({ image_id, parent_id }: ExportedRow, shown: Record<string, unknown>): Record<string, string[]> {
  const found: Record<string, string[]> = {}
  for (const field of ['venue', 'organizer', 'categories', 'tags', 'series'] as const) {
    const ids = [shown[field]].flat().flatMap((one) => (isObject(one) ? [String(one.id)] : []))
    if (ids.length > 0) found[field] = ids
  }
  if (image_id != null) found.image = [String(image_id)]
  if (parent_id != null) found.parent = [String(parent_id)]
  return found
}

/** Fields that an export compares between a date of a repeated event and the event. */
const DATE_FIELDS = [
  ...['title', 'description', 'excerpt', 'cost', 'event_status', 'status_reason', 'attendance_mode', 'online_url'],
  ...['sold_out', 'featured', 'hide_from_listings'],
]

/**
 * Formats a date of a repeated event for the line of that event: its start, and the fields in which it differs from the
 * event.
 */
export function formatExportOfChangedDate(
  collection: AnyCollection,
  scope: Scope,
  event: ExportedRow,
  date: ExportedRow & { original_start: string; start_local: string; end_local: string },
): { start: string; fields: Record<string, unknown> } {
  const inside = { ...scope, language: event.original_language }
  const [own, common] = [collection.present(inside, date), collection.present(inside, event)]
  const changed = DATE_FIELDS.filter((name) => JSON.stringify(own[name]) !== JSON.stringify(common[name]))
  const fields = Object.fromEntries(changed.map((name) => [name, own[name]]))
  return { start: date.original_start, fields: { ...fields, start_date: date.start_local, end_date: date.end_local } }
}
