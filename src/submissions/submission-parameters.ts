import { events } from '../collections/events/index.ts'
import { pagingParameters } from '../collections/shared-fields.ts'
import type { Problems } from '../core/errors.ts'
import { requiredEmailField } from '../core/schema/contact-fields.ts'
import {
  enumField,
  fieldWithCheckAndConversion,
  idField,
  lenientBooleanField,
  optionalTextField,
  requiredTextField,
  Type,
} from '../core/schema/field-types.ts'
import { createParameterSet } from '../core/schema/parameter-set.ts'
import type { SentParameters } from '../core/schema/sent-parameters.ts'
import { toStorableUrl } from '../core/urls.ts'
import { LINE_MAX, SUBMITTED_FIELDS, TEXT_MAX } from './check-submitted-fields.ts'
import { DECISIONS } from './decide-submission.ts'
import { type Sender, SUBMISSION_STATES_SHOWN_TO_EDITORS, type SubmittedFields } from './submission-store.ts'

const MESSAGE_MAX = 2000

const senderFields = {
  sender_name: requiredTextField({ maxLength: LINE_MAX }),
  sender_email: requiredEmailField(),
  message: Type.Optional(optionalTextField({ maxLength: MESSAGE_MAX })),
}
const senderParameters = createParameterSet(Type.Object(senderFields))

/** Parses the name, e-mail address and message of a sender from a form or a request of the API. */
export function parseSubmissionSender(sent: SentParameters, problems: Problems): Sender {
  const values = senderParameters.read(sent, problems)
  return {
    name: values.sender_name,
    email: (values.sender_email ?? '').toLowerCase(),
    message: values.message ?? '',
  }
}

const { title, start_date, end_date, all_day, website } = events.parameters.native.create.schema.properties

const lineField = () => optionalTextField({ maxLength: LINE_MAX })

/**
 * Schema of the cost of an event in a submission: text or a number. `checkSubmittedFields` checks later that it is a
 * valid cost.
 */
const costField = () =>
  fieldWithCheckAndConversion(
    Type.Union([Type.String(), Type.Number(), Type.Null()]),
    () => true,
    (value) => value,
    { reason: 'reason.cost' },
  )

/**
 * The parameters of `POST /submissions`: the fields of the form at `/submit/`. Venue and organizer are names, not ids
 * or objects.
 */
export const submissionParameters = createParameterSet(
  Type.Object({
    title: title as ReturnType<typeof requiredTextField>,
    start_date: start_date as ReturnType<typeof requiredTextField>,
    end_date: end_date as ReturnType<typeof requiredTextField>,
    all_day: all_day as ReturnType<typeof Type.Unknown>,
    venue: Type.Optional(lineField()),
    description: Type.Optional(optionalTextField({ maxLength: TEXT_MAX })),
    organizer: Type.Optional(lineField()),
    categories: Type.Optional(idField()),
    cost: Type.Optional(costField()),
    website: website as ReturnType<typeof Type.Unknown>,
    image: Type.Optional(optionalTextField({ maxLength: MESSAGE_MAX })),
    ...senderFields,
    consent: lenientBooleanField(),
  }),
)

/** The fields of an event in a sent form or request of the API, as text. Empty fields are omitted. */
export function parseSubmittedFields(sent: SentParameters): SubmittedFields {
  const texts = SUBMITTED_FIELDS.map((name) => [name, textOf(sent[name]).trim()] as const)
  return Object.fromEntries(
    texts.filter(([, text]) => text !== '').map(([name, text]) => [name, fieldValueOf(name, text)]),
  )
}

/** Converts a JSON value to the text that a form would send. */
function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? '1' : ''
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/**
 * Converts a sent field to the value that the API expects. Digits as venue or organizer are a name, not an id; as
 * category they are always an id.
 */
function fieldValueOf(name: string, text: string): unknown {
  if (name === 'venue' && /^[\d\s,]+$/.test(text)) return { venue: text }
  if (name === 'organizer' && /^[\d\s,]+$/.test(text)) return { organizer: text }
  if (name === 'website') return toStorableUrl(text)
  return name === 'categories' && !/^\d{1,9}$/.test(text) ? '0' : text.replaceAll('\r\n', '\n')
}

/** The parameters of the list of submissions. Without `state`, the list contains those that wait for an editor. */
export const submissionListParameters = createParameterSet(
  Type.Object({ ...pagingParameters, state: Type.Optional(enumField(SUBMISSION_STATES_SHOWN_TO_EDITORS)) }),
)

/** The parameters of an editor's decision, in the API and on the page of a submission. */
export const decisionParameters = createParameterSet(
  Type.Object({
    decision: enumField(DECISIONS),
    reason: Type.Optional(optionalTextField({ maxLength: MESSAGE_MAX })),
    image: Type.Optional(lenientBooleanField()),
  }),
)

/** The parameters of a note that editors write for each other. */
export const noteParameters = createParameterSet(Type.Object({ note: requiredTextField({ maxLength: MESSAGE_MAX }) }))
