import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/database.ts'
import { SITE } from './address.ts'
import { answer } from './answers.ts'

/** `live`: the process answers. `ready`: so does its database. Fails with 503 `database_unavailable`. */
export function healthRoutes(app: FastifyInstance, db: Database): void {
  const ready = { onRequest: () => db.ping() }
  app.get(`${SITE}/health/live`, (_request, reply) => answer(reply, { status: 'ok' }))
  for (const path of ['/health', '/health/ready']) {
    app.get(SITE + path, ready, (_request, reply) => answer(reply, { status: 'ok', database: db.dialect.engine }))
  }
}
