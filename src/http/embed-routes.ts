import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problems } from '../core/errors.ts'
import { EXAMPLE_STYLE, examplePage, examplePolicy } from '../pages/embed/example.ts'
import { SITE } from './address.ts'
import { type Coding, codingFor, compress } from './content-coding.ts'
import { knownTag, tagIn, tagOf, tagsOf } from './entity-tag.ts'
import { type Services, scopeOf } from './scope.ts'

const COMPONENT = readFileSync(new URL('../pages/embed/almanac-calendar.js', import.meta.url), 'utf8')

/** The calendar that other sites put on their pages, and a page that shows how. */
export function embedRoutes(app: FastifyInstance, services: Services): void {
  openFile(app, 'almanac-calendar.js', 'text/javascript; charset=utf-8', COMPONENT)
  openFile(app, 'example.css', 'text/css; charset=utf-8', EXAMPLE_STYLE)
  app.get(`${SITE}/embed/`, async (request, reply) => {
    const { language, languages, site, urls } = await scopeOf(services, request, {}, new Problems())
    reply.headers({ 'content-security-policy': examplePolicy, 'referrer-policy': 'same-origin' })
    reply.keptUntil = Number.POSITIVE_INFINITY
    reply.type('text/html; charset=utf-8')
    return reply.send(examplePage({ title: site.title, language, languages, origin: urls.origin }))
  })
}

/** Long enough for one visit, and a new version is everywhere soon after. */
const KEPT = 'public, max-age=300, stale-while-revalidate=86400'

/** A file that pages of any origin may load; compressed once for each coding. */
function openFile(app: FastifyInstance, name: string, type: string, text: string): void {
  const [bytes, tag] = [Buffer.from(text), tagOf(text)]
  const compressed = new Map<Coding, Promise<Buffer>>()
  const inCoding = (coding: Coding) => {
    const made = compressed.get(coding) ?? compress(bytes, coding, 'once')
    compressed.set(coding, made)
    return made
  }
  app.get(`${SITE}/embed/${name}`, async (request: FastifyRequest, reply: FastifyReply) => {
    const coding = codingFor(request.headers['accept-encoding'])
    const known = request.headers['if-none-match']
    const current = tagIn(tag, coding)
    const present = known === undefined ? undefined : knownTag(known, tagsOf(tag), current)
    reply.headers({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': KEPT,
      vary: 'Accept-Encoding',
      etag: present ?? current,
    })
    if (present !== undefined) return reply.code(304).send()
    if (coding) reply.header('content-encoding', coding)
    return reply.type(type).send(coding ? await inCoding(coding) : bytes)
  })
}
