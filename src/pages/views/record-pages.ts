import type { EventRow } from '../../collections/events/row.ts'
import type { OrganizerRow } from '../../collections/organizers/store.ts'
import type { TermRow } from '../../collections/terms/read.ts'
import type { VenueRow } from '../../collections/venues/store.ts'
import type { Kind, TermKind } from '../../core/kinds.ts'
import type { HtmlPage, PageContext } from '../page.ts'
import { eventPage } from './event.ts'
import type { RecordPageData } from './record-page-data.ts'
import { termPage } from './term.ts'
import { organizerPage, venuePage } from './venue-organizer.ts'

interface RecordRows extends Record<TermKind, TermRow> {
  event: EventRow
  venue: VenueRow
  organizer: OrganizerRow
}

/**
 * A function that renders the page of a record. @param page number of the current page in the list of the record's
 * events
 */
export type RecordPage<Row> = (context: PageContext, row: Row, page: number, data: RecordPageData) => Promise<HtmlPage>

/** For each kind of record, the function that renders its page. A kind without a function is a type error. */
export const RECORD_PAGES: { readonly [K in Kind]: RecordPage<RecordRows[K]> } = {
  event: (context, event, _page, data) => eventPage(context, event, data),
  venue: venuePage,
  organizer: organizerPage,
  category: (context, term, page, data) => termPage(context, 'category', term, page, data),
  tag: (context, term, page, data) => termPage(context, 'tag', term, page, data),
}
