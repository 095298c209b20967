import { addAncestorsToCategories, categoryPageUrl } from '../../../../collections/categories/index.ts'
import type { Scope } from '../../../../collections/scope.ts'
import type { TermRow } from '../../../../collections/terms/load-terms.ts'
import { TEC } from '../../../../core/faces.ts'
import { isHierarchicalKind, KIND_PROPERTIES, type TermKind } from '../../../../core/kinds.ts'
import {
  type Context,
  CURIES,
  createListWithOneWordpressLink,
  wordpressResourceUrl,
  wordpressRestBaseOfKind,
} from '../send-and-link-wordpress-resource.ts'

/** A category or tag with the URL of its page. */
export interface LinkedTerm {
  term: TermRow
  link: string
}

/** Adds to each category or tag the URL of its page. */
export async function addPageUrlsToTerms(
  scope: Scope,
  kind: TermKind,
  terms: readonly TermRow[],
): Promise<LinkedTerm[]> {
  const { urls } = scope
  if (kind === 'tag') return terms.map((term) => ({ term, link: urls.page(kind, term.text.slug) }))
  const categories = await addAncestorsToCategories(scope, terms)
  return categories.map((term) => ({ term, link: categoryPageUrl(scope, term)(urls, term.text) }))
}

/** Converts a category or tag to a term of the WordPress REST API. */
export function presentWordpressTerm(
  scope: Scope,
  kind: TermKind,
  { term, link }: LinkedTerm,
  context: Context = 'view',
) {
  const { id, count, parent_id, text, version } = term
  const isComplete = context !== 'embed'
  return {
    id,
    ...(isComplete && { count, description: text.description }),
    link,
    name: text.title,
    slug: text.slug,
    taxonomy: TEC.taxonomy[kind],
    ...(isComplete && isHierarchicalKind(kind) && { parent: parent_id ?? 0 }),
    ...(isComplete && { meta: [], version }),
    _links: termLinks(scope, kind, term),
  }
}

function termLinks(scope: Scope, kind: TermKind, { id, parent_id }: TermRow) {
  const base = wordpressRestBaseOfKind(kind)
  const list = wordpressResourceUrl(scope, `wp/v2/${base}`)
  const posts = wordpressResourceUrl(scope, `wp/v2/${KIND_PROPERTIES.event.postType}`, { [base]: id })
  return {
    self: createListWithOneWordpressLink(wordpressResourceUrl(scope, `wp/v2/${base}/${id}`)),
    collection: createListWithOneWordpressLink(list),
    about: createListWithOneWordpressLink(wordpressResourceUrl(scope, `wp/v2/taxonomies/${TEC.taxonomy[kind]}`)),
    ...(parent_id !== null && {
      up: createListWithOneWordpressLink(wordpressResourceUrl(scope, `wp/v2/${base}/${parent_id}`), {
        embeddable: true,
      }),
    }),
    'wp:post_type': createListWithOneWordpressLink(posts),
    curies: CURIES,
  }
}
