import {
  type AnyCollection,
  collectionThatAllowsDuplicateRecords,
  type Listing,
} from '../../../collections/collection.ts'
import { hasEventsWithTicketUrl } from '../../../collections/events/admission/admission-filters.ts'
import type { EventRow } from '../../../collections/events/event-row.ts'
import { listEvents } from '../../../collections/events/event-store.ts'
import { ALL_TIME } from '../../../collections/events/filters/date-window.ts'
import { events } from '../../../collections/events/index.ts'
import { organizers } from '../../../collections/organizers/index.ts'
import { listOrganizers } from '../../../collections/organizers/organizer-store.ts'
import {
  checkEventIsReadable,
  type LinkedPostQuery,
  type PostListOptions,
} from '../../../collections/posts/list-posts.ts'
import type { ListOrder } from '../../../collections/posts/post-order-sql.ts'
import { createPostStatusFilter } from '../../../collections/posts/status-filter.ts'
import type { Scope } from '../../../collections/scope.ts'
import { series } from '../../../collections/series/index.ts'
import { listSeries } from '../../../collections/series/series-store.ts'
import { venues } from '../../../collections/venues/index.ts'
import { listVenues } from '../../../collections/venues/venue-store.ts'
import type { Problems } from '../../../core/errors.ts'
import type { PostKind } from '../../../core/kinds.ts'
import type { ParameterSet } from '../../../core/schema/parameter-set.ts'
import type { PostOptions } from '../wordpress/present-fields-of-all-post-types.ts'
import { computeValuesOfTecV1EventWrite } from './compute-values-of-tec-v1-event-write.ts'
import { EVENT_NAMES, eventBody, eventList, type TecV1EventQuery } from './parameters/event-parameters.ts'
import type { Names } from './parameters/shared-fields.ts'
import {
  ORGANIZER_NAMES,
  organizerBody,
  POST_NAMES,
  placeList,
  seriesList,
  type TecV1PlaceQuery,
  type TecV1SeriesQuery,
  VENUE_NAMES,
  venueBody,
} from './parameters/venue-organizer-series-parameters.ts'
import { nextStartOrEndOfEvents, presentTecV1Event } from './present/present-tec-v1-event.ts'
import {
  presentTecV1Organizer,
  presentTecV1Series,
  presentTecV1Venue,
} from './present/present-venue-organizer-series.ts'

/**
 * Events, venues, organizers or series, with the functions and schemas by which the routes of the tec/v1 API serve
 * them.
 */
export interface Resource {
  /** Reads and writes the records. Its functions take the request bodies that the schemas in `body` return. */
  collection: AnyCollection
  kind: PostKind
  /** Maps field names in the tec/v1 API to names in the native API. */
  names: Names
  /** Schema of the query parameters of the list. */
  // biome-ignore lint/suspicious/noExplicitAny: a resource hands its functions only what its own parameters made
  parameters: ParameterSet<any>
  /** Schemas of the bodies that create and update a record; undefined if this API only reads the records. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  body?: { create: ParameterSet<any>; update: ParameterSet<any> }
  // biome-ignore lint/suspicious/noExplicitAny: as above
  list(scope: Scope, query: any, problems: Problems): Promise<Listing<{ id: number }>>
  // biome-ignore lint/suspicious/noExplicitAny: as above
  present(scope: Scope, row: any, options?: PostOptions): Record<string, unknown>
  /**
   * The first time (Unix time in seconds) at which the JSON of the records changes without a write. If absent: never.
   */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  nextChangeOf?(rows: readonly any[], now: number): number
}

const PER_PAGE_MAX = 100

type PostQuery = Pick<TecV1EventQuery, 'search' | 'status' | 'include' | 'exclude'>

/** Options that the lists of events, venues and organizers share. */
const listOptions = (scope: Scope, { status = ['publish'], include, exclude }: PostQuery): PostListOptions => ({
  status: createPostStatusFilter(scope, status),
  perPageMax: PER_PAGE_MAX,
  onlyIds: include,
  exceptIds: exclude,
})

