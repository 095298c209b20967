import { setImmediate as nextTurn } from 'node:timers/promises'
import { hasRight } from '../../core/caller.ts'
import { keepStoredCostIfDisplayedAlike } from '../../core/cost/cost-with-currency.ts'
import { type Cost, parseStoredCost } from '../../core/cost/parse-and-format-cost.ts'
import { missingRightError, Problems } from '../../core/errors.ts'
import {
  collectionNameOfKind,
  KIND_PROPERTIES,
  LINKED_POST_KINDS,
  type LinkedPostKind,
  type TermKind,
} from '../../core/kinds.ts'
import type { MovedRecurrence, Recurrence } from '../../core/recurrence/index.ts'
import type { LocalTime } from '../../core/time/local-time.ts'
import { findOrDownloadReferencedImage } from '../../media/image-field.ts'
import { type OrganizerPlan, planOrganizerWrite } from '../organizers/organizer-store.ts'
import { findPostsByName } from '../posts/create-post-unless-same.ts'
import { type PostPlan, planPostWrite, requireRightToWritePost } from '../posts/plan-post-write.ts'
import type { Scope } from '../scope.ts'
import { planSeriesWrite, type SeriesPlan } from '../series/series-store.ts'
import { selectExistingTermIds, selectTermIdsByName } from '../terms/load-terms.ts'
import { findIdBySlugInLanguage } from '../texts/find-by-slug.ts'
import { planVenueWrite, type VenuePlan } from '../venues/venue-store.ts'
import type { AdmissionColumns } from './admission/admission-columns.ts'
import { planAdmissionColumns } from './admission/plan-admission.ts'
import type { EventBody } from './event-parameters.ts'
import type { EventRow } from './event-row.ts'
import { planEventSchedule, type Schedule } from './event-schedule.ts'
import { planEventStatus } from './event-status/plan-event-status.ts'
import type { EventStatusColumns } from './event-status/status-columns.ts'
import type { PlaceLink, TermLink } from './links/link-fields.ts'
import { decodeLinkIds, selectVisiblePostIds } from './links/load-links.ts'
import { planRecurrenceOfEvent, refuseRepeatedEventFieldsForDate } from './repeat/plan-recurrence.ts'

export interface EventPlan extends PostPlan {
  body: Partial<EventBody>
  /**
   * Start and end to store. Undefined when an update contains neither dates nor time zone: the stored schedule does not
   * change.
   */
  schedule: Schedule | undefined
  /** The status of the event and how people attend it; undefined values do not change. */
  eventStatus: Partial<EventStatusColumns>
  /** Prices and admission of the event; undefined values do not change. */
  admission: Partial<AdmissionColumns>
  /** The recurrence of the event. Null: the event ceases to repeat. Undefined: the recurrence does not change. */
  recurrence: Recurrence | null | undefined
  /** If a date and others with it move to another day: the new starts of the dates by their old starts. */
  newStarts?: ReadonlyMap<LocalTime, LocalTime> | undefined
  /** If an earlier version of a repeated event is restored: the starts that it gave to its dates, by their ids. */
  earlierStarts?: ReadonlyMap<number, LocalTime> | undefined
  /**
   * Venues, organizers and series that the event will refer to, by kind. Undefined, also in `terms`: the references to
   * records of this kind do not change.
   */
  places: {
    venue: PlannedPost<VenuePlan>[] | undefined
    organizer: PlannedPost<OrganizerPlan>[] | undefined
    series: PlannedPost<SeriesPlan>[] | undefined
  }
  terms: Record<TermKind, PlannedTerms | undefined>
}

/** An existing venue, organizer or series to link, or a new one to create. */
export type PlannedPost<Plan> = { id: number } | { plan: Plan; imageId: number | null | undefined }

export interface PlannedTerms {
  ids: number[]
  /** Names of categories or tags that do not exist yet and will be created. */
  newNames: string[]
}

/**
 * Computes the values that a write of an event will store. Adds a problem for each record that the body names and that
 * does not exist.
 * @param event the event to update; undefined for a new one
 * @param moved the recurrence that a repeated event gets because one of its dates moves to another day
 */
