import { email, website } from '../../core/contact.ts'
import { optional, parametersOf, type StaticDecode, Type } from '../../core/schema.ts'
import { image, lineText, optionalHtmlText, placeListParameters, postFields, titleText } from '../fields.ts'

const organizerBody = Type.Object({
  ...postFields,
  organizer: titleText(),
  description: Type.Optional(optionalHtmlText()),
  phone: Type.Optional(lineText()),
  website: Type.Optional(website()),
  email: Type.Optional(email()),
  image: Type.Optional(image({ emptyClears: true })),
})

export type OrganizerBody = StaticDecode<typeof organizerBody>

export const organizerParameters = {
  list: parametersOf(Type.Object(placeListParameters)),
  create: parametersOf(organizerBody),
  update: optional(organizerBody),
}

/** An organizer inside the body of an event. */
export const inlineOrganizer = organizerParameters.create
