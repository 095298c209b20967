import type { Problems } from '../../core/errors.ts'
import { LINKED_POST_KINDS, type LinkedKind } from '../../core/kinds.ts'
import { searchWords } from '../../core/text/fold.ts'
import { type Sql, sql } from '../../db/database.ts'
import { and, foreignKeyColumn, linkTable, visibleToCondition } from '../../db/fragments.ts'
import type { RunningEvents } from '../../db/running-events.ts'
import type { Scope } from '../collection.ts'
import { checkPostIds, checkReadableEvent, idConditions, type PostListOptions } from '../posts/list.ts'
import { readStatusFilter } from '../posts/status-filter.ts'
import { languageConditions, languageLinkParameters } from '../texts/languages.ts'
import { admissionCriteria, admissionParameters } from './admission/filters.ts'
import { boundConditions } from './bounds.ts'
import { eventStatusCriteria, eventStatusParameters } from './event-status/filters.ts'
import { allListed, type Criterion, type Facet, featuredFacet, languageFacet, linkedRecordFacet } from './facets.ts'
import { visiblePostIds } from './links.ts'
import { hasCoordinatesCondition, withinRadiusCondition } from './nearby.ts'
import { firstDateCondition, showsFirstDates } from './repeat/first-dates.ts'
import type { EventQuery } from './schema.ts'
import { findTermIds } from './term-names.ts'
import { ALL_TIME, dateCondition, ongoingIn, readWindow, type Window, type WindowOptions } from './window.ts'

/**
 * The query of the event list, translated to an SQL condition, search words, and query parameters for the URLs of the
 * list.
 */
export interface EventCriteria {
  /** SQL condition of all filters except the search words. */
  where: Sql
  /** Set if the list has only the first date of each repeated event: the SQL condition that all of its dates in the list meet. */
  everyDate?: Sql | undefined
  /** Words that the displayed text must contain, in lower case and without accents. */
  words: string[]
  /**
   * Range of dates, set when the caller may see public events only and filters by search words only. All matches are
   * then in the public calendar, in this range.
   */
  listedWindow?: Window | undefined
  /**
   * Facet and range of dates, set when the caller may see public events only and filters by one criterion at most. The
   * list can then be read from the facet (see facets.ts).
   */
  facetWindow?: { facet: Facet; window: Window } | undefined
  /**
   * The ongoing events, set when the query asks for them. In a list of first dates `where` includes them instead, because the
   * first date of a repeated event may be one of them.
   */
  ongoing?: OngoingCriteria | undefined
  /**
   * Query parameters in the URL of the list itself, e.g. the dates and status that were applied. Categories and tags
   * are missing from them (API contract).
   */
  links: Record<string, string | number | number[] | undefined>
  /**
   * Query parameters in the URLs of the next and previous page. They contain all filters, because these pages must
   * select from the same events.
   */
  onwardLinks: Record<string, string | number | number[] | undefined>
}

/**
 * The ongoing events of a query: those that began before the range of dates and end after the current time or, if it is
 * later, the start of that range.
 */
export interface OngoingCriteria extends RunningEvents {
  /** SQL condition of all filters except dates and search words. */
  where: Sql
  words: string[]
  /** The facet that selects the same events, if there is one. */
  facet: Facet | undefined
}

export interface EventListOptions extends WindowOptions, PostListOptions {
  /** Whether cancelled events are listed without the parameter `event_status`. Default: the setting `list_cancelled`. */
  listsCancelled?: boolean | undefined
  /** URL of the list. Default: that of the list of events. */
  address?: string
  /** Whether to list events that are hidden from lists too. */
  showsHidden?: boolean
  /**
   * Which ongoing events to list: whether to leave out long ones (setting `long_event_days`), and how many at most, of
   * which those that began last are listed.
   */
  ongoing?: { areLongApart?: boolean; countMax?: number }
}

