import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/database.ts'
import { SITE_PREFIX } from '../request/address.ts'
import { sendJson } from '../response/json.ts'

/** `live`: the process answers. `ready`: so does its database. Fails with 503 `database_unavailable`. */
export function registerHealthRoutes(app: FastifyInstance, db: Database): void {
  const ready = { onRequest: () => db.ping() }
  app.get(`${SITE_PREFIX}/health/live`, (_request, reply) => sendJson(reply, { status: 'ok' }))
  for (const path of ['/health', '/health/ready']) {
    app.get(SITE_PREFIX + path, ready, (_request, reply) =>
      sendJson(reply, { status: 'ok', database: db.dialect.engine }),
    )
  }
}
