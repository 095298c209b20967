import { type Caller, canEdit } from '../../../core/caller.ts'
import { addDays, localTimeToWallSeconds } from '../../../core/time/local-time.ts'
import type { Scope } from '../../scope.ts'
import type { EventBody } from '../event-parameters.ts'
import type { EventRow } from '../event-row.ts'
import { decodeLinkIds } from '../links/load-links.ts'
import { isDateOfRepeatedEvent } from '../repeat/repeated-event-columns-and-overrides.ts'

/** The changes of a bulk edit. Fields for which a member is absent do not change. */
export interface BulkChange {
  status?: 'publish' | 'draft' | 'pending' | 'private'
  featured?: boolean
  /** Ids of categories to add; the next three members are categories to remove, and tags to add and to remove. */
  addCategories?: readonly number[]
  removeCategories?: readonly number[]
  addTags?: readonly number[]
  removeTags?: readonly number[]
  /** Ids of the venues that replace the present ones; `organizer` contains ids of organizers likewise. */
  venue?: readonly number[]
  organizer?: readonly number[]
  /** Number of days by which start and end move; may be negative. The local times of day stay the same. */
  moveDays?: number
  /** Moves the events to the trash. Cannot be combined with other changes. */
  trash?: true
}

/** One field of an event in a bulk edit: ids for links, local times for dates. */
export interface PlannedChange {
  field: string
  before: unknown
  after: unknown
}

/**
 * Why an event cannot be changed: the caller may not edit it, it is in the trash, it is a date of a repeated event, whose
 * status it has, or it would move out of the years 1 to 9999.
 */
export type BulkProblem = 'forbidden' | 'trashed' | 'statusOfDate' | 'years'

/** The effects of a bulk edit on one event. */
export interface PlannedEdit {
  id: number
  title: string
  changes: PlannedChange[]
  /** The fields to update, in the form of a parsed body. */
  body: Partial<EventBody>
  /** Why the change is not possible; the bulk edit is then refused as a whole. */
  problem?: BulkProblem
}

/** Computes the values of loaded events before and after a bulk edit. Pure. */
export const planBulkEdit = (
  scope: Pick<Scope, 'caller'>,
  events: readonly EventRow[],
  change: BulkChange,
): PlannedEdit[] => events.map((event) => planBulkEditOfEvent(scope, event, change))

/** Computes the values of one event before and after a bulk edit. */
export function planBulkEditOfEvent(
  { caller }: Pick<Scope, 'caller'>,
  event: EventRow,
  change: BulkChange,
): PlannedEdit {
  const changes = change.trash ? [{ field: 'status', before: event.status, after: 'trash' }] : changesOf(event, change)
  const problem = problemOf(caller, event, change)
  const edit = { id: event.id, title: event.text.title, changes, body: change.trash ? {} : bodyOf(changes) }
  return problem === undefined ? edit : { ...edit, problem }
}

/** Finds only problems that can be detected without reading other records. */
function problemOf(caller: Caller, event: EventRow, { status, moveDays = 0 }: BulkChange): BulkProblem | undefined {
  if (!canEdit(caller, event)) return 'forbidden'
  if (event.status === 'trash') return 'trashed'
  if (status !== undefined && isDateOfRepeatedEvent(event)) return 'statusOfDate'
  return isMovable(event, moveDays) ? undefined : 'years'
}

function changesOf(event: EventRow, change: BulkChange): PlannedChange[] {
  const linked = decodeLinkIds(event.links_json)
  const { moveDays = 0 } = change
  const days = isMovable(event, moveDays) ? moveDays : 0
  const all: PlannedChange[] = [
    { field: 'status', before: event.status, after: change.status ?? event.status },
    { field: 'featured', before: event.featured === 1, after: change.featured ?? event.featured === 1 },
    {
      field: 'categories',
      before: linked.category,
      after: idsAfter(linked.category, change.addCategories, change.removeCategories),
    },
    { field: 'tags', before: linked.tag, after: idsAfter(linked.tag, change.addTags, change.removeTags) },
    { field: 'venue', before: linked.venue, after: change.venue ?? linked.venue },
    { field: 'organizer', before: linked.organizer, after: change.organizer ?? linked.organizer },
    { field: 'start_date', before: event.start_local, after: addDays(event.start_local, days) },
    { field: 'end_date', before: event.end_local, after: addDays(event.end_local, days) },
  ]
  return all.filter(({ before, after }) => String(before) !== String(after))
}

const idsAfter = (ids: readonly number[], added: readonly number[] = [], removed: readonly number[] = []): number[] =>
  [...new Set([...ids, ...added])].filter((id) => !removed.includes(id))

/** Whether an event is within the years 1 to 9999 after it has moved. */
function isMovable({ start_local, end_local }: EventRow, days: number): boolean {
  const [start, end] = [start_local, end_local].map((local) => localTimeToWallSeconds(local) + days * DAY_SECONDS)
  return (start as number) >= FIRST_START && (end as number) <= LAST_END
}

const DAY_SECONDS = 86_400
const FIRST_START = localTimeToWallSeconds('0001-01-02 00:00:00')
const LAST_END = localTimeToWallSeconds('9999-12-30 23:59:59')

const LINK_FIELDS = ['categories', 'tags', 'venue', 'organizer']

const bodyOf = (changes: readonly PlannedChange[]): Partial<EventBody> =>
  Object.fromEntries(
    changes.map(({ field, after }) => [
      field,
      LINK_FIELDS.includes(field) ? (after as number[]).map((id) => ({ id })) : after,
    ]),
  )
