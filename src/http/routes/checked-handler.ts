import type { FastifyReply, FastifyRequest } from 'fastify'
import type { WriteScope } from '../../collections/records/write.ts'
import { can, type Right } from '../../core/caller.ts'
import { forbidden, Problems } from '../../core/errors.ts'
import type { ParameterSet } from '../../core/schema/parameters.ts'
import { writeFields } from '../request/body-parsers.ts'
import { createScope, type Services } from '../request/scope.ts'
import type { Route } from './route.ts'

/** A request after its checks. */
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
  /** Checks and conversions that depend on the site; they run before the right is checked. */
  prepare?(scope: WriteScope, values: Values, problems: Problems): Prepared
  respond(checkedHandler: Checked<Values, Prepared>): Promise<FastifyReply> | FastifyReply
}

/**
 * The right, the parameters and the handler of a route that names no record. The handler checks in the order of the
 * contract: all parameters, the language among them, then the right.
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
      if (right !== 'anyone' && !can(scope.caller, right)) throw forbidden(scope.caller)
      return respond({ request, reply, scope, values, prepared })
    },
  }
}
