import type { Face } from './faces.ts'
import { type CollectionName, KIND_PROPERTIES, type Kind, type PostKind } from './kinds.ts'
import type { Language } from './language.ts'

/** The public addresses of things, for one origin, language root and face. */
export interface Urls {
  /** `https://host`, no slash at the end. */
  origin: string
  /** Host name without port, as `global_id` wants it. */
  host: string
  /** Address of the API as a whole (the parent of the namespace), with a slash at the end. */
  apiRoot: string
  namespaceRoot: string
  /** The first page people see, with a slash at the end. */
  home: string
  /** Address of a list before its parameters, with a slash at the end. */
  listing(name: CollectionName): string
  collection(name: CollectionName): string
  item(name: CollectionName, id: number): string
  /**
   * The feed of a list of events, or of one event.
   * @param format one of `FORMATS` in feeds/formats.ts
   * @param filters parameters of the list
   */
  feed(format: string, id?: number, filters?: QueryParameters): string
  /** The same addresses at the root of a language of the site. */
  inLanguage(language: Language): Urls
  /**
   * The HTML page of a published record, with a slash at the end: `/event/<slug>/`, `/events/category/<parent>/<slug>/`.
   * @param path the slug; of a category all slugs from the root category down
   */
  page(kind: Kind, path: string | readonly string[]): string
  /** The HTML page of a post that is not published, by id: `/?post_type=…&p=<id>`. */
  unpublishedPage(kind: PostKind, id: number): string
  picture(fileName: string): string
}

/** Of an address; lists are joined by commas, what is undefined is left out. */
export type QueryParameters = Record<string, string | number | readonly (string | number)[] | undefined>

/** The address for programs that subscribe when they are given one: calendars on phones and desks. */
export const toWebcalUrl = (address: string) => address.replace(/^https?:/, 'webcal:')

/** A language that a parameter asked for, which links then repeat. */
export interface LanguageParameter {
  /** Of the parameter. */
  name: string
  language: Language
}

/**
 * @param origin    `https://host[:port]`
 * @param root      the language root as spelled in the request: `''` or `/de`
 * @param languages of the site, its default first
 */
export function createUrls(
  origin: string,
  root: string,
  face: Face,
  languages: readonly Language[],
  asked?: LanguageParameter,
): Urls {
  const apiRoot = `${origin}${root}${face.prefix}/`
  const namespaceRoot = `${apiRoot}${face.namespace}`
  // Pages have no language parameter, only roots.
  const site = `${origin}${asked && languages.includes(asked.language) ? languageRoot(asked.language, languages) : root}`
  const roots: Partial<Record<Language, Urls>> = {}
  const withLanguage = (address: string) => (asked ? withQuery(address, { [asked.name]: asked.language }) : address)
  return {
    origin,
    host: new URL(origin).hostname,
    apiRoot,
    namespaceRoot,
    home: `${site}/`,
    listing: (name) => `${namespaceRoot}/${name}/`,
    collection: (name) => withLanguage(`${namespaceRoot}/${name}`),
    item: (name, id) => withLanguage(`${namespaceRoot}/${name}/${id}`),
    feed: (format, id, filters) =>
      withQuery(`${namespaceRoot}/events${id === undefined ? '' : `/${id}`}.${format}`, {
        ...filters,
        ...(asked && { [asked.name]: asked.language }),
      }),
    inLanguage(language) {
      roots[language] ??= createUrls(origin, languageRoot(language, languages), face, languages)
      return roots[language]
    },
    page: (kind, path) => `${site}/${KIND_PROPERTIES[kind].pagePath}/${[path].flat().join('/')}/`,
    unpublishedPage: (kind, id) => `${site}/?post_type=${KIND_PROPERTIES[kind].postType}&p=${id}`,
    picture: (fileName) => `${origin}/media/${fileName}`,
  }
}

/** The root of a language: the default has none. */
export const languageRoot = (language: Language, languages: readonly Language[]) =>
  language === languages[0] ? '' : `/${language}`

/**
 * `address` with parameters, in the given order; what is undefined or an empty list is left out.
 * Spaces become `+` and brackets stay readable, as the clients of this contract expect.
 */
export function withQuery(address: string, parameters: QueryParameters) {
  const pairs = Object.entries(parameters).flatMap(([name, value]) => {
    if (value === undefined || (Array.isArray(value) && value.length === 0)) return []
    return [`${encode(name)}=${encode(Array.isArray(value) ? value.join(',') : String(value))}`]
  })
  return pairs.length > 0 ? `${address}?${pairs.join('&')}` : address
}

/** The address with letters of other alphabets encoded, as headers and site maps have it. */
export const toAsciiUrl = (address: string) => new URL(address).href

const encode = (text: string) =>
  encodeURIComponent(text.toWellFormed())
    .replaceAll('%20', '+')
    .replaceAll('%2C', ',')
    .replaceAll('%5B', '[')
    .replaceAll('%5D', ']')
