import type { Scope } from '../../../collections/collection.ts'
import { postPageUrl } from '../../../collections/posts/present.ts'
import { displayedStatus, type PostColumns, type PostContent } from '../../../collections/posts/read.ts'
import { KIND_PROPERTIES, type PostKind } from '../../../core/kinds.ts'
import { editableText } from '../../../core/text/editable-text.ts'
import { excerptOf } from '../../../core/text/excerpt.ts'
import { slugify } from '../../../core/text/slug.ts'
import { instantToLocal } from '../../../core/time/instant.ts'

export interface PostOptions {
  /** Whether to include the fields of the context `edit`, for callers who may edit the post. Default: false. */
  isEditing?: boolean
  /** The parameter `_fields`; undefined: all fields. */
  fields?: unknown
}

/**
 * Converts an event, venue or organizer to a post of the WordPress REST API, with the fields that all types of posts have.
 */
export function presentWordpressPost(
  scope: Scope,
  kind: PostKind,
  post: PostColumns & PostContent,
  { isEditing = false }: PostOptions = {},
) {
  const { description, excerpt, slug, title } = post.text
  const link = postPageUrl(scope, kind, post)(scope.urls, post.text)
  const modified = post.modified_at ?? post.created_at
  return {
    id: post.id,
    date: wordpressTime(post.published_at, scope.site.timezone),
    date_gmt: wordpressTime(post.published_at, 'UTC'),
    guid: { rendered: link, ...(isEditing && { raw: link }) },
    modified: wordpressTime(modified, scope.site.timezone),
    modified_gmt: wordpressTime(modified, 'UTC'),
    ...(isEditing && { password: '' }),
    slug,
    status: displayedStatus(post, scope.now),
    type: KIND_PROPERTIES[kind].postType,
    link,
    version: post.version,
    title: { ...(isEditing && { raw: title }), rendered: title },
    content: presentHtml(description, description, isEditing && { block_version: 0 }),
    excerpt: presentHtml(excerpt, excerpt || excerptOf(description), isEditing && {}),
    author: post.author_id,
    featured_media: post.image?.id ?? 0,
    template: '',
    ...(isEditing && {
      permalink_template: `${scope.urls.page(kind, '%pagename%')}`,
      generated_slug: slugify(title, post.text.language),
    }),
  }
}

/**
 * Presents a description or excerpt as the object that WordPress clients expect, with its HTML as `rendered`.
 * @param editing additional fields for the context `edit`, in which the object also contains the source text (`raw`);
 * false in other contexts
 */
function presentHtml(stored: string, shown: string, editing: false | Record<string, unknown>) {
  return {
    ...(editing && { raw: editableText(stored) }),
    // WordPress ends every paragraph with a line feed.
    rendered: shown === '' ? '' : `${shown}\n`,
    protected: false,
    ...editing,
  }
}

/** A time in the format of the WordPress REST API, e.g. `2031-05-01T10:00:00`. @param instant seconds since 1970-01-01 UTC */
export const wordpressTime = (instant: number, timezone: string) => instantToLocal(instant, timezone).replace(' ', 'T')
