import type { Cost } from '../../core/cost/parse-and-format-cost.ts'
import type { PostPlan } from '../posts/plan-post-write.ts'
import { withoutUndefinedValues } from '../posts/write-posts.ts'
import type { Scope } from '../scope.ts'
import { ADMISSION_DEFAULTS } from './admission/admission-columns.ts'
import { EVENT_FLAGS } from './event-row.ts'
import { EVENT_STATUS_DEFAULTS } from './event-status/status-columns.ts'
import type { EventPlan } from './plan-event.ts'

/**
 * Values for those columns that only events have, not other posts. Columns that the request body does not change are
 * left out.
 */
export function planEventColumns(scope: Scope, { body, schedule, eventStatus, admission, ...post }: EventPlan) {
  const flags = EVENT_FLAGS.map((flag) => [flag, body[flag] === undefined ? undefined : Number(body[flag])])
  return withoutUndefinedValues({
    ...schedule,
    ...eventStatus,
    ...admission,
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
  ...ADMISSION_DEFAULTS,
  ...Object.fromEntries(EVENT_FLAGS.map((flag) => [flag, 0])),
}

/**
 * Local start of an event that the public calendar lists; null for other events. Must compute the same as the generated
 * column `listed_start` of the database.
 */
export const listedStartOfEvent = (columns: Record<string, unknown>): string | null =>
  columns.is_public === 1 && columns.hide_from_listings === 0 ? (columns.start_local as string) : null

/**
 * Value of the column `is_public` at the current time: 1 when the event is public; 0 otherwise. A scheduled event has 0
 * until its publication date comes (see scheduled-publication.ts).
 */
const isPublicNow = ({ now }: Scope, { status, published_at }: PostPlan) =>
  Number(status === 'publish' && published_at <= now)

const costColumn = (cost: Cost) => (cost.text === '' ? '' : JSON.stringify(cost))
