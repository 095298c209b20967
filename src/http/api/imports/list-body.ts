import type { FastifyReply } from 'fastify'
import { type PageRequest, pageCount, pageLinks } from '../../../core/list-page.ts'

/**
 * The body of a page of a list, and its headers.
 * @param records the rows under their name, e.g. `{ runs: […] }`
 * @param listing URL of the list, with a slash at the end
 */
export function listBody(
  reply: FastifyReply,
  records: Record<string, unknown>,
  { listing, page, total }: { listing: string; page: PageRequest; total: number },
) {
  const pages = pageCount(total, page.perPage)
  reply.headers({ 'x-tec-total': total, 'x-tec-totalpages': pages })
  const { rest_url, ...others } = pageLinks(listing, page, total, {})
  return { ...records, rest_url, ...others, total, total_pages: pages }
}
