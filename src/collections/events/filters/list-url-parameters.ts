import { LINKED_POST_KINDS } from '../../../core/kinds.ts'
import type { QueryParameters } from '../../../core/urls.ts'
import type { Scope } from '../../scope.ts'
import { admissionUrlParameters } from '../admission/admission-filters.ts'
import type { EventQuery } from '../event-parameters.ts'
import { eventStatusUrlParameters } from '../event-status/status-filters.ts'
import { ALL_TIME, type Window } from './date-window.ts'
import { centerOfDistanceSearch } from './distance-filter.ts'
import { listsOnlyFirstDates } from './first-date-of-each-event.ts'

/**
 * The parameters `featured`, `in_series` and `geoloc` in the URLs of the next and previous page; false is included as
 * 0. In the API compatible with The Events Calendar these URLs never contain `featured` (API contract).
 */
export const flagUrlParameters = (
  { face }: Scope,
  { featured, in_series, geoloc, recurring, ...query }: EventQuery,
) => ({
  recurring: recurring === undefined ? undefined : Number(recurring),
  occurrences: listsOnlyFirstDates(query) ? 'next' : query.occurrences,
  ...(face.name !== 'tec' && { featured: featured === undefined ? undefined : Number(featured) }),
  in_series: in_series === undefined ? undefined : Number(in_series),
  geoloc: geoloc === undefined ? undefined : Number(geoloc),
})

/**
 * The query parameters in the URL of the list itself, with the range of dates and the status that apply if the query
 * does not name them.
 */
export function urlParametersOfEventList(
  query: EventQuery,
  window: Window | undefined,
  status: string,
): QueryParameters {
  const center = centerOfDistanceSearch(query)
  return {
    start_date: window?.from === ALL_TIME.from ? undefined : window?.from,
    end_date: window?.to === ALL_TIME.to ? undefined : window?.to,
    starts_before: query.starts_before,
    starts_after: query.starts_after,
    ends_before: query.ends_before,
    ends_after: query.ends_after,
    strict_dates: query.strict_dates === undefined ? undefined : Number(query.strict_dates),
    search: query.search,
    q: query.q,
    orderby: query.orderby,
    geoloc: query.geoloc ? 1 : undefined,
    geoloc_lat: center?.lat,
    geoloc_lng: center?.lng,
    geoloc_radius: center && (query.geoloc_radius ?? undefined),
    status,
    post_parent: query.post_parent,
    include: query.include,
    ...Object.fromEntries(LINKED_POST_KINDS.map((kind) => [kind, query[kind]])),
    featured: query.featured ? 1 : undefined,
    evening: query.evening === undefined ? undefined : Number(query.evening),
    ...eventStatusUrlParameters(query),
    ...admissionUrlParameters(query),
    ongoing: query.ongoing ? 1 : undefined,
  }
}
