import type { FastifyReply } from 'fastify'
import { countListPages, type PageRequest, urlsOfListPages } from '../../../core/list-page.ts'
import type { QueryParameters } from '../../../core/urls.ts'

/**
 * The JSON body of one page of a list of imports or subscriptions, and the headers of the response.
 * @param records the rows under their name, e.g. `{ runs: […] }`
 * @param listing URL of the list, with a slash at the end
 * @param filters parameters of the request besides the page, which the URLs of other pages repeat
 */
export function presentPageOfImportsOrSubscriptions(
  reply: FastifyReply,
  records: Record<string, unknown>,
  {
    listing,
    page,
    total,
    filters = {},
  }: { listing: string; page: PageRequest; total: number; filters?: QueryParameters },
) {
  const pages = countListPages(total, page.perPage)
  reply.headers({ 'x-tec-total': total, 'x-tec-totalpages': pages })
  const { rest_url, ...others } = urlsOfListPages(listing, page, total, filters)
  return { ...records, rest_url, ...others, total, total_pages: pages }
}
