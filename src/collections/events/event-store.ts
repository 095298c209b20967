import { invalidParameterError, Problems } from '../../core/errors.ts'
import {
  createListPageRequest,
  type Page,
  type PageRequest,
  pageOffset,
  urlsOfListPages,
} from '../../core/list-page.ts'
import { type Sql, sql, type Transaction } from '../../db/database.ts'
import { limitOffsetSql } from '../../db/read-page-of-rows.ts'
import type { Listing } from '../collection.ts'
import type { Removal } from '../dates-affected-by-write.ts'
import { selectPageOfPostIds } from '../posts/list-posts.ts'
import { type ListOrder, postOrderSql } from '../posts/post-order-sql.ts'
import {
  buildPostInserts,
  type OwnColumns,
  reserveIdAndSlugOfPost,
  trashPost,
  updatePost,
} from '../posts/write-posts.ts'
import { insertRevisions } from '../revisions/store-revisions.ts'
import type { Scope } from '../scope.ts'
import { lockCategoryTree } from '../terms/category-tree.ts'
import { replaceTranslation, replaceTranslationInColumn } from '../texts/translated-columns.ts'
import { decodeAdmission, encodeAdmission } from './admission/admission-columns.ts'
import { findOngoingEvents, isLongEvent, type OngoingEvent } from './calendar/ongoing-events.ts'
import { COLUMN_DEFAULTS, listedStartOfEvent, planEventColumns } from './event-column-values.ts'
import type { EventQuery } from './event-parameters.ts'
import type { EventColumns, EventRow } from './event-row.ts'
import type { Schedule } from './event-schedule.ts'
import { correctSpellingOfSearch } from './filters/correct-spelling-of-search.ts'
import { type EventCriteria, type EventListOptions, translateEventQueryToSql } from './filters/event-criteria.ts'
import { listEventsOfFacet } from './filters/facets.ts'
import { addNextDatesToEventRows, findPageOfFirstDates } from './filters/first-date-of-each-event.ts'
import { findPageOfEventsContainingWords } from './filters/text-search.ts'
import {
  buildEventLinkInserts,
  createMissingLinkedRecords,
  replaceLinksOfEvents,
} from './links/insert-and-replace-links.ts'
import { encodeLinkIds } from './links/load-links.ts'
import { findEvent, loadEvents, loadEventsMeetingCondition } from './load-events.ts'
import { type EventPlan, planEventWrite, requireRightToWriteEvent } from './plan-event.ts'
import {
  type DateOfRepeat,
  isDateOfRepeatedEvent,
  isRepeatedEvent,
  type Repeat,
} from './repeat/repeated-event-columns-and-overrides.ts'
import { convertDateUpdateToAllDates } from './repeat/write/convert-date-update-to-all-dates.ts'
import { splitRepeatedEvent } from './repeat/write/split-repeated-event.ts'
import {
  trashAllDatesOfRepeatedEvent,
  trashDateAndFollowing,
  trashDateOfRepeatedEvent,
} from './repeat/write/trash-dates.ts'
import { updateDateOfRepeatedEvent } from './repeat/write/update-date.ts'
import { makeEventRepeat, updateDatesAfterEventUpdate } from './repeat/write/update-repeated-event.ts'
import { withStartsOfDates } from './revisions/load-events-changed-by-write.ts'

interface EventListing extends Listing<EventRow> {
  /**
   * Ids of the ongoing events that pages show in a section of their own; the list and its total do not include them.
   * Earliest end first.
   */
  apart: number[]
  /**
   * Other search words, similar to those in `q`: if no event matches `q`, the list contains the events that match
   * these.
   */
  nearSearch?: string
}

/**
 * Lists events, by default sorted by start; ongoing events, if the query asks for them, come first. With the query
 * parameter `include`, the events with these ids are listed whatever their dates, sorted by publication date (API
 * contract).
 */
export async function listEvents(
  scope: Scope,
  query: EventQuery,
  problems: Problems,
  options: EventListOptions = {},
): Promise<EventListing> {
  const filter = await translateEventQueryToSql(scope, query, problems, options)
  problems.throwIfAny()
  const { listParameters, pageParameters } = filter
  const { perPageMax, countMax } = options
  const request = createListPageRequest(query, { perPage: scope.site.per_page, perPageMax, countMax })
  const order = options.order ?? (query.include && { by: 'date', isDescending: false })
  const { areLongApart = false, countMax: ongoingMax = Number.POSITIVE_INFINITY } = options.ongoing ?? {}
  const ongoing = await findOngoingEvents(scope, filter.ongoing)
  const isApart = ({ duration }: OngoingEvent) => areLongApart && isLongEvent(scope, duration)
  const apart = idsOf(ongoing.filter(isApart).sort((one, other) => one.end_at - other.end_at))
  const listed = idsOf(ongoing.filter((event) => !isApart(event)))
  const { rows, total } = await selectAfter(listed.slice(-ongoingMax), scope, filter, order, request)
  if (filter.everyDate) await addNextDatesToEventRows(scope, rows, filter.everyDate)
  const nearSearch = total + apart.length === 0 && query.q ? await correctSpellingOfSearch(scope, query.q) : undefined
  if (nearSearch !== undefined) {
    return { ...(await listEvents(scope, { ...query, q: nearSearch }, problems, options)), nearSearch }
  }
  const { address = scope.urls.listing('events') } = options
  return {
    rows,
    total,
    ...request,
    links: urlsOfListPages(address, request, total, listParameters, pageParameters),
    apart,
  }
}

