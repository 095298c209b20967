import { shortestRequestValueOfCost } from '../../../core/cost/cost-with-currency.ts'
import { KIND_PROPERTIES } from '../../../core/kinds.ts'
import { textMeansYes } from '../../../core/schema/field-types.ts'
import { foldTextForSearch } from '../../../core/text/fold-text.ts'
import { parseLocalTimeAndPrecision } from '../../../core/time/parse-date.ts'
import { fingerprintOfItemContent } from '../../items/compare-imported-items.ts'
import { parseWordpressCurrencyCode, parseWordpressCurrencyPosition } from '../wordpress/wordpress-currency.ts'
import { regionFieldsOfTecVenue } from '../wordpress/wordpress-id-and-region.ts'
import { type DateOrder, rewriteDateAsIso } from './detect-date-order.ts'
import type { CsvColumns, CsvKind, CsvTarget } from './match-csv-column-labels.ts'

/** Options for converting the cells of a CSV file to fields. */
export interface CellOptions {
  order: DateOrder
  /** Time zone for rows without one; `''`: the time zone of this calendar. */
  timezone: string
}

type Cells = Partial<Record<CsvTarget, string>>

/** Returns the non-empty cells of a row by the field or part of a field that their column means. */
export function pickFilledCellsByMeaning({ targets }: CsvColumns, cells: readonly string[]): Cells {
  const entries = targets.map((target, at): [CsvTarget | undefined, string] => [target, (cells[at] ?? '').trim()])
  return Object.fromEntries(entries.filter(([target, text]) => target !== undefined && text !== ''))
}

/**
 * Meanings of columns that contain only a part of a field or need conversion. The other cells are fields as they are.
 */
const PARTS = new Set([
  ...['start_day', 'start_time', 'end_day', 'end_time', 'start_date', 'end_date', 'external_id', 'address_2'],
  ...['currency_symbol', 'currency_position', 'currency_code', 'cost', 'image', 'organizer', 'categories', 'tags'],
])

const FLAGS = new Set(['all_day', 'hide_from_listings', 'sticky', 'featured', 'show_map', 'show_map_link'])

/**
 * Converts a row to the fields of a create request. A date that cannot be read is left as it is, so that the check of
 * the fields reports it.
 */
export function convertCsvRowToFields(kind: CsvKind, cells: Cells, options: CellOptions): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  for (const [target, text] of Object.entries(cells)) {
    if (!PARTS.has(target)) fields[target] = FLAGS.has(target) ? textMeansYes(text as string) : text
  }
  if (cells.image !== undefined && /^https?:/.test(cells.image)) fields.image = cells.image
  if (kind === 'organizer') return { ...fields, organizer: cells.organizer }
  if (kind === 'venue') {
    const address = [cells.address, cells.address_2].filter((line) => line !== undefined).join(', ')
    const region = cells.stateprovince === undefined ? {} : regionFieldsOfTecVenue(cells.stateprovince, cells.country)
    return { ...fields, ...region, ...(address !== '' && { address }) }
  }
  const list = (text: string | undefined) =>
    text
      ?.split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '')
  return {
    ...fields,
    ...times(cells, fields, options),
    ...(cells.cost !== undefined && { cost: costOf(cells) }),
    ...(cells.organizer !== undefined && { organizer: list(cells.organizer) }),
    ...(cells.categories !== undefined && { categories: list(cells.categories) }),
    ...(cells.tags !== undefined && { tags: list(cells.tags) }),
  }
}

const costOf = (cells: Cells) =>
  shortestRequestValueOfCost({
    text: costText(cells),
    currency_code: parseWordpressCurrencyCode(cells.currency_code),
    currency_position: parseWordpressCurrencyPosition(cells.currency_position),
  })

/**
 * The cost with its currency symbol, e.g. `$5` or `5 €`. A cost of 0 becomes `Free`, as The Events Calendar displays
 * it.
 */
function costText({ cost = '', currency_symbol: symbol = '', currency_position: position = '' }: Cells): string {
  if (cost === '0') return 'Free'
  if (symbol === '' || !/^[\d.,\s]+$/.test(cost)) return cost
  return parseWordpressCurrencyPosition(position) === 'postfix' ? `${cost} ${symbol}` : `${symbol}${cost}`
}

/**
 * Adds start, end, time zone and `all_day` to the fields. A row without times is an all-day event; a row without an end
 * ends at its start.
 */
function times(cells: Cells, fields: Record<string, unknown>, { order, timezone }: CellOptions) {
  const startDay = cells.start_day ?? cells.start_date ?? ''
  const endDay = cells.end_day ?? cells.end_date ?? startDay
  const hasTime = [startDay, endDay].some((text) => /\d:\d|\d\s*[ap]m\b/i.test(text))
  const isAllDay = fields.all_day ?? (!hasTime && cells.start_time === undefined && cells.end_time === undefined)
  const endTime = cells.end_time ?? (endDay === startDay ? cells.start_time : undefined)
  const zone = cells.timezone ?? timezone
  return {
    start_date: localTime(startDay, cells.start_time, order),
    end_date: localTime(endDay, endTime, order),
    all_day: isAllDay,
    ...(zone !== '' && { timezone: zone }),
  }
}

/**
 * Parses a time. A text that has another meaning on another day, such as `tomorrow`, `3 March` or a time without a date,
 * becomes `''`, which the check of the fields refuses.
 */
function localTime(day: string, time: string | undefined, order: DateOrder): string {
  const text = [rewriteDateAsIso(day, order), time].filter((part) => part !== undefined).join(' ')
  const [local, another] = [0, ANOTHER_DAY].map((now) => parseLocalTimeAndPrecision(text, 'UTC', now)?.local)
  return local === another ? (local ?? text) : ''
}

/** A time of another day, weekday, month and year than the beginning of 1970, in Unix seconds. */
const ANOTHER_DAY = Date.UTC(2031, 7, 20, 12) / 1000

/**
 * Makes an external id for a row without one: from title, start and venue of an event, name and address of a venue, or
 * name and email address of an organizer.
 */
export function makeExternalIdOfCsvRow(kind: CsvKind, cells: Cells, fields: Record<string, unknown>): string {
  const title = cells[KIND_PROPERTIES[kind].titleField] ?? ''
  const parts = {
    event: [title, fields.start_date, cells.venue],
    venue: [title, cells.address, cells.city],
    organizer: [title, cells.email],
  }[kind]
  return fingerprintOfItemContent(parts.map((part) => foldTextForSearch(String(part ?? ''))).join('\n'))
}
