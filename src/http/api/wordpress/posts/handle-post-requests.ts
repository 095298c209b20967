import type { FastifyReply } from 'fastify'
import { COLLECTION_BY_KIND } from '../../../../collections/collection-by-kind.ts'
import { CalendarError, forbiddenError, Problems } from '../../../../core/errors.ts'
import type { PostKind } from '../../../../core/kinds.ts'
import { countListPages } from '../../../../core/list-page.ts'
import { toAsciiUrl } from '../../../../core/urls.ts'
import { parseIdInRequestPath } from '../../../request/parse-id-in-request-path.ts'
import { addLinkHeader } from '../../../response/api-headers.ts'
import { setEntityTagOfRecordVersion } from '../../../response/entity-tag.ts'
import type { Checked } from '../../../routes/handler-that-checks-parameters-and-right.ts'
import { parseRelationsToEmbed } from '../embed-related-resources.ts'
import { createWordpressPageRequest, parametersOfNextAndPreviousPageLinks } from '../list-parameters.ts'
import { type Context, sendWordpressResource, wordpressRestBaseOfKind } from '../send-and-link-wordpress-resource.ts'
import { setWordpressListHeaders } from '../set-list-headers.ts'
import { addEmbeddedResourcesToPosts } from './embed-resources-in-posts.ts'
import { listPageOfPosts, loadPostsByIds } from './list-page-of-posts.ts'
import { convertPostListQueryToFilter, type PostListQuery } from './post-list-parameters.ts'
import { type AnyPost, presentPostForWordpressApi } from './present-event-venue-or-organizer-as-post.ts'

/** The functions of this file handle the requests to the routes of events, venues and organizers. */

type Request<Values> = Checked<Values, undefined>

export async function handleListWordpressPosts(kind: PostKind, checked: Request<PostListQuery>): Promise<FastifyReply> {
  const { request, reply, scope, values } = checked
  const { caller } = scope
  if (values.context === 'edit' && !COLLECTION_BY_KIND[kind].rights.canCreate(caller)) {
    throw forbiddenError(caller, 'rest_forbidden_context')
  }
  if (values.orderby === 'relevance' && !values.search) throw new CalendarError('rest_no_search_term_defined')
  const page = createWordpressPageRequest(values)
  const order = { by: values.orderby ?? 'date', direction: values.order === 'asc' ? 'ASC' : 'DESC' } as const
  const filter = convertPostListQueryToFilter(values, scope.site.timezone)
  const { rows, total } = await listPageOfPosts(scope, kind, { filter, order, page }, new Problems())
  if (total > 0 && page.page > countListPages(total, page.perPage))
    throw new CalendarError('rest_post_invalid_page_number')
  const sent = parametersOfNextAndPreviousPageLinks(request.query as Record<string, unknown>, values)
  setWordpressListHeaders(
    reply,
    `${scope.urls.apiRoot}wp/v2/${wordpressRestBaseOfKind(kind)}`,
    { ...page, total },
    sent,
  )
  reply.header('content-language', scope.language)
  return sendWordpressResource(checked, await presentPosts(kind, checked, rows, values.context))
}

export async function handleReadWordpressPost(
  kind: PostKind,
  checked: Request<{ context?: Context }>,
): Promise<FastifyReply> {
  const { reply, scope, values } = checked
  const post = await findPostInPath(kind, checked)
  const { canEdit, canRead } = COLLECTION_BY_KIND[kind].rights
  if (values.context === 'edit' && !canEdit(scope.caller, post)) {
    throw forbiddenError(scope.caller, 'rest_forbidden_context')
  }
  if (!canRead(scope, post)) throw forbiddenError(scope.caller)
  const [resource] = await presentPosts(kind, checked, [post], values.context)
  const { link } = resource as { link: string }
  reply.header('content-language', post.text.language)
  setEntityTagOfRecordVersion(reply, post)
  addLinkHeader(reply, `<${toAsciiUrl(link)}>; rel="alternate"; type=text/html`)
  return sendWordpressResource(checked, resource)
}

/**
 * Refuses to change or delete a post, because clients write through the native API or those of The Events Calendar.
 * @param code error code for callers who lack the right to do so in those APIs too
 */
export async function refuseWordpressPostWrite(
  kind: PostKind,
  checked: Request<unknown>,
  code: 'rest_cannot_edit' | 'rest_cannot_delete',
): Promise<never> {
  const post = await findPostInPath(kind, checked)
  const { caller } = checked.scope
  throw COLLECTION_BY_KIND[kind].rights.canEdit(caller, post)
    ? new CalendarError('rest_read_only')
    : forbiddenError(caller, code)
}

/**
 * Finds the post whose id is in the path, and sets the `Allow` header to the methods that the caller may use on it.
 * @throws {CalendarError} `rest_post_invalid_id` when no post of this kind has the id
 */
async function findPostInPath(
  kind: PostKind,
  { request, reply, scope, everyMethod }: Request<unknown>,
): Promise<AnyPost> {
  const [post] = await loadPostsByIds(scope, kind, [parseIdInRequestPath(request)])
  if (!post) throw new CalendarError('rest_post_invalid_id')
  if (COLLECTION_BY_KIND[kind].rights.canEdit(scope.caller, post)) reply.header('allow', everyMethod)
  return post
}

/**
 * Presents posts with their embedded resources. If the request has `context=edit`, posts that the caller may not edit
 * get the fields of the context `view`.
 */
async function presentPosts(
  kind: PostKind,
  { request, scope }: Request<unknown>,
  posts: readonly AnyPost[],
  context: Context = 'view',
) {
  const { canEdit } = COLLECTION_BY_KIND[kind].rights
  const resources = posts.map((post) =>
    presentPostForWordpressApi(
      scope,
      kind,
      post,
      context === 'edit' && !canEdit(scope.caller, post) ? 'view' : context,
    ),
  )
  const relations = parseRelationsToEmbed(request)
  return relations === undefined ? resources : addEmbeddedResourcesToPosts(scope, posts, resources, relations)
}