const idsOf = (events: readonly { id: number }[]) => events.map(({ id }) => id)

/** Reads one page of a list that begins with the events `firstIds`, followed by those that meet the criteria. */
async function selectAfter(
  firstIds: readonly number[],
  scope: Scope,
  criteria: EventCriteria,
  order: ListOrder | undefined,
  request: PageRequest,
): Promise<Page<EventRow>> {
  const offset = pageOffset(request)
  const ids = firstIds.slice(offset, offset + request.perPage)
  const left = { ...request, perPage: request.perPage - ids.length, offset: Math.max(0, offset - firstIds.length) }
  const [first, { rows, total }] = await Promise.all([
    loadEvents(scope, ids),
    selectEvents(scope, criteria, order, left),
  ])
  return { rows: [...first, ...rows], total: firstIds.length + total }
}

/**
 * Reads one page of events from the fastest source that the query allows: a facet, the search index, or the table of
 * events.
 * @param order the order of the list; undefined: by start
 */
async function selectEvents(
  scope: Scope,
  { where, everyMatch, words, rank, facetWindow, listed }: EventCriteria,
  order: ListOrder | undefined,
  request: PageRequest,
): Promise<Page<EventRow>> {
  const isRanked = words.length === 0 && !order && pageOffset(request) + request.perPage <= RANKED_MAX
  if (everyMatch && (!order || order.by === 'start')) {
    const best = rank && isRanked ? { rank, rankedMax: RANKED_MAX } : undefined
    const isLatestFirst = order?.isDescending ?? false
    const { ids, total } = await findPageOfFirstDates(scope.db.slow, everyMatch, request, { best, isLatestFirst })
    return { rows: await loadEvents(scope, ids), total }
  }
  if (rank && isRanked) return selectBestMatches(scope, where, rank, request)
  if (facetWindow && words.length === 0 && !order) {
    const load = async (ids: Sql) => (await loadEventsMeetingCondition(scope, sql`p.id IN (${ids})`)).sort(byStart)
    return listEventsOfFacet(scope.db, facetWindow.facet, facetWindow.window, request, load)
  }
  const sorted = { where, order: order ?? BY_START }
  const { ids, total } = await (words.length > 0
    ? findPageOfEventsContainingWords(scope, words, (!order && listed) || sorted, request)
    : selectPageOfPostIds(
        scope.db.slow,
        { kind: 'event', where, order: postOrderSql(scope, 'event', sorted.order) },
        request,
      ))
  return { rows: await loadEvents(scope, ids), total }
}

/**
 * Number of matches that are sorted by relevance, taken from those that start first. All other matches follow, sorted
 * by start.
 */
const RANKED_MAX = 2000

async function selectBestMatches(scope: Scope, where: Sql, rank: Sql, request: PageRequest): Promise<Page<EventRow>> {
  const { slow } = scope.db
  const first = sql`SELECT p.id FROM event p WHERE ${where} ORDER BY p.start_local, p.id LIMIT ${RANKED_MAX}`
  const [found, counted] = await Promise.all([
    slow.all<{ id: number }>(sql`
      SELECT p.id FROM event p WHERE p.id IN (SELECT id FROM (${first}) AS first_by_start)
      ORDER BY ${rank}, p.start_local, p.id ${limitOffsetSql(request)}`),
    slow.get<{ total: number }>(sql`SELECT count(*) AS total FROM event p WHERE ${where}`),
  ])
  return { rows: await loadEvents(scope, idsOf(found)), total: counted?.total ?? 0 }
}

const BY_START: ListOrder = { by: 'start', isDescending: false }

const byStart = (one: EventColumns, other: EventColumns) =>
  one.start_local < other.start_local ? -1 : one.start_local > other.start_local ? 1 : one.id - other.id

