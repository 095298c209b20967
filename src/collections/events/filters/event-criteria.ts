import type { Problems } from '../../../core/errors.ts'
import { splitSearchIntoWords } from '../../../core/text/fold-text.ts'
import type { QueryParameters } from '../../../core/urls.ts'
import { raw, type Sql, sql } from '../../../db/database.ts'
import type { OngoingBounds } from '../../../db/ongoing-events-sql.ts'
import { joinWithAnd } from '../../../db/sql-fragments.ts'
import { checkEventIsReadable, type PostListOptions, postListOptionConditions } from '../../posts/list-posts.ts'
import { translatePostStatusToSql } from '../../posts/status-filter.ts'
import type { Scope } from '../../scope.ts'
import { languageFilterConditions, languageUrlParameters } from '../../texts/record-languages.ts'
import { admissionCriteriaOfQuery } from '../admission/admission-filters.ts'
import type { EventQuery } from '../event-parameters.ts'
import { eventStatusCriteriaOfQuery } from '../event-status/status-filters.ts'
import {
  dateWindowCondition,
  ongoingEventBoundsOfDateWindow,
  parseDateWindow,
  type Window,
  type WindowOptions,
} from './date-window.ts'
import { distanceFilterConditions } from './distance-filter.ts'
import {
  allListed,
  type Criterion,
  eveningFacet,
  type Facet,
  featuredFacet,
  languageFacet,
  notEveningFacet,
} from './facets.ts'
import { firstDateOfEachEventCondition, listsOnlyFirstDates } from './first-date-of-each-event.ts'
import { linkedPostCriteriaOfQuery, termCriteriaOfQuery } from './link-criteria.ts'
import { flagUrlParameters, urlParametersOfEventList } from './list-url-parameters.ts'
import { buildSearchOfTextsAndNames, type TextAndNameSearch } from './search-texts-and-names.ts'
import { startAndEndFilterConditions } from './start-and-end-filters.ts'
import type { ListedSearch } from './text-search.ts'

/**
 * The query of the event list, translated to an SQL condition, search words, and query parameters for the URLs of the
 * list.
 */
export interface EventCriteria {
  /** SQL condition of all filters except the search words. */
  where: Sql
  /**
   * If the list contains only the first date of each repeated event: an SQL condition that selects all dates, also those
   * that the search `q` does not find. Otherwise undefined.
   */
  everyDate?: Sql | undefined
  /**
   * If the list contains only the first date of each repeated event that the search `q` finds: an SQL condition that
   * selects all dates that it finds. `findPageOfFirstDates` reads the list faster with it than with `where`.
   */
  everyMatch?: Sql | undefined
  /** Words that must all occur in the displayed text of an event, in lower case and without accents. */
  words: string[]
  /**
   * The SQL expression by which events are sorted if the list begins with the best matches of the search `q`; otherwise
   * undefined.
   */
  rank?: Sql | undefined
  /**
   * Set when the query filters by dates, status and search words only: all events of the public calendar in a range of
   * dates match if their texts contain the words.
   */
  listed?: ListedSearch | undefined
  /**
   * Facet and range of dates, set when the caller may see public events only and filters by one criterion at most. The
   * list can then be read from the facet (see facets.ts).
   */
  facetWindow?: { facet: Facet; window: Window } | undefined
  /**
   * Selects the ongoing events, if the query asks for them. In a list of first dates or best matches `where` includes
   * the ongoing events instead, because the first date of a repeated event, or a match, may be ongoing.
   */
  ongoing?: OngoingCriteria | undefined
  /**
   * Query parameters in the URL of the list itself, e.g. the dates and status that were applied. Categories and tags
   * are missing from them (API contract).
   */
  listParameters: QueryParameters
  /**
   * Query parameters in the URLs of the next and previous page. They contain all filters, because these pages must
   * select from the same events.
   */
  pageParameters: QueryParameters
}

/**
 * The ongoing events of a query: those that began before the range of dates and end after the current time or, if it is
 * later, the start of that range.
 */
export interface OngoingCriteria extends OngoingBounds {
  /** SQL condition of all filters except dates and search words. */
  where: Sql
  words: string[]
  /** The facet (filter with counters) that selects the same events as `where`; undefined if there is none. */
  facet: Facet | undefined
}

export interface EventListOptions extends WindowOptions, PostListOptions {
  /**
   * Whether cancelled events are listed without the parameter `event_status`. Default: the setting `list_cancelled`.
   */
  listsCancelled?: boolean | undefined
  /** URL of the list. Default: that of the list of events. */
  address?: string
  /**
   * Whether to list events that are hidden from lists too. Repeated events are in no list, because lists contain their
   * dates.
   */
  showsHidden?: boolean | undefined
  /**
   * Whether the list of dates (`post_parent`) of a repeated event that the caller may not read is empty, instead of an
   * error: for pages about one of its dates, and previews of a draft.
   */
  isEmptyForUnreadableEvent?: boolean | undefined
  /**
   * Which ongoing events to list: whether to leave out those longer than the setting `long_event_days`, and the maximum
   * number; if there are more, those that began last are listed.
   */
  ongoing?: { areLongApart?: boolean; countMax?: number }
}

