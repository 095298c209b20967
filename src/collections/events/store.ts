import type { Cost } from '../../core/cost.ts'
import type { Problems } from '../../core/errors.ts'
import { createPageRequest, type Page, type PageRequest, pageLinks } from '../../core/page.ts'
import { type Sql, sql, type Transaction } from '../../db/database.ts'
import type { Listing, Scope } from '../collection.ts'
import { selectPostPage } from '../posts/list.ts'
import { type ListOrder, orderBySql } from '../posts/order.ts'
import type { PostPlan } from '../posts/plan.ts'
import { buildPostInserts, reserveIdAndSlug, trashPost, updatePost, withoutUndefined } from '../posts/write.ts'
import { lockCategoryTree } from '../terms/category-tree.ts'
import { withTranslation } from '../texts/translated-column.ts'
import { EVENT_STATUS_DEFAULTS } from './event-status/columns.ts'
import { listFacetPage } from './facets.ts'
import { type EventCriteria, type EventListOptions, translateEventQuery } from './filters.ts'
import { encodeLinkIds } from './links.ts'
import { loadEvents, loadEventsWhere } from './load.ts'
import type { EventPlan } from './plan.ts'
import { EVENT_FLAGS, type EventColumns, type EventRow } from './row.ts'
import type { EventQuery } from './schema.ts'
import { findSearchPage } from './search.ts'
import { buildLinkInserts, createLinkedRecords, replaceLinks } from './write-links.ts'

/**
 * Lists events, by default sorted by start. With the query parameter `include`, the events with these ids are listed whatever
 * their dates, sorted by publication date (API contract).
 */
export async function listEvents(
  scope: Scope,
  query: EventQuery,
  problems: Problems,
  options: EventListOptions = {},
): Promise<Listing<EventRow>> {
  const filter = await translateEventQuery(scope, query, problems, options)
  problems.throwIfAny()
  const { links, onwardLinks } = filter
  const request = createPageRequest(query, { perPage: scope.site.per_page, perPageMax: options.perPageMax })
  const order = options.order ?? (query.include && { by: 'date', isDescending: false })
  const { rows, total } = await selectEvents(scope, filter, order, request)
  const listing = scope.urls.listing('events')
  return { rows, total, ...request, links: pageLinks(listing, request, total, links, onwardLinks) }
}

/**
 * Reads one page of events from the fastest source that the query allows: a facet, the search index, or the table of
 * events.
 * @param order undefined: by start
 */
async function selectEvents(
  scope: Scope,
  { where, words, facetWindow, listedWindow }: EventCriteria,
  order: ListOrder | undefined,
  request: PageRequest,
): Promise<Page<EventRow>> {
  if (facetWindow && words.length === 0 && !order) {
    const load = async (ids: Sql) => (await loadEventsWhere(scope, sql`p.id IN (${ids})`)).sort(byStart)
    return listFacetPage(scope.db, facetWindow.facet, facetWindow.window, request, load)
  }
  const sorted = { where, order: order ?? BY_START }
  const { ids, total } = await (words.length > 0
    ? findSearchPage(scope, words, listedWindow && !order ? { listed: listedWindow } : sorted, request)
    : selectPostPage(scope.db.slow, { kind: 'event', where, order: orderBySql(scope, 'event', sorted.order) }, request))
  return { rows: await loadEvents(scope, ids), total }
}

const BY_START: ListOrder = { by: 'start', isDescending: false }

const byStart = (one: EventColumns, other: EventColumns) =>
  one.start_local < other.start_local ? -1 : one.start_local > other.start_local ? 1 : one.id - other.id

export async function createEvent(scope: Scope<Transaction>, plan: EventPlan, imageId: number | null | undefined) {
  // New venues, organizers and terms are created before the event, so that they get lower ids, as in The Events
  // Calendar.
  const links = await createLinkedRecords(scope, plan)
  const { db } = scope
  // This lock makes concurrent moves of categories finish before this transaction reads the ancestors of categories.
  const [identity] = await Promise.all([
    reserveIdAndSlug(scope, 'event', plan),
    links.category && lockCategoryTree(db, 'shared'),
  ])
  const columns = { ...COLUMN_DEFAULTS, ...eventColumns(scope, plan), links: encodeLinkIds(links) }
  const listedStart = listedStartOf(columns)
  void db.runAll([
    ...buildPostInserts(scope, 'event', identity, plan, imageId, columns, listedStart),
    ...buildLinkInserts(db, identity.id, links, listedStart),
  ])
  return identity.id
}

export async function updateEvent(
  scope: Scope<Transaction>,
  event: EventRow,
  plan: EventPlan,
  imageId: number | null | undefined,
) {
  const links = await createLinkedRecords(scope, plan)
  const own = { ...eventColumns(scope, plan), links: encodeLinkIds(links, event.links_json) }
  await updatePost(scope, 'event', event, plan, imageId, own)
  await replaceLinks(scope, event.id, links)
}

export const trashEvent = (scope: Scope<Transaction>, event: EventRow) =>
  trashPost(scope.db, 'event', event, scope.now, { is_public: 0 })

/** Removes the reason of the event's status in the language of the request. */
export async function removeReason({ db, language }: Scope<Transaction>, { id, status_reason }: EventRow) {
  if (status_reason === '') return
  await db.run(sql`UPDATE event SET status_reason = ${withTranslation(status_reason, language, '')} WHERE id = ${id}`)
}

/**
 * Values of the columns that only events have and other posts lack, except columns that the request body does not
 * change.
 */
export function eventColumns(scope: Scope, { body, schedule, eventStatus, ...post }: EventPlan) {
  const flags = EVENT_FLAGS.map((flag) => [flag, body[flag] === undefined ? undefined : Number(body[flag])])
  return withoutUndefined({
    ...schedule,
    ...eventStatus,
    ...Object.fromEntries(flags),
    cost: body.cost && costColumn(body.cost),
    website: body.website,
    is_public: isPublicNow(scope, post),
  })
}

/** Values for the columns of a new event that the request body did not set. */
export const COLUMN_DEFAULTS = {
  modified_at: null,
  image_id: null,
  cost: '',
  website: '',
  ...EVENT_STATUS_DEFAULTS,
  ...Object.fromEntries(EVENT_FLAGS.map((flag) => [flag, 0])),
}

/**
 * Local start of an event that the public calendar lists; null for other events. Must compute the same as the generated
 * column `listed_start` of the database.
 */
export const listedStartOf = (columns: Record<string, unknown>): string | null =>
  columns.is_public === 1 && columns.hide_from_listings === 0 ? (columns.start_local as string) : null

/**
 * Value of the column `is_public` at the current time: 1 when the event is public; 0 otherwise. A scheduled event has 0
 * until its publication date comes (see publication.ts).
 */
const isPublicNow = ({ now }: Scope, { status, published_at }: PostPlan) =>
  Number(status === 'publish' && published_at <= now)

const costColumn = (cost: Cost) => (cost.text === '' ? '' : JSON.stringify(cost))
