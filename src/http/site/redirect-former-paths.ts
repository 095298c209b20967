import type { FastifyInstance } from 'fastify'
import {
  findPictureByFormerPath,
  loadFormerPathPrefixes,
  replaceFormerPathPrefix,
} from '../../collections/texts/former-paths.ts'
import { isUploadPath, originalUploadPath } from '../../import/sources/wordpress/uploads.ts'
import { isPublicPicture } from '../../media/picture-visibility.ts'
import { findPicture } from '../../media/store.ts'
import type { Services } from '../request/create-scope.ts'
import { SITE_PREFIX } from '../request/parse-request-url.ts'

/**
 * Redirects requests for paths that have no page here, but had one on the site before it moved to Almanac: paths of
 * pictures, and paths of pages with another beginning. Runs before credentials are checked, like the refusal of unknown
 * paths.
 */
export function registerFormerPaths(app: FastifyInstance, { db, now }: Services): void {
  // Loaded once for each version of the database, so that unknown paths do not read it each time.
  let loaded: { version: string; bases: ReadonlyMap<string, string> } | undefined

  app.addHook('onRequest', async (request, reply) => {
    const { method, url } = request.raw
    if (!request.is404 || !['GET', 'HEAD'].includes(method ?? '') || !url?.startsWith(`${SITE_PREFIX}/`)) return
    const [path = '', query] = request.originalUrl.split('?', 2)
    const location = isUploadPath(path) ? await picturePath(path) : await pagePath(path, query)
    if (location === undefined) return
    return reply.code(301).header('location', location).type('text/plain; charset=utf-8').send('')
  })

  async function pagePath(path: string, query: string | undefined): Promise<string | undefined> {
    const version = db.version()
    if (loaded?.version !== version) loaded = { version, bases: await loadFormerPathPrefixes(db) }
    const target = replaceFormerPathPrefix(loaded.bases, path)
    return target && encodeURI(target) + (query === undefined ? '' : `?${query}`)
  }

  /** The path of an uploaded picture; undefined if there is none or not everyone may see it. */
  async function picturePath(path: string): Promise<string | undefined> {
    const id = await findPictureByFormerPath(db, originalUploadPath(path))
    const picture = id === undefined ? undefined : await findPicture(db, id)
    return picture && (await isPublicPicture(db, now(), picture.id))
      ? encodeURI(`/media/${picture.file_name}`)
      : undefined
  }
}
