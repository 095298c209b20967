import { websiteField } from '../../core/schema/contact-fields.ts'
import { nullableNumber } from '../../core/schema/number-fields.ts'
import { optionalParameterSet, parameterSet } from '../../core/schema/parameters.ts'
import { customField, isTruthyWord, type StaticDecode, Type, truthyFlag } from '../../core/schema/schema.ts'
import {
  imageField,
  lineField,
  linkedPostListParameters,
  optionalHtmlField,
  postFields,
  titleTextField,
} from '../fields.ts'

/** Texts that are the same in every language; columns are named after their fields. */
export const VENUE_LINES = ['address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'stateprovince'] as const

const venueFields = {
  ...postFields,
  venue: titleTextField(),
  description: Type.Optional(optionalHtmlField()),
  show_map: Type.Optional(truthyFlag()),
  show_map_link: Type.Optional(truthyFlag()),
  address: Type.Optional(lineField()),
  city: Type.Optional(lineField()),
  country: Type.Optional(lineField()),
  province: Type.Optional(lineField()),
  state: Type.Optional(lineField()),
  zip: Type.Optional(lineField()),
  phone: Type.Optional(lineField()),
  stateprovince: Type.Optional(lineField()),
  website: Type.Optional(websiteField()),
  image: Type.Optional(imageField({ emptyClears: true })),
  geo_lat: Type.Optional(nullableNumber(-90, 90)),
  geo_lng: Type.Optional(nullableNumber(-180, 180)),
}

const venueBody = Type.Object(venueFields)

export type VenueBody = StaticDecode<typeof venueBody>

export const venueParameters = {
  list: parameterSet(Type.Object(linkedPostListParameters)),
  create: parameterSet(venueBody),
  update: optionalParameterSet(venueBody),
}

/** A venue inside the body of an event. Its flags may also be JSON booleans, as in The Events Calendar. */
export const inlineVenue = parameterSet(
  Type.Object({ ...venueFields, show_map: Type.Optional(inlineFlag()), show_map_link: Type.Optional(inlineFlag()) }),
)

function inlineFlag() {
  return customField(
    Type.Union([Type.Boolean(), Type.Integer(), Type.String(), Type.Null()]),
    () => true,
    (value) => (value === null ? undefined : isTruthyWord(String(value))),
    { reason: 'reason.boolean' },
  )
}
