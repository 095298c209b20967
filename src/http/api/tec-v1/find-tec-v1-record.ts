import type { FastifyRequest } from 'fastify'
import { findPostOfAnyKind } from '../../../collections/posts/load-posts.ts'
import type { WriteScope } from '../../../collections/records/write-records.ts'
import { hasRight } from '../../../core/caller.ts'
import { CalendarError, forbiddenError, Problems } from '../../../core/errors.ts'
import { parseId } from '../../../core/schema/field-types.ts'
import { createRequestScope, type Services } from '../../request/create-request-scope.ts'
import { acknowledgesExperimentalApi } from '../../request/experimental-acknowledgement.ts'
import { isWriteRequest } from '../../request/read-and-write-methods.ts'
import type { RecordRequest } from '../find-and-send-record.ts'
import type { Resource } from './tec-v1-resources.ts'

/**
 * Checks the header `X-TEC-EEA`, by which clients of the tec/v1 API accept that it is experimental. Call after the
 * checks of parameters and rights.
 * @throws {CalendarError} when the request lacks the header
 */
export function requireExperimentalAcknowledgement({ raw }: FastifyRequest): void {
  if (!acknowledgesExperimentalApi(raw.headers))
    throw new CalendarError('missing_experimental_endpoint_acknowledgement')
}

/**
 * Finds the record whose id is in the path, for a caller who may read it or, for a write, edit it. Sets the `Allow`
 * header to the methods that the caller may use on it.
 * @param problems invalid parameters, which are thrown before the rights are checked
 * @throws {CalendarError} 401 or 403 without the right and for unknown ids; in the order in which The Events Calendar
 * checks
 */
export async function findTecV1RecordOfRequest(
  services: Services,
  { collection, kind }: Resource,
  { request, reply, everyMethod, sent }: RecordRequest,
  problems = new Problems(),
): Promise<{ scope: WriteScope; row: { id: number; version: number; status: string } }> {
  const isChange = isWriteRequest(request)
  const scope = await createRequestScope(services, request, sent, problems)
  const { id: idText } = request.params as { id: string }
  const id = parseId(idText.replace(/^0+(?=\d)/, '')) ?? 0
  const row = id === 0 ? undefined : await collection.find(scope, { id })
  // The id in the body may also be that of the repeated event, because responses with one of its dates contain that id
  // as `id`.
  const ownIds = [id, (row as { repeat_id?: number } | undefined)?.repeat_id]
  if (isChange && Object.hasOwn(sent, 'id') && !ownIds.includes(parseId(sent.id))) problems.add('id', 'reason.other-id')
  problems.throwIfAny()
  const { rights } = collection
  if (row === undefined) {
    const other = await findPostOfAnyKind(scope.db, id)
    if (other && rights.canEdit(scope.caller, other)) reply.header('allow', everyMethod.replace('GET, ', ''))
    // For id 0, The Events Calendar sends editors the error for an unknown record instead of a missing right.
    if (Number(idText) === 0 && hasRight(scope.caller, 'posts:edit-others')) {
      reply.header('allow', everyMethod)
      throw new CalendarError(`${kind}-not-found`)
    }
    throw forbiddenError(scope.caller)
  }
  const mayEdit = rights.canEdit(scope.caller, row)
  if (mayEdit) reply.header('allow', everyMethod)
  if (!(isChange ? mayEdit : rights.canRead(scope, row))) throw forbiddenError(scope.caller)
  requireExperimentalAcknowledgement(request)
  return { scope, row }
}
