import { displayedPostStatus, type PostColumns, type PostContent } from '../../../collections/posts/load-posts.ts'
import { postPageUrl } from '../../../collections/posts/present-post.ts'
import type { Scope } from '../../../collections/scope.ts'
import { KIND_PROPERTIES, type PostKind } from '../../../core/kinds.ts'
import { editableTextOfHtml } from '../../../core/text/editable-text.ts'
import { excerptOfHtml } from '../../../core/text/excerpt-of-html.ts'
import { slugify } from '../../../core/text/slug.ts'
import { instantToLocal } from '../../../core/time/instant.ts'

export interface PostOptions {
  /** Whether to include the fields of the context `edit`, for callers who may edit the post. Default: false. */
  isEditing?: boolean
  /** Value of the parameter `_fields`, which selects fields of the response; undefined: all fields. */
  fields?: unknown
}

/**
 * Converts an event, venue or organizer to a post of the WordPress REST API, with the fields that all types of posts
 * have.
 */
export function presentFieldsOfAllWordpressPostTypes(
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
    date: formatWordpressTime(post.published_at, scope.site.timezone),
    date_gmt: formatWordpressTime(post.published_at, 'UTC'),
    guid: { rendered: link, ...(isEditing && { raw: link }) },
    modified: formatWordpressTime(modified, scope.site.timezone),
    modified_gmt: formatWordpressTime(modified, 'UTC'),
    ...(isEditing && { password: '' }),
    slug,
    status: displayedPostStatus(post, scope.now),
    type: KIND_PROPERTIES[kind].postType,
    link,
    version: post.version,
    title: { ...(isEditing && { raw: title }), rendered: title },
    content: presentHtml(description, description, isEditing && { block_version: 0 }),
    excerpt: presentHtml(excerpt, excerpt || excerptOfHtml(description), isEditing && {}),
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
    ...(editing && { raw: editableTextOfHtml(stored) }),
    // WordPress ends every paragraph with a line feed.
    rendered: shown === '' ? '' : `${shown}\n`,
    protected: false,
    ...editing,
  }
}

/**
 * A time in the format of the WordPress REST API, e.g. `2031-05-01T10:00:00`.
 * @param instant seconds since 1970-01-01 UTC
 */
export const formatWordpressTime = (instant: number, timezone: string) =>
  instantToLocal(instant, timezone).replace(' ', 'T')
