import type { FastifyInstance } from 'fastify'
import { addVaryAcceptEncoding } from '../../feeds/send-text-whole-or-streamed.ts'
import type { Services } from '../../request/create-request-scope.ts'
import { SITE_PREFIX } from '../../request/parse-request-url.ts'

/** Imports the code of the files when the first of them is requested. */
const load = () => import('./send-crawler-files.ts')

/** Registers the files that crawlers look for: sitemaps, robots.txt and llms.txt. */
export function registerCrawlerFileRoutes(app: FastifyInstance, services: Services): void {
  const options = { onSend: addVaryAcceptEncoding }
  app.get(`${SITE_PREFIX}/sitemap.xml`, options, async (request, reply) =>
    (await load()).sendSitemapOrIndex(services, request, reply),
  )
  app.get(`${SITE_PREFIX}/sitemap-:kind(^[a-z]+)-:from(^\\d+).xml`, options, async (request, reply) =>
    (await load()).sendSitemapOfKind(services, request, reply),
  )
  app.get(`${SITE_PREFIX}/robots.txt`, async (request, reply) => (await load()).sendRobotsTxt(services, request, reply))
  app.get(`${SITE_PREFIX}/llms.txt`, async (request, reply) => (await load()).sendLlmsTxt(services, request, reply))
}
