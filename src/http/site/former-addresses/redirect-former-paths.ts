import type { FastifyInstance } from 'fastify'
import {
  findPictureByFormerPath,
  loadFormerPathPrefixes,
  redirectTargetOfFormerPath,
} from '../../../collections/texts/former-paths-of-imported-records.ts'
import {
  isWordpressUploadPath,
  originalWordpressUploadPath,
} from '../../../import/sources/wordpress/wordpress-upload-paths.ts'
import type { Services } from '../../request/create-request-scope.ts'
import { SITE_PREFIX } from '../../request/parse-request-url.ts'
import { findPublicPicturePath } from './public-picture-path.ts'

/** Sitemaps of WordPress, and of plugins that write others: `/wp-sitemap.xml`, `/tribe_events-sitemap2.xml`. */
const SITEMAP = /^\/(?:wp-sitemap(?:-[\w-]+)?|sitemap_index|[\w-]+-sitemap\d*)\.xml$/

/** The path of a page on a server that cannot rewrite URLs: `/index.php/event/jazz-night/`. */
const INDEX_FILE = /^\/index\.php[/\\]+(?=[^/\\])/

/**
 * Redirects requests for paths that have no page here, but had one on the site before it moved to Almanac: paths of
 * pictures and sitemaps, and paths of pages with another beginning. Runs before credentials are checked, like the
 * refusal of unknown paths.
 */
export function registerRedirectsOfFormerPaths(app: FastifyInstance, { db, now }: Services): void {
  // The beginnings that paths of pages had before, loaded once for each version of the database, so that a request with
  // an unknown path does not read the database.
  let loaded: { version: string; bases: ReadonlyMap<string, string> } | undefined

  app.addHook('onRequest', async (request, reply) => {
    const { method, url } = request.raw
    if (!request.is404 || !['GET', 'HEAD'].includes(method ?? '') || !url?.startsWith(`${SITE_PREFIX}/`)) return
    const [path = '', query] = request.originalUrl.split('?', 2)
    const location = isWordpressUploadPath(path)
      ? await findPublicPicturePath(db, now(), await findPictureByFormerPath(db, originalWordpressUploadPath(path)))
      : (wordpressPath(request.address.languageRoot, url, query) ?? (await pagePath(path, query)))
    if (location === undefined) return
    return reply.code(301).header('location', location).type('text/plain; charset=utf-8').send('')
  })

  async function pagePath(path: string, query: string | undefined): Promise<string | undefined> {
    const version = db.version()
    if (loaded?.version !== version) loaded = { version, bases: await loadFormerPathPrefixes(db) }
    const target = redirectTargetOfFormerPath(loaded.bases, path)
    return target && encodeURI(target) + (query === undefined ? '' : `?${query}`)
  }
}

/** Finds the path to which a path that exists on every WordPress site redirects; undefined for other paths. */
function wordpressPath(languageRoot: string, url: string, query: string | undefined): string | undefined {
  const path = (url.split('?', 1)[0] as string).slice(SITE_PREFIX.length)
  if (SITEMAP.test(path)) return '/sitemap.xml'
  if (!INDEX_FILE.test(path)) return undefined
  return languageRoot + path.replace(INDEX_FILE, '/') + (query === undefined ? '' : `?${query}`)
}
