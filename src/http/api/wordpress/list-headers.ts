import type { FastifyReply } from 'fastify'
import { type PageRequest, pageCount } from '../../../core/page.ts'
import { type QueryParameters, withQuery } from '../../../core/urls.ts'
import { addLink } from '../../response/api-headers.ts'

/** One page of a list, of which only numbers are needed. */
interface ListPage extends PageRequest {
  /** The number of records on all pages. */
  total: number
}

/**
 * Sets the headers of a list in the WordPress REST API: the totals, and links to the next and the previous page.
 * @param listing URL of the list, without a query
 * @param sent the query parameters of the request that belong to the list; links repeat them
 */
export function setListHeaders(
  reply: FastifyReply,
  listing: string,
  { page, perPage, total }: ListPage,
  sent: QueryParameters = {},
): void {
  const pages = pageCount(total, perPage)
  reply.headers({ 'x-wp-total': total, 'x-wp-totalpages': pages })
  const linkTo = (number: number, rel: string) =>
    addLink(reply, `<${withQuery(listing, { ...sent, page: number })}>; rel="${rel}"`)
  if (page > 1) linkTo(Math.min(page - 1, Math.max(pages, 1)), 'prev')
  if (page < pages) linkTo(page + 1, 'next')
}
