import { LIST_MAX } from '../../core/schema/field-types.ts'
import { convertToOpenApiSchema, isDefaultValidForSchema, type JsonObject } from './convert-to-openapi-schema.ts'
import { describeParameterOfApiRequest, type Endpoint, type Operation } from './endpoints-of-api.ts'
import type { DocumentInputs } from './openapi-document-input-types.ts'

const FORM = 'application/x-www-form-urlencoded'
const PARTS = 'multipart/form-data'

/**
 * Name of the schema for the request body of an operation: `NewEvent`, `EventChanges`, `EventTexts`; undefined if the
 * operation has no request body.
 */
export function schemaNameOfRequestBody({ in: place, verb, responseSchema }: Operation): string | undefined {
  if (place === 'query') return undefined
  if (verb === 'create') return `New${responseSchema}`
  return `${responseSchema}${BODY_SUFFIXES[verb] ?? 'Changes'}`
}

/** Suffixes of the names of request bodies, for operations whose body is not a change of a record. */
const BODY_SUFFIXES: Partial<Record<Operation['verb'], string>> = {
  replaceTexts: 'Texts',
  sendContent: 'Content',
  previewImport: 'Source',
  importFile: 'File',
  importDryRun: 'Start',
  decide: 'Decision',
  addNote: 'Note',
  replaceFile: 'File',
}

/** Name of a request body in the `components` of the OpenAPI document. No two components have the same name. */
export const componentNameOfRequestBody = (name: string) => `${name}Request`

/** The request bodies of all operations, with their schemas, media types and encodings. */
export function buildRequestBodyComponents(scope: DocumentInputs): {
  schemas: Record<string, JsonObject>
  requestBodies: Record<string, JsonObject>
} {
  const schemas: Record<string, JsonObject> = {}
  const requestBodies: Record<string, JsonObject> = {}
  for (const operation of scope.endpoints.flatMap(({ operations }: Endpoint) => operations)) {
    const name = schemaNameOfRequestBody(operation)
    if (name === undefined || name in schemas) continue
    const schema = bodySchema(scope, name, operation)
    schemas[name] = withoutDefaults(schema)
    requestBodies[componentNameOfRequestBody(name)] = requestBody(name, schema, operation)
  }
  return { schemas, requestBodies }
}

function bodySchema({ language, examples, face }: DocumentInputs, name: string, operation: Operation): JsonObject {
  const { parameters, resource } = operation
  const properties = Object.entries(parameters).map(([field, { schema, fallback }]) => {
    // In the tec/v1 API bodies contain ids only, which the schema describes.
    const link = face.name === 'tec-v1' ? undefined : LINKS[`${resource}.${field}`]
    const published = link ?? convertToOpenApiSchema(schema)
    return [
      field,
      {
        description: describeParameterOfApiRequest(language, operation, field),
        ...published,
        ...(fallback !== undefined && isDefaultValidForSchema(published, fallback) && { default: fallback }),
      },
    ]
  })
  const required = Object.keys(parameters).filter((field) => parameters[field]?.isRequired)
  return {
    type: 'object',
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(properties),
    ...(name in examples.bodies && { examples: [examples.bodies[name]] }),
  }
}

/**
 * Removes the defaults of the properties. Some client generators (openapi-typescript) read a property of a named schema
 * as required if it has a default; they do not in the schema of a request body (decision 0038).
 */
const withoutDefaults = ({ properties, ...schema }: JsonObject): JsonObject => ({
  ...schema,
  properties: Object.fromEntries(
    Object.entries(properties as Record<string, JsonObject>).map(([name, { default: _, ...property }]) => [
      name,
      property,
    ]),
  ),
})

const RECORD_ID = { type: 'integer', minimum: 1 }
const EXISTING_RECORD = { type: 'object', required: ['id'], properties: { id: RECORD_ID } }

/**
 * Schema of the venues, organizers or series of an event: ids of existing records, or the fields of new ones. It is
 * written here because the field is validated by code and not by a schema.
 */
function linkTo(record: string): JsonObject {
  const one = [RECORD_ID, EXISTING_RECORD, { $ref: `#/components/schemas/New${record}` }]
  return { anyOf: [...one, { type: 'array', items: { anyOf: one }, maxItems: LIST_MAX }, { type: 'null' }] }
}

const LINKS: Record<string, JsonObject> = {
  'event.venue': linkTo('Venue'),
  'event.organizer': linkTo('Organizer'),
  'event.series': linkTo('Series'),
}

function requestBody(name: string, schema: JsonObject, { verb, parameters }: Operation): JsonObject {
  const ref = { schema: { $ref: `#/components/schemas/${name}` } }
  if (parameters.file?.isRequired) return { required: true, content: { [PARTS]: ref } }
  const lists = Object.entries(schema.properties as Record<string, JsonObject>).filter(([, property]) =>
    isList(property),
  )
  // A list in a form is one comma-separated field, since the server reads only the last of several fields with the same
  // name.
  const encoding = Object.fromEntries(lists.map(([list]) => [list, { style: 'form', explode: false }]))
  const form = lists.length > 0 ? { ...ref, encoding } : ref
  return {
    required: verb === 'create' || verb in BODY_SUFFIXES,
    content: { 'application/json': { schema: withoutFile(schema) }, [FORM]: form, [PARTS]: form },
  }
}

/** Removes the file from the schema of a multipart form, because JSON cannot contain a file. */
const withoutFile = ({ properties, ...schema }: JsonObject): JsonObject => {
  const { file: _, ...others } = properties as Record<string, JsonObject>
  return { ...schema, properties: others }
}

const isList = ({ type, anyOf }: JsonObject): boolean =>
  [type].flat().includes('array') || ((anyOf as JsonObject[] | undefined)?.some(isList) ?? false)
