import { Type } from '../../../core/schema/field-types.ts'
import { type ComponentSchemas, listPageSchema, localTimeSchema } from '../../../core/schema/response-schema.ts'
import {
  MISSING_ACTIONS,
  NEW_EVENT_STATUSES,
  SUBSCRIPTION_TYPES,
} from '../../../import/subscriptions/subscription-options.ts'

const count = () => Type.Integer({ minimum: 0 })
const nullableTime = () => Type.Union([localTimeSchema(), Type.Null()])

/** Schemas of the responses of the routes below `/imports`. */
export const IMPORT_SCHEMAS: ComponentSchemas = {
  Subscription: Type.Object({
    id: Type.Integer({ minimum: 1 }),
    name: Type.String(),
    type: Type.Enum([...SUBSCRIPTION_TYPES]),
    url: Type.String(),
    every_minutes: Type.Integer({ minimum: 15 }),
    active: Type.Boolean(),
    status: Type.Enum([...NEW_EVENT_STATUSES]),
    categories: Type.Array(Type.String()),
    tags: Type.Array(Type.String()),
    match: Type.String(),
    skip: Type.String(),
    map: Type.Record(Type.String(), Type.String()),
    window_days: Type.Integer({ minimum: 1 }),
    on_missing: Type.Enum([...MISSING_ACTIONS]),
    pictures: Type.Boolean(),
    timezone: Type.String(),
    next_utc: localTimeSchema(),
    checked_utc: nullableTime(),
    changed_utc: nullableTime(),
    failures: count(),
    note: Type.String(),
  }),
  SubscriptionList: listPageSchema('sources', 'Subscription'),
  ImportRun: Type.Object({
    id: Type.Integer({ minimum: 1 }),
    source: Type.Integer({ minimum: 1 }),
    name: Type.String(),
    type: Type.String(),
    dry_run: Type.Boolean(),
    undoes: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]),
    state: Type.Enum(['running', 'finished', 'failed']),
    started_utc: localTimeSchema(),
    ended_utc: nullableTime(),
    error: Type.String(),
    counts: Type.Record(Type.String(), Type.Record(Type.String(), count())),
  }),
  ImportRunList: listPageSchema('runs', 'ImportRun'),
  ImportProblem: Type.Object({
    severity: Type.Enum(['refused', 'warning']),
    place: Type.String(),
    collection: Type.String(),
    external_id: Type.String(),
    title: Type.String(),
    field: Type.String(),
    message: Type.String(),
  }),
  ImportProblemList: listPageSchema('problems', 'ImportProblem'),
  ImportPreview: Type.Object({
    total: count(),
    chosen: count(),
    events: Type.Array(Type.Object({ title: Type.String(), start_date: Type.String(), end_date: Type.String() })),
    places: Type.Array(Type.String()),
    words: Type.Array(Type.String()),
    problems: Type.Array(Type.Object({ place: Type.String(), message: Type.String() })),
  }),
}