/** Translates the query to SQL. Adds a problem for each record that the query names and that does not exist. */
export async function translateEventQueryToSql(
  scope: Scope,
  query: EventQuery,
  problems: Problems,
  options: EventListOptions = {},
): Promise<EventCriteria> {
  const { status = translatePostStatusToSql(scope, query.status, problems) } = options
  const window = query.include ? undefined : parseDateWindow(scope, query, problems, options)
  const { isEmptyForUnreadableEvent } = options
  if (!isEmptyForUnreadableEvent) await checkEventIsReadable(scope, 'post_parent', query.post_parent, problems)
  const terms = await termCriteriaOfQuery(scope, query, problems)
  const search = await fullSearchOf(scope, query)
  const criteria: Criterion[] = [
    ...languageCriteria(scope, query),
    ...eventCriteria(scope, query),
    ...eventStatusCriteriaOfQuery(query, options.listsCancelled ?? scope.site.list_cancelled),
    ...admissionCriteriaOfQuery(query, scope.site),
    ...(await linkedPostCriteriaOfQuery(scope, query, problems)),
    ...terms.criteria,
    ...distanceFilterConditions(scope, query).map((condition) => ({ condition })),
    ...postListOptionConditions(scope, 'event', options, (ids) => hasOwnOrRepeatedEventId(scope, ids)).map(
      (condition) => ({ condition }),
    ),
    ...startAndEndFilterConditions(scope, query, problems).map((condition) => ({ condition })),
    ...(search ? [{ condition: search.condition }] : []),
  ]
  const filters = [
    status.condition,
    options.showsHidden ? IS_NO_REPEATED_EVENT : sql`p.hide_from_listings = 0`,
    ...criteria.map(({ condition }) => condition),
  ]
  const listParameters = {
    ...urlParametersOfEventList(query, window, status.shown),
    ...languageUrlParameters(scope, query),
  }
  const facet = criteria.length === 0 ? allListed : criteria.length === 1 ? criteria[0]?.facet : undefined
  const words = splitSearchIntoWords(query.search ?? '')
  const ongoing = window && query.ongoing ? ongoingEventBoundsOfDateWindow(scope, window) : undefined
  const hasFirstDates = listsOnlyFirstDates(query)
  const rank = query.orderby === 'relevance' ? search?.rank : undefined
  // Ongoing events are first in a list by start, but not in lists of first dates and of best matches.
  const mixesOngoing = hasFirstDates || rank !== undefined
  const dates = window ? [dateWindowCondition(window, mixesOngoing ? ongoing : undefined)] : []
  const matching = joinWithAnd([...filters, ...dates])
  const withoutSearch = filters.filter((condition) => condition !== search?.condition)
  const isCalendar = status.isPublic && !hasFirstDates && !options.showsHidden
  const includesCalendar = status.includesPublic && !hasFirstDates && criteria.length === 0
  const calendarFacet = isCalendar ? facet : undefined
  return {
    where: hasFirstDates ? firstDateOfEachEventCondition(scope, matching, words) : matching,
    everyDate: hasFirstDates ? joinWithAnd([...withoutSearch, ...dates]) : undefined,
    everyMatch: hasFirstDates && search && words.length === 0 ? matching : undefined,
    words,
    rank,
    listed: window && includesCalendar ? { window, unlisted: isCalendar ? undefined : matching } : undefined,
    facetWindow: window && calendarFacet ? { facet: calendarFacet, window } : undefined,
    ongoing:
      ongoing && !mixesOngoing ? { ...ongoing, where: joinWithAnd(filters), words, facet: calendarFacet } : undefined,
    listParameters,
    // The URLs of the next and previous page contain ids of categories and tags instead of names, because a name may
    // contain a comma.
    pageParameters: { ...listParameters, ...flagUrlParameters(scope, query), ...terms.ids },
  }
}

/**
 * SQL condition that the event is not a repeated event. All repeated events are stored as hidden from lists, so only
 * hidden events are looked up in `event_repeat`.
 */
const IS_NO_REPEATED_EVENT = sql`(p.hide_from_listings = 0 OR NOT EXISTS (SELECT 1 FROM event_repeat r WHERE r.event_id = p.id))`

const fullSearchOf = async (scope: Scope, { q = '' }: EventQuery): Promise<TextAndNameSearch | undefined> => {
  const words = splitSearchIntoWords(q)
  return words.length > 0 ? buildSearchOfTextsAndNames(scope, words) : undefined
}

function languageCriteria(scope: Scope, query: EventQuery): Criterion[] {
  const { languageParameter, languages, language } = scope
  // In a language that the site does not use, the list is empty; no facet selects the same events.
  const facet =
    !languageParameter || languages.includes(languageParameter.language) ? languageFacet(language) : undefined
  return languageFilterConditions(scope, 'event', query).map((condition) => ({ condition, facet }))
}

function eventCriteria({ db }: Scope, query: EventQuery): Criterion[] {
  const { include, featured: isFeatured, evening: isEvening, post_parent, recurring } = query
  const criteria: Criterion[] = []
  if (include) criteria.push({ condition: db.dialect.inList(sql`p.id`, include) })
  if (isFeatured !== undefined) {
    criteria.push({ condition: sql`p.featured = ${Number(isFeatured)}`, facet: isFeatured ? featuredFacet : undefined })
  }
  if (isEvening !== undefined) {
    const facet = isEvening ? eveningFacet : notEveningFacet
    criteria.push({ condition: sql`p.is_evening = ${raw(isEvening ? '1' : '0')}`, facet })
  }
  if (post_parent !== undefined) criteria.push({ condition: sql`p.repeat_id = ${post_parent}` })
  if (recurring !== undefined) {
    criteria.push({ condition: recurring ? sql`p.repeat_id IS NOT NULL` : sql`p.repeat_id IS NULL` })
  }
  return criteria
}

/** SQL condition that an event or, for a date, its repeated event has one of these ids. */
const hasOwnOrRepeatedEventId = ({ db: { dialect } }: Scope, ids: readonly number[]): Sql =>
  sql`(${dialect.inList(sql`p.id`, ids)} OR ${dialect.inList(sql`p.repeat_id`, ids)})`
