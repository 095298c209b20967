import { auditActorOfRequest } from '../../../collections/insert-audit-entries.ts'
import type { WriteScope } from '../../../collections/records/write-records.ts'
import { pagingParameters } from '../../../collections/shared-fields.ts'
import { invalidParameterError } from '../../../core/errors.ts'
import { createListPageRequest, pageOffset } from '../../../core/list-page.ts'
import { parseId, Type } from '../../../core/schema/field-types.ts'
import { createParameterSet } from '../../../core/schema/parameter-set.ts'
import {
  addSubscription,
  changeSubscription,
  getSubscriptionOrThrow,
  removeSubscription,
} from '../../../import/subscriptions/edit-subscriptions.ts'
import { presentSubscription } from '../../../import/subscriptions/present-subscription.ts'
import {
  contentParameters,
  importPreviewParameters,
  newSubscriptionParameters,
  subscriptionParameters,
} from '../../../import/subscriptions/subscription-options.ts'
import {
  findSubscription,
  listSubscriptions,
  type SubscriptionRow,
  scheduleSubscriptionRefreshNow,
  storeSubscriptionContent,
} from '../../../import/subscriptions/subscription-store.ts'
import type { Services } from '../../request/create-request-scope.ts'
import { sendJson } from '../../response/send-json.ts'
import { createHandlerThatChecksParametersAndRight } from '../../routes/handler-that-checks-parameters-and-right.ts'
import { createIdempotentHandler, writeAndRespondIdempotently } from '../../routes/idempotent-route.ts'
import { type DocumentedRoute, UPDATE_METHODS } from '../../routes/route.ts'
import { presentPageOfImportsOrSubscriptions } from './present-page-of-imports-or-subscriptions.ts'

export const importListParameters = createParameterSet(Type.Object(pagingParameters))

const GROUP = { group: 'imports', resource: 'subscription' } as const
const ALL = { ...GROUP, path: '/imports/sources' } as const
const ONE = { ...GROUP, path: '/imports/sources/{id}', responseSchema: 'Subscription' } as const
const NOT_FOUND = 'subscription-not-found'

export const subscriptionsUrl = ({ urls }: WriteScope) => `${urls.namespaceRoot}/imports/sources`

const managing = (scope: WriteScope) => ({ scope, actor: auditActorOfRequest(scope) })

const found = (scope: WriteScope, { params }: { params: unknown }): Promise<SubscriptionRow> =>
  getSubscriptionOrThrow(scope, parseId((params as { id: string }).id))

const body = (scope: WriteScope, row: SubscriptionRow) => JSON.stringify(presentSubscription(row, scope.language))

/** The routes for subscriptions. Editors may read and run them, administrators write them. */
export const importSourceRoutes = (services: Services): DocumentedRoute[] => [
  {
    ...ALL,
    methods: ['GET'],
    id: 'listSubscriptions',
    verb: 'list',
    responseSchema: 'SubscriptionList',
    failures: [],
    ...createHandlerThatChecksParametersAndRight(services, {
      right: 'imports:run',
      parameters: importListParameters,
      async respond({ reply, scope, values }) {
        const rows = await listSubscriptions(scope.db)
        const page = createListPageRequest(values, { perPage: scope.site.per_page })
        const shown = rows.slice(pageOffset(page), pageOffset(page) + page.perPage)
        const sources = shown.map((row) => presentSubscription(row, scope.language))
        return sendJson(
          reply,
          presentPageOfImportsOrSubscriptions(
            reply,
            { sources },
            { listing: `${subscriptionsUrl(scope)}/`, page, total: rows.length },
          ),
        )
      },
    }),
  },
  createRoute(services),
  {
    ...ONE,
    methods: ['GET'],
    id: 'readSubscription',
    verb: 'read',
    failures: [NOT_FOUND],
    ...createHandlerThatChecksParametersAndRight(services, {
      right: 'imports:run',
      respond: async ({ request, reply, scope }) =>
        sendJson(reply, presentSubscription(await found(scope, request), scope.language)),
    }),
  },
  updateRoute(services),
  {
    ...ONE,
    methods: ['DELETE'],
    id: 'deleteSubscription',
    verb: 'delete',
    failures: [NOT_FOUND],
    ...createHandlerThatChecksParametersAndRight(services, {
      right: 'imports:write',
      async respond({ request, reply, scope }) {
        const row = await found(scope, request)
        await removeSubscription(managing(scope), row)
        return sendJson(reply, presentSubscription(row, scope.language))
      },
    }),
  },
  runRoute(services),
  contentRoute(services),
  previewRoute(services),
]

