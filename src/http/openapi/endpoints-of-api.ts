import type { FailureCode } from '../../core/errors.ts'
import type { Face } from '../../core/faces.ts'
import { LANGUAGES, type Language } from '../../core/language.ts'
import { formatMessage, isMessageKey } from '../../core/messages/index.ts'
import { documentationOfSchema, type TObject, type TSchema, Type } from '../../core/schema/field-types.ts'
import type { Settings } from '../../settings/site-settings.ts'
import { versionParameters } from '../request/expected-versions.ts'
import {
  areRouteParametersInBody,
  type DocumentedRoute,
  groupRoutesByPath,
  parametersOfRouteInApi,
  type Verb,
} from '../routes/route.ts'
import { convertToRouteIndexPath, schemasOfPathVariables } from '../routes/syntax-of-route-paths.ts'
import { convertToOpenApiSchema } from './convert-to-openapi-schema.ts'

/**
 * This file converts routes to endpoints, the form that the route index, OPTIONS responses and the OpenAPI document
 * share.
 */

export interface Parameter {
  schema: TSchema
  isRequired: boolean
  /** Default value of the parameter (API contract); absent if there is none. */
  fallback?: unknown
}

/** One route of an endpoint, as it is documented; the path is in `Endpoint`. */
export interface Operation {
  id: string
  verb: Verb
  methods: readonly string[]
  /** Whether the parameters are in the query or in the body. */
  in: 'query' | 'body'
  parameters: Record<string, Parameter>
  resource: string
  responseSchema: string
  mediaType?: string | undefined
  /** Whether requests may name the versions that the record to change may have. */
  isConditional: boolean
  /** Whether clients may repeat a request with an `Idempotency-Key`. */
  isRepeatable: boolean
  /** HTTP statuses of successful responses. */
  successStatuses: readonly number[]
  /** The credentials that the route requires. */
  access: 'anyone' | 'submission-key' | 'account'
  /** Error codes of this operation. Codes that all operations have are not among them. */
  failures: readonly FailureCode[]
  /** Default values of parameters that depend on the settings of the site or the current time. */
  defaults(site: Settings, now: number): Record<string, unknown>
}

/** A path with one operation for each of its routes. */
export interface Endpoint {
  /** The path in OpenAPI syntax: `/events/{id}`. */
  path: string
  /**
   * The path in the syntax of the route index (API contract): `/events/(?P<id>\d+)`; empty for the path of the route
   * index itself.
   */
  pattern: string
  group: string
  base: NonNullable<DocumentedRoute['base']>
  /** The variables of the path, by name. */
  keys: Record<string, Parameter>
  operations: readonly Operation[]
}

/** Whether an endpoint is below the namespace of an API, where every route has the language parameter. */
export const isEndpointBelowNamespace = ({ base }: Pick<Endpoint, 'base'>) => base === 'namespace' || base === 'tec/v1'

/** A function that returns the endpoints of an API (native or The Events Calendar). */
export type Endpoints = (face: Face) => readonly Endpoint[]

/**
 * Creates a function that returns the endpoints of an API. Its first call converts the routes to endpoints, which at
 * startup would delay the server.
 */
export function createEndpointLister(routes: readonly DocumentedRoute[]): Endpoints {
  const endpoints: Partial<Record<Face['name'], readonly Endpoint[]>> = {}
  return (face) => (endpoints[face.name] ??= groupRoutesByPath(routes).map((address) => endpointAt(address, face)))
}

function endpointAt({ path, routes }: { path: string; routes: readonly DocumentedRoute[] }, face: Face): Endpoint {
  const [{ group, base = 'namespace' }] = routes as [DocumentedRoute]
  const keys = Object.entries(schemasOfPathVariables(path)).map(([name, schema]) => [
    name,
    { schema, isRequired: true },
  ])
  return {
    path,
    pattern: path === '/' ? '' : convertToRouteIndexPath(path),
    group,
    base,
    keys: Object.fromEntries(keys),
    operations: routes.map((route) => operationOf(route, face)),
  }
}