/** Translates the query to SQL. Adds a problem for each record that the query names and that does not exist. */
export async function translateEventQuery(
  scope: Scope,
  query: EventQuery,
  problems: Problems,
  options: EventListOptions = {},
): Promise<EventCriteria> {
  const { status = readStatusFilter(scope, query.status, problems) } = options
  const window = query.include ? undefined : readWindow(scope, query, problems, options)
  await checkReadableEvent(scope, 'post_parent', query.post_parent, problems)
  const terms = await termFilters(scope, query, problems)
  const criteria: Criterion[] = [
    ...languageCriteria(scope, query),
    ...eventCriteria(scope, query),
    ...eventStatusCriteria(query, options.listsCancelled ?? scope.site.list_cancelled),
    ...admissionCriteria(query, scope.site),
    ...(await linkCriteria(scope, query, problems)),
    ...terms.criteria,
    ...placeConditions(scope, query).map((condition) => ({ condition })),
    ...idConditions(scope, options).map((condition) => ({ condition })),
    ...boundConditions(scope, query, problems).map((condition) => ({ condition })),
  ]
  const filters = [
    status.condition,
    ...(options.showsHidden ? [] : [sql`p.hide_from_listings = 0`]),
    ...criteria.map(({ condition }) => condition),
  ]
  const links = { ...linkParameters(query, window, status.shown), ...languageLinkParameters(scope, query) }
  const facet = criteria.length === 0 ? allListed : criteria.length === 1 ? criteria[0]?.facet : undefined
  const words = searchWords(query.search ?? '')
  const ongoing = window && query.ongoing ? ongoingIn(scope, window) : undefined
  const hasFirstDates = showsFirstDates(query)
  const matching = and([...filters, ...(window ? [dateCondition(window, hasFirstDates ? ongoing : undefined)] : [])])
  const isCalendar = status.isPublic && !hasFirstDates && !options.showsHidden
  const calendarFacet = isCalendar ? facet : undefined
  return {
    where: hasFirstDates ? firstDateCondition(scope, matching, words) : matching,
    everyDate: hasFirstDates ? matching : undefined,
    words,
    listedWindow: isCalendar && criteria.length === 0 ? window : undefined,
    facetWindow: window && calendarFacet ? { facet: calendarFacet, window } : undefined,
    ongoing: ongoing && !hasFirstDates ? { ...ongoing, where: and(filters), words, facet: calendarFacet } : undefined,
    links,
    // The URLs of the next and previous page contain ids of categories and tags instead of names, because a name may
    // contain a comma.
    onwardLinks: { ...links, ...flagParameters(scope, query), ...terms.ids },
  }
}

function languageCriteria(scope: Scope, query: EventQuery): Criterion[] {
  const { languageParameter, languages, language } = scope
  // In a language that the site does not use, the list is empty; no facet selects the same events.
  const facet =
    !languageParameter || languages.includes(languageParameter.language) ? languageFacet(language) : undefined
  return languageConditions(scope, 'event', query).map((condition) => ({ condition, facet }))
}

function eventCriteria({ db }: Scope, query: EventQuery): Criterion[] {
  const { include, featured: isFeatured, post_parent, recurring } = query
  const criteria: Criterion[] = []
  if (include) criteria.push({ condition: db.dialect.inList(sql`p.id`, include) })
  if (isFeatured !== undefined) {
    criteria.push({ condition: sql`p.featured = ${Number(isFeatured)}`, facet: isFeatured ? featuredFacet : undefined })
  }
  if (post_parent !== undefined) criteria.push({ condition: sql`p.repeat_id = ${post_parent}` })
  if (recurring !== undefined) {
    criteria.push({ condition: recurring ? sql`p.repeat_id IS NOT NULL` : sql`p.repeat_id IS NULL` })
  }
  return criteria
}

async function linkCriteria(scope: Scope, query: EventQuery, problems: Problems): Promise<Criterion[]> {
  const criteria: Criterion[] = []
  for (const kind of LINKED_POST_KINDS) {
    const ids = query[kind]
    if (ids === undefined) continue
    const visible = await visiblePostIds(scope, kind, ids)
    // Filters by venues and organizers that are in the trash or hidden from the caller are valid, but match no events
    // (API contract). Series like these are unknown, so that the response does not reveal which ids they have.
    if (kind !== 'series') await checkPostIds(scope.db, kind, kind, ids, problems)
    else if (!ids.every((id) => visible.has(id))) {
      problems.add(kind, 'reason.unknown-ids', { ids: ids.filter((id) => !visible.has(id)).join(', ') })
    }
    criteria.push(linkCriterion(scope, kind, [...visible]))
  }
  if (query.in_series !== undefined) criteria.push({ condition: inSeriesCondition(scope, query.in_series) })
  return criteria
}

