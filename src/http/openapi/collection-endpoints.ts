import type { AnyCollection } from '../../collections/collection.ts'
import { translationParameters } from '../../collections/records/translations.ts'
import type { FailureCode } from '../../core/errors.ts'
import type { Face } from '../../core/faces.ts'
import { addressOf, type Endpoint, type Operation, parametersIn, textsAddressOf } from './endpoints.ts'

const CHANGES = ['POST', 'PUT', 'PATCH'] as const

/** The addresses of one collection: its list, its records by id and, where it has slugs, by slug, and their texts. */
export function collectionEndpoints(collection: AnyCollection): Endpoint[] {
  const keys = collection.hasSlugs ? (['id', 'slug'] as const) : (['id'] as const)
  return [
    listEndpoint(collection),
    ...keys.map((key) => itemEndpoint(collection, key)),
    ...keys.flatMap((key) => [textsEndpoint(collection, key), textEndpoint(collection, key)]),
  ]
}

function listEndpoint(collection: AnyCollection): Endpoint {
  const { name, kind, parameters, rights, missingPage } = collection
  const list: Operation = {
    id: `list${capital(name)}`,
    verb: 'list',
    methods: ['GET'],
    in: 'query',
    parameters: parametersIn(parameters.list.schema, 'query'),
    resource: name,
    answer: `${capital(kind)}List`,
    isOpen: true,
    failures: () => (missingPage ? [missingPage] : []),
  }
  const create: Operation = {
    id: `create${capital(kind)}`,
    verb: 'create',
    methods: ['POST'],
    in: 'body',
    parameters: parametersIn(parameters.create.schema, 'body'),
    resource: kind,
    answer: capital(kind),
    isOpen: false,
    failures: () => ['rest_missing_callback_param', 'rest_forbidden', ...termFailures(collection)],
  }
  return {
    ...addressOf(name),
    group: name,
    at: 'namespace',
    operations: [list, create],
    allowed: (caller) => (rights.canCreate(caller) ? 'GET, POST' : 'GET'),
  }
}

function itemEndpoint(collection: AnyCollection, key: 'id' | 'slug'): Endpoint {
  const { name, kind, parameters, rights, hasSlugs } = collection
  const suffix = suffixOf(key)
  const common = { resource: kind, answer: capital(kind), parameters: {} }
  const trash = trashFailures(kind)
  const read: Operation = {
    ...common,
    id: `read${capital(kind)}${suffix}`,
    verb: 'read',
    methods: ['GET'],
    in: 'query',
    isOpen: true,
    failures: (face) => readFailures(kind, key, face),
  }
  const remove: Operation = {
    ...common,
    id: `delete${capital(kind)}${suffix}`,
    verb: 'delete',
    methods: ['DELETE'],
    in: 'query',
    isOpen: false,
    failures: (face) => [...unknown(kind, face), 'rest_forbidden', ...trash],
  }
  const update: Operation = {
    ...common,
    id: `update${capital(kind)}${suffix}`,
    verb: 'update',
    methods: CHANGES,
    in: 'body',
    parameters: parametersIn(parameters.update.schema, 'body'),
    isOpen: false,
    failures: (face) => [
      ...unknown(kind, face),
      // The first text in a language needs a title.
      'rest_missing_callback_param',
      'rest_forbidden',
      ...trash,
      ...termFailures(collection),
    ],
  }
  return {
    ...addressOf(name, key),
    group: name,
    at: 'namespace',
    // The order in which the peer has them (contract).
    operations: hasSlugs ? [read, remove, update] : [read, update, remove],
    // At best, with a draft of one's own: which record it is, is not looked at.
    allowed: (caller) =>
      rights.canEdit(caller, { author_id: caller.id, status: 'draft' }) ? 'GET, DELETE, POST, PUT, PATCH' : 'GET',
  }
}

/** The texts of a record in all languages. */
function textsEndpoint(collection: AnyCollection, key: 'id' | 'slug'): Endpoint {
  const { name, kind } = collection
  const read: Operation = {
    id: `read${capital(kind)}Texts${suffixOf(key)}`,
    verb: 'readTexts',
    methods: ['GET'],
    in: 'query',
    parameters: {},
    resource: 'texts',
    answer: 'Translations',
    isOpen: true,
    failures: (face) => readFailures(kind, key, face),
  }
  return {
    ...textsAddressOf(name, key),
    group: name,
    at: 'namespace',
    operations: [read],
    allowed: () => 'GET',
  }
}

/** The texts of a record in one language. */
function textEndpoint(collection: AnyCollection, key: 'id' | 'slug'): Endpoint {
  const { name, kind, rights } = collection
  const common = { resource: 'texts', isOpen: false } as const
  const failures = (face: Face) => [...unknown(kind, face), 'rest_forbidden' as const, ...trashFailures(kind)]
  const replace: Operation = {
    ...common,
    id: `replace${capital(kind)}Texts${suffixOf(key)}`,
    verb: 'replaceTexts',
    methods: ['PUT'],
    in: 'body',
    parameters: parametersIn(translationParameters(collection).schema, 'body'),
    answer: capital(kind),
    failures: (face) => [
      ...failures(face),
      'rest_missing_callback_param',
      ...(isPost(kind) ? [] : (['term_exists'] as const)),
    ],
  }
  const remove: Operation = {
    ...common,
    id: `remove${capital(kind)}Texts${suffixOf(key)}`,
    verb: 'removeTexts',
    methods: ['DELETE'],
    in: 'query',
    parameters: {},
    answer: 'Translations',
    failures: (face) => [...failures(face), 'original-translation', 'translation-not-found'],
  }
  return {
    ...textsAddressOf(name, key, true),
    group: name,
    at: 'namespace',
    operations: [replace, remove],
    // At best, as above.
    allowed: (caller) => (rights.canEdit(caller, { author_id: caller.id, status: 'draft' }) ? 'PUT, DELETE' : ''),
  }
}

const suffixOf = (key: 'id' | 'slug') => (key === 'slug' ? 'BySlug' : '')

const trashFailures = (kind: AnyCollection['kind']): FailureCode[] => (isPost(kind) ? [`${kind}-is-in-trash`] : [])

export function readFailures(kind: AnyCollection['kind'], key: 'id' | 'slug', face: Face): FailureCode[] {
  const isTecEvent = face.name === 'tec' && kind === 'event' && key === 'id'
  return [
    ...unknown(kind, face),
    ...(isPost(kind) ? [`${kind}-not-accessible` as const] : []),
    ...(isTecEvent ? (['rest-event-not-found', 'event-no-longer-available'] as const) : []),
  ]
}

/** Elsewhere a path that names nothing is an invalid parameter. */
const unknown = (kind: AnyCollection['kind'], { unknownIsNotFound }: Face): FailureCode[] =>
  unknownIsNotFound ? [`${kind}-not-found`] : []

const termFailures = ({ kind }: AnyCollection): FailureCode[] =>
  isPost(kind) ? [] : ['term_exists', ...(kind === 'tag' ? (['rest_taxonomy_not_hierarchical'] as const) : [])]

const isPost = (kind: AnyCollection['kind']) => kind === 'event' || kind === 'venue' || kind === 'organizer'

export const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
