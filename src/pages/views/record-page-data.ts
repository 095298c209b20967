import type { HtmlPage } from '../page.ts'

/** Addresses and JSON-LD for the page of a record, of any kind: event, venue, organizer, category or tag. */
export interface RecordPageData extends Pick<HtmlPage, 'versions' | 'canonical'> {
  /** Path of the record's page, with the language prefix. */
  own: string
  linkedData: readonly object[]
}
