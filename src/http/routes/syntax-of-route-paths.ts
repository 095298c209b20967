import { LANGUAGES } from '../../core/language.ts'
import { type TSchema, Type } from '../../core/schema/field-types.ts'

/** How the router and the route index write one variable of a path, and the schema of its values. */
interface PathKey {
  /** How the router writes the variable if it is the end of a path segment, as in `/events/{id}`. */
  url: string
  /** How the router writes the variable if more text follows in the segment, as in `/events/{id}.ics`. */
  urlBeforeText: string
  /** How the route index writes the variable: a regular expression with a named group (API contract). */
  pattern: string
  schema: TSchema
}

const KEYS: Record<string, PathKey> = {
  id: {
    url: ':id(^\\d+$)',
    urlBeforeText: ':id(^\\d+)',
    pattern: '(?P<id>\\d+)',
    schema: Type.Integer({ minimum: 1 }),
  },
  revision: {
    url: ':revision(^\\d+$)',
    urlBeforeText: ':revision(^\\d+)',
    pattern: '(?P<revision>\\d+)',
    schema: Type.Integer({ minimum: 1 }),
  },
  batch: {
    url: ':batch(^[\\w-]+$)',
    urlBeforeText: ':batch(^[\\w-]+)',
    pattern: '(?P<batch>[\\w-]+)',
    schema: Type.String({ pattern: '^[\\w-]+$' }),
  },
  slug: { url: ':slug', urlBeforeText: ':slug', pattern: '(?P<slug>[^/]+)', schema: Type.String() },
  type: { url: ':type', urlBeforeText: ':type', pattern: '(?P<type>[\\w-]+)', schema: Type.String() },
  taxonomy: { url: ':taxonomy', urlBeforeText: ':taxonomy', pattern: '(?P<taxonomy>[\\w-]+)', schema: Type.String() },
  language: {
    url: ':language',
    urlBeforeText: ':language',
    pattern: '(?P<language>[a-z]{2})',
    schema: Type.Enum([...LANGUAGES]),
  },
}

/** Matches a path variable such as `{id}` and captures the character after it in a lookahead. */
const VARIABLE = /\{(\w+)\}(?=(.?))/g

function keyNamed(name: string): PathKey {
  const key = KEYS[name]
  if (key === undefined) throw new Error(`no such variable in paths: ${name}`)
  return key
}

/** Converts an OpenAPI path to the syntax of the router: `/events/{id}` to `/events/:id(^\d+$)`. */
export const convertToRouterPath = (path: string): string =>
  path.replace(VARIABLE, (_, name: string, next: string) =>
    next === '' || next === '/' ? keyNamed(name).url : keyNamed(name).urlBeforeText,
  )

/** Converts an OpenAPI path to the syntax of the route index: `/events/{id}` to `/events/(?P<id>\d+)`. */
export const convertToRouteIndexPath = (path: string): string =>
  path.replaceAll('.', '\\.').replace(VARIABLE, (_, name: string) => keyNamed(name).pattern)

/** Returns the schemas of the variables of a path, by name. */
export const schemasOfPathVariables = (path: string): Record<string, TSchema> =>
  Object.fromEntries([...path.matchAll(VARIABLE)].map(([, name = '']) => [name, keyNamed(name).schema]))
