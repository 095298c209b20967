import type { AnyCollection } from '../collections/collection.ts'
import type { Caller } from '../core/caller.ts'
import type { Face } from '../core/faces.ts'
import { LANGUAGES, type Language } from '../core/language.ts'
import { isMessageKey, message } from '../core/messages/index.ts'
import type { TObject, TSchema } from '../core/schema.ts'
import type { Settings } from '../settings/settings.ts'

/** One thing that can be done at an address, with the parameters it reads. */
export interface Operation {
  /** Verb and resource, as in the operation ids of the OpenAPI document: `list events`. */
  name: string
  methods: string[]
  /** Where its parameters stand. */
  in: 'query' | 'body'
  parameters: Record<string, { schema: TSchema; isRequired: boolean }>
  /** The resource whose messages describe the parameters. */
  resource: string
}

/** One address of the API, whatever face and root it is asked at. */
export interface Endpoint {
  /** As OpenAPI writes it: `/events/{id}`. */
  path: string
  /** As the router has it. */
  url: string
  /** As the index writes it (contract): `/events/(?P<id>\d+)`. */
  pattern: string
  operations: Operation[]
  canCreate?: (caller: Caller) => boolean
}

const KEYS = {
  id: { path: '{id}', url: ':id(^\\d+$)', pattern: '(?P<id>\\d+)', schema: { type: 'integer', minimum: 1 } },
  slug: {
    path: 'by-slug/{slug}',
    url: 'by-slug/:slug',
    pattern: 'by-slug/(?P<slug>[^/]+)',
    schema: { type: 'string' },
  },
} as const

/** Every address of the API; the index, OPTIONS and the OpenAPI document are made from this list. */
export function endpointsOf(collections: readonly AnyCollection[]): Endpoint[] {
  const reading = (name: string): Operation => ({
    name,
    methods: ['GET'],
    in: 'query',
    parameters: {},
    resource: 'api',
  })
  return [
    { path: '', url: '/', pattern: '', operations: [{ ...reading('read index'), parameters: INDEX_PARAMETERS }] },
    { path: '/doc', url: '/doc', pattern: '/doc', operations: [reading('read document')] },
    ...collections.flatMap((collection) => [
      collectionEndpoint(collection),
      ...(collection.hasSlugs ? (['id', 'slug'] as const) : (['id'] as const)).map((key) =>
        itemEndpoint(collection, key),
      ),
    ]),
  ]
}

const text = (fallback?: string) => ({
  schema: { type: 'string', ...(fallback && { default: fallback }) } as TSchema,
  isRequired: false,
})

const INDEX_PARAMETERS: Operation['parameters'] = { namespace: text(), context: text('view') }

function collectionEndpoint({ name, kind, parameters, rights }: AnyCollection): Endpoint {
  const path = `/${name}`
  return {
    path,
    url: path,
    pattern: path,
    canCreate: (caller) => rights.canCreate(caller),
    operations: [
      {
        name: `list ${name}`,
        methods: ['GET'],
        in: 'query',
        parameters: parametersIn(parameters.list.schema),
        resource: name,
      },
      {
        name: `create ${kind}`,
        methods: ['POST'],
        in: 'body',
        parameters: parametersIn(parameters.create.schema),
        resource: kind,
      },
    ],
  }
}

function itemEndpoint({ name, kind, parameters }: AnyCollection, key: 'id' | 'slug'): Endpoint {
  const { path, url, pattern, schema } = KEYS[key]
  const named = { [key]: { schema: schema as unknown as TSchema, isRequired: true } }
  const suffix = key === 'slug' ? ' by slug' : ''
  return {
    path: `/${name}/${path}`,
    url: `/${name}/${url}`,
    pattern: `/${name}/${pattern}`,
    operations: [
      { name: `read ${kind}${suffix}`, methods: ['GET'], in: 'query', parameters: named, resource: kind },
      { name: `delete ${kind}${suffix}`, methods: ['DELETE'], in: 'query', parameters: named, resource: kind },
      {
        name: `update ${kind}${suffix}`,
        methods: ['POST', 'PUT', 'PATCH'],
        in: 'body',
        parameters: { ...named, ...parametersIn(parameters.update.schema) },
        resource: kind,
      },
    ],
  }
}

function parametersIn(schema: TObject): Operation['parameters'] {
  const required = (schema as { required?: string[] }).required ?? []
  return Object.fromEntries(
    Object.entries(schema.properties as Record<string, TSchema>).map(([name, property]) => [
      name,
      { schema: property, isRequired: required.includes(name) },
    ]),
  )
}

/** What a parameter means, in words: those of the resource first, else those all resources share. */
export function describeParameter(language: Language, resource: string, name: string): string {
  const key = [`parameter.${resource}.${name}`, `parameter.${name}`].find(isMessageKey)
  return key && isMessageKey(key) ? message(language, key) : ''
}

/** The language parameter of a face; it is accepted on every route and method. */
export const languageParameter = ({ languageParameter: name }: Face) => ({
  [name]: { schema: { type: 'string', enum: [...LANGUAGES] } as unknown as TSchema, isRequired: false },
})

/** An endpoint as the index and OPTIONS show it (contract, part 11). */
export function describeEndpoint({ operations }: Endpoint, face: Face, language: Language, site: Settings) {
  const describe = ({ methods, parameters, resource }: Operation) => {
    const args = Object.entries({ ...parameters, ...languageParameter(face) }).map(([name, { schema, isRequired }]) => [
      name,
      {
        ...(name === 'per_page' ? { ...schema, default: String(site.per_page) } : schema),
        description: describeParameter(language, resource, name === face.languageParameter ? 'language' : name),
        required: isRequired,
      },
    ])
    return { methods, args: Object.fromEntries(args) }
  }
  return { methods: operations.flatMap(({ methods }) => methods), endpoints: operations.map(describe) }
}
