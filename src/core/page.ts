import { type QueryParameters, withQuery } from './urls.ts'

/** The most records on one page, whatever is asked for. */
export const PER_PAGE_MAX = 50

/** Pages beyond this cannot exist: ids end at 2^31-1. */
export const PAGE_MAX = 2 ** 31 - 1

/** One page of a listing, with the exact number of records on all pages. */
export interface Page<Row> {
  rows: Row[]
  total: number
}

export interface PageRequest {
  page: number
  perPage: number
}

/** @param bounds `perPage`: the default size; larger sizes than `perPageMax` mean `perPageMax` (contract) */
export function pageRequestOf(
  { page = 1, per_page }: { page?: number | undefined; per_page?: number | undefined },
  { perPage, perPageMax = PER_PAGE_MAX }: { perPage: number; perPageMax?: number },
): PageRequest {
  return { page, perPage: Math.min(per_page ?? perPage, perPageMax) }
}

export const pageCount = (total: number, perPage: number) => Math.ceil(total / perPage)

export const pageOffset = ({ page, perPage }: PageRequest) => (page - 1) * perPage

/**
 * The links of a listing: to itself and, where there are such pages, to the next and the previous one.
 * The keys of absent links are absent (contract: not null), and page 1 is not named.
 * @param listing address of the collection, with the slash at its end
 * @param filters what else was asked for, so that a link leads to the same listing
 * @param onward  the same for the links to other pages, where the contract lets them say more
 */
export function pageLinks(
  listing: string,
  { page, perPage }: PageRequest,
  total: number,
  filters: QueryParameters,
  onward: QueryParameters = filters,
): Record<string, string> {
  const last = pageCount(total, perPage)
  const at = (number: number) =>
    withQuery(listing, { per_page: perPage, ...onward, page: number > 1 ? number : undefined })
  return {
    rest_url: withQuery(listing, { page, per_page: perPage, ...filters }),
    ...(page < last && { next_rest_url: at(page + 1) }),
    ...(page > 1 && { previous_rest_url: at(page - 1) }),
  }
}
