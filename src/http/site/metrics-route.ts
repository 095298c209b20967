import type { FastifyInstance } from 'fastify'
import { CalendarError } from '../../core/errors.ts'
import { PROMETHEUS_CONTENT_TYPE } from '../../core/prometheus-format.ts'
import { createBearerTokenCheck } from '../request/bearer-token.ts'
import { SITE_PREFIX } from '../request/parse-request-url.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Whether the route checks the `Authorization` header itself, so that `registerAuthentication` ignores the header.
     */
    hasOwnCredential?: boolean
  }
}

export interface PublicMetrics {
  token: string
  text(): Promise<string>
}

/**
 * Serves the metrics at `/metrics` to clients with the bearer token. Other clients get 404, as if the route did not
 * exist.
 */
export function registerMetricsRoute(app: FastifyInstance, { token, text }: PublicMetrics): void {
  const isAllowed = createBearerTokenCheck(token)
  const config = { hasOwnCredential: true }
  app.get(`${SITE_PREFIX}/metrics`, { config }, async (request, reply) => {
    if (!isAllowed(request.headers.authorization)) throw new CalendarError('rest_no_route')
    request.hasPrivateResponse = true
    return reply
      .header('cache-control', 'no-store')
      .type(PROMETHEUS_CONTENT_TYPE)
      .send(await text())
  })
}
