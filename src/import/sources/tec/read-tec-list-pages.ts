import { isObject } from '../../../core/generic/is-object.ts'
import { SourceRequestError } from '../../import-errors.ts'
import type { SiteJson, SiteQuery, TecSite } from './find-tec-site-api.ts'

/** One page of a list in the API of the site. */
export interface ListPage {
  /** Number of the page, from 1. */
  number: number
  records: SiteJson[]
  /** The error because of which the page could not be read; `records` is then empty. */
  failure?: SourceRequestError
}

/** Number of consecutive pages of a list that may fail before the run stops. */
const FAILURES_MAX = 3

/**
 * Number of consecutive pages that are empty or equal the page before, after which the list counts as read: some sites
 * name more pages than they have, or ignore the number of the page.
 */
const USELESS_PAGES_MAX = 3

/**
 * Reads the pages of a list. A page that cannot be read is yielded with its error, and the next page is read.
 * @param from number of the first page to read
 * @throws {SourceRequestError} if the first page that is read fails, several consecutive pages fail, or the credentials
 * are refused
 */
export async function* readTecListPages(
  site: TecSite,
  route: string,
  query: SiteQuery,
  from = 1,
): AsyncGenerator<ListPage> {
  let failures = 0
  let useless = 0
  let idsBefore = ''
  for (let [number, last] = [from, from]; number <= last; number += 1) {
    try {
      const { json, pages } = await site.get(route, { ...query, page: number })
      last = Math.max(pages, number)
      failures = 0
      const records = findRecordsInTecResponse(json)
      const ids = records.map(({ id }) => id).join()
      useless = ids === '' || ids === idsBefore ? useless + 1 : 0
      idsBefore = ids
      yield { number, records }
      // If `number` is greater, the list has become shorter during the import, so this page does not exist any more.
      if (number > pages || useless === USELESS_PAGES_MAX) return
    } catch (error) {
      if (!(error instanceof SourceRequestError)) throw error
      if (isBeyondLastPage(error)) return
      failures += 1
      if (number === last || failures === FAILURES_MAX || [401, 403].includes(error.status)) throw error
      yield { number, records: [], failure: error }
    }
  }
}

/**
 * Returns the records in the response for a list: the response itself if it is an array, else the array in an object
 * such as `{ "events": […], "total": 3 }`.
 */
export function findRecordsInTecResponse(json: unknown): SiteJson[] {
  const list = Array.isArray(json) ? json : isObject(json) ? Object.values(json).find(Array.isArray) : undefined
  return (list ?? []).filter(isObject)
}

const isBeyondLastPage = ({ code, status }: SourceRequestError) =>
  (status === 404 || status === 400) && /page-not-found$|invalid_page_number$/.test(code)