/** A condition: the event belongs to a series that the caller may see; or, if `isIn` is false, to none. */
function inSeriesCondition({ caller, now }: Scope, isIn: boolean): Sql {
  const belongs = sql`p.id IN (SELECT l.event_id FROM event_series l JOIN series s ON s.id = l.series_id
    WHERE ${visibleToCondition(caller, now, 's')})`
  return isIn ? belongs : sql`NOT (${belongs})`
}

async function termFilters(scope: Scope, query: EventQuery, problems: Problems) {
  const criteria: Criterion[] = []
  const named: { categories?: number[]; tags?: number[] } = {}
  for (const [name, kind] of [
    ['categories', 'category'],
    ['tags', 'tag'],
  ] as const) {
    const words = query[name]
    if (words === undefined) continue
    const { ids, unknown } = await findTermIds(scope, kind, words)
    if (unknown.length > 0) {
      problems.add(name, 'reason.unknown-ids', { ids: unknown.join(', ') })
      continue
    }
    named[name] = ids
    criteria.push(linkCriterion(scope, kind, ids))
  }
  return { criteria, ids: named }
}

function linkCriterion({ db }: Scope, kind: LinkedKind, ids: number[]): Criterion {
  const linked = kind === 'category' ? sql`event_within` : linkTable(kind)
  const [id] = ids
  return {
    condition: sql`p.id IN (SELECT l.event_id FROM ${linked} l WHERE ${db.dialect.inList(sql`l.${foreignKeyColumn(kind)}`, ids)})`,
    facet: ids.length === 1 && id !== undefined ? linkedRecordFacet(kind, id) : undefined,
  }
}

function placeConditions(scope: Scope, query: EventQuery): Sql[] {
  const conditions: Sql[] = []
  if (query.geoloc !== undefined)
    conditions.push(query.geoloc ? hasCoordinatesCondition(scope) : sql`NOT ${hasCoordinatesCondition(scope)}`)
  const center = centerIn(query)
  if (center) conditions.push(withinRadiusCondition(scope, center, query.geoloc_radius ?? scope.site.geoloc_radius_km))
  return conditions
}

/** The center of a search by distance. A latitude without longitude, or the reverse, is ignored (API contract). */
function centerIn({ geoloc_lat: lat, geoloc_lng: lng }: EventQuery) {
  return typeof lat === 'number' && typeof lng === 'number' ? { lat, lng } : undefined
}

/**
 * The parameters `featured`, `in_series` and `geoloc` in the URLs of the next and previous page; false is included as 0. In the API
 * compatible with The Events Calendar these URLs never contain `featured` (API contract).
 */
const flagParameters = ({ face }: Scope, { featured, in_series, geoloc, recurring, ...query }: EventQuery) => ({
  recurring: recurring === undefined ? undefined : Number(recurring),
  occurrences: showsFirstDates(query) ? 'next' : undefined,
  ...(face.name !== 'tec' && { featured: featured === undefined ? undefined : Number(featured) }),
  in_series: in_series === undefined ? undefined : Number(in_series),
  geoloc: geoloc === undefined ? undefined : Number(geoloc),
})

function linkParameters(query: EventQuery, window: Window | undefined, status: string): EventCriteria['links'] {
  const center = centerIn(query)
  return {
    start_date: window?.from === ALL_TIME.from ? undefined : window?.from,
    end_date: window?.to === ALL_TIME.to ? undefined : window?.to,
    starts_before: query.starts_before,
    starts_after: query.starts_after,
    ends_before: query.ends_before,
    ends_after: query.ends_after,
    strict_dates: query.strict_dates === undefined ? undefined : Number(query.strict_dates),
    search: query.search,
    geoloc: query.geoloc ? 1 : undefined,
    geoloc_lat: center?.lat,
    geoloc_lng: center?.lng,
    geoloc_radius: center && (query.geoloc_radius ?? undefined),
    status,
    post_parent: query.post_parent,
    include: query.include,
    venue: query.venue,
    organizer: query.organizer,
    series: query.series,
    featured: query.featured ? 1 : undefined,
    ...eventStatusParameters(query),
    ...admissionParameters(query),
    ongoing: query.ongoing ? 1 : undefined,
  }
}
