import type { FastifyReply } from 'fastify'
import { countListPages, type PageRequest } from '../../../core/list-page.ts'
import { appendQueryToUrl, type QueryParameters } from '../../../core/urls.ts'
import { addLinkHeader } from '../../response/api-headers.ts'

/** Page number, page size and total of a list; its records are not needed for the headers. */
interface ListPage extends PageRequest {
  /** The number of records on all pages. */
  total: number
}

/**
 * Sets the headers of a list in the WordPress REST API: the totals, and a `Link` header with URLs of the next and
 * previous page.
 * @param listing URL of the list, without a query
 * @param sent query parameters of the request, which the URLs repeat
 */
export function setWordpressListHeaders(
  reply: FastifyReply,
  listing: string,
  { page, perPage, total }: ListPage,
  sent: QueryParameters = {},
): void {
  const pages = countListPages(total, perPage)
  reply.headers({ 'x-wp-total': total, 'x-wp-totalpages': pages })
  const linkTo = (number: number, rel: string) =>
    addLinkHeader(reply, `<${appendQueryToUrl(listing, { ...sent, page: number })}>; rel="${rel}"`)
  if (page > 1) linkTo(Math.min(page - 1, Math.max(pages, 1)), 'prev')
  if (page < pages) linkTo(page + 1, 'next')
}
