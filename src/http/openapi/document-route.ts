import type { FastifyInstance } from 'fastify'
import { Problems } from '../../core/errors.ts'
import { API_PREFIX } from '../request/address.ts'
import { createScope, type Services } from '../request/scope.ts'
import { sendJson } from '../response/json.ts'
import type { Endpoint } from './endpoints.ts'
import { allowGet } from './index-route.ts'

/** The OpenAPI document of the face and root it is asked at. Built anew each time, which takes a few milliseconds. */
export function registerDocumentRoute(app: FastifyInstance, services: Services, endpoints: readonly Endpoint[]): void {
  app.get(`${API_PREFIX}/doc`, { onRequest: allowGet }, async (request, reply) => {
    const problems = new Problems()
    const scope = await createScope(services, request, request.query as Record<string, unknown>, problems)
    problems.throwIfAny()
    // Loaded when first asked for: the start of the server does not wait for it.
    const { documentOf } = await import('./document.ts')
    return sendJson(reply, documentOf({ ...scope, endpoints }))
  })
}
