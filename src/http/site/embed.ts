import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { EXAMPLE_THEME_CSS } from '../../pages/embed/example.ts'
import { joinModules } from '../../pages/embed/join-modules.ts'
import { SITE_PREFIX } from '../request/address.ts'
import { createCodingCache, negotiateCoding } from '../response/content-coding.ts'
import { createEntityTag, entityTagInCoding, entityTagsInAllCodings, matchEntityTag } from '../response/entity-tag.ts'

const embedFile = (name: string) => new URL(`../../pages/embed/${name}`, import.meta.url)

/** Registers the files that pages of other sites load to embed the calendar. `pages.ts` registers the example page. */
export function registerEmbedRoutes(app: FastifyInstance): void {
  registerCrossOriginFile(
    app,
    'almanac-calendar.js',
    'text/javascript; charset=utf-8',
    joinModules(embedFile('calendar/element.js')),
  )
  registerCrossOriginFile(
    app,
    'example.css',
    'text/css; charset=utf-8',
    `${readFileSync(embedFile('example.css'), 'utf8')}${EXAMPLE_THEME_CSS}\n`,
  )
}

/**
 * `Cache-Control` of the files for embedding: browsers use them for five minutes (a typical visit) without
 * revalidation. The time is short, so that all embedding sites soon get a new version.
 */
const CACHE_CONTROL = 'public, max-age=300, stale-while-revalidate=86400'

/** Serves a file that pages of any origin may load. The file is compressed once for each content coding. */
function registerCrossOriginFile(app: FastifyInstance, name: string, type: string, text: string): void {
  const [bytes, tag] = [Buffer.from(text), createEntityTag(text)]
  const inCoding = createCodingCache(async () => bytes)
  app.get(`${SITE_PREFIX}/embed/${name}`, async (request: FastifyRequest, reply: FastifyReply) => {
    const coding = negotiateCoding(request.headers['accept-encoding'])
    const current = entityTagInCoding(tag, coding)
    const present = matchEntityTag(request.headers['if-none-match'], entityTagsInAllCodings(tag), current)
    reply.headers({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': CACHE_CONTROL,
      vary: 'Accept-Encoding',
      etag: present ?? current,
    })
    if (present !== undefined) return reply.code(304).send()
    if (coding) reply.header('content-encoding', coding)
    return reply.type(type).send(await inCoding(coding))
  })
}
