import type { Scope } from '../../../../collections/scope.ts'
import { hasRight } from '../../../../core/caller.ts'
import { CalendarError, forbiddenError } from '../../../../core/errors.ts'
import { TEC } from '../../../../core/faces.ts'
import { KIND_PROPERTIES, POST_KINDS, type PostKind } from '../../../../core/kinds.ts'
import { formatMessage } from '../../../../core/messages/index.ts'
import type { Services } from '../../../request/create-request-scope.ts'
import { createHandlerThatChecksParametersAndRight } from '../../../routes/handler-that-checks-parameters-and-right.ts'
import type { Route } from '../../../routes/route.ts'
import {
  type Context,
  CURIES,
  createListWithOneWordpressLink,
  resourceParameters,
  sendWordpressResource,
  wordpressResourceUrl,
} from '../send-and-link-wordpress-resource.ts'
import { capabilityNamesOfPostType } from '../user-capabilities.ts'

/** A post type of WordPress: a kind of posts, or the pictures (`attachment`). */
interface PostType {
  slug: string
  kind: PostKind | 'picture'
  restBase: string
  icon: string | null
  taxonomies: readonly string[]
}

const POST_TYPES: readonly PostType[] = [
  ...POST_KINDS.map((kind) => {
    const slug = KIND_PROPERTIES[kind].postType
    const isEvent = kind === 'event'
    const taxonomies = isEvent ? [TEC.taxonomy.tag, TEC.taxonomy.category] : []
    return { slug, kind, restBase: slug, icon: isEvent ? 'dashicons-calendar' : null, taxonomies }
  }),
  { slug: 'attachment', kind: 'picture', restBase: 'media', icon: 'dashicons-admin-media', taxonomies: [] },
]

/** The routes that describe the post types: `/wp/v2/types` and `/wp/v2/types/<slug>`. */
export const wordpressPostTypeRoutes = (services: Services): Route[] => [
  {
    base: 'wordpress',
    path: '/wp/v2/types',
    methods: ['GET'],
    ...createHandlerThatChecksParametersAndRight(services, {
      right: 'anyone',
      parameters: resourceParameters,
      respond(checked) {
        const { scope, values } = checked
        if (values.context === 'edit' && !hasRight(scope.caller, 'posts:create'))
          throw forbiddenError(scope.caller, 'rest_cannot_view')
        const types = POST_TYPES.map((type) => [type.slug, presentType(scope, type, values.context)])
        return sendWordpressResource(checked, Object.fromEntries(types))
      },
    }),
  },
  {
    base: 'wordpress',
    path: '/wp/v2/types/{type}',
    methods: ['GET'],
    ...createHandlerThatChecksParametersAndRight(services, {
      right: 'anyone',
      parameters: resourceParameters,
      respond(checked) {
        const { request, scope, values } = checked
        const slug = (request.params as { type: string }).type
        const type = POST_TYPES.find((one) => one.slug === slug)
        if (!type) throw new CalendarError('rest_type_invalid')
        if (values.context === 'edit' && !hasRight(scope.caller, 'posts:create'))
          throw forbiddenError(scope.caller, 'rest_forbidden_context')
        return sendWordpressResource(checked, presentType(scope, type, values.context))
      },
    }),
  },
]

function presentType(scope: Scope, { slug, kind, restBase, icon, taxonomies }: PostType, context: Context = 'view') {
  const name = formatMessage(scope.language, `wordpress.${kind}`)
  const always = { name, slug, icon, rest_base: restBase, rest_namespace: 'wp/v2' }
  const _links = {
    collection: createListWithOneWordpressLink(wordpressResourceUrl(scope, 'wp/v2/types')),
    'wp:items': createListWithOneWordpressLink(wordpressResourceUrl(scope, `wp/v2/${restBase}`)),
    curies: CURIES,
  }
  if (context === 'embed') return { ...always, _links }
  return {
    ...always,
    description: '',
    hierarchical: false,
    has_archive: kind === 'event',
    taxonomies,
    template: [],
    template_lock: false,
    ...(context === 'edit' && {
      ...(kind !== 'picture' && { capabilities: capabilityNamesOfPostType(kind) }),
      labels: { name },
      supports: { title: true, editor: true, excerpt: true, author: true, thumbnail: true },
      viewable: true,
      visibility: { show_in_nav_menus: true, show_ui: true },
    }),
    _links,
  }
}
