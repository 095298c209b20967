/**
 * The routes and parameters that the user's REST contract declares, as data: the native face promises each of them. Where the
 * contract leaves a type open, `type` is absent; where it declares no default, `default` is absent.
 */

export interface DeclaredParameter {
  /** JSON type; `integer[]` is an array whose items are declared as integers. The service may accept more. */
  type?: 'string' | 'integer' | 'number' | 'boolean' | 'integer[]'
  format?: 'double' | 'email'
  isRequired?: true
  /** `null` is a declared default; `'derived'` stands for a value computed at the time of the request. */
  default?: string | number | boolean | null
  enum?: readonly string[]
}

export type Parameters = Readonly<Record<string, DeclaredParameter>>

export interface DeclaredRoute {
  /** Below the namespace, with path keys as OpenAPI writes them. */
  path: string
  methods: readonly string[]
  parameters: Parameters
}

/** Default of a parameter whose value depends on the time of the request. */
export const DERIVED = 'derived'

const text = { type: 'string' } as const
const nullText = { type: 'string', default: null } as const
const integer = { type: 'integer' } as const
const flag = { type: 'boolean' } as const
const ids = { type: 'integer[]' } as const
const nullIds = { type: 'integer[]', default: null } as const
const required = <T extends DeclaredParameter>(parameter: T) => ({ ...parameter, isRequired: true }) as const

/** Accepted on every route and every method. */
export const COMMON: Parameters = { translation_language: { type: 'string', enum: ['en', 'fi', 'fr', 'de', 'es'] } }

const EVENT: Parameters = {
  title: required(text),
  start_date: required(text),
  end_date: required(text),
  author: integer,
  date: text,
  date_utc: text,
  description: text,
  slug: text,
  excerpt: text,
  status: text,
  timezone: text,
  all_day: { type: 'boolean', default: false },
  image: text,
  cost: {},
  website: { default: null },
  show_map: flag,
  show_map_link: flag,
  hide_from_listings: flag,
  sticky: flag,
  featured: flag,
  categories: nullIds,
  tags: nullIds,
  venue: nullIds,
  organizer: nullIds,
}

const VENUE: Parameters = {
  venue: required(text),
  author: integer,
  date: text,
  date_utc: text,
  description: nullText,
  status: text,
  show_map: nullText,
  show_map_link: nullText,
  address: nullText,
  city: nullText,
  country: nullText,
  province: nullText,
  state: nullText,
  zip: nullText,
  phone: nullText,
  stateprovince: nullText,
  website: nullText,
  image: nullText,
}

const ORGANIZER: Parameters = {
  organizer: required(nullText),
  author: { type: 'integer', default: null },
  date: nullText,
  date_utc: nullText,
  description: nullText,
  status: nullText,
  phone: nullText,
  website: nullText,
  email: { type: 'string', format: 'email', default: null },
  image: nullText,
}

const TAG: Parameters = { name: required(text), description: text, slug: text }
const CATEGORY: Parameters = { ...TAG, parent: integer }

const PAGE: Parameters = { page: { type: 'integer', default: 1 }, per_page: { type: 'integer', default: 4 } }

const EVENT_LIST: Parameters = {
  ...PAGE,
  start_date: { type: 'string', default: DERIVED },
  end_date: { type: 'string', default: DERIVED },
  search: text,
  categories: ids,
  tags: ids,
  venue: ids,
  organizer: ids,
  featured: flag,
  status: text,
  geoloc: flag,
  geoloc_lat: { type: 'number', format: 'double' },
  geoloc_lng: { type: 'number', format: 'double' },
  include: ids,
  post_parent: integer,
}

const PLACE_LIST: Parameters = {
  ...PAGE,
  search: text,
  event: integer,
  has_events: {},
  only_with_upcoming: { default: false },
  status: text,
}

const TAG_LIST: Parameters = {
  ...PAGE,
  search: text,
  exclude: ids,
  include: ids,
  order: text,
  orderby: text,
  hide_empty: { type: 'boolean', default: true },
  post: integer,
  event: integer,
  slug: text,
}
const CATEGORY_LIST: Parameters = { ...TAG_LIST, parent: integer }

const optional = (fields: Parameters): Parameters =>
  Object.fromEntries(Object.entries(fields).map(([name, { isRequired: _, ...parameter }]) => [name, parameter]))

const CHANGES = ['POST', 'PUT', 'PATCH']
const ID: Parameters = { id: required(integer) }
const SLUG: Parameters = { slug: required(text) }

function collection(name: string, list: Parameters, fields: Parameters, hasSlugs: boolean): DeclaredRoute[] {
  const changes = optional(fields)
  const item = (path: string, key: Parameters) => [
    { path, methods: ['GET'], parameters: key },
    { path, methods: ['DELETE'], parameters: key },
    { path, methods: CHANGES, parameters: { ...key, ...changes } },
  ]
  return [
    { path: `/${name}`, methods: ['GET'], parameters: list },
    { path: `/${name}`, methods: ['POST'], parameters: fields },
    ...item(`/${name}/{id}`, ID),
    ...(hasSlugs ? item(`/${name}/by-slug/{slug}`, SLUG) : []),
  ]
}

/** @param namespace the default of the index route's parameter of that name */
export const declaredRoutes = (namespace: string): DeclaredRoute[] => [
  {
    path: '/',
    methods: ['GET'],
    parameters: { namespace: { default: namespace }, context: { default: 'view' } },
  },
  { path: '/doc', methods: ['GET'], parameters: {} },
  ...collection('events', EVENT_LIST, EVENT, true),
  ...collection('venues', PLACE_LIST, VENUE, true),
  ...collection('organizers', PLACE_LIST, ORGANIZER, true),
  ...collection('categories', CATEGORY_LIST, CATEGORY, false),
  ...collection('tags', TAG_LIST, TAG, false),
]
