import type { FastifyRequest } from 'fastify'
import { joinValuesOfQueryParameter } from '../../../core/join-values-of-query-parameter.ts'
import { splitListParameter } from '../../../core/schema/field-types.ts'

/**
 * The relations of `_links` whose resources a response shall contain, from the parameter `_embed`. Undefined without
 * it; `all` for `_embed` without names.
 */
export function parseRelationsToEmbed({ query }: FastifyRequest): ReadonlySet<string> | 'all' | undefined {
  const { _embed: sent } = query as { _embed?: unknown }
  if (sent === undefined) return undefined
  if (['', '1', 'true'].includes(joinValuesOfQueryParameter(sent))) return 'all'
  return new Set((splitListParameter(joinValuesOfQueryParameter(sent)) ?? []).map(String))
}

/** Whether the resources of a relation are to be embedded. */
export const isEmbeddingOfRelationRequested = (relations: ReadonlySet<string> | 'all', relation: string): boolean =>
  relations === 'all' || relations.has(relation)

/**
 * Adds related resources to a resource, as its member `_embedded`. Relations without related resources are left out.
 */
export function addEmbeddedResources<Resource extends object>(resource: Resource, embedded: Record<string, unknown>) {
  const present = Object.entries(embedded).filter(([, value]) => value !== undefined)
  return present.length > 0 ? { ...resource, _embedded: Object.fromEntries(present) } : resource
}
