import type { FastifyInstance } from 'fastify'
import type { Scope } from '../../../collections/collection.ts'
import { CalendarError } from '../../../core/errors.ts'
import { pageCount, pageLinks } from '../../../core/page.ts'
import { instantToLocal } from '../../../core/time/instant.ts'
import type { PictureSizeCache } from '../../../media/size-cache.ts'
import { pictureSizes } from '../../../media/sizes.ts'
import type { PictureRow } from '../../../media/store.ts'
import { WORDPRESS_PREFIX } from '../../request/address.ts'
import { ACCEPTS_FILE } from '../../request/multipart.ts'
import type { Services } from '../../request/scope.ts'
import { addLink, sendJson } from '../../response/json.ts'
import {
  changeMedia,
  getMedia,
  listMedia,
  mayUpload,
  type ReadTexts,
  removeMedia,
  uploadMedia,
} from '../media/requests.ts'
import { mediaSchema } from '../media/routes.ts'

/** What WordPress has on a page when nobody says, and at most. */
const PAGE_BOUNDS = { perPage: 10, perPageMax: 100 }

/** Pictures as clients of WordPress upload and read them: attachments. */
export function registerWordpressMediaRoutes(app: FastifyInstance, services: Services, sizes: PictureSizeCache): void {
  const url = `${WORDPRESS_PREFIX}/wp/v2/media`
  app.get(url, async (request, reply) => {
    const { scope, rows, total, ...page } = await listMedia(services, request, reply, PAGE_BOUNDS)
    const pages = pageCount(total, page.perPage)
    if (page.page > 1 && page.page > pages) throw new CalendarError('rest_post_invalid_page_number')
    reply.headers({ 'x-wp-total': total, 'x-wp-totalpages': pages })
    const { previous_rest_url, next_rest_url } = pageLinks(addressOf(scope), page, total, {})
    if (previous_rest_url) addLink(reply, `<${previous_rest_url}>; rel="prev"`)
    if (next_rest_url) addLink(reply, `<${next_rest_url}>; rel="next"`)
    return sendJson(
      reply,
      rows.map((picture) => presentAttachment(scope, picture)),
    )
  })
  app.post(url, { ...ACCEPTS_FILE, onRequest: mayUpload(services) }, async (request, reply) => {
    const { scope, picture } = await uploadMedia(services, request, readTexts)
    reply.header('location', addressOf(scope, picture.id))
    return sendJson(reply, presentAttachment(scope, picture), 201)
  })
  const item = `${url}/:id(^\\d+$)`
  app.get(item, async (request, reply) => {
    const { scope, picture } = await getMedia(services, request, reply)
    return sendJson(reply, presentAttachment(scope, picture))
  })
  app.route({
    method: ['POST', 'PUT', 'PATCH'],
    url: item,
    handler: async (request, reply) => {
      const { scope, picture } = await changeMedia(services, request, reply, readTexts)
      return sendJson(reply, presentAttachment(scope, picture))
    },
  })
  app.delete(item, async (request, reply) => {
    const { scope, picture } = await removeMedia(services, sizes, request, reply, { mustForce: true })
    return sendJson(reply, { deleted: true, previous: presentAttachment(scope, picture) })
  })
}

const addressOf = ({ urls }: Scope, id?: number) => `${urls.apiRoot}wp/v2/media${id === undefined ? '' : `/${id}`}`

/** The names of WordPress for the texts of a picture. A title that says nothing counts as none, as clients send it so. */
const readTexts: ReadTexts = (sent, problems) => {
  const { title, alt_text: alt } = sent
  const raw = typeof title === 'object' && title !== null ? ((title as { raw?: unknown }).raw ?? '') : title
  const renamed = Object.fromEntries(Object.entries({ title: raw === '' ? undefined : raw, alt }).filter(isGiven))
  return mediaSchema.read(renamed, problems)
}

const isGiven = ([, value]: [string, unknown]) => value !== undefined

function presentAttachment(scope: Scope, picture: PictureRow) {
  const { file_name, mime_type } = picture
  const source_url = scope.urls.picture(file_name)
  const date = isoTime(instantToLocal(picture.created_at, scope.site.timezone))
  const date_gmt = isoTime(instantToLocal(picture.created_at, 'UTC'))
  return {
    id: picture.id,
    date,
    date_gmt,
    guid: { rendered: source_url },
    modified: date,
    modified_gmt: date_gmt,
    slug: file_name.slice(0, file_name.lastIndexOf('.')),
    status: 'inherit',
    type: 'attachment',
    link: source_url,
    title: { raw: picture.title, rendered: picture.title },
    author: picture.author_id,
    comment_status: 'closed',
    ping_status: 'closed',
    template: '',
    meta: [],
    description: { rendered: '' },
    caption: { rendered: '' },
    alt_text: picture.alt,
    media_type: 'image',
    mime_type,
    media_details: detailsOf(scope, picture),
    post: null,
    source_url,
  }
}

function detailsOf({ urls }: Scope, picture: PictureRow) {
  const { width, height, mime_type, file_name } = picture
  const copies = [...pictureSizes(picture), { name: 'full', width, height, fileName: file_name }]
  const sizes = copies.map(({ name, width, height, fileName }) => [
    name,
    { file: fileName, width, height, mime_type, source_url: urls.picture(fileName) },
  ])
  return { width, height, file: file_name, filesize: picture.size_bytes, sizes: Object.fromEntries(sizes) }
}

const isoTime = (local: string) => local.replace(' ', 'T')
