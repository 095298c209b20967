import { isTermKind, type Kind, type PostKind } from '../../core/kinds.ts'
import type { HtmlPage, PageContext } from '../page-context.ts'
import { categoryOrTagPage } from './category-and-tag-page.ts'
import { defaultPostPage } from './default-post-page.ts'
import { eventPage } from './event-page.ts'
import type { RecordPageData } from './record-page-data.ts'
import { seriesPage } from './series-page.ts'
import { venuePage } from './venue-page.ts'

// biome-ignore lint/suspicious/noExplicitAny: a row is of the kind that is given with it
type AnyRow = any

/**
 * Renders the page of an event, venue or organizer.
 * @param page number of the current page in the list of the record's events
 */
type PostPage = (context: PageContext, post: AnyRow, page: number, data: RecordPageData) => Promise<HtmlPage>

/** The functions that render kinds of posts whose page has its own layout; all other kinds use `defaultPostPage`. */
const POST_PAGES: Partial<Record<PostKind, PostPage>> = {
  event: (context, event, _page, data) => eventPage(context, event, data),
  venue: venuePage,
  series: seriesPage,
}

/**
 * Renders the page of a record.
 * @param page number of the current page in the list of the record's events
 */
export function recordPage(
  context: PageContext,
  kind: Kind,
  row: AnyRow,
  page: number,
  data: RecordPageData,
): Promise<HtmlPage> {
  if (isTermKind(kind)) return categoryOrTagPage(context, kind, row, page, data)
  return POST_PAGES[kind]?.(context, row, page, data) ?? defaultPostPage(context, kind, row, page, data)
}
