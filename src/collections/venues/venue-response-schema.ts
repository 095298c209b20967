import { Type } from '../../core/schema/field-types.ts'
import {
  type ComponentSchemas,
  componentReferenceSchema,
  linkedDataSchema,
  listPageSchemaWithLanguage,
} from '../../core/schema/response-schema.ts'
import { postProperties, textOmittedWhenEmptySchema } from '../posts/post-response-schema.ts'
import { VENUE_LINES } from './venue-parameters.ts'

/**
 * JSON schemas of the JSON that `presentVenue` and the list of venues return. Most properties are optional, because
 * empty fields are left out.
 */
export const venueSchemas = {
  Venue: Type.Object({
    ...postProperties,
    venue: Type.String(),
    slug: Type.String(),
    description: textOmittedWhenEmptySchema(),
    excerpt: textOmittedWhenEmptySchema(),
    image: Type.Optional(componentReferenceSchema('Image')),
    ...Object.fromEntries(VENUE_LINES.map((line) => [line, textOmittedWhenEmptySchema()])),
    website: textOmittedWhenEmptySchema(),
    geo_lat: Type.Optional(Type.Number({ minimum: -90, maximum: 90 })),
    geo_lng: Type.Optional(Type.Number({ minimum: -180, maximum: 180 })),
    show_map: Type.Boolean(),
    show_map_link: Type.Boolean(),
    json_ld: Type.Optional(linkedDataSchema('Place')),
  }),
  VenueList: listPageSchemaWithLanguage('venues', 'Venue'),
} satisfies ComponentSchemas
