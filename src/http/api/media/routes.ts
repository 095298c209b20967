import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Scope } from '../../../collections/collection.ts'
import { lineField, titleTextField } from '../../../collections/fields.ts'
import { CalendarError } from '../../../core/errors.ts'
import { pageCount, pageLinks } from '../../../core/page.ts'
import { optionalParameterSet } from '../../../core/schema/parameters.ts'
import { Type } from '../../../core/schema/schema.ts'
import { instantToLocal } from '../../../core/time/instant.ts'
import { presentImage } from '../../../media/present.ts'
import type { PictureSizeCache } from '../../../media/size-cache.ts'
import { type PictureRow, pictureByFileName, pictureContent } from '../../../media/store.ts'
import { isPictureVisible, isPublicPicture } from '../../../media/visibility.ts'
import { API_PREFIX, SITE_PREFIX } from '../../request/address.ts'
import { ACCEPTS_FILE } from '../../request/multipart.ts'
import type { Services } from '../../request/scope.ts'
import { sendJson } from '../../response/json.ts'
import { changeMedia, getMedia, listMedia, mayUpload, removeMedia, uploadMedia } from './requests.ts'

/** What a body may say of a picture. */
export const mediaSchema = optionalParameterSet(Type.Object({ title: titleTextField(), alt: lineField() }))

/** The pictures of the site below each namespace. */
export function registerMediaRoutes(app: FastifyInstance, services: Services, sizes: PictureSizeCache): void {
  const url = `${API_PREFIX}/media`
  app.get(url, async (request, reply) => {
    const { scope, rows, total, ...page } = await listMedia(services, request, reply)
    const pages = pageCount(total, page.perPage)
    reply.headers({ 'x-tec-total': total, 'x-tec-totalpages': pages })
    const { rest_url, ...others } = pageLinks(`${mediaRoot(scope)}/`, page, total, {})
    const media = rows.map((picture) => presentMedia(scope, picture))
    return sendJson(reply, { media, rest_url, ...others, total, total_pages: pages })
  })
  app.post(url, { ...ACCEPTS_FILE, onRequest: mayUpload(services) }, async (request, reply) => {
    const { scope, picture } = await uploadMedia(services, request, mediaSchema.read)
    reply.header('location', `${mediaRoot(scope)}/${picture.id}`)
    return sendJson(reply, presentMedia(scope, picture), 201)
  })
  const item = `${url}/:id(^\\d+$)`
  app.get(item, async (request, reply) => {
    const { scope, picture } = await getMedia(services, request, reply)
    return sendJson(reply, presentMedia(scope, picture))
  })
  app.route({
    method: ['POST', 'PUT', 'PATCH'],
    url: item,
    handler: async (request, reply) => {
      const { scope, picture } = await changeMedia(services, request, reply, mediaSchema.read)
      return sendJson(reply, presentMedia(scope, picture))
    },
  })
  app.delete(item, async (request, reply) => {
    const { scope, picture } = await removeMedia(services, sizes, request, reply)
    return sendJson(reply, presentMedia(scope, picture))
  })
}

const mediaRoot = ({ urls }: Scope) => `${urls.namespaceRoot}/media`

function presentMedia(scope: Scope, picture: PictureRow) {
  const { id, ...image } = presentImage(picture, scope.urls)
  return {
    id,
    author: String(picture.author_id),
    date: instantToLocal(picture.created_at, scope.site.timezone),
    date_utc: instantToLocal(picture.created_at, 'UTC'),
    title: picture.title,
    alt: picture.alt,
    ...image,
    mime_type: picture.mime_type,
    rest_url: `${mediaRoot(scope)}/${id}`,
  }
}

/** The bytes behind a name never change: ids are not given twice. */
const FILE_HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'",
  'x-content-type-options': 'nosniff',
}

/**
 * The pictures themselves, originals and sizes, at addresses that mean the same for every language and face. Those that
 * only hidden records show are there for who may see these.
 */
export function registerPictureFiles(app: FastifyInstance, { db, now }: Services, sizes: PictureSizeCache): void {
  app.get(`${SITE_PREFIX}/media/:fileName`, async (request, reply) => {
    const { fileName } = request.params as { fileName: string }
    const found = await pictureByFileName(db, fileName)
    if (!found) throw new CalendarError('picture-not-found')
    const { picture, size } = found
    const isOpen = await isPublicPicture(db, now(), picture)
    if (!isOpen && !(await isPictureVisible(db, request.caller, now(), picture)))
      throw new CalendarError('picture-not-found')
    // Weak: another version of the program may make the same size from other bytes.
    const tag = `W/"${picture.created_at}-${picture.size_bytes}-${fileName}"`
    if (isKnown(request.headers['if-none-match'], tag)) return withHeaders(reply, tag, isOpen).code(304).send()
    const original = () => pictureContent(db, picture.file_name)
    const bytes = await (size ? sizes.read(picture, size, original) : original())
    if (!bytes) throw new CalendarError('picture-not-found')
    return withHeaders(reply, tag, isOpen).type(picture.mime_type).send(bytes)
  })
}

const withHeaders = (reply: FastifyReply, etag: string, isOpen: boolean) =>
  reply.headers({ ...FILE_HEADERS, ...(!isOpen && { 'cache-control': 'private, no-cache' }), etag })

const isKnown = (known: string | undefined, tag: string) =>
  known !== undefined && (known.trim() === '*' || known.includes(tag.slice('W/'.length)))
