import { readdirSync, readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { computeOnce } from '../../core/generic/compute-once.ts'
import { createCalendarElementScript } from '../../pages/embed/create-calendar-element-script.ts'
import { joinEsModules } from '../../pages/embed/join-modules.ts'
import type { Services } from '../request/create-request-scope.ts'
import { SITE_PREFIX } from '../request/parse-request-url.ts'
import { createCompressedFileCache, negotiateContentCoding } from '../response/compression.ts'
import {
  createEntityTag,
  entityTagInContentCoding,
  entityTagsInAllContentCodings,
  matchIfNoneMatchHeader,
} from '../response/entity-tag.ts'

const embedFile = (name: string) => new URL(`../../pages/embed/${name}`, import.meta.url)

/**
 * Scripts that the element `<almanac-calendar>` loads only when it needs them: the last part of the name of each
 * script, with its module.
 */
const LATER_SCRIPTS = { week: 'week-axis.js', preview: 'preview.js' }

/**
 * Registers the files that pages of other sites load to embed the calendar. Scripts are read when they are requested
 * first. `page-routes.ts` registers the example page.
 */
export function registerFilesForEmbedding(app: FastifyInstance, { settings }: Pick<Services, 'settings'>): void {
  const elementScript = computeOnce(createCalendarElementScript)
  registerCrossOriginFile(app, 'almanac-calendar.js', 'text/javascript; charset=utf-8', async () =>
    elementScript()(await settings()),
  )
  for (const [name, entry] of Object.entries(LATER_SCRIPTS)) {
    const script = computeOnce(() => joinEsModules(embedFile(`calendar/${entry}`)))
    registerCrossOriginFile(app, `almanac-calendar-${name}.js`, 'text/javascript; charset=utf-8', async () => script())
  }
  for (const name of readdirSync(embedFile('calendar/words/'))) {
    const words = computeOnce(() => joinEsModules(embedFile(`calendar/words/${name}`)))
    registerCrossOriginFile(app, `almanac-calendar-${name}`, 'text/javascript; charset=utf-8', async () => words())
  }
  registerCrossOriginFile(app, 'example.css', 'text/css; charset=utf-8', async () => {
    const { EXAMPLE_THEME_CSS } = await import('../../pages/embed/example-page.ts')
    return `${readFileSync(embedFile('example.css'), 'utf8')}${EXAMPLE_THEME_CSS}\n`
  })
}

/**
 * `Cache-Control` of the files for embedding: browsers use them for five minutes (a typical visit) without
 * revalidation. The time is short, so that all embedding sites soon get a new version.
 */
const CACHE_CONTROL = 'public, max-age=300, stale-while-revalidate=86400'

/** Serves a text that pages of any origin may load. It is compressed once for each content coding, until it changes. */
function registerCrossOriginFile(app: FastifyInstance, name: string, type: string, read: () => Promise<string>): void {
  let file = prepareFile('')
  app.get(`${SITE_PREFIX}/embed/${name}`, async (request: FastifyRequest, reply: FastifyReply) => {
    const text = await read()
    if (text !== file.text) file = prepareFile(text)
    const { tag, inCoding } = file
    const coding = negotiateContentCoding(request.headers['accept-encoding'])
    const current = entityTagInContentCoding(tag, coding)
    const present = matchIfNoneMatchHeader(
      request.headers['if-none-match'],
      entityTagsInAllContentCodings(tag),
      current,
    )
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

function prepareFile(text: string) {
  const bytes = Buffer.from(text)
  return { text, tag: createEntityTag(text), inCoding: createCompressedFileCache(async () => bytes) }
}
