import type { Face } from './faces.ts'
import { type CollectionName, KIND_PROPERTIES, type Kind, type PostKind } from './kinds.ts'
import type { Language } from './language.ts'

/** Builds public URLs for one origin, language and variant of the API. */
export interface Urls {
  /** `https://host`, without a slash at the end. */
  origin: string
  /** Host name without port, used in the field `global_id`. */
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
  /** Builds the same URLs for another language of the site. */
  inLanguage(language: Language): Urls
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
 * The language that a query parameter of the request names, instead of the language prefix of the path. Links in the
 * response repeat the query parameter.
 */
export interface LanguageParameter {
  /** Name of the query parameter. */
  name: string
  language: Language
}

/**
 * Creates the builder of public URLs for a request.
 * @param origin `https://host[:port]`
 * @param root language prefix of the path of the request: `''` or `/de`
 * @param languages all languages of the site, the default language first
 * @param languageParameter the query parameter for the language, if the request has one
 */
export function createUrls(
  origin: string,
  root: string,
  face: Face,
  languages: readonly Language[],
  languageParameter?: LanguageParameter,
): Urls {
  const apiRoot = `${origin}${root}${face.prefix}/`
  const namespaceRoot = `${apiRoot}${face.namespace}`
  // URLs of HTML pages have no query parameter for the language, so the prefix of the path must name the language.
  const site = `${origin}${languageParameter && languages.includes(languageParameter.language) ? languageRoot(languageParameter.language, languages) : root}`
  const roots: Partial<Record<Language, Urls>> = {}
  const withLanguage = (address: string) =>
    languageParameter ? withQuery(address, { [languageParameter.name]: languageParameter.language }) : address
  return {
    origin,
    host: new URL(origin).hostname,
    apiRoot,
    namespaceRoot,
    home: `${site}/`,
    listing: (name) => `${namespaceRoot}/${name}/`,
    collection: (name) => withLanguage(`${namespaceRoot}/${name}`),
    item: (name, id) => withLanguage(`${namespaceRoot}/${name}/${id}`),
    feed: (format, record, filters) =>
      withQuery(`${namespaceRoot}/${record ? `${record.collection}/${record.id}` : 'events'}.${format}`, {
        ...filters,
        ...(languageParameter && { [languageParameter.name]: languageParameter.language }),
      }),
    inLanguage(language) {
      roots[language] ??= createUrls(origin, languageRoot(language, languages), face, languages)
      return roots[language]
    },
    page: (kind, path) =>
      `${site}/${KIND_PROPERTIES[kind].pagePath}/${typeof path === 'string' ? path : path.join('/')}/`,
    unpublishedPage: (kind, id) => `${site}/?post_type=${KIND_PROPERTIES[kind].postType}&p=${id}`,
    picture: (fileName) => `${origin}/media/${fileName}`,
  }
}

/** The prefix of URL paths for a language, e.g. `/de`; '' for the default language. */
export const languageRoot = (language: Language, languages: readonly Language[]) =>
  language === languages[0] ? '' : `/${language}`

/**
 * Appends query parameters to a URL in the given order; undefined values and empty lists are left out. Spaces become `+`,
 * and commas and brackets are not encoded, as clients of this API expect.
 */
export function withQuery(address: string, parameters: QueryParameters) {
  const pairs = Object.entries(parameters).flatMap(([name, value]) => {
    if (value === undefined || (Array.isArray(value) && value.length === 0)) return []
    return [`${encode(name)}=${encode(Array.isArray(value) ? value.join(',') : String(value))}`]
  })
  return pairs.length > 0 ? `${address}?${pairs.join('&')}` : address
}

/** The same URL with non-ASCII characters percent-encoded, for HTTP headers and sitemaps. */
export const toAsciiUrl = (address: string) => new URL(address).href

const encode = (text: string) =>
  encodeURIComponent(text.toWellFormed())
    .replaceAll('%20', '+')
    .replaceAll('%2C', ',')
    .replaceAll('%5B', '[')
    .replaceAll('%5D', ']')
