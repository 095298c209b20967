import type { FastifyInstance } from 'fastify'
import { findFormerPath } from '../../collections/texts/former-paths.ts'
import { originalUploadPath } from '../../import/sources/wordpress/uploads.ts'
import { isPublicPicture } from '../../media/picture-visibility.ts'
import { findPicture } from '../../media/store.ts'
import { SITE_PREFIX } from '../request/address.ts'
import type { Services } from '../request/scope.ts'

/**
 * Redirects requests for paths that do not exist here, but that the site had before it moved: to pictures, and to pages
 * below another beginning. Runs before credentials are checked, like the refusal of unknown paths.
 */
export function registerFormerPaths(app: FastifyInstance, { db, now }: Services): void {
  app.addHook('onRequest', async (request, reply) => {
    const { method, url } = request.raw
    if (!request.is404 || !['GET', 'HEAD'].includes(method ?? '') || !url?.startsWith(`${SITE_PREFIX}/`)) return
    const [path = '', query] = request.originalUrl.split('?', 2)
    const found = await findFormerPath(db, originalUploadPath(path))
    if (found === undefined) return
    const location = 'target' in found ? found.target : await picturePath(found.pictureId)
    if (location === undefined) return
    const search = 'target' in found && query !== undefined ? `?${query}` : ''
    return reply
      .code(301)
      .header('location', encodeURI(location) + search)
      .type('text/plain; charset=utf-8')
      .send('')
  })

  /** The path of a picture; undefined if not everyone may see it. */
  async function picturePath(id: number): Promise<string | undefined> {
    const picture = await findPicture(db, id)
    return picture && (await isPublicPicture(db, now(), id)) ? `/media/${picture.file_name}` : undefined
  }
}
