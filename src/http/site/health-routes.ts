import type { Database } from '../../db/database.ts'
import { sendJson } from '../response/send-json.ts'
import type { DocumentedRoute } from '../routes/route.ts'

/**
 * The routes of the health checks. `/health/live` succeeds while the process responds; `/health` and `/health/ready`
 * also check the database and fail with 503 `database_unavailable`.
 */
export function healthCheckRoutes(db: Database): DocumentedRoute[] {
  const common = {
    base: 'host',
    methods: ['GET'],
    right: 'anyone',
    verb: 'read',
    group: 'site',
    resource: 'site',
    responseSchema: 'Health',
    failures: [],
  } as const
  const readiness = (path: string, id: string): DocumentedRoute => ({
    ...common,
    path,
    id,
    hooks: { onRequest: () => db.ping() },
    handle: (_request, reply) => sendJson(reply, { status: 'ok', database: db.dialect.engine }),
  })
  return [
    readiness('/health', 'readHealth'),
    readiness('/health/ready', 'readReadiness'),
    {
      ...common,
      path: '/health/live',
      id: 'readLiveness',
      handle: (_request, reply) => sendJson(reply, { status: 'ok' }),
    },
  ]
}
