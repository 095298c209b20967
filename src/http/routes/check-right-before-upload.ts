import type { FastifyRequest } from 'fastify'
import { hasRight, type Right } from '../../core/caller.ts'
import { missingRightError, Problems } from '../../core/errors.ts'
import { createRequestScope, type Services } from '../request/create-request-scope.ts'

/**
 * Creates a hook that rejects users without a right. Register it as `onRequest` of a route that takes a file, so that
 * the body of a rejected request is not read.
 */
export const createHookThatChecksRightBeforeUpload =
  (services: Services, right: Right) => async (request: FastifyRequest) => {
    const problems = new Problems()
    await createRequestScope(services, request, request.query as Record<string, unknown>, problems)
    problems.throwIfAny()
    if (!hasRight(request.caller, right)) throw missingRightError(request.caller, right)
  }
