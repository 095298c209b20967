import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Scope } from '../../../collections/scope.ts'
import { TEC } from '../../../core/faces.ts'
import { isPostKind, KIND_PROPERTIES, type Kind } from '../../../core/kinds.ts'
import { attachDocumentationToSchema, enumField, splitListParameter, Type } from '../../../core/schema/field-types.ts'
import { createOptionalParameterSet } from '../../../core/schema/parameter-set.ts'
import { appendQueryToUrl, type QueryParameters } from '../../../core/urls.ts'
import { sendJson } from '../../response/send-json.ts'

/**
 * What every resource of the WordPress REST API has: the parameters `context` and `_fields`, and links to other
 * resources (https://developer.wordpress.org/rest-api/).
 */

const CONTEXTS = ['view', 'embed', 'edit'] as const

/**
 * The fields that a response contains: all public ones (`view`, the default), those that other resources include
 * (`embed`), or those for users who may edit the resource too (`edit`).
 */
export type Context = (typeof CONTEXTS)[number]

export const contextParameter = {
  context: Type.Optional(attachDocumentationToSchema(enumField(CONTEXTS), { default: 'view' })),
}

/** The parameters of a route that reads one resource. */
export const resourceParameters = createOptionalParameterSet(Type.Object(contextParameter))

/** Sends a resource or a list of resources as JSON, with the fields that the parameter `_fields` selects. */
export function sendWordpressResource(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  body: unknown,
  status = 200,
): FastifyReply {
  return sendJson(reply, keepFieldsNamedInFieldsParameter(request.query as object, body), status)
}

/**
 * Returns the fields of a resource, or of each resource in a list, that the parameter `_fields` selects; all fields
 * without this parameter.
 */
export const keepFieldsNamedInFieldsParameter = ({ _fields: wanted }: { _fields?: unknown }, body: unknown): unknown =>
  wanted === undefined ? body : keepNamedFieldsOfResources(body, wanted)

/**
 * Largest depth of field names in `_fields`, such as `title.rendered` (2). Deeper fields cannot be selected
 * individually, and no resource has any.
 */
const DEPTH_MAX = 8

/** The selected fields of an object, each with the selected fields in it; `true` selects the whole value. */
interface Selection {
  [field: string]: Selection | true
}

/** A name that no field has. Used if `_fields` contains an object, as in `_fields[a]=b`, so that it selects nothing. */
const NO_FIELD = '?'

/**
 * Returns the selected fields of a resource, or of each resource in a list.
 * @param wanted field names, as a list or separated by commas or spaces; `title.rendered` selects a field within a
 * field
 */
export function keepNamedFieldsOfResources(body: unknown, wanted: unknown): unknown {
  const names = (splitListParameter(wanted) ?? [])
    .flatMap((entry) => (typeof entry === 'object' ? NO_FIELD : String(entry).split(/\s+/)))
    .filter((name) => name !== '')
  if (names.length === 0) return body
  const selection: Selection = Object.create(null)
  for (const name of names) addField(selection, name.split('.', DEPTH_MAX))
  return Array.isArray(body) ? body.map((item) => pick(item, selection)) : pick(body, selection)
}

function addField(selection: Selection, [field = '', ...below]: string[]): void {
  const present = selection[field]
  if (below.length === 0 || present === true) {
    selection[field] = true
    return
  }
  const nested: Selection = present ?? Object.create(null)
  selection[field] = nested
  addField(nested, below)
}

function pick(value: unknown, selection: Selection): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([field, inner]) => {
      const below = selection[field]
      return below === undefined ? [] : [[field, below === true ? inner : pick(inner, below)]]
    }),
  )
}

/**
 * URL of a WordPress resource, in the language of the request.
 * @param path without a slash at the start, e.g. `wp/v2/tags/3`
 */
export const wordpressResourceUrl = ({ urls, languageParameter }: Scope, path: string, query: QueryParameters = {}) =>
  appendQueryToUrl(urls.apiRoot + path, {
    ...query,
    ...(languageParameter && { [languageParameter.name]: languageParameter.language }),
  })

/** A member of `_links`: a list with one link of a relation. */
export const createListWithOneWordpressLink = (href: string, more: Record<string, unknown> = {}) => [{ ...more, href }]

/** The member `curies` of `_links`, which explains relations that begin with `wp:`. */
export const CURIES = [{ name: 'wp', href: 'https://api.w.org/{rel}', templated: true }]

/** The last part of the URL of a list below `/wp/v2/`, as WordPress derives it from post type or taxonomy. */
export function wordpressRestBaseOfKind(kind: Kind): string {
  if (isPostKind(kind)) return KIND_PROPERTIES[kind].postType
  return kind === 'tag' ? 'tags' : TEC.taxonomy[kind]
}
