import type { FastifyInstance } from 'fastify'
import { CalendarError } from '../../core/errors.ts'
import { EXPOSITION_TYPE } from '../../core/exposition.ts'
import { SITE } from '../request/address.ts'
import { createBearerCheck } from '../request/bearer-token.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route looks at the credential by itself. */
    hasOwnCredential?: boolean
  }
}

export interface PublicMetrics {
  token: string
  text(): Promise<string>
}

/** The figures at the public address, for who has the token; to all others nothing is there. */
export function registerMetricsRoute(app: FastifyInstance, { token, text }: PublicMetrics): void {
  const isAllowed = createBearerCheck(token)
  const config = { hasOwnCredential: true }
  app.get(`${SITE}/metrics`, { config }, async (request, reply) => {
    if (!isAllowed(request.headers.authorization)) throw new CalendarError('rest_no_route')
    request.isPersonal = true
    return reply
      .header('cache-control', 'no-store')
      .type(EXPOSITION_TYPE)
      .send(await text())
  })
}
