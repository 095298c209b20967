import type { FastifyInstance, FastifyReply } from 'fastify'
import { findPictureByFormerPath } from '../../collections/texts/former-paths-of-imported-records.ts'
import { CalendarError } from '../../core/errors.ts'
import type { PictureSizeCache } from '../../media/picture-size-cache.ts'
import { isCroppedPictureSize, pictureSizes } from '../../media/picture-sizes.ts'
import { findPicture, findPictureByFileName, readPictureContent } from '../../media/picture-store.ts'
import { isPictureVisible, isPublicPicture } from '../../media/picture-visibility.ts'
import type { Services } from '../request/create-request-scope.ts'
import { SITE_PREFIX } from '../request/parse-request-url.ts'
import { matchIfNoneMatchHeader } from '../response/entity-tag.ts'

/**
 * Headers for a picture file, which can be cached forever: its name contains the id of the picture, and ids are never
 * reused.
 */
const FILE_HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'",
  'x-content-type-options': 'nosniff',
}

/**
 * Serves picture files, original and resized, at one URL for all languages and APIs. A picture that is shown only by
 * records that are not public is served only to users who may see one of these records.
 */
export function registerPictureFiles(app: FastifyInstance, { db, now }: Services, sizes: PictureSizeCache): void {
  app.get(`${SITE_PREFIX}/media/:fileName`, async (request, reply) => {
    const { fileName } = request.params as { fileName: string }
    const found = await findPictureByFileName(db, fileName)
    if (!found) {
      const location = await findReplacement(fileName)
      if (location === undefined) throw new CalendarError('picture-not-found')
      return reply
        .code(302)
        .headers({ 'cache-control': 'no-cache', location })
        .type('text/plain; charset=utf-8')
        .send('')
    }
    const { picture, size } = found
    const isOpen = await isPublicPicture(db, now(), picture.id)
    if (!isOpen && !(await isPictureVisible(db, request.caller, now(), picture.id)))
      throw new CalendarError('picture-not-found')
    // The entity tag is weak, since another version of this program may resize the picture to different bytes.
    const tag = `W/"${picture.created_at}-${picture.size_bytes}-${fileName}"`
    if (matchIfNoneMatchHeader(request.headers['if-none-match'], [tag], tag) !== undefined)
      return withHeaders(reply, tag, isOpen).code(304).send()
    const original = () => readPictureContent(db, picture.file_name)
    const bytes = await (size ? sizes.read(picture, size, original) : original())
    if (!bytes) throw new CalendarError('picture-not-found')
    return withHeaders(reply, tag, isOpen)
      .type(size?.format ? `image/${size.format}` : picture.mime_type)
      .send(bytes)
  })

  /**
   * The path of the present file of a picture that had this file name; undefined if there is none or not everyone may
   * see it.
   */
  async function findReplacement(fileName: string): Promise<string | undefined> {
    const id = await findPictureByFormerPath(db, `/media/${fileName}`)
    const picture = id === undefined ? undefined : await findPicture(db, id)
    if (!picture || !(await isPublicPicture(db, now(), picture.id))) return undefined
    const width = Number(/-(\d+)x\d+(?:-[a-z-]+)?\.\w+$/.exec(fileName)?.[1] ?? Number.POSITIVE_INFINITY)
    const size = pictureSizes(picture).find((one) => !isCroppedPictureSize(one.name) && one.width >= width)
    return encodeURI(`/media/${size?.fileName ?? picture.file_name}`)
  }
}

const withHeaders = (reply: FastifyReply, etag: string, isOpen: boolean) =>
  reply.headers({ ...FILE_HEADERS, ...(!isOpen && { 'cache-control': 'private, no-cache' }), etag })
