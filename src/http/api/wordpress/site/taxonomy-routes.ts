import type { Scope } from '../../../../collections/scope.ts'
import { hasRight } from '../../../../core/caller.ts'
import { CalendarError, forbiddenError } from '../../../../core/errors.ts'
import { TEC } from '../../../../core/faces.ts'
import { isHierarchicalKind, KIND_PROPERTIES, TERM_KINDS, type TermKind } from '../../../../core/kinds.ts'
import { formatMessage } from '../../../../core/messages/index.ts'
import { requiredTextField, Type } from '../../../../core/schema/field-types.ts'
import { createOptionalParameterSet } from '../../../../core/schema/parameter-set.ts'
import type { Services } from '../../../request/create-request-scope.ts'
import { createHandlerThatChecksParametersAndRight } from '../../../routes/handler-that-checks-parameters-and-right.ts'
import type { Route } from '../../../routes/route.ts'
import {
  type Context,
  CURIES,
  contextParameter,
  createListWithOneWordpressLink,
  resourceParameters,
  sendWordpressResource,
  wordpressResourceUrl,
  wordpressRestBaseOfKind,
} from '../send-and-link-wordpress-resource.ts'

/** The post type whose posts have categories and tags. */
const TAGGED_TYPE = KIND_PROPERTIES.event.postType

const listParameters = createOptionalParameterSet(Type.Object({ ...contextParameter, type: requiredTextField() }))

/** The routes that describe the taxonomies: `/wp/v2/taxonomies` and `/wp/v2/taxonomies/<slug>`. */
export const wordpressTaxonomyRoutes = (services: Services): Route[] => [
  {
    base: 'wordpress',
    path: '/wp/v2/taxonomies',
    methods: ['GET'],
    ...createHandlerThatChecksParametersAndRight(services, {
      right: 'anyone',
      parameters: listParameters,
      respond(checked) {
        const { scope, values } = checked
        if (values.context === 'edit' && !canAssign(scope)) throw forbiddenError(scope.caller, 'rest_cannot_view')
        const kinds = values.type === undefined || values.type === TAGGED_TYPE ? TERM_KINDS : []
        const taxonomies = kinds.map((kind) => [TEC.taxonomy[kind], presentTaxonomy(scope, kind, values.context)])
        return sendWordpressResource(checked, Object.fromEntries(taxonomies))
      },
    }),
  },
  {
    base: 'wordpress',
    path: '/wp/v2/taxonomies/{taxonomy}',
    methods: ['GET'],
    ...createHandlerThatChecksParametersAndRight(services, {
      right: 'anyone',
      parameters: resourceParameters,
      respond(checked) {
        const { request, scope, values } = checked
        const slug = (request.params as { taxonomy: string }).taxonomy
        const kind = TERM_KINDS.find((one) => TEC.taxonomy[one] === slug)
        if (!kind) throw new CalendarError('rest_taxonomy_invalid')
        if (values.context === 'edit' && !canAssign(scope)) throw forbiddenError(scope.caller, 'rest_forbidden_context')
        return sendWordpressResource(checked, presentTaxonomy(scope, kind, values.context))
      },
    }),
  },
]

/** Whether the user may give categories and tags to events. */
const canAssign = ({ caller }: Scope) => hasRight(caller, 'posts:create')

function presentTaxonomy(scope: Scope, kind: TermKind, context: Context = 'view') {
  const slug = TEC.taxonomy[kind]
  const name = formatMessage(scope.language, `wordpress.${kind}`)
  const always = { name, slug, rest_base: wordpressRestBaseOfKind(kind), rest_namespace: 'wp/v2' }
  const _links = {
    collection: createListWithOneWordpressLink(wordpressResourceUrl(scope, 'wp/v2/taxonomies')),
    'wp:items': createListWithOneWordpressLink(wordpressResourceUrl(scope, `wp/v2/${wordpressRestBaseOfKind(kind)}`)),
    curies: CURIES,
  }
  if (context === 'embed') return { ...always, _links }
  return {
    ...always,
    description: '',
    types: [TAGGED_TYPE],
    hierarchical: isHierarchicalKind(kind),
    ...(context === 'edit' && {
      capabilities: {
        manage_terms: 'manage_categories',
        edit_terms: 'manage_categories',
        delete_terms: 'manage_categories',
        assign_terms: 'edit_tribe_events',
      },
      labels: { name },
      show_cloud: true,
      visibility: {
        public: true,
        publicly_queryable: true,
        show_admin_column: true,
        show_in_nav_menus: true,
        show_in_quick_edit: true,
        show_ui: true,
      },
    }),
    _links,
  }
}
