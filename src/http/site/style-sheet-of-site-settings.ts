import type { FastifyInstance } from 'fastify'
import { createSiteStyleSheet, shortHashOfText } from '../../pages/site-appearance-css.ts'
import type { Services } from '../request/create-request-scope.ts'
import { SITE_PREFIX } from '../request/parse-request-url.ts'

/**
 * Serves the style sheet made from the settings. Its URL contains a hash of the content. An older URL, which a cached
 * page may contain, gets the present content without caching.
 */
export function registerSiteStyleSheet(app: FastifyInstance, { settings }: Services): void {
  app.get(`${SITE_PREFIX}/assets/site/:hash/site.css`, async (request, reply) => {
    const css = createSiteStyleSheet(await settings())
    const isPresent = (request.params as { hash: string }).hash === shortHashOfText(css)
    reply.headers({
      'cache-control': isPresent ? 'public, max-age=31536000, immutable' : 'no-store',
      'x-content-type-options': 'nosniff',
    })
    return reply.type('text/css; charset=utf-8').send(css)
  })
}
