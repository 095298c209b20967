import { emailField, websiteField } from '../../core/schema/contact-fields.ts'
import { optionalParameterSet, type ParameterSet, parameterSet } from '../../core/schema/parameters.ts'
import { type StaticDecode, Type } from '../../core/schema/schema.ts'
import {
  imageField,
  lineField,
  linkedPostListParameters,
  optionalHtmlField,
  postFields,
  titleTextField,
} from '../fields.ts'

const organizerBody = Type.Object({
  ...postFields,
  organizer: titleTextField(),
  description: Type.Optional(optionalHtmlField()),
  phone: Type.Optional(lineField()),
  website: Type.Optional(websiteField()),
  email: Type.Optional(emailField()),
  image: Type.Optional(imageField({ emptyClears: true })),
})

export type OrganizerBody = StaticDecode<typeof organizerBody>

export const organizerParameters = {
  list: parameterSet(Type.Object(linkedPostListParameters)),
  create: nullIsAbsent(parameterSet(organizerBody)),
  update: nullIsAbsent(optionalParameterSet(organizerBody)),
}

/** An organizer inside the body of an event. */
export const inlineOrganizer = organizerParameters.create

/** For the fields of every post null means the same as leaving them out (contract; venues refuse null). */
function nullIsAbsent<Values>({ schema, read }: ParameterSet<Values>): ParameterSet<Values> {
  const isSaid = ([name, value]: [string, unknown]) => value !== null || !Object.hasOwn(postFields, name)
  return { schema, read: (raw, problems) => read(Object.fromEntries(Object.entries(raw).filter(isSaid)), problems) }
}
