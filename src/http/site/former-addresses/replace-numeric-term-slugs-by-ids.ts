import type { Scope } from '../../../collections/scope.ts'
import { selectRecordIdsBySlug } from '../../../collections/texts/find-by-slug.ts'
import { TEC_TERM_NAMES } from '../../../pages/parse-event-filter-of-page.ts'

/**
 * Replaces slugs that consist of digits by ids in the parameters of WordPress that name a category or tag: `?tag=18`
 * selects the tag with the slug `18`, but filters read digits as an id.
 */
export async function replaceNumericTermSlugsByIds(
  scope: Scope,
  query: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const replaced = { ...query }
  for (const [name, kind] of Object.entries(TEC_TERM_NAMES)) {
    const slug = query[name]
    if (typeof slug !== 'string' || !/^\d+$/.test(slug)) continue
    const [id] = await selectRecordIdsBySlug(scope, kind, slug)
    if (id !== undefined) replaced[name] = String(id)
  }
  return replaced
}
