import type { EventLine } from '../../../collections/events/event-row.ts'
import { type PageContext, plainTitleOfRecord } from '../../page-context.ts'

/** Maximum length of a description in characters; search engines show about 160. */
const LENGTH_MAX = 160

/**
 * Describes a period or a list of events for search engines and previews of links, e.g. `May 2026: 12 events. Jazz
 * night, Flea market …`.
 * Featured events are named first.
 * @param period its name, or the heading of the list
 * @param total number of all events of the period
 * @param events the loaded events, from which some are named
 */
export function describePeriodForSearchEngines(
  { words }: PageContext,
  period: string,
  total: number,
  events: readonly EventLine[],
): string {
  const start = `${period}: ${words.events(total)}`
  const named = new Set<string>()
  let list = ''
  for (const event of [...events.filter(isFeatured), ...events.filter((one) => !isFeatured(one))]) {
    const title = plainTitleOfRecord(event)
    if (named.has(title)) continue
    named.add(title)
    const longer = list === '' ? title : `${list}, ${title}`
    if (start.length + longer.length + ' …'.length > LENGTH_MAX) return list === '' ? start : `${start}. ${list} …`
    list = longer
  }
  return list === '' ? start : `${start}. ${list}${total > named.size ? ' …' : ''}`
}

const isFeatured = ({ featured }: EventLine) => featured === 1
