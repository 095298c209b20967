import { ACTIONS, SUBJECTS } from '../../audit/audit-entry.ts'
import { COLLECTIONS } from '../../collections/collection-by-kind.ts'
import type { Face } from '../../core/faces.ts'
import { objectFromKeys } from '../../core/generic/object-keys.ts'
import { COLLECTION_NAMES, KINDS, TITLE_FIELD_NAMES } from '../../core/kinds.ts'
import { LANGUAGES } from '../../core/language.ts'
import { type TObject, Type } from '../../core/schema/field-types.ts'
import {
  type ComponentSchemas,
  componentReferenceSchema,
  listPageSchema,
  localTimeSchema,
  urlSchema,
  versionSchema,
} from '../../core/schema/response-schema.ts'
import { imageFields, imageSchemas } from '../../media/picture-response-schema.ts'
import { FOCUS_POINTS } from '../../media/picture-texts.ts'
import {
  CLOCKS,
  DEFAULT_VIEWS,
  HEADING_FONTS,
  PAGE_LANGUAGE_CHOICES,
  WEEK_STARTS,
} from '../../settings/appearance-fields.ts'
import { SUBMISSION_SCHEMAS } from '../../submissions/submission-response-schema.ts'
import { IMPORT_SCHEMAS } from '../api/imports/import-response-schemas.ts'
import { capitalizeFirstLetter } from '../api/paths-and-rights-of-record-routes.ts'
import { tecV1Schemas } from '../api/tec-v1/tec-v1-response-schema.ts'
import type { DocumentedRoute } from '../routes/route.ts'

const open = { additionalProperties: true }

/** Schemas of those response bodies that no kind of record (event, venue and so on) defines itself. */
const OWN = {
  Picture: Type.Object({
    ...imageFields,
    author: Type.String({ pattern: '^\\d+$' }),
    date: localTimeSchema(),
    date_utc: localTimeSchema(),
    title: Type.String(),
    alt: Type.String(),
    caption: Type.String(),
    credit: Type.String(),
    focus: Type.Enum([...FOCUS_POINTS]),
    alt_texts: Type.Record(Type.String(), Type.String()),
    mime_type: Type.String(),
    rest_url: urlSchema(),
    version: versionSchema(),
  }),
  PictureList: listPageSchema('media', 'Picture'),
  Settings: Type.Object({
    title: Type.String(),
    timezone: Type.String(),
    per_page: Type.Integer({ minimum: 1, maximum: 50 }),
    currency_symbol: Type.String(),
    currency_position: Type.Enum(['prefix', 'postfix']),
    currency_code: Type.String(),
    picture_hosts: Type.String(),
    picture_credits: Type.Boolean(),
    language_fallback: Type.Boolean(),
    list_cancelled: Type.Boolean(),
    submissions: Type.Enum(['off', 'accounts', 'anyone']),
    submission_days: Type.Integer(),
    long_event_days: Type.Integer(),
    geoloc_radius_km: Type.Number(),
    recurrence_months: Type.Integer(),
    logo: Type.String(),
    favicon: Type.String(),
    share_picture: Type.String(),
    accent_color: Type.String(),
    accent_color_dark: Type.String(),
    background_color: Type.String(),
    background_color_dark: Type.String(),
    heading_font: Type.Enum([...HEADING_FONTS]),
    default_view: Type.Enum([...DEFAULT_VIEWS]),
    week_start: Type.Enum([...WEEK_STARTS]),
    clock: Type.Enum([...CLOCKS]),
    page_language: Type.Enum([...PAGE_LANGUAGE_CHOICES]),
    header_links: Type.String(),
    footer_links: Type.String(),
    extra_css: Type.String(),
    analytics_url: Type.String(),
  }),
  RecurrencePreview: Type.Object({
    dates: Type.Array(Type.Object({ start_date: localTimeSchema(), end_date: localTimeSchema() })),
    total: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]),
    endless: Type.Boolean(),
    recurrence: Type.Array(Type.String()),
    recurrence_text: Type.String(),
  }),
  AuditEntry: Type.Object({
    ...writeFields(),
    collection: Type.Enum([...SUBJECTS]),
    record: Type.Union([Type.Integer(), Type.Null()]),
    title: Type.String(),
    language: Type.String(),
    fields: Type.Array(Type.String()),
    face: Type.Enum(['native', 'tec', 'tec-v1', 'cli', 'admin']),
    request_id: Type.String(),
  }),
  AuditList: listPageSchema('audit', 'AuditEntry'),
  Revision: Type.Object(revisionFields()),
  UndoneBatch: Type.Object({
    undone: Type.Array(Type.Object({ collection: Type.Enum([...COLLECTION_NAMES]), id: Type.Integer({ minimum: 1 }) })),
  }),
  RevisionList: Type.Object({ revisions: Type.Array(componentReferenceSchema('Revision')) }),
  Translation: Type.Object({
    language: Type.Enum([...LANGUAGES]),
    // The field for the title of a translation has a different name for each kind of record.
    ...objectFromKeys(TITLE_FIELD_NAMES, () => Type.Optional(Type.String())),
    slug: Type.String(),
    rest_url: urlSchema(),
    url: urlSchema(),
    modified: localTimeSchema(),
    outdated: Type.Boolean(),
  }),
  Translations: Type.Object({ translations: Type.Array(componentReferenceSchema('Translation')) }),
  LanguageList: Type.Object({
    languages: Type.Array(
      Type.Object({
        code: Type.Enum([...LANGUAGES]),
        name: Type.String(),
        is_default: Type.Boolean(),
        root: urlSchema(),
        events: Type.Integer({ minimum: 0 }),
      }),
    ),
  }),
  Index: Type.Object({
    namespace: Type.String(),
    routes: Type.Record(
      Type.String(),
      Type.Object({
        namespace: Type.String(),
        methods: Type.Array(Type.String()),
        endpoints: Type.Array(Type.Object({ methods: Type.Array(Type.String()), args: Type.Object({}, open) })),
        _links: Type.Object({}, open),
      }),
    ),
  }),
  Document: Type.Object({ openapi: Type.String(), info: Type.Object({}, open), paths: Type.Object({}, open) }, open),
  Health: Type.Object({ status: Type.Literal('ok'), database: Type.Optional(Type.Enum(['sqlite', 'postgres'])) }),
}

