import { undoBatch } from '../../collections/events/revisions/undo-batch.ts'
import type { Services } from '../request/scope.ts'
import { sendJson } from '../response/json.ts'
import { checkedHandler } from '../routes/checked-handler.ts'
import type { DocumentedRoute } from '../routes/route.ts'
import { collectionNamed } from './collections.ts'

/** The route that undoes all writes of one request. Its path contains the id of that request. */
export const undoBatchRoute = (services: Services): DocumentedRoute => ({
  path: '/revisions/batches/{batch}/undo',
  methods: ['POST'],
  id: 'undoBatch',
  verb: 'undoBatch',
  group: 'site',
  resource: 'revision',
  answer: 'UndoneBatch',
  failures: ['batch-not-found', 'written-since', 'event-is-in-trash', 'term_exists'],
  ...checkedHandler(services, {
    right: 'posts:create',
    async respond({ request, reply, scope }) {
      const { batch } = request.params as { batch: string }
      const undone = await undoBatch(collectionNamed, scope, batch)
      return sendJson(reply, { undone })
    },
  }),
})
