import type { Caller } from '../../core/caller.ts'
import type { FailureCode } from '../../core/errors.ts'
import type { Face } from '../../core/faces.ts'
import { LANGUAGES, type Language } from '../../core/language.ts'
import { formatMessage, isMessageKey } from '../../core/messages/index.ts'
import { type TObject, type TSchema, Type } from '../../core/schema/schema.ts'
import type { Settings } from '../../settings/settings.ts'
import { published } from './schemas.ts'

/** What can be asked of the API, as data: the index, OPTIONS and the OpenAPI document are made from it. */

export interface Parameter {
  schema: TSchema
  isRequired: boolean
  /** What the index says is assumed (contract); absent: nothing is. */
  fallback?: unknown
}

/** What is done to the texts of a record, language by language; it is the same for all records, and so are its words. */
export type TextVerb = 'readTexts' | 'replaceTexts' | 'removeTexts'

/** A list of events, or one event, in the format of a feed. */
export type FeedVerb = 'feed' | 'feedOne'

/** One thing that can be done at an address. */
export interface Operation {
  /** As in the OpenAPI document, e.g. `listEvents`; the message `operation.<id>` or `operation.<verb>` says what it does. */
  id: string
  verb: 'list' | 'create' | 'read' | 'update' | 'delete' | TextVerb | FeedVerb
  methods: readonly string[]
  /** Where its parameters stand. */
  in: 'query' | 'body'
  parameters: Record<string, Parameter>
  /** The resource whose messages describe the parameters. */
  resource: string
  /** Name of the schema the answer has among the components of the document; `page` is HTML. */
  answer: string
  /** Of an answer in the format of a feed, which has no schema. */
  mediaType?: string
  /** Whether guests may do it. */
  isOpen: boolean
  /** Codes it can fail with, besides those that everything can. */
  failures(face: Face): readonly FailureCode[]
}

/** One address of the API, whatever face and root it is asked at. */
export interface Endpoint {
  /** As OpenAPI writes it: `/events/{id}`. */
  path: string
  /** As the router has it. */
  url: string
  /** As the index writes it (contract): `/events/(?P<id>\d+)`. */
  pattern: string
  /** The resource it belongs to; the message `operation.group.<group>` says what that is. */
  group: string
  /** Below the namespace, or once a host. */
  at: 'namespace' | 'host'
  /** What its path names. */
  keys: Record<string, Parameter>
  operations: readonly Operation[]
  /** Methods open to a caller, for the `Allow` header. */
  allowed(caller: Caller): string
}

const KEYS = {
  id: { path: '{id}', url: ':id(^\\d+$)', pattern: '(?P<id>\\d+)', schema: Type.Integer({ minimum: 1 }) },
  slug: { path: 'by-slug/{slug}', url: 'by-slug/:slug', pattern: 'by-slug/(?P<slug>[^/]+)', schema: Type.String() },
} as const

/** The address of a list, or of one of its records. */
export function addressOf(name: string, key?: keyof typeof KEYS): Pick<Endpoint, 'path' | 'url' | 'pattern' | 'keys'> {
  const list = `/${name}`
  if (key === undefined) return { path: list, url: list, pattern: list, keys: {} }
  const { path, url, pattern, schema } = KEYS[key]
  return {
    path: `${list}/${path}`,
    url: `${list}/${url}`,
    pattern: `${list}/${pattern}`,
    keys: { [key]: { schema, isRequired: true } },
  }
}

/** The address of the texts of a record, in all languages or in `one`. */
export function textsAddressOf(name: string, key: keyof typeof KEYS, one = false) {
  const { path, url, pattern, keys } = addressOf(name, key)
  const language = { schema: Type.Enum([...LANGUAGES]), isRequired: true }
  return {
    path: `${path}/translations${one ? '/{language}' : ''}`,
    url: `${url}/translations${one ? '/:language' : ''}`,
    pattern: `${pattern}/translations${one ? '/(?P<language>[a-z]{2})' : ''}`,
    keys: { ...keys, ...(one && { language }) },
  }
}

/** What the index has as defaults; the site's page size is added when it is asked for. */
const FALLBACKS: Record<string, unknown> = { page: 1, only_with_upcoming: false, hide_empty: '1', all_day: false }

/** The parameters of a schema that validates. What is read only to be refused (it may be anything) is not shown. */
export function parametersIn(schema: TObject, from: 'query' | 'body'): Record<string, Parameter> {
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

/** What a parameter means, in words: those of the resource first, else those all resources share. */
export function describeParameter(language: Language, resource: string, name: string): string {
  const key = parameterKey(resource, name)
  return key === undefined ? '' : formatMessage(language, key)
}

export const parameterKey = (resource: string, name: string) =>
  [`parameter.${resource}.${name}`, `parameter.${name}`].find(isMessageKey)

/** The language parameter of a face; it is accepted on every route and method. */
export const languageParameter = ({ languageParameter: name }: Face): Record<string, Parameter> => ({
  [name]: { schema: Type.Enum([...LANGUAGES]), isRequired: false },
})

/** An endpoint as the index and OPTIONS show it (contract, part 11). */
export function describeEndpoint(endpoint: Endpoint, face: Face, language: Language, site: Settings) {
  const describe = ({ in: from, methods, parameters, resource }: Operation) => {
    const ownFallback: Record<string, unknown> = {
      namespace: face.namespace,
      ...(from === 'query' && { per_page: String(site.per_page) }),
    }
    const show = (name: string, { schema, isRequired, fallback }: Parameter, words: string) => {
      const assumed = ownFallback[name] ?? fallback
      return [
        name,
        {
          ...published(schema),
          description: words,
          required: isRequired,
          ...(assumed !== undefined && { default: assumed }),
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
