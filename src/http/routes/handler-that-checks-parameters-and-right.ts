import type { FastifyReply, FastifyRequest } from 'fastify'
import type { WriteScope } from '../../collections/records/write-records.ts'
import { hasRight, type Right } from '../../core/caller.ts'
import { missingRightError, Problems } from '../../core/errors.ts'
import type { ParameterSet } from '../../core/schema/parameter-set.ts'
import { fieldsInBodyAndQueryOfWriteRequest } from '../request/body-parsers.ts'
import { createRequestScope, type Services } from '../request/create-request-scope.ts'
import { isWriteRequest } from '../request/read-and-write-methods.ts'
import type { Route } from './route.ts'

/** A request whose parameters are valid and whose user has the right to send it. */
export interface Checked<Values, Prepared> {
  request: FastifyRequest
  reply: FastifyReply
  scope: WriteScope
  values: Values
  prepared: Prepared
  /** Value of the `Allow` header with all methods of the path, for users who may edit the record. */
  everyMethod: string
}

interface CheckedHandler<Values, Prepared> {
  right: 'anyone' | Right
  parameters?: ParameterSet<Values>
  /**
   * Converts parameter values whose validity depends on the site, and reports invalid ones. Runs before the right of
   * the user is checked.
   */
  prepare?(scope: WriteScope, values: Values, problems: Problems): Prepared
  respond(checked: Checked<Values, Prepared>): Promise<FastifyReply> | FastifyReply
}

/**
 * Creates the members `right`, `parameters` and `handle` of a route whose path contains no record. The handler checks
 * all parameters and the language, then the right of the user (API contract), and then calls `respond`.
 */
export function createHandlerThatChecksParametersAndRight<Values = Record<never, never>, Prepared = undefined>(
  services: Services,
  { right, parameters, prepare, respond }: CheckedHandler<Values, Prepared>,
): Pick<Route, 'right' | 'handle'> & { parameters?: ParameterSet<Values> } {
  return {
    right,
    ...(parameters && { parameters }),
    async handle(request, reply, everyMethod) {
      const sent = isWriteRequest(request)
        ? fieldsInBodyAndQueryOfWriteRequest(request)
        : (request.query as Record<string, unknown>)
      const problems = new Problems()
      const scope = await createRequestScope(services, request, sent, problems)
      const values = parameters?.read(sent, problems) ?? ({} as Values)
      const prepared = prepare?.(scope, values, problems) as Prepared
      problems.throwIfAny()
      if (right !== 'anyone' && !hasRight(scope.caller, right)) throw missingRightError(scope.caller, right)
      return respond({ request, reply, scope, values, prepared, everyMethod })
    },
  }
}
