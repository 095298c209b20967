import { mapRowsById } from '../../../../collections/posts/load-posts.ts'
import type { Scope } from '../../../../collections/scope.ts'
import { addEmbeddedResources, isEmbeddingOfRelationRequested } from '../embed-related-resources.ts'
import { presentPictureAsAttachment } from '../media/present-attachment.ts'
import { addPageUrlsToTerms, presentWordpressTerm } from '../terms/present-wordpress-term.ts'
import { listAccountsVisibleToCaller } from '../users/list-wordpress-users.ts'
import { presentWordpressUser } from '../users/present-user.ts'
import type { AnyPost } from './present-event-venue-or-organizer-as-post.ts'

/**
 * Adds `_embedded` to posts: author, picture and terms, with a fixed number of SQL statements for any number of posts.
 * @param relations the relations to embed
 */
export async function addEmbeddedResourcesToPosts(
  scope: Scope,
  posts: readonly AnyPost[],
  resources: readonly object[],
  relations: ReadonlySet<string> | 'all',
) {
  const wants = (relation: string) => isEmbeddingOfRelationRequested(relations, relation)
  const ids = [...new Set(posts.map(({ author_id }) => author_id))]
  const authors = mapRowsById(wants('author') ? await listAccountsVisibleToCaller(scope, ids) : [])
  return Promise.all(
    posts.map(async (post, index) => {
      const author = authors.get(post.author_id)
      return addEmbeddedResources(resources[index] as object, {
        author: author && [presentWordpressUser(scope, author, 'embed')],
        'wp:featuredmedia':
          wants('wp:featuredmedia') && post.image
            ? [presentPictureAsAttachment(scope, post.image, 'embed')]
            : undefined,
        'wp:term': wants('wp:term') && post.links ? await embeddedTerms(scope, post.links) : undefined,
      })
    }),
  )
}

async function embeddedTerms(scope: Scope, { tags, categories }: NonNullable<AnyPost['links']>) {
  const kinds = [
    ['tag', tags],
    ['category', categories],
  ] as const
  return Promise.all(
    kinds.map(async ([kind, terms]) =>
      (await addPageUrlsToTerms(scope, kind, terms)).map((term) => presentWordpressTerm(scope, kind, term, 'embed')),
    ),
  )
}
