import type { FastifyRequest } from 'fastify'
import { listEntries } from '../../../core/schema/schema.ts'

/**
 * The relations of `_links` whose resources a response shall contain, from the parameter `_embed`. Undefined without it; `all`
 * for `_embed` without names.
 */
export function embeddedRelations({ query }: FastifyRequest): ReadonlySet<string> | 'all' | undefined {
  const { _embed: sent } = query as { _embed?: unknown }
  if (sent === undefined) return undefined
  if (['', '1', 'true'].includes(String(sent))) return 'all'
  return new Set((listEntries(sent) ?? []).map(String))
}

/** Whether the resources of a relation are to be embedded. */
export const isEmbedded = (relations: ReadonlySet<string> | 'all', relation: string): boolean =>
  relations === 'all' || relations.has(relation)