export async function planEventWrite(
  scope: Scope,
  sent: Partial<EventBody>,
  problems: Problems,
  event?: EventRow,
  moved?: MovedRecurrence,
): Promise<EventPlan> {
  const body = event && sent.cost ? { ...sent, cost: costToStore(scope, sent.cost, event) } : sent
  const { title, description, excerpt, slug } = body
  const zone = { siteZone: scope.site.timezone, now: scope.now }
  const isScheduled = [body.start_date, body.end_date, body.timezone, body.all_day].some((sent) => sent !== undefined)
  const [ofPost, ofTimes, ofVenue, ofOrganizer, ofCategories, ofTags, ofSeries] = Array.from(
    { length: 7 },
    () => new Problems(),
  ) as [Problems, Problems, Problems, Problems, Problems, Problems, Problems]
  const schedule = event === undefined || isScheduled ? planEventSchedule(body, event, zone, ofTimes) : undefined
  const { language, site, now } = scope
  const timezone = (schedule ?? event)?.timezone ?? site.timezone
  const admission = planAdmissionColumns(body, { language, site, now, timezone, event }, ofTimes)
  const hasVenue = (body.venue ?? decodeLinkIds(event?.links_json ?? '').venue).length > 0
  const eventStatus = planEventStatus(body, { language: scope.language, event, schedule, hasVenue }, ofTimes)
  refuseRepeatedEventFieldsForDate(body, event, ofTimes)
  const recurrence = moved?.recurrence ?? planRecurrenceOfEvent(scope, body, schedule, event, ofTimes)
  // Other requests run during this pause, because computing thousands of dates has taken some 50 ms.
  if (recurrence) await nextTurn()
  const [post, venue, organizer, category, tag, series] = await Promise.all([
    planPostWrite(scope, 'title', body, { title, description, excerpt, slug }, ofPost, event),
    body.venue && planPlaces(scope, 'venue', body.venue, planVenueWrite, ofVenue),
    body.organizer && planPlaces(scope, 'organizer', body.organizer, planOrganizerWrite, ofOrganizer),
    body.categories && planTerms(scope, 'category', body.categories, ofCategories),
    body.tags && planTerms(scope, 'tag', body.tags, ofTags),
    body.series && planPlaces(scope, 'series', body.series, planSeriesWrite, ofSeries),
  ])
  // Problems are added in a fixed order, so that the response does not depend on which check finished first.
  for (const found of [ofPost, ofTimes, ofVenue, ofOrganizer, ofCategories, ofTags, ofSeries]) problems.addAll(found)
  const plan = { ...post, body, schedule, eventStatus, admission, recurrence, newStarts: moved?.starts }
  return { ...plan, places: { venue, organizer, series }, terms: { category, tag } }
}

const costToStore = ({ site }: Scope, cost: Cost, event: EventRow): Cost =>
  keepStoredCostIfDisplayedAlike(cost, parseStoredCost(event.cost), {
    symbol: site.currency_symbol,
    position: site.currency_position,
  })

type Check<Body, Plan> = (scope: Scope, body: Body, problems: Problems) => Promise<Plan>

async function planPlaces<Body, Plan extends PostPlan>(
  scope: Scope,
  kind: LinkedPostKind,
  links: PlaceLink<Body>[],
  check: Check<Body, Plan>,
  problems: Problems,
): Promise<PlannedPost<Plan>[]> {
  const ids = links.flatMap((link) => ('id' in link ? [link.id] : []))
  const usable = await selectVisiblePostIds(scope, kind, ids)
  const unknown = ids.filter((id) => !usable.has(id))
  if (unknown.length > 0) problems.add(kind, 'reason.unknown-ids', { ids: unknown.join(', ') })
  const planned: PlannedPost<Plan>[] = []
  for (const link of links) {
    if ('id' in link) planned.push(link)
    else if ('body' in link) planned.push(await planInline(scope, kind, link.body, check, problems))
    else planned.push(await planNamed(scope, kind, link.name, check, problems))
  }
  return planned
}

