import type { FastifyReply } from 'fastify'
import { readAccountsById } from '../../../accounts/list-authors-of-public-posts.ts'
import { COLLECTION_BY_KIND } from '../../../collections/collection-by-kind.ts'
import { displayedPostStatus } from '../../../collections/posts/load-posts.ts'
import { postPageUrl } from '../../../collections/posts/present-post.ts'
import type { Scope } from '../../../collections/scope.ts'
import { CalendarError } from '../../../core/errors.ts'
import { KIND_PROPERTIES, POST_KINDS, type PostKind } from '../../../core/kinds.ts'
import {
  attachDocumentationToSchema,
  enumField,
  parseId,
  requiredTextField,
  type StaticDecode,
  Type,
} from '../../../core/schema/field-types.ts'
import { wholeNumberField } from '../../../core/schema/number-fields.ts'
import { createParameterSet } from '../../../core/schema/parameter-set.ts'
import { escapeHtml, htmlToText } from '../../../core/text/html.ts'
import type { PictureRow } from '../../../media/picture-store.ts'
import { presentImage } from '../../../media/present-picture.ts'
import type { Services } from '../../request/create-request-scope.ts'
import { parseRequestUrl, SITE_PREFIX } from '../../request/parse-request-url.ts'
import {
  type Checked,
  createHandlerThatChecksParametersAndRight,
} from '../../routes/handler-that-checks-parameters-and-right.ts'
import type { Route } from '../../routes/route.ts'
import type { AnyPost } from './posts/present-event-venue-or-organizer-as-post.ts'
import { sendWordpressResource } from './send-and-link-wordpress-resource.ts'

/** Smallest and largest width of embedded content in pixels, as in WordPress. */
const WIDTH = { minimum: 200, maximum: 600 }
const HEIGHT_MIN = 200

const schema = Type.Object({
  url: requiredTextField(),
  format: Type.Optional(attachDocumentationToSchema(enumField(['json', 'xml']), { default: 'json' })),
  maxwidth: Type.Optional(attachDocumentationToSchema(wholeNumberField({ minimum: 0 }), { default: WIDTH.maximum })),
})

/** The route that describes the page of an event, venue or organizer for embedding (https://oembed.com). */
export const oembedRoute = (services: Services): Route => ({
  base: 'wordpress',
  path: '/oembed/1.0/embed',
  methods: ['GET'],
  ...createHandlerThatChecksParametersAndRight(services, {
    right: 'anyone',
    parameters: createParameterSet(schema),
    respond,
  }),
})

async function respond(checked: Checked<StaticDecode<typeof schema>, undefined>): Promise<FastifyReply> {
  const { reply, scope, values } = checked
  const { kind, post, inLanguage } = await findEmbedded(scope, values.url)
  const body = await presentOembed(inLanguage, kind, post, values.maxwidth ?? WIDTH.maximum)
  return values.format === 'xml'
    ? reply.type('text/xml; charset=UTF-8').send(toXml(body))
    : sendWordpressResource(checked, body)
}

/**
 * Finds the post whose page has a URL.
 * @returns also the scope in the language of the page
 * @throws {CalendarError} `oembed_invalid_url` when it is not the page of a public event, venue or organizer of this
 * site
 */
async function findEmbedded(
  scope: Scope,
  address: string,
): Promise<{ kind: PostKind; post: AnyPost; inLanguage: Scope }> {
  const url = URL.parse(address)
  const { urls, languages } = scope
  if (url !== null && urls.origins.some((origin) => new URL(origin).host === url.host)) {
    const domainLanguage = languages.find((language) => urls.inLanguage(language).home.endsWith(`//${url.host}/`))
    const { address: page, route } = parseRequestUrl(url.pathname + url.search, languages, domainLanguage)
    const language = page.language ?? (languages[0] as Scope['language'])
    const inLanguage = { ...scope, language, urls: urls.inLanguage(language) }
    const path = route.slice(SITE_PREFIX.length).replace(/\?.*/, '')
    for (const kind of POST_KINDS) {
      const key = keyInPath(kind, path) ?? keyInQuery(kind, path, url.searchParams)
      const post: AnyPost | undefined = key && (await COLLECTION_BY_KIND[kind].find(inLanguage, key))
      if (post && displayedPostStatus(post, scope.now) === 'publish') return { kind, post, inLanguage }
    }
  }
  throw new CalendarError('oembed_invalid_url')
}

function keyInPath(kind: PostKind, path: string): { slug: string } | undefined {
  const [, folder, slug, ...rest] = path.split('/')
  const isPage = folder === KIND_PROPERTIES[kind].pagePath && slug && rest.join('') === ''
  return isPage ? { slug: decodeURIComponent(slug) } : undefined
}

/** The id in the URL of a post without a slug, `/?p=<id>`, which may also contain the post type. */
function keyInQuery(kind: PostKind, path: string, query: URLSearchParams): { id: number } | undefined {
  const type = query.get('post_type')
  const id = path === '/' && (type === null || type === KIND_PROPERTIES[kind].postType) && parseId(query.get('p'))
  return id ? { id } : undefined
}

async function presentOembed(scope: Scope, kind: PostKind, post: AnyPost, maxWidth: number) {
  const { urls, site } = scope
  const width = Math.min(Math.max(maxWidth, WIDTH.minimum), WIDTH.maximum)
  const [author] = await readAccountsById(scope.db, [post.author_id])
  const title = htmlToText(post.text.title)
  const page = postPageUrl(scope, kind, post)(urls, post.text)
  const provider = urls.home.replace(/\/$/, '')
  return {
    version: '1.0',
    provider_name: site.title,
    provider_url: provider,
    author_name: author?.display_name ?? site.title,
    author_url: provider,
    title,
    type: 'rich',
    width,
    height: Math.max(Math.ceil((width * 9) / 16), HEIGHT_MIN),
    html: `<blockquote class="wp-embedded-content"><a href="${escapeHtml(page)}">${escapeHtml(title)}</a></blockquote>`,
    ...(post.image && presentThumbnail(scope, post.image)),
  }
}

function presentThumbnail({ urls }: Scope, picture: PictureRow) {
  const image = presentImage(picture, urls)
  const { url, width, height } = image.sizes?.medium_large ?? image
  return { thumbnail_url: url, thumbnail_width: width, thumbnail_height: height }
}

const toXml = (body: Record<string, string | number>) =>
  `<?xml version="1.0" encoding="UTF-8"?><oembed>${Object.entries(body)
    .map(([name, value]) => `<${name}>${escapeHtml(String(value))}</${name}>`)
    .join('')}</oembed>`
