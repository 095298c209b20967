import { Type } from '../../core/schema/field-types.ts'
import {
  type ComponentSchemas,
  componentReferenceSchema,
  linkedDataSchema,
  listPageSchemaWithLanguage,
  localTimeSchema,
  urlSchema,
} from '../../core/schema/response-schema.ts'
import { postProperties } from '../posts/post-response-schema.ts'
import { SERIES_KINDS } from './series-parameters.ts'

const startOrNull = () => Type.Union([localTimeSchema(), Type.Null()])

const identity = {
  id: postProperties.id,
  title: Type.String(),
  slug: Type.String(),
  kind: Type.Enum([...SERIES_KINDS]),
  url: urlSchema(),
  rest_url: urlSchema(),
}

/** JSON schemas of the JSON that the functions in present-series.ts and the list of series return. */
export const seriesSchemas = {
  Series: Type.Object({
    ...postProperties,
    ...identity,
    description: Type.String(),
    excerpt: Type.String(),
    website: Type.String(),
    image: Type.Union([componentReferenceSchema('Image'), Type.Literal(false)]),
    first_start_date: startOrNull(),
    last_start_date: startOrNull(),
    events_total: Type.Integer({ minimum: 0 }),
    rest_url_events: urlSchema(),
    json_ld: Type.Optional(Type.Union([linkedDataSchema('EventSeries'), linkedDataSchema('Festival')])),
  }),
  SeriesList: listPageSchemaWithLanguage('series', 'Series'),
  /** A series as events contain it. */
  EventSeries: Type.Object(identity),
} satisfies ComponentSchemas
