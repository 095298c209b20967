import { appendQueryToUrl, type QueryParameters } from '../../core/urls.ts'
import { html, type Markup } from '../../pages/html-template.ts'
import { type AdminContext, adminPath } from '../admin-context.ts'

export interface ListPages {
  /** Path of the list below `/admin`. */
  path: string
  /** Query parameters that select the list. */
  query?: QueryParameters
  page: number
  pages: number
  /** Whether there are more pages than `pages`, because only the first records of a long list are counted. */
  hasMore?: boolean
}

/** The links to the previous and the next page of a list; undefined if it has one page. */
export function renderListPageLinks(context: AdminContext, list: ListPages): Markup | undefined {
  const { path, query = {}, page, pages, hasMore = false } = list
  if (pages < 2) return undefined
  const { list: words } = context.words
  const link = (number: number, label: string) =>
    html`<a href="${appendQueryToUrl(adminPath(context, path), { ...query, page: number })}">${label}</a> `
  return html`
    <nav class="pages" aria-label="${words.pages}">
      ${page > 1 && link(page - 1, words.previous)}
      ${hasMore ? words.pageOfMany(page) : words.page(page, pages)}${' '}
      ${page < pages && link(page + 1, words.next)}
    </nav>
  `
}
