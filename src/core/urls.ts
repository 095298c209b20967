import type { Face } from './faces.ts'

export type CollectionName = 'events' | 'venues' | 'organizers' | 'categories' | 'tags'

/** The public addresses of things, for one origin, language root and face. */
export interface Urls {
  /** `https://host`, no slash at the end. */
  origin: string
  /** Host name without port, as `global_id` wants it. */
  host: string
  /** Address of the API as a whole (the parent of the namespace), with a slash at the end. */
  apiRoot: string
  namespaceRoot: string
  collection(name: CollectionName): string
  item(name: CollectionName, id: number): string
  /** The page people see: `event/<slug>/` or, unpublished, an address by id. */
  page(kind: 'event' | 'venue' | 'organizer', slug: string): string
  unpublishedPage(kind: 'event' | 'venue' | 'organizer', id: number): string
  /** @param path slugs from the top category down */
  categoryPage(path: string[]): string
  tagPage(slug: string): string
  picture(fileName: string): string
}

/**
 * @param origin `https://host[:port]`
 * @param root   the language root as spelled in the request: `''` or `/de`
 */
export function urlsOf(origin: string, root: string, face: Face): Urls {
  const apiRoot = `${origin}${root}${face.prefix}/`
  const namespaceRoot = `${apiRoot}${face.namespace}`
  const site = `${origin}${root}`
  return {
    origin,
    host: new URL(origin).hostname,
    apiRoot,
    namespaceRoot,
    collection: (name) => `${namespaceRoot}/${name}`,
    item: (name, id) => `${namespaceRoot}/${name}/${id}`,
    page: (kind, slug) => `${site}/${kind}/${slug}/`,
    unpublishedPage: (kind, id) => `${site}/?post_type=${POST_TYPES[kind]}&p=${id}`,
    categoryPage: (path) => `${site}/events/category/${path.join('/')}/`,
    tagPage: (slug) => `${site}/events/tag/${slug}/`,
    picture: (fileName) => `${origin}/media/${fileName}`,
  }
}

const POST_TYPES = { event: 'tribe_events', venue: 'tribe_venue', organizer: 'tribe_organizer' } as const

/**
 * `address` with parameters, in the given order; what is undefined or an empty list is left out.
 * Spaces become `+` and brackets stay readable, as the clients of this contract expect.
 */
export function withQuery(
  address: string,
  parameters: Record<string, string | number | readonly (string | number)[] | undefined>,
) {
  const pairs = Object.entries(parameters).flatMap(([name, value]) => {
    if (value === undefined || (Array.isArray(value) && value.length === 0)) return []
    return [`${encode(name)}=${encode(Array.isArray(value) ? value.join(',') : String(value))}`]
  })
  return pairs.length > 0 ? `${address}?${pairs.join('&')}` : address
}

const encode = (text: string) =>
  encodeURIComponent(text.toWellFormed())
    .replaceAll('%20', '+')
    .replaceAll('%2C', ',')
    .replaceAll('%5B', '[')
    .replaceAll('%5D', ']')
