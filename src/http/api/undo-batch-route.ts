import { findCollectionByName } from '../../collections/collection-by-kind.ts'
import { undoWritesOfRequest } from '../../collections/events/revisions/undo-writes-of-request.ts'
import type { Services } from '../request/create-request-scope.ts'
import { createHandlerThatChecksParametersAndRight } from '../routes/handler-that-checks-parameters-and-right.ts'
import { createIdempotentHandler, writeAndRespondIdempotently } from '../routes/idempotent-route.ts'
import type { DocumentedRoute } from '../routes/route.ts'

/** The route that undoes all writes of one request. Its path contains the id of that request. */
export function undoBatchRoute(services: Services): DocumentedRoute {
  const checked = createHandlerThatChecksParametersAndRight(services, {
    right: 'posts:create',
    respond({ request, reply, scope }) {
      const { batch } = request.params as { batch: string }
      return writeAndRespondIdempotently(
        { request, reply },
        scope,
        (writing) => undoWritesOfRequest(findCollectionByName, writing, batch),
        (undone) => ({ status: 200, headers: {}, body: JSON.stringify({ undone }) }),
      )
    },
  })
  return {
    path: '/revisions/batches/{batch}/undo',
    methods: ['POST'],
    id: 'undoBatch',
    verb: 'undoBatch',
    group: 'site',
    resource: 'revision',
    responseSchema: 'UndoneBatch',
    failures: ['batch-not-found', 'written-since', 'event-is-in-trash', 'term_exists'],
    ...checked,
    ...createIdempotentHandler(services, checked.handle),
  }
}
