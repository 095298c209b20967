import { createValueForEachFace } from '../../core/faces.ts'
import { emailField, websiteField } from '../../core/schema/contact-fields.ts'
import {
  attachDocumentationToSchema,
  enumField,
  idField,
  type StaticDecode,
  Type,
} from '../../core/schema/field-types.ts'
import { createOptionalParameterSet, createParameterSet, type ParameterSet } from '../../core/schema/parameter-set.ts'
import {
  dateField,
  linkedPostListParameters,
  optionalHtmlField,
  pictureReferenceField,
  postFields,
  singleLineField,
  titleTextField,
  WRITABLE_STATUSES,
} from '../shared-fields.ts'

const nullDefault = (type: string) => ({ type: [type, 'null'], default: null })

const organizerBody = Type.Object({
  author: Type.Optional(attachDocumentationToSchema(idField(), nullDefault('integer'))),
  date: Type.Optional(attachDocumentationToSchema(dateField(), nullDefault('string'))),
  date_utc: Type.Optional(attachDocumentationToSchema(dateField(), nullDefault('string'))),
  status: Type.Optional(
    attachDocumentationToSchema(enumField(WRITABLE_STATUSES), {
      ...nullDefault('string'),
      enum: [...WRITABLE_STATUSES, null],
    }),
  ),
  organizer: attachDocumentationToSchema(titleTextField(), { default: null }),
  description: Type.Optional(optionalHtmlField()),
  phone: Type.Optional(singleLineField()),
  website: Type.Optional(websiteField()),
  email: Type.Optional(emailField()),
  image: Type.Optional(pictureReferenceField({ emptyClears: true })),
})

export type OrganizerBody = StaticDecode<typeof organizerBody>

const parameters = {
  list: createParameterSet(Type.Object(linkedPostListParameters)),
  create: nullIsAbsent(createParameterSet(organizerBody)),
  update: nullIsAbsent(createOptionalParameterSet(organizerBody)),
}

export const organizerParameters = createValueForEachFace(() => parameters)

/**
 * A new organizer inside the body of an event. Null in one of the fields that all posts share (`author`, `date`,
 * `date_utc`, `status`) means the same as leaving the field out (API contract).
 */
export const inlineOrganizer = parameters.create

/**
 * Ignores null in the body fields that all posts share, because for organizers the API contract declares null as the
 * default of these fields. Venues reject null there.
 */
function nullIsAbsent<Values>({ schema, read }: ParameterSet<Values>): ParameterSet<Values> {
  const isSent = ([name, value]: [string, unknown]) => value !== null || !Object.hasOwn(postFields, name)
  return { schema, read: (raw, problems) => read(Object.fromEntries(Object.entries(raw).filter(isSent)), problems) }
}
