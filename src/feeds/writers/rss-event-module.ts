import { formatEventTimes } from '../../core/time/event-times.ts'
import type { XmlElements } from '../build-xml.ts'
import { type FeedEvent, venueAddressLine } from '../feed-event-types.ts'

/**
 * Start, end and location of an event as elements of the RSS 1.0 module "event", which RSS 2.0 and Atom feeds use too.
 */
export function rssEventModuleElements(event: FeedEvent): XmlElements {
  const { start, end } = formatEventTimes(event)
  const location = event.venues.map(venueAddressLine).join('; ')
  return { 'ev:startdate': start, 'ev:enddate': end, ...(location && { 'ev:location': location }) }
}