/** Finds the venue, organizer or series with the given name, or plans to create one if there is none. */
async function planNamed<Body, Plan extends PostPlan>(
  scope: Scope,
  kind: LinkedPostKind,
  name: string,
  check: Check<Body, Plan>,
  problems: Problems,
): Promise<PlannedPost<Plan>> {
  const ids = (await findPostsByName(scope, kind, name)).map(({ id }) => id)
  const [id] = ids
  if (id === undefined)
    return planInline(scope, kind, { [KIND_PROPERTIES[kind].titleField]: name } as Body, check, problems)
  if (ids.length > 1) addAmbiguousName(problems, kind, name, ids)
  return { id }
}

const addAmbiguousName = (problems: Problems, field: string, value: string, ids: number[]) =>
  problems.add(field, 'reason.ambiguous-name', { value, ids: ids.join(', ') })

async function planInline<Body, Plan extends PostPlan>(
  scope: Scope,
  kind: LinkedPostKind,
  body: Body,
  check: Check<Body, Plan>,
  problems: Problems,
): Promise<PlannedPost<Plan>> {
  const own = new Problems()
  const plan = await check(scope, body, own)
  const image =
    plan.image && (await findOrDownloadReferencedImage({ ...scope, fetchPicture: fetchNothing }, plan.image))
  const isImageKnown = plan.image === undefined || image !== undefined
  if (own.found.length + own.missing.length > 0 || !isImageKnown) problems.add(kind, `reason.${kind}`)
  return { plan, imageId: image && 'id' in image ? image.id : undefined }
}

/**
 * Takes the place of a function that downloads a picture, and downloads nothing: a new venue, organizer or series
 * inside an event can refer to stored pictures only.
 */
const fetchNothing = async () => undefined

/**
 * Finds the categories or tags that the body of an event refers to by id, name or slug. Only names and slugs of texts
 * in the language of the request are found. Ids that no category or tag has are ignored (API contract).
 */
async function planTerms(scope: Scope, kind: TermKind, links: TermLink[], problems: Problems): Promise<PlannedTerms> {
  const ids = new Set<number>()
  const newNames: string[] = []
  const given = links.flatMap((link) => ('id' in link ? [link.id] : []))
  const names = links.flatMap((link) => ('name' in link ? [link.name] : []))
  const [existingIds, named] = await Promise.all([
    selectExistingTermIds(scope.db, kind, given),
    Promise.all(names.map((name) => findTermIdByName(scope, kind, name, problems))),
  ])
  for (const id of given) if (existingIds.has(id)) ids.add(id)
  for (const [index, id] of named.entries()) {
    if (id === undefined) newNames.push(names[index] as string)
    else ids.add(id)
  }
  return { ids: [...ids], newNames }
}

/**
 * The id of the term with the given name or slug. If several terms have the name, The Events Calendar takes the first,
 * but the native API reports a problem.
 */
async function findTermIdByName(scope: Scope, kind: TermKind, name: string, problems: Problems) {
  const ids = await selectTermIdsByName(scope, kind, name)
  if (ids.length > 1 && !scope.face.imitatesTec) addAmbiguousName(problems, collectionNameOfKind(kind), name, ids)
  return ids[0] ?? (await findIdBySlugInLanguage(scope, kind, name))
}

export function requireRightToWriteEvent(scope: Scope, plan: EventPlan, event?: EventRow): void {
  requireRightToWritePost(scope, 'event', plan, event)
  for (const kind of LINKED_POST_KINDS) {
    for (const place of plan.places[kind] ?? []) if ('plan' in place) requireRightToWritePost(scope, kind, place.plan)
  }
  const makesTerms = Object.values(plan.terms).some((terms) => terms && terms.newNames.length > 0)
  if (makesTerms && !hasRight(scope.caller, 'terms:create-inline')) {
    throw missingRightError(scope.caller, 'terms:create-inline')
  }
}
