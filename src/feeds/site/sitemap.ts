import type { PublicPage } from '../../collections/records/public-pages-of-records.ts'
import type { Language } from '../../core/language.ts'
import { formatUtcTime } from '../../core/time/event-times.ts'
import { toAsciiUrl } from '../../core/urls.ts'
import { buildXml, serializeXmlWithoutLastEndTags } from '../build-xml.ts'

/**
 * Maximum number of records in one site map. The format allows 50,000 addresses and 50 MB (sitemaps.org, 0.9). Each
 * record has up to five addresses, one for each language, with links to the others.
 */
export const SITEMAP_RECORDS_MAX = 4000

const NAMESPACE = { '@xmlns': 'http://www.sitemaps.org/schemas/sitemap/0.9' }

/** The beginning of a site map up to the start tag `<urlset>`. The caller appends entries and `sitemapEnd`. */
export const sitemapBegin = serializeXmlWithoutLastEndTags(
  { urlset: { ...NAMESPACE, '@xmlns:xhtml': 'http://www.w3.org/1999/xhtml' } },
  '</urlset>',
)
export const sitemapEnd = '</urlset>'

/**
 * The `<url>` elements of one page: one for each of its languages, with links to all of them.
 * @param general language of the version for readers of any other language (`hreflang="x-default"`)
 */
export function formatSitemapEntries({ addresses, modifiedAt }: PublicPage, general: Language): string {
  const versions = addresses.map(({ language, address }) => ({
    language: language as string,
    address: toAsciiUrl(address),
  }))
  const common = versions.find(({ language }) => language === general)
  const links = [...versions, ...(common ? [{ ...common, language: 'x-default' }] : [])].map(
    ({ language, address }) => ({
      '@rel': 'alternate',
      '@hreflang': language,
      '@href': address,
    }),
  )
  const url = versions.map(({ address }) => ({
    loc: address,
    ...(modifiedAt > 0 && { lastmod: formatUtcTime(modifiedAt) }),
    ...(versions.length > 1 && { 'xhtml:link': links }),
  }))
  return buildXml({ url })
}

/**
 * The index of site maps: an XML file that lists all site maps.
 * @param addresses addresses of the site maps
 */
export const formatSitemapIndex = (addresses: readonly string[]): string =>
  buildXml({
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    sitemapindex: { ...NAMESPACE, sitemap: addresses.map((loc) => ({ loc })) },
  })
