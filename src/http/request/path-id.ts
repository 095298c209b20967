import type { FastifyRequest } from 'fastify'
import { parseId } from '../../core/schema/schema.ts'

/** The id in the path of a request. Leading zeros are accepted; 0, which no record has, for a number above the largest id. */
export const idInPath = ({ params }: Pick<FastifyRequest, 'params'>): number =>
  parseId((params as { id: string }).id.replace(/^0+(?=\d)/, '')) ?? 0
