import { LANGUAGES } from '../core/language.ts'
import { Type } from '../core/schema/field-types.ts'
import { type ComponentSchemas, listPageSchema, localTimeSchema, urlSchema } from '../core/schema/response-schema.ts'
import { SUBMISSION_STATES_SHOWN_TO_EDITORS } from './submission-store.ts'

/** Schemas of the response bodies of the routes for submissions. */
export const SUBMISSION_SCHEMAS: ComponentSchemas = {
  Submission: Type.Object({
    state: Type.Enum(['unconfirmed', 'waiting']),
    url: Type.Union([urlSchema(), Type.Null()]),
  }),
  ReviewedSubmission: Type.Object({
    id: Type.Integer({ minimum: 1 }),
    state: Type.Enum([...SUBMISSION_STATES_SHOWN_TO_EDITORS]),
    language: Type.Enum([...LANGUAGES]),
    date: localTimeSchema(),
    date_utc: localTimeSchema(),
    fields: Type.Record(Type.String(), Type.Unknown()),
    sender_name: Type.String(),
    sender_email: Type.String(),
    message: Type.String(),
    site: Type.Union([Type.String(), Type.Null()]),
    decided: Type.Union([localTimeSchema(), Type.Null()]),
    reason: Type.String(),
    event: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]),
    rest_url: urlSchema(),
    review_url: urlSchema(),
    picture: Type.Optional(Type.Union([Type.Object({ alt: Type.String(), mime_type: Type.String() }), Type.Null()])),
    notes: Type.Optional(
      Type.Array(Type.Object({ user: Type.String(), note: Type.String(), date: localTimeSchema() })),
    ),
  }),
  ReviewedSubmissionList: listPageSchema('submissions', 'ReviewedSubmission'),
}