function operationOf(route: DocumentedRoute, face: Face): Operation {
  const parameters = parametersOfRouteInApi(route, face)
  const {
    id,
    verb,
    methods,
    resource,
    takesFile,
    uploadFolder,
    isConditional = false,
    isRepeatable = false,
    responseSchema,
    mediaType,
    right,
    failures,
  } = route
  const from = areRouteParametersInBody(route) ? 'body' : 'query'
  return {
    id,
    verb,
    methods,
    in: from,
    parameters: {
      ...(takesFile && { file: { schema: FILE_SCHEMA, isRequired: uploadFolder === undefined } }),
      ...(parameters && parametersIn(parameters.schema, from)),
      ...(isConditional && parametersIn(versionParameters.schema, from)),
    },
    isConditional,
    isRepeatable,
    successStatuses: route.successStatuses?.(face) ?? [verb === 'create' ? 201 : 200],
    resource,
    responseSchema,
    mediaType,
    access: right === 'anyone' || right === 'submission-key' ? right : 'account',
    failures: typeof failures === 'function' ? failures(face) : failures,
    defaults: (site, now) => route.defaults?.(site, now) ?? {},
  }
}

const FILE_SCHEMA = Type.String({ contentMediaType: 'application/octet-stream' })

/**
 * The parameters in a schema. Properties that accept any value are left out: they exist only so that the server can
 * reject these parameters.
 */
function parametersIn(schema: TObject, from: 'query' | 'body'): Record<string, Parameter> {
  const required = (schema as { required?: string[] }).required ?? []
  const shown = Object.entries(schema.properties as Record<string, TSchema>).filter(
    ([, property]) => Object.keys(property).length > 0,
  )
  return Object.fromEntries(
    shown.map(([name, property]) => {
      const { default: declared } = documentationOfSchema(property)
      const fallback = declared === undefined && from === 'body' && isNullable(property) ? null : declared
      return [
        name,
        { schema: property, isRequired: required.includes(name), ...(fallback !== undefined && { fallback }) },
      ]
    }),
  )
}

const isNullable = ({ anyOf }: TSchema & { anyOf?: { type?: string }[] }) =>
  anyOf?.some(({ type }) => type === 'null') ?? false

/**
 * Describes a parameter by its message for one resource or, if there is none, by its message for all queries or for all
 * resources.
 */
export function describeParameterOfApiRequest(language: Language, operation: DescribedOperation, name: string): string {
  const key = messageKeyOfParameterDescription(operation, name)
  return key === undefined ? '' : formatMessage(language, key)
}

interface DescribedOperation {
  resource: string
  in: Operation['in'] | 'path'
}

/** Names the messages that describe path variables. They are the same for all paths: `parameter.key.<name>`. */
export const PATH_VARIABLES: DescribedOperation = { resource: 'key', in: 'path' }

export const messageKeyOfParameterDescription = ({ resource, in: place }: DescribedOperation, name: string) =>
  [`parameter.${resource}.${name}`, `parameter.${place}.${name}`, `parameter.${name}`].find(isMessageKey)

/** The parameter of an API that selects the language, which all its routes accept. */
export const languageParameterOfApi = ({ languageParameter: name }: Face): Record<string, Parameter> => ({
  [name]: { schema: Type.Enum([...LANGUAGES]), isRequired: false },
})

/**
 * Converts a default value to text where the API contract documents text: for `hide_empty` and, in The Events Calendar
 * API, for `per_page`.
 */
const spelledDefault = ({ imitatesTec }: Face, name: string, value: unknown) => {
  if (name === 'hide_empty') return value === true ? '1' : value
  return imitatesTec && name === 'per_page' ? String(value) : value
}

/**
 * Describes an endpoint for the route index and for the response to OPTIONS, which are equal (API contract, part 11).
 */
export function describeEndpointForRouteIndex(
  endpoint: Endpoint,
  { face, language, site, now }: { face: Face; language: Language; site: Settings; now: number },
) {
  const describe = (operation: Operation) => {
    const { methods, parameters, defaults } = operation
    const computed = defaults(site, now)
    const show = (name: string, { schema, isRequired, fallback }: Parameter, words: string) => {
      const shown = spelledDefault(face, name, computed[name] ?? fallback)
      return [
        name,
        {
          ...convertToOpenApiSchema(schema),
          description: words,
          required: isRequired,
          ...(shown !== undefined && { default: shown }),
        },
      ]
    }
    const args = [
      ...Object.entries(endpoint.keys).map(([name, key]) =>
        show(name, key, describeParameterOfApiRequest(language, PATH_VARIABLES, name)),
      ),
      ...Object.entries(parameters).map(([name, one]) =>
        show(name, one, describeParameterOfApiRequest(language, operation, name)),
      ),
      ...Object.entries(languageParameterOfApi(face)).map(([name, one]) =>
        show(name, one, formatMessage(language, 'parameter.language')),
      ),
    ]
    return { methods, args: Object.fromEntries(args) }
  }
  return {
    methods: endpoint.operations.flatMap(({ methods }) => methods),
    endpoints: endpoint.operations.map(describe),
  }
}
