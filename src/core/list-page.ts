import { appendQueryToUrl, type QueryParameters } from './urls.ts'

/** The largest page size of API lists; a larger `per_page` in a request is reduced to it. */
export const PER_PAGE_MAX = 50

/** The highest page number that a request may name. Ids end at 2^31-1, so no list has more pages. */
export const PAGE_MAX = 2 ** 31 - 1

/** One page of a list, with the number of records on all pages. */
export interface Page<Row> {
  rows: Row[]
  /** Number of records on all pages: exact, unless the request has a `countMax`. */
  total: number
}

export interface PageRequest {
  page: number
  perPage: number
  /** Number of records to skip. Undefined: the records of all pages before `page` are skipped. */
  offset?: number | undefined
  /**
   * Maximum number of records to count. If the list has more records, its total may be wrong, but still shows whether
   * another page follows. Undefined: all records are counted.
   */
  countMax?: number | undefined
}

/**
 * Page number and page size of a list request, with defaults for parameters that the request does not contain.
 * @param bounds `perPage` is the default page size. Page sizes above `perPageMax` are reduced to it (API contract).
 */
export function createListPageRequest(
  { page = 1, per_page }: { page?: number | undefined; per_page?: number | undefined },
  {
    perPage,
    perPageMax = PER_PAGE_MAX,
    countMax,
  }: { perPage: number; perPageMax?: number | undefined; countMax?: number | undefined },
): PageRequest {
  return { page, perPage: Math.min(per_page ?? perPage, perPageMax), ...(countMax !== undefined && { countMax }) }
}

export const countListPages = (total: number, perPage: number) => Math.ceil(total / perPage)

export const pageOffset = ({ page, perPage, offset }: PageRequest) => offset ?? (page - 1) * perPage

/**
 * The URLs in a list response: of the page itself and, where they exist, of the next and the previous page. The URL of
 * a page that does not exist is left out, because the API contract does not allow null. Only the URL of page 1 itself
 * has `page=1`; as previous page, page 1 has no parameter `page`.
 * @param listing URL of the list, with a slash at the end
 * @param filters query parameters that select the same list
 * @param onward query parameters of the next and previous URL, where the API contract lets them differ from `filters`
 */
export function urlsOfListPages(
  listing: string,
  { page, perPage }: PageRequest,
  total: number,
  filters: QueryParameters,
  onward: QueryParameters = filters,
): Record<string, string> {
  const last = countListPages(total, perPage)
  const at = (number: number) =>
    appendQueryToUrl(listing, { per_page: perPage, ...onward, page: number > 1 ? number : undefined })
  return {
    rest_url: appendQueryToUrl(listing, { page, per_page: perPage, ...filters }),
    ...(page < last && { next_rest_url: at(page + 1) }),
    ...(page > 1 && { previous_rest_url: at(page - 1) }),
  }
}
