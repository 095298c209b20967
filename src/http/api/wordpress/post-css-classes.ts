import type { EventLinks } from '../../../collections/events/links/load-links.ts'
import { displayedPostStatus, type PostColumns } from '../../../collections/posts/load-posts.ts'
import { TEC } from '../../../core/faces.ts'
import { KIND_PROPERTIES, type PostKind } from '../../../core/kinds.ts'

/** The CSS classes that WordPress themes give to a post. Only events have tags and categories (`links`). */
export function wordpressCssClassesOfPost(
  kind: PostKind,
  post: PostColumns & { links?: EventLinks },
  now: number,
): string[] {
  const { id, links } = post
  const type = KIND_PROPERTIES[kind].postType
  return [
    ...[`post-${id}`, type, `type-${type}`, `status-${displayedPostStatus(post, now)}`, 'hentry'],
    ...(links?.tags ?? []).map(({ text }) => `tag-${text.slug}`),
    ...(links?.categories ?? []).map(({ text }) => `${TEC.taxonomy.category}-${text.slug}`),
  ]
}
