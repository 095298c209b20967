import type { HtmlPage } from '../page.ts'

/** What the page of any record needs beside the record: addresses and linked data. */
export interface RecordPageData extends Pick<HtmlPage, 'versions' | 'canonical'> {
  /** Path of the page, with the language root. */
  own: string
  linkedData: readonly object[]
}
