import type { Face } from './faces.ts'
import { type CollectionName, KIND_PROPERTIES, type Kind, type PostKind } from './kinds.ts'
import type { Language } from './language.ts'

/** The origins (`https://host[:port]`) at which a site is reached. */
export interface SiteOrigins {
  /** The origin of the admin pages, and of the pages in all languages without a domain of their own. */
  main: string
  /** Languages with a domain of their own (`LANGUAGE_URLS`); never the default language. */
  ofLanguages?: Partial<Record<Language, string>> | undefined
}

/** Builds public URLs for one origin, language and variant of the API. */
export interface Urls {
  /** The origin of the pages in the language: `https://host`, without a slash at the end. */
  origin: string
  /** All origins of the site. The first is the main one, where the admin pages are. */
  origins: readonly [main: string, ...others: string[]]
  /** Host name of the main origin without port, used in the field `global_id`. */
  host: string
  /** URL of the API without the REST namespace, with a slash at the end, e.g. `https://host/de/wp-json/`. */
  apiRoot: string
  namespaceRoot: string
  /** URL of the home page, with a slash at the end. */
  home: string
  /** URL of an API list without query parameters, with a slash at the end. */
  listing(name: CollectionName): string
  collection(name: CollectionName): string
  item(name: CollectionName, id: number): string
  /**
   * URL of a feed of the list of events, or of the events of a record: one event, or a series.
   * @param format one of `FORMATS` in feeds/feed-formats.ts
   * @param filters query parameters of the list
   */
  feed(format: string, record?: FeedRecord, filters?: QueryParameters): string
  /** Builds the same URLs for another language of the site and, if given, another variant of the API. */
  inLanguage(language: Language, face?: Face): Urls
  /**
   * URL of the HTML page of a published record, with a slash at the end: `/event/<slug>/`,
   * `/events/category/<parent>/<slug>/`.
   * @param path the slug; for a category, the slugs of all its ancestors from the top level down, then its own
   */
  page(kind: Kind, path: string | readonly string[]): string
  /** URL of the HTML page of an unpublished post, which contains the id instead of the slug: `/?post_type=…&p=<id>`. */
  unpublishedPage(kind: PostKind, id: number): string
  picture(fileName: string): string
}

/** A record whose events have a feed of their own. */
export interface FeedRecord {
  collection: 'events' | 'series'
  id: number
}

/** Query parameters of a URL. Lists are joined by commas; undefined values and empty lists are left out. */
export type QueryParameters = Record<string, string | number | readonly (string | number)[] | undefined>

/** The same URL with the scheme `webcal:`, which calendar applications open to subscribe to a feed. */
export const toWebcalUrl = (address: string) => address.replace(/^https?:/, 'webcal:')

/**
 * A query parameter of the request that names the language, instead of the language prefix of the path. Links in the
 * response repeat the query parameter.
 */
export interface LanguageParameter {
  /** Name of the query parameter. */
  name: string
  language: Language
}

/**
 * Creates the builder of public URLs for a request.
 * @param root language prefix of the path of the request: `''` or `/de`. The URLs of a language with a domain of its
 *   own have the origin of the domain instead.
 * @param languages all languages of the site, the default language first
 * @param languageParameter the query parameter for the language, if the request has one
 */
export function createUrlBuilder(
  origins: SiteOrigins,
  root: string,
  face: Face,
  languages: readonly Language[],
  languageParameter?: LanguageParameter,
): Urls {
  const domainOf = (prefix: string) => origins.ofLanguages?.[prefix.slice(1) as Language]
  const apiRoot = `${domainOf(root) ?? origins.main + root}${face.prefix}/`
  const namespaceRoot = `${apiRoot}${face.namespace}`
  // URLs of HTML pages have no query parameter for the language, so the prefix of the path must name the language.
  const siteRoot =
    languageParameter && languages.includes(languageParameter.language)
      ? languageRoot(languageParameter.language, languages)
      : root
  const domain = domainOf(siteRoot)
  const origin = domain ?? origins.main
  const site = domain ?? origins.main + siteRoot
  const variants = new Map<string, Urls>()
  const withLanguage = (address: string) =>
    languageParameter ? appendQueryToUrl(address, { [languageParameter.name]: languageParameter.language }) : address
  return {
    origin,
    origins: [origins.main, ...Object.values(origins.ofLanguages ?? {})],
    host: new URL(origins.main).hostname,
    apiRoot,
    namespaceRoot,
    home: `${site}/`,
    listing: (name) => `${namespaceRoot}/${name}/`,
    collection: (name) => withLanguage(`${namespaceRoot}/${name}`),
    item: (name, id) => withLanguage(`${namespaceRoot}/${name}/${id}`),
    feed: (format, record, filters) =>
      appendQueryToUrl(`${namespaceRoot}/${record ? `${record.collection}/${record.id}` : 'events'}.${format}`, {
        ...filters,
        ...(languageParameter && { [languageParameter.name]: languageParameter.language }),
      }),
    inLanguage(language, variant = face) {
      const key = `${variant.name} ${language}`
      const urls = variants.get(key) ?? createUrlBuilder(origins, languageRoot(language, languages), variant, languages)
      variants.set(key, urls)
      return urls
    },
    page: (kind, path) =>
      `${site}/${KIND_PROPERTIES[kind].pagePath}/${typeof path === 'string' ? path : path.join('/')}/`,
    unpublishedPage: (kind, id) => `${site}/?post_type=${KIND_PROPERTIES[kind].postType}&p=${id}`,
    picture: (fileName) => `${origin}/media/${fileName}`,
  }
}

/** The prefix of URL paths for a language, e.g. `/de`; empty for the default language. */
export const languageRoot = (language: Language, languages: readonly Language[]) =>
  language === languages[0] ? '' : `/${language}`

/**
 * Appends query parameters to a URL in the given order; undefined values and empty lists are left out. Spaces become
 * `+`, and commas and brackets are not encoded, as clients of this API expect.
 */
export function appendQueryToUrl(address: string, parameters: QueryParameters) {
  const pairs = Object.entries(parameters).flatMap(([name, value]) => {
    if (value === undefined || (Array.isArray(value) && value.length === 0)) return []
    return [`${encode(name)}=${encode(Array.isArray(value) ? value.join(',') : String(value))}`]
  })
  return pairs.length > 0 ? `${address}?${pairs.join('&')}` : address
}

/** The same URL with non-ASCII characters percent-encoded, for HTTP headers and sitemaps. */
export const toAsciiUrl = (address: string) => new URL(address).href

/**
 * A URL that people or other programs wrote, as it may be stored: with a host in Punycode and other letters
 * percent-encoded, because the API accepts ASCII only. Text that is no URL is returned unchanged.
 */
export const toStorableUrl = (text: string): string => {
  const url = text.trim()
  return /[^ -~]/.test(url) && URL.canParse(url) ? toAsciiUrl(url) : url
}

const encode = (text: string) =>
  encodeURIComponent(text.toWellFormed())
    .replaceAll('%20', '+')
    .replaceAll('%2C', ',')
    .replaceAll('%5B', '[')
    .replaceAll('%5D', ']')
