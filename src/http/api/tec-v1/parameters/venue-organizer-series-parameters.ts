import { singleLineField } from '../../../../collections/shared-fields.ts'
import { emailField, websiteField } from '../../../../core/schema/contact-fields.ts'
import { enumField, idField, type StaticDecode, type TSchema, Type } from '../../../../core/schema/field-types.ts'
import {
  createOptionalParameterSet,
  createParameterSet,
  type ParameterSet,
} from '../../../../core/schema/parameter-set.ts'
import {
  type Names,
  tecV1BooleanField,
  tecV1ListParameters,
  tecV1PostFields,
  wrapParametersToReturnNativeNames,
} from './shared-fields.ts'

export const POST_NAMES: Names = { content: 'description', date_gmt: 'date_utc', featured_media: 'image' }
export const VENUE_NAMES: Names = { ...POST_NAMES, title: 'venue', state_province: 'stateprovince' }
export const ORGANIZER_NAMES: Names = { ...POST_NAMES, title: 'organizer' }

function bodyOf(fields: Record<string, TSchema>, names: Names) {
  const schema = Type.Object({ ...tecV1PostFields, ...fields })
  return {
    create: wrapParametersToReturnNativeNames<Record<string, unknown>>(createParameterSet(schema), names),
    update: wrapParametersToReturnNativeNames<Record<string, unknown>>(createOptionalParameterSet(schema), names),
  }
}

const line = () => Type.Optional(singleLineField())

export const venueBody = bodyOf(
  {
    address: line(),
    country: line(),
    city: line(),
    state_province: line(),
    state: line(),
    province: line(),
    zip: line(),
    phone: line(),
    website: Type.Optional(websiteField()),
  },
  VENUE_NAMES,
)

export const organizerBody = bodyOf(
  { phone: line(), website: Type.Optional(websiteField()), email: Type.Optional(emailField()) },
  ORGANIZER_NAMES,
)

const fields = {
  ...tecV1ListParameters,
  event: Type.Optional(idField()),
  has_events: Type.Optional(tecV1BooleanField()),
  only_with_upcoming: Type.Optional(tecV1BooleanField()),
  orderby: Type.Optional(enumField(['date', 'title', 'modified'])),
}

const query = Type.Object(fields)

export type TecV1PlaceQuery = StaticDecode<typeof query>

export const placeList: ParameterSet<TecV1PlaceQuery> = createParameterSet(query)

/** `event_post_id` is the name of the parameter `event` in The Events Calendar Pro. */
const seriesQuery = Type.Object({ ...fields, event_post_id: Type.Optional(idField()) })

export type TecV1SeriesQuery = StaticDecode<typeof seriesQuery>

export const seriesList: ParameterSet<TecV1SeriesQuery> = createParameterSet(seriesQuery)
