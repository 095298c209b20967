import { COLLECTION_BY_KIND } from '../../../collections/collection-by-kind.ts'
import { KIND_PROPERTIES } from '../../../core/kinds.ts'
import type { TObject } from '../../../core/schema/field-types.ts'

/** The kinds of records that a CSV file can contain. */
export const CSV_KINDS = ['event', 'venue', 'organizer'] as const
export type CsvKind = (typeof CSV_KINDS)[number]

/**
 * The meaning of a column: a field of the API, or a part of a field. `start_day` and `start_time` are the parts of the
 * start; `external_id` identifies the row in the source.
 */
export type CsvTarget = string

/** The meanings of the column labels that clients of The Events Calendar and Google Calendar use; labels in lower case. */
const LABELS: Record<CsvKind, Record<string, CsvTarget>> = {
  event: {
    'event name': 'title',
    'event description': 'description',
    'event excerpt': 'excerpt',
    'event start date': 'start_day',
    'event start time': 'start_time',
    'event end date': 'end_day',
    'event end time': 'end_time',
    'event time zone': 'timezone',
    timezone: 'timezone',
    'all day event': 'all_day',
    'hide event from event listings': 'hide_from_listings',
    'hide from event listings': 'hide_from_listings',
    'event sticky in month view': 'sticky',
    'sticky in month view': 'sticky',
    'feature event': 'featured',
    'event venue name': 'venue',
    'event organizer name(s) or id(s)': 'organizer',
    'event organizer name': 'organizer',
    'event show map link': 'show_map_link',
    'event show map': 'show_map',
    'event cost': 'cost',
    'event currency symbol': 'currency_symbol',
    'event currency position': 'currency_position',
    'event iso currency code': 'currency_code',
    'event category': 'categories',
    'event tags': 'tags',
    'event website': 'website',
    'event featured image': 'image',
    subject: 'title',
    'start date': 'start_day',
    'start time': 'start_time',
    'end date': 'end_day',
    'end time': 'end_time',
    location: 'venue',
    virtual_url: 'online_url',
  },
  venue: {
    'venue name': 'venue',
    'venue description': 'description',
    'venue country': 'country',
    'venue address': 'address',
    'venue address 2': 'address_2',
    'venue city': 'city',
    'venue state/province': 'stateprovince',
    'venue zip': 'zip',
    'venue phone': 'phone',
    'venue website': 'website',
    'venue latitude': 'geo_lat',
    'venue longitude': 'geo_lng',
    'venue featured image': 'image',
    'venue show map': 'show_map',
    'venue show map link': 'show_map_link',
  },
  organizer: {
    'organizer name': 'organizer',
    'organizer description': 'description',
    'organizer email': 'email',
    'organizer website': 'website',
    'organizer phone': 'phone',
    'organizer featured image': 'image',
  },
}

const COMMON: Record<string, CsvTarget> = {
  'external id': 'external_id',
  external_id: 'external_id',
  uid: 'external_id',
  id: 'external_id',
}

const normalized = (label: string) => label.trim().toLowerCase().replace(/\s+/g, ' ')

/** The meaning of each column of a file, by its position; undefined for columns that are not imported. */
export interface CsvColumns {
  kind: CsvKind
  targets: readonly (CsvTarget | undefined)[]
  /** Labels of the columns that are not imported because their meaning is unknown. */
  unknown: string[]
}

/**
 * Finds the meanings of the columns of a file from their labels.
 * @param mapping the meanings of columns by label, which override the built-in ones; `''` for columns that are not
 * imported
 * @param kind the kind of the records in the file; undefined: the first kind for which a column contains the title
 * @returns undefined if no column contains the title of a record
 */
export function findMeaningsOfCsvColumns(
  header: readonly string[],
  mapping: Readonly<Record<string, string>> = {},
  kind?: CsvKind,
): CsvColumns | undefined {
  const own = new Map(Object.entries(mapping).map(([label, target]) => [normalized(label), target]))
  for (const candidate of kind === undefined ? CSV_KINDS : [kind]) {
    const fields = csvFieldNames(candidate)
    const targetOf = (label: string): CsvTarget | undefined => {
      const name = normalized(label)
      return own.get(name) ?? LABELS[candidate][name] ?? COMMON[name] ?? (fields.has(name) ? name : undefined)
    }
    const targets = header.map(targetOf)
    if (!targets.includes(KIND_PROPERTIES[candidate].titleField)) continue
    const unknown = header.filter((label, at) => label.trim() !== '' && targets[at] === undefined)
    return { kind: candidate, targets: targets.map((target) => target || undefined), unknown }
  }
  return undefined
}

/** The names of all fields that a request can set. Every CSV file may use them as column labels. */
const csvFieldNames = (kind: CsvKind): ReadonlySet<string> =>
  new Set([...Object.keys((COLLECTION_BY_KIND[kind].parameters.native.create.schema as TObject).properties), 'slug'])

/** Lists the meanings that a column can have, in alphabetical order; of two fields with one meaning, only one. */
export const listMeaningsOfCsvColumns = (kind: CsvKind): string[] =>
  [...new Set([...Object.values(LABELS[kind]), ...Object.values(COMMON), ...csvFieldNames(kind)])]
    .filter((name) => (LABELS[kind][name] ?? name) === name)
    .toSorted()