function createRoute(services: Services): DocumentedRoute {
  const checked = createHandlerThatChecksParametersAndRight(services, {
    right: 'imports:write',
    parameters: newSubscriptionParameters,
    respond: ({ request, reply, scope, values }) =>
      writeAndRespondIdempotently(
        { request, reply },
        scope,
        (writing) => addSubscription(managing(writing), values),
        (row) => ({
          status: 201,
          headers: { location: `${subscriptionsUrl(scope)}/${row.id}` },
          body: body(scope, row),
        }),
      ),
  })
  return {
    ...ALL,
    methods: ['POST'],
    id: 'createSubscription',
    verb: 'create',
    responseSchema: 'Subscription',
    failures: ['rest_missing_callback_param'],
    ...checked,
    ...createIdempotentHandler(services, checked.handle),
  }
}

function updateRoute(services: Services): DocumentedRoute {
  const checked = createHandlerThatChecksParametersAndRight(services, {
    right: 'imports:write',
    parameters: subscriptionParameters,
    async respond({ request, reply, scope, values }) {
      const row = await found(scope, request)
      return writeAndRespondIdempotently(
        { request, reply },
        scope,
        (writing) => changeSubscription(managing(writing), row, values),
        (changed) => ({ status: 200, headers: {}, body: body(scope, changed) }),
      )
    },
  })
  return {
    ...ONE,
    methods: UPDATE_METHODS,
    id: 'updateSubscription',
    verb: 'update',
    failures: [NOT_FOUND],
    ...checked,
    ...createIdempotentHandler(services, checked.handle),
  }
}

/** Makes a subscription due. A server reads it in the background, within a minute. */
const runRoute = (services: Services): DocumentedRoute => ({
  ...ONE,
  path: '/imports/sources/{id}/run',
  methods: ['POST'],
  id: 'runSubscription',
  verb: 'runSubscription',
  successStatuses: () => [202],
  failures: [NOT_FOUND],
  ...createHandlerThatChecksParametersAndRight(services, {
    right: 'imports:run',
    respond: ({ request, reply, scope }) =>
      accept(
        scope,
        request,
        (row) => scope.db.transaction((tx) => scheduleSubscriptionRefreshNow(tx, row.id, scope.now)),
        reply,
      ),
  }),
})

const contentRoute = (services: Services): DocumentedRoute => ({
  ...ONE,
  path: '/imports/sources/{id}/content',
  methods: ['PUT'],
  id: 'sendSubscriptionContent',
  verb: 'sendContent',
  successStatuses: () => [202],
  parameters: contentParameters,
  failures: [NOT_FOUND, 'rest_missing_callback_param'],
  ...createHandlerThatChecksParametersAndRight(services, {
    right: 'imports:run',
    parameters: contentParameters,
    respond: ({ request, reply, scope, values }) =>
      accept(
        scope,
        request,
        (row) => {
          if (row.type === 'tec') throw invalidParameterError('id', 'reason.not-a-feed')
          return scope.db.transaction((tx) => storeSubscriptionContent(tx, row.id, values.content, scope.now))
        },
        reply,
      ),
  }),
})

/**
 * Applies a change to the subscription whose id is in the path, and responds with 202: a server will read the
 * subscription.
 */
async function accept(
  scope: WriteScope,
  request: { params: unknown },
  change: (row: SubscriptionRow) => Promise<unknown>,
  reply: Parameters<typeof sendJson>[0],
) {
  const row = await found(scope, request)
  await change(row)
  const changed = (await findSubscription(scope.db, row.id)) ?? row
  return sendJson(reply, presentSubscription(changed, scope.language), 202)
}

const previewRoute = (services: Services): DocumentedRoute => ({
  ...GROUP,
  path: '/imports/preview',
  methods: ['POST'],
  id: 'previewImport',
  verb: 'previewImport',
  responseSchema: 'ImportPreview',
  successStatuses: () => [200],
  failures: ['rest_missing_callback_param'],
  ...createHandlerThatChecksParametersAndRight(services, {
    right: 'imports:write',
    parameters: importPreviewParameters,
    async respond({ reply, scope, values }) {
      const { fetchGuard: guard } = services
      // Imported now, because the modules that read calendar files are seldom needed.
      const { previewImportOfSubscription } = await import(
        '../../../import/subscriptions/preview-subscription-import.ts'
      )
      return sendJson(
        reply,
        await previewImportOfSubscription({ scope, guard, clock: () => performance.now() }, values),
      )
    },
  }),
})