/** Query parameters that have the same meaning in the native API. Empty search words are treated as absent. */
function commonParameters<Query extends PostQuery>(query: Query): Omit<Query, 'status' | 'include' | 'search'> {
  const { status: _, include: __, search = '', ...others } = query
  return search.trim() === '' ? others : { ...others, search }
}

async function listTecV1Events(scope: Scope, query: TecV1EventQuery, problems: Problems): Promise<Listing<EventRow>> {
  // Dates are always exact in this API.
  const { categories, tags, orderby: _, strict_dates: __, ticketed, ...others } = commonParameters(query)
  // The Events Calendar ignores `ticketed` without its plugin for tickets; here, a calendar without tickets does.
  const filtersByTickets = ticketed !== undefined && (await hasEventsWithTicketUrl(scope.db))
  const eventQuery = {
    ...others,
    ...(filtersByTickets && { ticketed }),
    ...(categories && { categories: categories.map(String) }),
    ...(tags && { tags: tags.map(String) }),
  }
  return listEvents(scope, eventQuery, problems, {
    ...listOptions(scope, query),
    hasWholeDays: false,
    whenAbsent: ALL_TIME,
    order: orderOfEvents(query),
  })
}

/**
 * The sort order of a list of events; undefined means by start, which is fastest. `orderby=menu_order` also means by
 * start, because posts have no such order here.
 */
function orderOfEvents({ order, orderby }: TecV1EventQuery): ListOrder | undefined {
  const isDescending = order === 'DESC'
  if (orderby === 'date' || orderby === 'title' || orderby === 'modified') return { by: orderby, isDescending }
  return isDescending ? { by: 'start', isDescending } : undefined
}

type ListPlaces = (
  scope: Scope,
  query: LinkedPostQuery,
  problems: Problems,
  options: PostListOptions,
) => Promise<Listing<{ id: number }>>

const listPlaces = (list: ListPlaces) => (scope: Scope, query: TecV1PlaceQuery, problems: Problems) => {
  const { has_events, only_with_upcoming, orderby = 'date', ...others } = commonParameters(query)
  const words = {
    ...(has_events !== undefined && { has_events: String(has_events) }),
    ...(only_with_upcoming !== undefined && { only_with_upcoming: String(only_with_upcoming) }),
  }
  const isDescending = (query.order ?? (orderby === 'title' ? 'ASC' : 'DESC')) === 'DESC'
  const order: ListOrder = { by: orderby, isDescending }
  return list(scope, { ...others, ...words }, problems, { ...listOptions(scope, query), order })
}

async function listTecV1Series(
  scope: Scope,
  { event_post_id, event = event_post_id, ...query }: TecV1SeriesQuery,
  problems: Problems,
) {
  if (event_post_id !== undefined) {
    await checkEventIsReadable(scope, 'event_post_id', event_post_id, problems)
    problems.throwIfAny()
  }
  return listPlaces(listSeries)(scope, { ...query, ...(event !== undefined && { event }) }, problems)
}

export const RESOURCES: readonly Resource[] = [
  {
    kind: 'event',
    collection: { ...events, check: computeValuesOfTecV1EventWrite },
    names: EVENT_NAMES,
    parameters: eventList,
    body: eventBody,
    list: listTecV1Events,
    present: presentTecV1Event,
    nextChangeOf: nextStartOrEndOfEvents,
  },
  {
    kind: 'organizer',
    // As in The Events Calendar, this API creates an organizer or venue even if one with the same name and values
    // exists.
    collection: collectionThatAllowsDuplicateRecords(organizers),
    names: ORGANIZER_NAMES,
    parameters: placeList,
    body: organizerBody,
    list: listPlaces(listOrganizers),
    present: presentTecV1Organizer,
  },
  {
    kind: 'venue',
    collection: collectionThatAllowsDuplicateRecords(venues),
    names: VENUE_NAMES,
    parameters: placeList,
    body: venueBody,
    list: listPlaces(listVenues),
    present: presentTecV1Venue,
  },
  {
    kind: 'series',
    collection: series,
    names: POST_NAMES,
    parameters: seriesList,
    list: listTecV1Series,
    present: presentTecV1Series,
  },
]
