import type { FastifyReply } from 'fastify'
import { postPageUrl } from '../../../collections/posts/present-post.ts'
import { type FoundPost, searchPosts } from '../../../collections/posts/select-posts.ts'
import type { Scope } from '../../../collections/scope.ts'
import { CalendarError, Problems } from '../../../core/errors.ts'
import { KIND_PROPERTIES, POST_KINDS } from '../../../core/kinds.ts'
import { countListPages, type Page } from '../../../core/list-page.ts'
import { enumField, type StaticDecode, Type } from '../../../core/schema/field-types.ts'
import { createOptionalParameterSet } from '../../../core/schema/parameter-set.ts'
import type { Services } from '../../request/create-request-scope.ts'
import {
  type Checked,
  createHandlerThatChecksParametersAndRight,
} from '../../routes/handler-that-checks-parameters-and-right.ts'
import type { Route } from '../../routes/route.ts'
import {
  addEmbeddedResources,
  isEmbeddingOfRelationRequested,
  parseRelationsToEmbed,
} from './embed-related-resources.ts'
import {
  createWordpressPageRequest,
  optionalTextListField,
  parametersOfNextAndPreviousPageLinks,
  wordpressListParameters,
} from './list-parameters.ts'
import { loadPostsByIds, sqlConditionsOfWordpressPostFilter } from './posts/list-page-of-posts.ts'
import { presentPostForWordpressApi } from './posts/present-event-venue-or-organizer-as-post.ts'
import {
  createListWithOneWordpressLink,
  sendWordpressResource,
  wordpressResourceUrl,
  wordpressRestBaseOfKind,
} from './send-and-link-wordpress-resource.ts'
import { setWordpressListHeaders } from './set-list-headers.ts'

const POST_TYPES: string[] = POST_KINDS.map((kind) => KIND_PROPERTIES[kind].postType)

const { slug: _, ...common } = wordpressListParameters
const schema = Type.Object({
  ...common,
  type: Type.Optional(enumField(['post'])),
  subtype: Type.Optional(optionalTextListField()),
})
type SearchQuery = Partial<StaticDecode<typeof schema>>

/** The route that searches events, venues and organizers together: `/wp/v2/search`. */
export const wordpressSearchRoute = (services: Services): Route => ({
  base: 'wordpress',
  path: '/wp/v2/search',
  methods: ['GET'],
  ...createHandlerThatChecksParametersAndRight(services, {
    right: 'anyone',
    parameters: createOptionalParameterSet(schema),
    prepare,
    respond,
  }),
})

/** Translates the post types in the parameter `subtype` to kinds of records. */
function prepare(_: Scope, { subtype = [] }: SearchQuery, problems: Problems) {
  const isAll = subtype.length === 0 || subtype.includes('any')
  if (!isAll && subtype.some((type) => !POST_TYPES.includes(type))) {
    problems.add('subtype', 'reason.choice', { choices: ['any', ...POST_TYPES].join(', ') })
  }
  return POST_KINDS.filter((kind) => isAll || subtype.includes(KIND_PROPERTIES[kind].postType))
}

async function respond(checked: Checked<SearchQuery, ReturnType<typeof prepare>>): Promise<FastifyReply> {
  const { request, reply, scope, values, prepared: kinds } = checked
  const { search = '', include = [], exclude } = values
  const filter = { statuses: ['publish'], search, include: include.length > 0 ? include : undefined, exclude }
  const page = createWordpressPageRequest(values)
  const problems = new Problems()
  const sources = await Promise.all(
    kinds.map(async (kind) => ({
      kind,
      conditions: await sqlConditionsOfWordpressPostFilter(scope, kind, filter, problems),
    })),
  )
  const found = await searchPosts(scope, sources, search, page)
  if (found.total > 0 && page.page > countListPages(found.total, page.perPage)) {
    throw new CalendarError('rest_post_invalid_page_number')
  }
  const sent = parametersOfNextAndPreviousPageLinks(request.query as Record<string, unknown>, values)
  setWordpressListHeaders(reply, `${scope.urls.apiRoot}wp/v2/search`, { ...page, total: found.total }, sent)
  reply.header('content-language', scope.language)
  return sendWordpressResource(checked, await presentResults(scope, found, parseRelationsToEmbed(request)))
}

async function presentResults(
  scope: Scope,
  { rows }: Page<FoundPost>,
  relations: ReturnType<typeof parseRelationsToEmbed>,
) {
  const loaded = await Promise.all(
    POST_KINDS.map(async (kind) => {
      const ids = rows.filter((row) => row.kind === kind).map(({ id }) => id)
      return (await loadPostsByIds(scope, kind, ids)).map((post) => [post.id, { kind, post }] as const)
    }),
  )
  const posts = new Map(loaded.flat())
  return rows.flatMap(({ id }) => {
    const found = posts.get(id)
    if (!found) return []
    const { kind, post } = found
    const subtype = KIND_PROPERTIES[kind].postType
    const isWhole = relations !== undefined && isEmbeddingOfRelationRequested(relations, 'self')
    const result = {
      id,
      title: post.text.title,
      url: postPageUrl(scope, kind, post)(scope.urls, post.text),
      type: 'post',
      subtype,
      _links: {
        self: createListWithOneWordpressLink(
          wordpressResourceUrl(scope, `wp/v2/${wordpressRestBaseOfKind(kind)}/${id}`),
          {
            embeddable: true,
          },
        ),
        about: createListWithOneWordpressLink(wordpressResourceUrl(scope, `wp/v2/types/${subtype}`)),
        collection: createListWithOneWordpressLink(wordpressResourceUrl(scope, 'wp/v2/search')),
      },
    }
    return addEmbeddedResources(result, {
      self: isWhole ? [presentPostForWordpressApi(scope, kind, post, 'embed')] : undefined,
    })
  })
}
