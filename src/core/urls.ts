import type { Face } from './faces.ts'
import type { Language } from './language.ts'

export type CollectionName = 'events' | 'venues' | 'organizers' | 'categories' | 'tags'

/** What a collection is called that holds records of a kind. */
export const COLLECTION_OF = {
  event: 'events',
  venue: 'venues',
  organizer: 'organizers',
  category: 'categories',
  tag: 'tags',
} as const

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
  feed(format: string, id?: number, filters?: Parameters): string
  /** The same addresses at the root of a language of the site. */
  inLanguage(language: Language): Urls
  /** The page people see: `event/<slug>/` or, unpublished, an address by id. */
  page(kind: 'event' | 'venue' | 'organizer', slug: string): string
  unpublishedPage(kind: 'event' | 'venue' | 'organizer', id: number): string
  /** @param path slugs from the top category down */
  categoryPage(path: string[]): string
  tagPage(slug: string): string
  picture(fileName: string): string
}

/** Of an address; lists are joined by commas, what is undefined is left out. */
export type Parameters = Record<string, string | number | readonly (string | number)[] | undefined>

/** The address for programs that subscribe when they are given one: calendars on phones and desks. */
export const webcalOf = (address: string) => address.replace(/^https?:/, 'webcal:')

/** A language that a parameter asked for, which links then repeat. */
export interface AskedLanguage {
  /** Of the parameter. */
  name: string
  language: Language
}

/**
 * @param origin    `https://host[:port]`
 * @param root      the language root as spelled in the request: `''` or `/de`
 * @param languages of the site, its default first
 */
export function urlsOf(
  origin: string,
  root: string,
  face: Face,
  languages: readonly Language[],
  asked?: AskedLanguage,
): Urls {
  const apiRoot = `${origin}${root}${face.prefix}/`
  const namespaceRoot = `${apiRoot}${face.namespace}`
  // Pages have no language parameter, only roots.
  const site = `${origin}${asked && languages.includes(asked.language) ? rootOf(asked.language, languages) : root}`
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
      roots[language] ??= urlsOf(origin, rootOf(language, languages), face, languages)
      return roots[language]
    },
    page: (kind, slug) => `${site}/${kind}/${slug}/`,
    unpublishedPage: (kind, id) => `${site}/?post_type=${POST_TYPES[kind]}&p=${id}`,
    categoryPage: (path) => `${site}/events/category/${path.join('/')}/`,
    tagPage: (slug) => `${site}/events/tag/${slug}/`,
    picture: (fileName) => `${origin}/media/${fileName}`,
  }
}

/** The root of a language: the default has none. */
export const rootOf = (language: Language, languages: readonly Language[]) =>
  language === languages[0] ? '' : `/${language}`

const POST_TYPES = { event: 'tribe_events', venue: 'tribe_venue', organizer: 'tribe_organizer' } as const

/**
 * `address` with parameters, in the given order; what is undefined or an empty list is left out.
 * Spaces become `+` and brackets stay readable, as the clients of this contract expect.
 */
export function withQuery(address: string, parameters: Parameters) {
  const pairs = Object.entries(parameters).flatMap(([name, value]) => {
    if (value === undefined || (Array.isArray(value) && value.length === 0)) return []
    return [`${encode(name)}=${encode(Array.isArray(value) ? value.join(',') : String(value))}`]
  })
  return pairs.length > 0 ? `${address}?${pairs.join('&')}` : address
}

/** The address with letters of other alphabets encoded, as headers and site maps have it. */
export const asciiOf = (address: string) => new URL(address).href

const encode = (text: string) =>
  encodeURIComponent(text.toWellFormed())
    .replaceAll('%20', '+')
    .replaceAll('%2C', ',')
    .replaceAll('%5B', '[')
    .replaceAll('%5D', ']')