/** The fields that say who made a write and when, in an audit entry and in a revision. */
function writeFields() {
  return {
    id: Type.Integer({ minimum: 1 }),
    date: localTimeSchema(),
    date_utc: localTimeSchema(),
    user: Type.String(),
    user_id: Type.Union([Type.Integer(), Type.Null()]),
    action: Type.Enum([...ACTIONS]),
  }
}

/** The fields of a revision besides the values of the record. */
function revisionFields() {
  return {
    ...writeFields(),
    language: Type.String(),
    fields: Type.Array(Type.String()),
    batch: Type.String(),
  }
}

/** For each kind of record the schema of one of its revisions, with the record as it was. */
const revisionSchemas = (): ComponentSchemas =>
  objectFromKeys(
    KINDS.map((kind) => `${capitalizeFirstLetter(kind)}Revision`),
    (name) =>
      Type.Object({
        ...revisionFields(),
        changes: Type.Array(
          Type.Object({
            field: Type.String(),
            language: Type.Optional(Type.Enum([...LANGUAGES])),
            before: Type.Unknown(),
            after: Type.Unknown(),
          }),
        ),
        record: componentReferenceSchema(name.replace('Revision', '')),
      }),
  )

/** Schema of the body of an error response, which `presentError` creates. */
const FAILED = Type.Object({
  code: Type.String(),
  message: Type.String(),
  data: Type.Object({
    status: Type.Integer({ minimum: 400, maximum: 599 }),
    // The field `params` is a list of the names of missing parameters, or maps each invalid parameter to its error
    // message.
    params: Type.Optional(Type.Union([Type.Array(Type.String()), Type.Record(Type.String(), Type.String())])),
    details: Type.Optional(
      Type.Union([
        Type.Array(Type.Unknown(), { maxItems: 0 }),
        Type.Record(
          Type.String(),
          Type.Object({ code: Type.String(), message: Type.String(), data: Type.Object({}, open) }),
        ),
      ]),
    ),
    term_id: Type.Optional(Type.Integer()),
    additional_data: Type.Optional(Type.Array(Type.Integer())),
    // Only in the error `written-since`: the records that somebody has changed after the writes that the request wants
    // to undo.
    records: Type.Optional(
      Type.Array(Type.Object({ collection: Type.String(), id: Type.Integer(), user: Type.String() })),
    ),
    retry_after: Type.Optional(Type.Integer({ minimum: 1 })),
    current_version: Type.Optional(versionSchema()),
    json_error_code: Type.Optional(Type.Integer()),
    json_error_message: Type.Optional(Type.String()),
  }),
})

/** Schemas that are also in the OpenAPI document of The Events Calendar, in the same order as there (API contract). */
const TEC_SCHEMA_ORDER = ['ImageSize', 'CostDetails', 'Term', 'Image', 'DateDetails', 'Event', 'Venue', 'Organizer']

const positionOf = (name: string) =>
  TEC_SCHEMA_ORDER.includes(name) ? TEC_SCHEMA_ORDER.indexOf(name) : TEC_SCHEMA_ORDER.length

/** The schemas of all response bodies, by their name in the `components` of the OpenAPI document. */
export const buildResponseSchemas = (face: Face): ComponentSchemas => SCHEMAS[face.name](face)

const SCHEMAS: Record<Face['name'], (face: Face) => ComponentSchemas> = {
  native: sharedSchemas,
  tec: sharedSchemas,
  'tec-v1': () => ({ ...tecV1Schemas, Index: OWN.Index, Document: OWN.Document }),
}

function sharedSchemas(face: Face): ComponentSchemas {
  const ofCollections = COLLECTIONS.flatMap((collection) => Object.entries(collection.schemas(face)))
  const schemas = [...Object.entries(imageSchemas), ...ofCollections]
  schemas.sort(([one], [other]) => positionOf(one) - positionOf(other))
  return {
    ...Object.fromEntries(schemas),
    ...OWN,
    ...IMPORT_SCHEMAS,
    ...SUBMISSION_SCHEMAS,
    ...revisionSchemas(),
    Error: FAILED,
  }
}

/**
 * Names of the fields in the response of a route. The route that writes the texts of a translation also has the names
 * of the fields of an entry in the list of translations.
 */
export function fieldNamesOfRouteResponse({ responseSchema, verb }: DocumentedRoute, face: Face): string[] {
  const schemas = buildResponseSchemas(face)
  const names = verb === 'replaceTexts' ? [responseSchema, 'Translation'] : [responseSchema]
  return names.flatMap((name) => Object.keys((schemas[name] as Partial<TObject> | undefined)?.properties ?? {}))
}
