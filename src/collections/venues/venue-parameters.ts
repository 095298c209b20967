import { createValueForEachFace, type Face } from '../../core/faces.ts'
import { websiteField } from '../../core/schema/contact-fields.ts'
import {
  attachDocumentationToSchema,
  fieldWithCheckAndConversion,
  type StaticDecode,
  Type,
  textMeansYes,
  yesNoField,
} from '../../core/schema/field-types.ts'
import { nullableNumberField } from '../../core/schema/number-fields.ts'
import { createOptionalParameterSet, createParameterSet } from '../../core/schema/parameter-set.ts'
import {
  chooseFieldForFace,
  linkedPostListParameters,
  optionalHtmlField,
  pictureReferenceField,
  postFields,
  singleLineField,
  titleTextField,
} from '../shared-fields.ts'

/**
 * Columns with one line of text that are the same in every language. Each column has the name of its field in the API.
 */
export const VENUE_LINES = ['address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'stateprovince'] as const

const venueFields = (face: Face) => ({
  ...postFields,
  venue: titleTextField(),
  description: Type.Optional(optionalHtmlField()),
  show_map: Type.Optional(chooseFieldForFace(face, yesNoField, lenientFlag)),
  show_map_link: Type.Optional(chooseFieldForFace(face, yesNoField, lenientFlag)),
  address: Type.Optional(singleLineField()),
  city: Type.Optional(singleLineField()),
  country: Type.Optional(singleLineField()),
  province: Type.Optional(singleLineField()),
  state: Type.Optional(singleLineField()),
  zip: Type.Optional(singleLineField()),
  phone: Type.Optional(singleLineField()),
  stateprovince: Type.Optional(singleLineField()),
  website: Type.Optional(websiteField()),
  image: Type.Optional(pictureReferenceField({ emptyClears: true })),
  geo_lat: Type.Optional(nullableNumberField(-90, 90)),
  geo_lng: Type.Optional(nullableNumberField(-180, 180)),
})

const venueBody = (face: Face) => Type.Object(venueFields(face))

export type VenueBody = StaticDecode<ReturnType<typeof venueBody>>

export const venueParameters = createValueForEachFace((face) => ({
  list: createParameterSet(Type.Object(linkedPostListParameters)),
  create: createParameterSet(venueBody(face)),
  update: createOptionalParameterSet(venueBody(face)),
}))

/**
 * Schema of a new venue inside the body of an event. Both APIs use the schema of the native API, because The Events
 * Calendar accepts booleans here, although not in the body of a venue.
 */
export const inlineVenue = venueParameters.native.create

/** Schema of a flag: a boolean, a number or a text, decoded by `textMeansYes`. Null is decoded as undefined. */
function lenientFlag() {
  return attachDocumentationToSchema(
    fieldWithCheckAndConversion(
      Type.Union([Type.Boolean(), Type.Integer(), Type.String(), Type.Null()]),
      () => true,
      (value) => (value === null ? undefined : textMeansYes(String(value))),
      { reason: 'reason.boolean' },
    ),
    { published: { type: ['boolean', 'string', 'null'] } },
  )
}
