import { accountsById } from '../../../../accounts/authors.ts'
import type { Scope } from '../../../../collections/collection.ts'
import { mapById } from '../../../../collections/posts/read.ts'
import { isEmbedded } from '../embedding.ts'
import { presentAttachment } from '../media/present.ts'
import { presentWordpressTerm, withPageUrls } from '../terms/present.ts'
import { presentUser } from '../users/present.ts'
import type { AnyPost } from './present.ts'

/**
 * Adds `_embedded` to posts: author, picture and terms, without one request for each. Whoever may read a post may read what
 * is embedded in it.
 * @param relations the relations to embed
 */
export async function embedInPosts(
  scope: Scope,
  posts: readonly AnyPost[],
  resources: readonly object[],
  relations: ReadonlySet<string> | 'all',
) {
  const wants = (relation: string) => isEmbedded(relations, relation)
  const ids = [...new Set(posts.map(({ author_id }) => author_id))]
  const authors = mapById(wants('author') ? await accountsById(scope.db, ids) : [])
  return Promise.all(
    posts.map(async (post, index) => {
      const author = authors.get(post.author_id)
      const _embedded = {
        ...(author && { author: [presentUser(scope, author, 'embed')] }),
        ...(wants('wp:featuredmedia') &&
          post.image && { 'wp:featuredmedia': [presentAttachment(scope, post.image, 'embed')] }),
        ...(wants('wp:term') && post.links && { 'wp:term': await embeddedTerms(scope, post.links) }),
      }
      return Object.keys(_embedded).length > 0 ? { ...resources[index], _embedded } : resources[index]
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
      (await withPageUrls(scope, kind, terms)).map((term) => presentWordpressTerm(scope, kind, term, 'embed')),
    ),
  )
}
