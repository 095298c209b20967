import type { FastifyReply, FastifyRequest } from 'fastify'
import type { WriteScope } from '../../collections/records/write.ts'
import { can, type Right } from '../../core/caller.ts'
import { forbiddenError, Problems } from '../../core/errors.ts'
import type { ParameterSet } from '../../core/schema/parameters.ts'
import { writeFields } from '../request/body-parsers.ts'
import { createScope, type Services } from '../request/scope.ts'
import type { Route } from './route.ts'

/** A request whose parameters and right were checked. */
export interface Checked<Values, Prepared> {
  request: FastifyRequest
  reply: FastifyReply
  scope: WriteScope
  values: Values
  prepared: Prepared
}

interface CheckedHandler<Values, Prepared> {
  right: 'anyone' | Right
  parameters?: ParameterSet<Values>
  /** Converts parameters and adds problems where that depends on the site. Runs before the right is checked. */
  prepare?(scope: WriteScope, values: Values, problems: Problems): Prepared
  respond(checkedHandler: Checked<Values, Prepared>): Promise<FastifyReply> | FastifyReply
}

/**
 * Right, parameters and handler of a route without a record in its path. The handler checks all parameters, with the
 * language, before the right (contract), and calls `respond` if everything is valid.
 */
export function checkedHandler<Values = Record<never, never>, Prepared = undefined>(
  services: Services,
  { right, parameters, prepare, respond }: CheckedHandler<Values, Prepared>,
): Pick<Route, 'right' | 'handle'> & { parameters?: ParameterSet<Values> } {
  return {
    right,
    ...(parameters && { parameters }),
    async handle(request, reply) {
      const isWrite = request.method !== 'GET' && request.method !== 'HEAD'
      const sent = isWrite ? writeFields(request) : (request.query as Record<string, unknown>)
      const problems = new Problems()
      const scope = await createScope(services, request, sent, problems, { isWrite })
      const values = parameters?.read(sent, problems) ?? ({} as Values)
      const prepared = prepare?.(scope, values, problems) as Prepared
      problems.throwIfAny()
      if (right !== 'anyone' && !can(scope.caller, right)) throw forbiddenError(scope.caller)
      return respond({ request, reply, scope, values, prepared })
    },
  }
}