export async function createEvent(scope: Scope<Transaction>, plan: EventPlan, imageId: number | null | undefined) {
  // New venues, organizers and terms are created before the event, so that they get lower ids, as in The Events
  // Calendar.
  const links = await createMissingLinkedRecords(scope, plan)
  const { db } = scope
  // This lock makes concurrent moves of categories finish before this transaction reads the ancestors of categories.
  const [identity] = await Promise.all([
    reserveIdAndSlugOfPost(scope, 'event', plan),
    links.category && lockCategoryTree(db, 'shared'),
  ])
  const sent: OwnColumns = planEventColumns(scope, plan)
  const isHidden = plan.recurrence ? { hide_from_listings: 1 } : {}
  const columns: OwnColumns = { ...COLUMN_DEFAULTS, ...sent, ...isHidden, links: encodeLinkIds(links) }
  const listedStart = listedStartOfEvent(columns)
  void db.runAll([
    ...buildPostInserts(scope, 'event', identity, plan, imageId, columns, listedStart),
    ...buildEventLinkInserts(db, identity.id, links, listedStart),
  ])
  if (plan.recurrence) {
    const event = { ...(plan.schedule as Schedule), id: identity.id }
    await makeEventRepeat(scope, event, plan.recurrence, Number(plan.body.hide_from_listings ?? false))
  }
  return identity.id
}

export async function updateEvent(
  scope: Scope<Transaction>,
  event: EventRow,
  plan: EventPlan,
  imageId: number | null | undefined,
): Promise<Pick<EventRow, 'effects'>> {
  if (isDateOfRepeatedEvent(event)) return updateFromDate(scope, event, plan, imageId)
  const links = await createMissingLinkedRecords(scope, plan)
  const own: OwnColumns = { ...planEventColumns(scope, plan), links: encodeLinkIds(links, event.links_json) }
  // A repeated event itself always stays hidden from lists; the sent value applies to its dates.
  if (isRepeatedEvent(event)) own.hide_from_listings = undefined
  await updatePost(scope, 'event', event, plan, imageId, own)
  await replaceLinksOfEvents(scope, sql`e.id = ${event.id}`, links)
  return { effects: await updateDatesAfterEventUpdate(scope, event, plan, links) }
}

/** Updates one date of a repeated event and, if the request has a `scope`, other dates of the event too. */
async function updateFromDate(
  scope: Scope<Transaction>,
  date: DateOfRepeat<EventRow>,
  plan: EventPlan,
  imageId: number | null | undefined,
): Promise<Pick<EventRow, 'effects'>> {
  const { scope: extent = 'this' } = plan.body
  if (extent === 'this') {
    await updateDateOfRepeatedEvent(scope, date, plan, imageId)
    return {}
  }
  const id = extent === 'all' ? date.repeat_id : await splitRepeatedEvent(scope, date)
  const event = (await findEvent(scope, { id })) as EventRow & { repeat: Repeat }
  const problems = new Problems()
  const { body, moved } = convertDateUpdateToAllDates(scope, date, event, plan)
  const planned = await planEventWrite(scope, body, problems, event, moved)
  problems.throwIfAny()
  requireRightToWriteEvent(scope, planned, event)
  // A new event that a split has created has no earlier version. Undoing the split assigns its dates to the first event
  // again.
  if (id !== date.repeat_id) {
    insertRevisions(scope, { action: 'created', collection: 'events' }, [await withStartsOfDates(scope.db, event)])
  }
  const { effects } = await updateEvent(scope, event, planned, imageId)
  // The update may have deleted the date for good, if it was in the trash and another date of the event takes its
  // start.
  if (!(await findEvent(scope, { id: date.id }))) throw invalidParameterError('id', 'reason.gone')
  return { effects: effects && { ...effects, ...(id !== date.repeat_id && { follows: date.repeat_id }) } }
}

/**
 * Moves an event, or dates of a repeated event, to the trash.
 * @param removal which other dates to move to the trash together with a date of a repeated event
 */
export async function trashEvent(
  scope: Scope<Transaction>,
  event: EventRow,
  { scope: extent = 'this' }: Removal = {},
): Promise<void> {
  if (isDateOfRepeatedEvent(event)) {
    if (extent === 'this' && (await trashDateOfRepeatedEvent(scope, event))) return
    if (extent === 'following' && (await trashDateAndFollowing(scope, event))) return
    return trashEvent(scope, (await findEvent(scope, { id: event.repeat_id })) as EventRow)
  }
  await trashPost(scope.db, 'event', event, scope.now, { is_public: 0 })
  if (isRepeatedEvent(event)) await trashAllDatesOfRepeatedEvent(scope, event.id)
}

/** Removes the translations in the language of the request from those columns of the event that contain texts. */
export async function deleteTranslationsInEventColumns({ db, language }: Scope<Transaction>, event: EventRow) {
  const { id, status_reason, admission } = event
  if (status_reason === '' && admission === '') return
  const { offers, conditions = {}, ...others } = decodeAdmission(admission)
  const without = encodeAdmission({
    ...others,
    offers: offers?.map((offer) => ({ ...offer, names: replaceTranslation(offer.names, language, '') })) ?? [],
    conditions: replaceTranslation(conditions, language, ''),
  })
  const reason = replaceTranslationInColumn(status_reason, language, '')
  await db.run(sql`UPDATE event SET status_reason = ${reason}, admission = ${without} WHERE id = ${id}`)
}
