import type { FastifyReply, FastifyRequest } from 'fastify'
import { CalendarError, Problems } from '../../core/errors.ts'
import type { Face } from '../../core/faces.ts'
import { isObject } from '../../core/generic/is-object.ts'
import { memberNamesOfSchema, type TSchema } from '../../core/schema/field-types.ts'
import { findNearestWord } from '../../core/text/nearest-word.ts'
import { LIMITS } from '../all-limits.ts'
import { parseLanguageParameter } from '../request/create-request-scope.ts'
import { versionParameters } from '../request/expected-versions.ts'
import { prefersStrictHandling, STRICT_HANDLING } from '../request/prefer-header.ts'
import { isWriteRequest } from '../request/read-and-write-methods.ts'
import { type DocumentedRoute, parametersOfRouteInApi, type Route } from './route.ts'
import { schemasOfPathVariables } from './syntax-of-route-paths.ts'

/** Names of the fields in the response of a route. A client may send them back, although no route writes them. */
export type ResponseFields<R extends Route> = (route: R, face: Face) => readonly string[]

/** A route with or without a description of its parameters. */
export type CheckedRoute = Route & Pick<DocumentedRoute, 'parameters'>

/**
 * Whether the description of a route lists all its parameters. Outside the namespaces of the calendar, a route without
 * parameters in its description may still read some.
 */
export const doesRouteListAllParameters = ({ base = 'namespace', parameters }: CheckedRoute) =>
  base === 'namespace' || base === 'tec/v1' || (base !== 'host' && parameters !== undefined)

/** Names of parameters that every route accepts: they are evaluated before the route, or by WordPress only. */
const COMMON_NAMES = ['_method', '_fields', '_embed', '_envelope', '_jsonp', 'rest_route']

/**
 * Creates a function that checks the names of the parameters and body fields of a request, and of the members of inline
 * records. Those that the route does not have are ignored, and the header `X-Ignored-Parameters` lists them
 * (docs/decisions/0036).
 * @throws {CalendarError} `rest_invalid_param` for unknown names, if the request prefers strict handling
 */
export function createParameterNameCheck<R extends CheckedRoute>(
  route: R,
  responseFields: ResponseFields<R> | undefined,
) {
  const accepted = onFirstUse((face) => acceptedNames(route, face))
  const shown = onFirstUse((face) => new Set(responseFields?.(route, face)))
  const members = onFirstUse((face) => memberNames(route, face))
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const { face } = request.address
    const isStrict = prefersStrictHandling(request.headers)
    if (isStrict) reply.header('preference-applied', STRICT_HANDLING)
    const isKnown = (name: string) => accepted(face).has(name) || (isWriteRequest(request) && shown(face).has(name))
    const ignored: IgnoredName[] = sentNames(request)
      .filter((name) => !isKnown(name))
      .map((name) => ({ path: name, name, accepted: accepted(face) }))
    if (isWriteRequest(request)) ignored.push(...ignoredMembers(request, members(face)))
    if (ignored.length === 0) return
    // The names are sorted, because the cache sends one response for all orders of the parameters.
    const paths = [...new Set(ignored.map(({ path }) => path))].toSorted().slice(0, LIMITS.ignoredNames.value)
    if (isStrict)
      throw unknownNames(
        request,
        paths.map((path) => ignored.find((one) => one.path === path) as IgnoredName),
      )
    reply.header('x-ignored-parameters', paths.map(shorten).map(headerItem).join(', '))
  }
}

interface IgnoredName {
  /** Where the name was sent: `titel`, `venue.adress`, `organizer[1].naem`. */
  path: string
  /** The name itself, without the fields that contain it: `adress` of `venue.adress`. */
  name: string
  /** The names that the route accepts at this place. */
  accepted: ReadonlySet<string>
}

/** Caches the result of `compute` for each API and computes it at the first use, so that the server starts sooner. */
function onFirstUse<Value>(compute: (face: Face) => Value): (face: Face) => Value {
  const values = new Map<Face, Value>()
  return (face) => {
    const value = values.get(face) ?? compute(face)
    values.set(face, value)
    return value
  }
}

function acceptedNames(route: CheckedRoute, face: Face): ReadonlySet<string> {
  return new Set([
    ...Object.keys(parametersOfRouteInApi(route, face)?.schema.properties ?? {}),
    ...Object.keys(schemasOfPathVariables(route.path)),
    ...(route.takesFile ? ['file'] : []),
    ...(route.isConditional ? Object.keys(versionParameters.schema.properties) : []),
    ...[face.languageParameter, ...face.languageAliases],
    ...COMMON_NAMES,
  ])
}

/** The names in the query and, for a write, in the body. Bodies of reads are ignored altogether. */
const sentNames = (request: FastifyRequest) => [
  ...Object.keys(request.query as object),
  ...(isWriteRequest(request) ? Object.keys((request.body as object | undefined) ?? {}) : []),
]

/** The names of the members of inline records, each with the field that contains the record. */
const memberNames = (route: CheckedRoute, face: Face): [field: string, names: ReadonlySet<string>][] =>
  Object.entries<TSchema>(parametersOfRouteInApi(route, face)?.schema.properties ?? {}).flatMap(([field, schema]) => {
    const names = memberNamesOfSchema(schema)
    return names ? [[field, names]] : []
  })

function ignoredMembers(request: FastifyRequest, members: ReturnType<typeof memberNames>): IgnoredName[] {
  const sent = { ...(request.query as object), ...(request.body as object | undefined) } as Record<string, unknown>
  return members.flatMap(([field, accepted]) => {
    const value = sent[field]
    return [value].flat().flatMap((entry, index) => {
      // An object with an `id` refers to an existing record. Its other members come from a response and are ignored.
      if (!isObject(entry) || (accepted.has('id') && 'id' in entry)) return []
      const parent = Array.isArray(value) ? `${field}[${index}]` : field
      const unknown = Object.keys(entry).filter((name) => !accepted.has(name))
      return unknown.map((name) => ({ path: `${parent}.${name}`, name, accepted }))
    })
  })
}

const shorten = (name: string) => name.slice(0, LIMITS.ignoredNameLength.value).toWellFormed()

function unknownNames(request: FastifyRequest, names: readonly IgnoredName[]): CalendarError {
  const problems = new Problems()
  for (const { path, name, accepted } of names) {
    const nearest = findNearestWord(shorten(name), accepted)
    if (nearest === undefined) problems.add(shorten(path), 'reason.unknown-parameter')
    else problems.add(shorten(path), 'reason.misspelled-parameter', { nearest })
  }
  const sent = { ...(request.query as object), ...(request.body as object | undefined) }
  request.language = parseLanguageParameter(request, sent, new Problems())?.language ?? request.language
  return new CalendarError('rest_invalid_param', { data: { problems: problems.found } })
}

/**
 * A name as an item of a list in a header: a token or, with characters that a token cannot contain, a string (RFC
 * 8941).
 */
function headerItem(name: string): string {
  if (/^[a-z*][\w!#$%&'*+.^`|~:/-]*$/i.test(name)) return name
  const encoded = name.replace(/[^\x20-\x7e]/gu, encodeURIComponent)
  // Percent-encoding makes a name up to nine times as long, so the encoded name is cut again, without half of an
  // encoded byte at its end.
  const max = LIMITS.ignoredNameLength.value
  const printable = encoded.length > max ? encoded.slice(0, max).replace(/%[\dA-F]?$/, '') : encoded
  return `"${printable.replace(/["\\]/g, '\\$&')}"`
}
