import type { HtmlPage } from '../page-context.ts'
import type { Breadcrumb } from '../parts/breadcrumbs.ts'

/** Addresses and JSON-LD for the page of a record of any kind. */
export interface RecordPageData extends Pick<HtmlPage, 'versions' | 'canonical'> {
  /** Path of the record's page, with the language prefix. */
  own: string
  /** The pages above this page in the hierarchy of pages, from the front page on. */
  breadcrumbs: readonly Breadcrumb[]
  linkedData: readonly object[]
}
