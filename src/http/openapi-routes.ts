import type { FastifyInstance } from 'fastify'
import { Problems } from '../core/errors.ts'
import { API } from './address.ts'
import { answer } from './answers.ts'
import type { Endpoint } from './endpoints.ts'
import { allowGet } from './index-routes.ts'
import { type Services, scopeOf } from './scope.ts'

/** The OpenAPI document of the face and root it is asked at. Built anew each time, which takes a few milliseconds. */
export function openapiRoutes(app: FastifyInstance, services: Services, endpoints: readonly Endpoint[]): void {
  app.get(`${API}/doc`, { onRequest: allowGet }, async (request, reply) => {
    const problems = new Problems()
    const scope = await scopeOf(services, request, request.query as Record<string, unknown>, problems)
    problems.throwIfAny()
    // Loaded when first asked for: the start of the server does not wait for it.
    const { documentOf } = await import('./openapi.ts')
    return answer(reply, documentOf({ ...scope, endpoints }))
  })
}
