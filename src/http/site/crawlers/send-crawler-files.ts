import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  dividePublicPagesIntoRanges,
  type PageRange,
  readPublicPagesOfRange,
} from '../../../collections/records/public-pages-of-records.ts'
import type { Scope } from '../../../collections/scope.ts'
import { CalendarError, Problems } from '../../../core/errors.ts'
import { INDEXED_KINDS, KINDS } from '../../../core/kinds.ts'
import type { Language } from '../../../core/language.ts'
import { parseId } from '../../../core/schema/field-types.ts'
import { languageRoot } from '../../../core/urls.ts'
import { formatLlmsTxt } from '../../../feeds/site/llms-txt.ts'
import { formatRobotsTxt } from '../../../feeds/site/robots-txt.ts'
import {
  formatSitemapEntries,
  formatSitemapIndex,
  SITEMAP_RECORDS_MAX,
  sitemapBegin,
  sitemapEnd,
} from '../../../feeds/site/sitemap.ts'
import { pathOfRecordIndex, pathOfView } from '../../../pages/page-paths.ts'
import { sendTextWholeOrStreamed } from '../../feeds/send-text-whole-or-streamed.ts'
import { createRequestScope, type Services } from '../../request/create-request-scope.ts'

const XML_TYPE = 'application/xml; charset=utf-8'
const TEXT_TYPE = 'text/plain; charset=utf-8'

/** Sends the sitemap, or the list of sitemaps if the site has more records than one may contain. */
export async function sendSitemapOrIndex(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const scope = await siteScope(services, request)
  const { ranges, total } = await dividePublicPagesIntoRanges(scope, SITEMAP_RECORDS_MAX)
  reply.type(XML_TYPE)
  if (total <= SITEMAP_RECORDS_MAX) return sendTextWholeOrStreamed(request, reply, sitemapOf(scope, ranges, true))
  reply.cacheUntil = Number.POSITIVE_INFINITY
  const maps = ranges.map(({ kind, from }) => `${scope.urls.origin}/sitemap-${kind}-${from}.xml`)
  return reply.send(formatSitemapIndex([`${scope.urls.origin}/sitemap-views-0.xml`, ...maps]))
}

/** Sends one of several sitemaps: of records of a kind, or of the pages of views. */
export async function sendSitemapOfKind(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const scope = await siteScope(services, request)
  const { kind: named, from } = request.params as { kind: string; from: string }
  const kind = KINDS.find((one) => one === named)
  if (kind === undefined && named !== 'views') throw new CalendarError('rest_no_route')
  reply.type(XML_TYPE)
  const ranges = kind === undefined ? [] : [{ kind, from: parseId(from) ?? 0 }]
  return sendTextWholeOrStreamed(request, reply, sitemapOf(scope, ranges, kind === undefined))
}

export async function sendRobotsTxt(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { urls, languages } = await siteScope(services, request)
  reply.cacheUntil = Number.POSITIVE_INFINITY
  const roots = languages.map((language) => languageRoot(language, languages))
  return reply.type(TEXT_TYPE).send(formatRobotsTxt(`${urls.origin}/sitemap.xml`, roots))
}

export async function sendLlmsTxt(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const scope = await siteScope(services, request)
  reply.cacheUntil = Number.POSITIVE_INFINITY
  return reply.type(TEXT_TYPE).send(formatLlmsTxt(scope))
}

/** Creates a request scope in the default language of the site, regardless of the language prefix of the URL. */
async function siteScope(services: Services, request: FastifyRequest): Promise<Scope> {
  const scope = await createRequestScope(services, request, {}, new Problems())
  const language = services.languages[0] as Language
  return { ...scope, language, urls: scope.urls.inLanguage(language) }
}

const VIEW_PATHS = ['/', pathOfView('list'), ...INDEXED_KINDS.map(pathOfRecordIndex)]

/**
 * Writes a sitemap.
 * @param hasViews whether the sitemap starts with the front page, the event list and the indexes, which are not pages
 * of records
 */
async function* sitemapOf(scope: Scope, ranges: readonly PageRange[], hasViews: boolean): AsyncGenerator<string> {
  const { language } = scope
  yield sitemapBegin
  if (hasViews) for (const path of VIEW_PATHS) yield formatSitemapEntries(viewPage(scope, path), language)
  for (const range of ranges) {
    for await (const pages of readPublicPagesOfRange(scope, range, SITEMAP_RECORDS_MAX)) {
      yield pages.map((page) => formatSitemapEntries(page, language)).join('')
    }
  }
  yield sitemapEnd
}

const viewPage = ({ urls, languages }: Scope, path: string) => ({
  modifiedAt: 0,
  addresses: languages.map((language) => ({ language, address: urls.inLanguage(language).home + path.slice(1) })),
})
