import type { EventLinks } from '../../../../collections/events/links/load-links.ts'
import type { PostColumns, PostContent } from '../../../../collections/posts/load-posts.ts'
import type { Scope } from '../../../../collections/scope.ts'
import { TEC } from '../../../../core/faces.ts'
import { KIND_PROPERTIES, type PostKind } from '../../../../core/kinds.ts'
import { wordpressCssClassesOfPost } from '../post-css-classes.ts'
import { presentFieldsOfAllWordpressPostTypes } from '../present-fields-of-all-post-types.ts'
import {
  type Context,
  CURIES,
  createListWithOneWordpressLink,
  wordpressResourceUrl,
  wordpressRestBaseOfKind,
} from '../send-and-link-wordpress-resource.ts'

/** An event, venue or organizer. Only events have `links`: their venues, organizers, categories and tags. */
export type AnyPost = PostColumns & PostContent & { links?: EventLinks }

/** The fields of a post in the context `embed`. */
const EMBEDDED_FIELDS = ['id', 'date', 'slug', 'type', 'link', 'title', 'excerpt', 'author', 'featured_media'] as const

/** Converts an event, venue or organizer to a post of `wp/v2`. */
export function presentPostForWordpressApi(scope: Scope, kind: PostKind, post: AnyPost, context: Context = 'view') {
  const common = presentFieldsOfAllWordpressPostTypes(scope, kind, post, { isEditing: context === 'edit' })
  const _links = postLinks(scope, kind, post)
  if (context === 'embed') {
    return { ...Object.fromEntries(EMBEDDED_FIELDS.map((field) => [field, common[field]])), _links }
  }
  const idsOf = (records: readonly { id: number }[]) => records.map(({ id }) => id)
  return {
    ...common,
    meta: [],
    ...(post.links && { tags: idsOf(post.links.tags), tribe_events_cat: idsOf(post.links.categories) }),
    class_list: wordpressCssClassesOfPost(kind, post, scope.now),
    _links,
  }
}

function postLinks(scope: Scope, kind: PostKind, post: AnyPost) {
  const base = `wp/v2/${wordpressRestBaseOfKind(kind)}`
  const terms = (['tag', 'category'] as const).map((term) => ({
    taxonomy: TEC.taxonomy[term],
    embeddable: true,
    href: wordpressResourceUrl(scope, `wp/v2/${wordpressRestBaseOfKind(term)}`, { post: post.id }),
  }))
  return {
    self: createListWithOneWordpressLink(wordpressResourceUrl(scope, `${base}/${post.id}`)),
    collection: createListWithOneWordpressLink(wordpressResourceUrl(scope, base)),
    about: createListWithOneWordpressLink(wordpressResourceUrl(scope, `wp/v2/types/${KIND_PROPERTIES[kind].postType}`)),
    author: createListWithOneWordpressLink(wordpressResourceUrl(scope, `wp/v2/users/${post.author_id}`), {
      embeddable: true,
    }),
    ...(post.image && {
      'wp:featuredmedia': createListWithOneWordpressLink(wordpressResourceUrl(scope, `wp/v2/media/${post.image.id}`), {
        embeddable: true,
      }),
    }),
    ...(post.links && { 'wp:term': terms }),
    curies: CURIES,
  }
}
