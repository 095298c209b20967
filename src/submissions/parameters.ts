import { events } from '../collections/events/index.ts'
import type { Problems } from '../core/errors.ts'
import { requiredEmailField } from '../core/schema/contact-fields.ts'
import { parameterSet } from '../core/schema/parameters.ts'
import type { SentParameters } from '../core/schema/repeated-parameters.ts'
import { customField, idField, lenientBoolean, optionalText, requiredText, Type } from '../core/schema/schema.ts'
import { LINE_MAX, SUBMITTED_FIELDS, TEXT_MAX } from './check-fields.ts'
import type { Sender, SubmittedFields } from './store.ts'

const MESSAGE_MAX = 2000

const senderFields = {
  sender_name: requiredText({ maxLength: LINE_MAX }),
  sender_email: requiredEmailField(),
  message: Type.Optional(optionalText({ maxLength: MESSAGE_MAX })),
}
const senderParameters = parameterSet(Type.Object(senderFields))

/** Reads the sender of a form or an API request. */
export function readSender(sent: SentParameters, problems: Problems): Sender {
  const values = senderParameters.read(sent, problems)
  return {
    name: values.sender_name,
    email: (values.sender_email ?? '').toLowerCase(),
    message: values.message ?? '',
  }
}

const { title, start_date, end_date, all_day, website } = events.parameters.native.create.schema.properties

const lineField = () => optionalText({ maxLength: LINE_MAX })

/** The cost as one text or number; `checkSubmittedFields` checks whether it is one. */
const costField = () =>
  customField(
    Type.Union([Type.String(), Type.Number(), Type.Null()]),
    () => true,
    (value) => value,
    { reason: 'reason.cost' },
  )

/** The parameters of `POST /submissions`: the fields of the form at `/submit/`, with texts instead of new or existing records. */
export const submissionParameters = parameterSet(
  Type.Object({
    title: title as ReturnType<typeof requiredText>,
    start_date: start_date as ReturnType<typeof requiredText>,
    end_date: end_date as ReturnType<typeof requiredText>,
    all_day: all_day as ReturnType<typeof Type.Unknown>,
    venue: Type.Optional(lineField()),
    description: Type.Optional(optionalText({ maxLength: TEXT_MAX })),
    organizer: Type.Optional(lineField()),
    categories: Type.Optional(idField()),
    cost: Type.Optional(costField()),
    website: website as ReturnType<typeof Type.Unknown>,
    image: Type.Optional(optionalText({ maxLength: MESSAGE_MAX })),
    ...senderFields,
    consent: lenientBoolean(),
  }),
)

/** The fields of an event in a sent form or API request, as text; empty ones are left out. */
export function submittedFieldsIn(sent: SentParameters): SubmittedFields {
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
 * The value of a sent field as the API expects it. A venue or organizer that consists of digits is a name, not an id; a
 * category is always an id.
 */
function fieldValueOf(name: string, text: string): unknown {
  if (name === 'venue' && /^[\d\s,]+$/.test(text)) return { venue: text }
  if (name === 'organizer' && /^[\d\s,]+$/.test(text)) return { organizer: text }
  return name === 'categories' && !/^\d{1,9}$/.test(text) ? '0' : text.replaceAll('\r\n', '\n')
}
