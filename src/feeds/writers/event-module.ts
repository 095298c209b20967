import { formatEventTimes } from '../../core/time/event-times.ts'
import { type FeedEvent, venueAddressLine } from '../feed-event.ts'
import type { XmlElements } from '../xml.ts'

/** Start, end and location as elements of the RSS module Event, which Atom feeds use too. */
export function eventModuleElements(event: FeedEvent): XmlElements {
  const { start, end } = formatEventTimes(event)
  const location = event.venues.map(venueAddressLine).join('; ')
  return { 'ev:startdate': start, 'ev:enddate': end, ...(location && { 'ev:location': location }) }
}
