import type { AnyCollection } from '../../collections/collection.ts'
import { can } from '../../core/caller.ts'
import type { FailureCode } from '../../core/errors.ts'
import { Type } from '../../core/schema/schema.ts'
import { settingsParameters } from '../../settings/settings.ts'
import { auditParameters } from '../api/audit.ts'
import { mediaListParameters } from '../api/media/requests.ts'
import { mediaSchema } from '../api/media/routes.ts'
import { collectionEndpoints } from './collection-endpoints.ts'
import { addressOf, type Endpoint, type Operation, parametersIn } from './endpoints.ts'
import { feedEndpoints } from './feed-endpoints.ts'

/** What the API has besides its collections. */

const CHANGES = ['POST', 'PUT', 'PATCH'] as const

const reading = (id: string, answer: string, options: Partial<Operation> = {}): Operation => ({
  id,
  verb: 'read',
  methods: ['GET'],
  in: 'query',
  parameters: {},
  resource: 'site',
  answer,
  isOpen: true,
  failures: () => [],
  ...options,
})

const writing = (
  id: string,
  verb: Operation['verb'],
  methods: readonly string[],
  options: Partial<Operation>,
): Operation => ({
  ...reading(id, ''),
  verb,
  methods,
  in: 'body',
  isOpen: false,
  ...options,
})

const place = (name: string, group: string, operations: Operation[], options: Partial<Endpoint> = {}): Endpoint => ({
  ...addressOf(name),
  group,
  at: 'namespace',
  operations,
  allowed: () => 'GET',
  ...options,
})

const failing = (...codes: FailureCode[]) => ({ failures: () => codes })

const INDEX: Endpoint = {
  ...place('', 'site', [
    reading('readIndex', 'Index', {
      parameters: parametersIn(
        Type.Object({
          namespace: Type.Optional(Type.String()),
          context: Type.Optional(Type.String({ default: 'view' })),
        }),
        'query',
      ),
      ...failing('rest_invalid_namespace'),
    }),
  ]),
  pattern: '',
}

const PICTURES: Endpoint[] = [
  place(
    'media',
    'media',
    [
      reading('listMedia', 'PictureList', {
        verb: 'list',
        resource: 'media',
        isOpen: false,
        parameters: parametersIn(mediaListParameters.schema, 'query'),
        ...failing('rest_forbidden'),
      }),
      writing('createPicture', 'create', ['POST'], {
        resource: 'picture',
        answer: 'Picture',
        parameters: {
          file: { schema: Type.String({ contentMediaType: 'application/octet-stream' }), isRequired: true },
          ...parametersIn(mediaSchema.schema, 'body'),
        },
        ...failing('rest_missing_callback_param', 'rest_forbidden'),
      }),
    ],
    { allowed: (caller) => (can(caller, 'media:upload') ? 'GET, POST' : 'GET') },
  ),
  {
    ...place('media', 'media', [
      reading('readPicture', 'Picture', failing('picture-not-found')),
      {
        ...writing('deletePicture', 'delete', ['DELETE'], {
          answer: 'Picture',
          ...failing('picture-not-found', 'rest_forbidden'),
        }),
        in: 'query',
      },
      writing('updatePicture', 'update', CHANGES, {
        resource: 'picture',
        answer: 'Picture',
        parameters: parametersIn(mediaSchema.schema, 'body'),
        ...failing('picture-not-found', 'rest_forbidden'),
      }),
    ]),
    ...addressOf('media', 'id'),
    allowed: (caller) => (can(caller, 'media:upload') ? 'GET, DELETE, POST, PUT, PATCH' : 'GET'),
  },
]

const SETTINGS = place(
  'settings',
  'site',
  [
    reading('readSettings', 'Settings', { isOpen: false, ...failing('rest_forbidden') }),
    writing('updateSettings', 'update', CHANGES, {
      resource: 'settings',
      answer: 'Settings',
      parameters: parametersIn(settingsParameters.schema, 'body'),
      ...failing('rest_forbidden'),
    }),
  ],
  { allowed: (caller) => (can(caller, 'settings:write') ? 'GET, POST, PUT, PATCH' : 'GET') },
)

const AUDIT = place('audit', 'site', [
  reading('listAudit', 'AuditList', {
    verb: 'list',
    resource: 'audit',
    isOpen: false,
    parameters: parametersIn(auditParameters.schema, 'query'),
    ...failing('rest_forbidden'),
  }),
])

const HEALTH = [
  ['health', 'readHealth'],
  ['health/ready', 'readReadiness'],
  ['health/live', 'readLiveness'],
] as const

/** Every address of the API. */
export const endpointsOf = (collections: readonly AnyCollection[]): Endpoint[] => [
  INDEX,
  place('doc', 'site', [reading('readDocument', 'Document')]),
  ...collections.flatMap(collectionEndpoints),
  ...feedEndpoints(),
  ...PICTURES,
  place('languages', 'site', [reading('listLanguages', 'LanguageList')]),
  SETTINGS,
  AUDIT,
  place('docs', 'site', [reading('readReference', 'page')]),
  ...HEALTH.map(([path, id]) => place(path, 'site', [reading(id, 'Health')], { at: 'host' })),
]
