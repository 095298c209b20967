import type { FastifyRequest } from 'fastify'
import type { Problems } from '../../core/errors.ts'
import { parseId } from '../../core/schema/field-types.ts'

/**
 * The id in the path of a request, which may have leading zeros. If the number is larger than any id, returns 0, which
 * no record has.
 */
export const parseIdInRequestPath = ({ params }: Pick<FastifyRequest, 'params'>): number =>
  parseId((params as { id: string }).id.replace(/^0+(?=\d)/, '')) ?? 0

/** Adds a problem if the fields of a request contain an id as well, and it differs from the id in the path. */
export function checkBodyIdMatchesPath(sent: Record<string, unknown>, id: number, problems: Problems): void {
  if (Object.hasOwn(sent, 'id') && parseId(sent.id) !== id) problems.add('id', 'reason.other-id')
}
