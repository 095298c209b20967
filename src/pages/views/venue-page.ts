import type { VenueRow } from '../../collections/venues/venue-store.ts'
import { html } from '../html-template.ts'
import type { HtmlPage, PageContext } from '../page-context.ts'
import { isLocated, renderVenueDetails } from '../parts/places/venue-details.ts'
import { contactEntries, defaultPostPage } from './default-post-page.ts'
import type { RecordPageData } from './record-page-data.ts'

/** The page of a venue: its address and a map beside the description, and the events that take place there. */
export function venuePage(
  context: PageContext,
  venue: VenueRow,
  page: number,
  data: RecordPageData,
): Promise<HtmlPage> {
  const facts = html`
    <dl>
      ${isLocated(venue) && html`<dt>${context.words.address}</dt><dd>${renderVenueDetails(context, venue)}</dd>`}
      ${contactEntries(context, venue)}
    </dl>
  `
  return defaultPostPage(context, 'venue', venue, page, data, {
    facts,
    events: { heading: context.words.eventsHere },
  })
}
