import { undoBatch } from '../../collections/events/revisions/undo-batch.ts'
import type { Services } from '../request/scope.ts'
import { checkedHandler } from '../routes/checked-handler.ts'
import { idempotentRoute, respondToWrite } from '../routes/idempotent-route.ts'
import type { DocumentedRoute } from '../routes/route.ts'
import { collectionNamed } from './collections.ts'

/** The route that undoes all writes of one request. Its path contains the id of that request. */
export function undoBatchRoute(services: Services): DocumentedRoute {
  const checked = checkedHandler(services, {
    right: 'posts:create',
    respond({ request, reply, scope }) {
      const { batch } = request.params as { batch: string }
      return respondToWrite(
        { request, reply },
        scope,
        (writing) => undoBatch(collectionNamed, writing, batch),
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
    answer: 'UndoneBatch',
    failures: ['batch-not-found', 'written-since', 'event-is-in-trash', 'term_exists'],
    ...checked,
    ...idempotentRoute(services, checked.handle),
  }
}
