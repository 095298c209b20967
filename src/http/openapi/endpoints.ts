import type { FailureCode } from '../../core/errors.ts'
import type { Face } from '../../core/faces.ts'
import { LANGUAGES, type Language } from '../../core/language.ts'
import { formatMessage, isMessageKey } from '../../core/messages/index.ts'
import { type TObject, type TSchema, Type } from '../../core/schema/schema.ts'
import type { Settings } from '../../settings/settings.ts'
import { indexPattern, pathKeys } from '../routes/path-keys.ts'
import { type DocumentedRoute, groupByPath, hasBody, type Verb } from '../routes/route.ts'
import { publishedSchema } from './published-schema.ts'

/** Routes converted for the index, OPTIONS and the OpenAPI document. */

export interface Parameter {
  schema: TSchema
  isRequired: boolean
  /** Default in the index (contract); absent: none. */
  fallback?: unknown
}

/** The description of one route, without its path. */
export interface Operation {
  id: string
  verb: Verb
  methods: readonly string[]
  /** Whether the parameters are in the query or in the body. */
  in: 'query' | 'body'
  parameters: Record<string, Parameter>
  resource: string
  answer: string
  mediaType?: string | undefined
  /** Whether anonymous callers may use it. */
  isOpen: boolean
  /** Codes of the errors that only some operations have. */
  failures(face: Face): readonly FailureCode[]
}

/** One address with the operations of its routes. */
export interface Endpoint {
  /** In OpenAPI syntax: `/events/{id}`. */
  path: string
  /** In the syntax of the index (contract): `/events/(?P<id>\d+)`; empty for the root of the namespace. */
  pattern: string
  group: string
  base: NonNullable<DocumentedRoute['base']>
  /** The variables of the path. */
  keys: Record<string, Parameter>
  operations: readonly Operation[]
}

/** Converts routes when the result is first used, so that the server starts sooner. */
export function createEndpoints(routes: readonly DocumentedRoute[]): () => readonly Endpoint[] {
  let endpoints: readonly Endpoint[] | undefined
  return () => (endpoints ??= groupByPath(routes).map(endpointAt))
}

function endpointAt({ path, routes }: { path: string; routes: readonly DocumentedRoute[] }): Endpoint {
  const [{ group, base = 'namespace' }] = routes as [DocumentedRoute]
  const keys = Object.entries(pathKeys(path)).map(([name, schema]) => [name, { schema, isRequired: true }])
  return {
    path,
    pattern: path === '/' ? '' : indexPattern(path),
    group,
    base,
    keys: Object.fromEntries(keys),
    operations: routes.map(operationOf),
  }
}

function operationOf(route: DocumentedRoute): Operation {
  const { id, verb, methods, resource, parameters, takesFile, answer, mediaType, right, failures } = route
  const from = hasBody(route) ? 'body' : 'query'
  return {
    id,
    verb,
    methods,
    in: from,
    parameters: { ...(takesFile && FILE), ...(parameters && parametersIn(parameters.schema, from)) },
    resource,
    answer,
    mediaType,
    isOpen: right === 'anyone',
    failures: typeof failures === 'function' ? failures : () => failures,
  }
}

const FILE: Record<string, Parameter> = {
  file: { schema: Type.String({ contentMediaType: 'application/octet-stream' }), isRequired: true },
}

/** Defaults in the index (contract); that of `per_page` is a setting of the site. */
const FALLBACKS: Record<string, unknown> = { page: 1, only_with_upcoming: false, hide_empty: '1', all_day: false }

/** The parameters in a schema. Properties that accept any value exist only to be refused, and are left out. */
function parametersIn(schema: TObject, from: 'query' | 'body'): Record<string, Parameter> {
  const required = (schema as { required?: string[] }).required ?? []
  const shown = Object.entries(schema.properties as Record<string, TSchema>).filter(
    ([, property]) => Object.keys(property).length > 0,
  )
  return Object.fromEntries(
    shown.map(([name, property]) => {
      const fallback = name in FALLBACKS ? FALLBACKS[name] : from === 'body' && isNullable(property) ? null : undefined
      return [
        name,
        { schema: property, isRequired: required.includes(name), ...(fallback !== undefined && { fallback }) },
      ]
    }),
  )
}

const isNullable = ({ anyOf }: TSchema & { anyOf?: { type?: string }[] }) =>
  anyOf?.some(({ type }) => type === 'null') ?? false

/** Description of a parameter: the message of the resource or, without one, that of all resources. */
export function describeParameter(language: Language, resource: string, name: string): string {
  const key = parameterMessageKey(resource, name)
  return key === undefined ? '' : formatMessage(language, key)
}

export const parameterMessageKey = (resource: string, name: string) =>
  [`parameter.${resource}.${name}`, `parameter.${name}`].find(isMessageKey)

/** The language parameter of a face, which every route and method accepts. */
export const languageParameter = ({ languageParameter: name }: Face): Record<string, Parameter> => ({
  [name]: { schema: Type.Enum([...LANGUAGES]), isRequired: false },
})

/** The entry of an address in the index, which OPTIONS shows, too (contract, part 11). */
export function describeEndpoint(endpoint: Endpoint, face: Face, language: Language, site: Settings) {
  const describe = ({ in: from, methods, parameters, resource }: Operation) => {
    const faceFallbacks: Record<string, unknown> = {
      namespace: face.namespace,
      ...(from === 'query' && { per_page: String(site.per_page) }),
    }
    const show = (name: string, { schema, isRequired, fallback }: Parameter, words: string) => {
      const fallbackShown = faceFallbacks[name] ?? fallback
      return [
        name,
        {
          ...publishedSchema(schema),
          description: words,
          required: isRequired,
          ...(fallbackShown !== undefined && { default: fallbackShown }),
        },
      ]
    }
    const args = [
      ...Object.entries(endpoint.keys).map(([name, key]) => show(name, key, describeParameter(language, 'key', name))),
      ...Object.entries(parameters).map(([name, one]) => show(name, one, describeParameter(language, resource, name))),
      ...Object.entries(languageParameter(face)).map(([name, one]) =>
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
