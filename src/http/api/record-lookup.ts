import type { FastifyReply, FastifyRequest } from 'fastify'
import { type AnyCollection, type Key, type Scope, siteDefault } from '../../collections/collection.ts'
import { findPostOfAnyKind } from '../../collections/posts/read.ts'
import type { WriteScope } from '../../collections/records/write.ts'
import type { presentLanguages } from '../../collections/texts/languages.ts'
import { CalendarError, forbidden, Problems } from '../../core/errors.ts'
import { isPost } from '../../core/kinds.ts'
import { parseId } from '../../core/schema/schema.ts'
import { API_PREFIX } from '../request/address.ts'
import { createScope, type Services } from '../request/scope.ts'
import { addLink, sendJson } from '../response/json.ts'

/** Records that a path names, by id or slug: finding, refusing, answering. */

export const ITEM_METHODS = 'GET, DELETE, POST, PUT, PATCH'

/** The routes of a collection's records, as the router has them. */
export const keysOf = ({ name, hasSlugs }: AnyCollection) =>
  [':id(^\\d+$)', ...(hasSlugs ? ['by-slug/:slug'] : [])].map((key) => `${API_PREFIX}/${name}/${key}`)

/** Says before the body is read which methods are open, so that a refusal says it too. */
export const allow =
  (methods: (request: FastifyRequest) => string) => async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('allow', methods(request))
  }

/**
 * The record a path names, and what its caller may do with it.
 * @param options.methods those open at this address to who may edit the record
 * @throws when there is none, naming what else is wrong
 */
export async function findNamed(
  services: Services,
  collection: AnyCollection,
  request: FastifyRequest,
  reply: FastifyReply,
  sent: Record<string, unknown>,
  problems = new Problems(),
  { isWrite = false, methods = ITEM_METHODS }: { isWrite?: boolean; methods?: string } = {},
): Promise<{ scope: WriteScope; row: { id: number } }> {
  const scope = await createScope(services, request, sent, problems, { isWrite })
  const { id: idText, slug = '' } = request.params as { id?: string; slug?: string }
  const id = idText === undefined ? undefined : (parseId(idText.replace(/^0+(?=\d)/, '')) ?? 0)
  const key: Key = id === undefined ? { slug } : { id }
  const row = await collection.find(scope, key)
  if (row === undefined) throw await unknownRecord(scope, collection, key, request, reply, problems, methods)
  if (collection.rights.canEdit(scope.caller, row)) reply.header('allow', methods)
  // An id in the body or query must be that of the path.
  if (id !== undefined && Object.hasOwn(sent, 'id') && parseId(sent.id) !== id) problems.add('id', 'reason.other-id')
  if (!isWrite) problems.throwIfAny()
  return { scope, row }
}

/**
 * What a path that names nothing means: 404 on the native face; on the other 400, but for an event asked for by an id
 * that nothing at all has.
 */
async function unknownRecord(
  scope: Scope,
  collection: AnyCollection,
  key: Key,
  { method }: FastifyRequest,
  reply: FastifyReply,
  problems: Problems,
  methods: string,
): Promise<CalendarError> {
  if (scope.face.unknownIsNotFound) return new CalendarError(`${collection.kind}-not-found`)
  if ('id' in key && collection.kind === 'event') {
    const other = await findPostOfAnyKind(scope.db, key.id)
    if (other && collection.rights.canEdit(scope.caller, other)) reply.header('allow', methods)
    if (!other && (method === 'GET' || method === 'HEAD')) return new CalendarError('rest-event-not-found')
  }
  problems.add('id' in key ? 'id' : 'slug', 'reason.unknown')
  return new CalendarError('rest_invalid_param', { data: { problems: problems.found } })
}

/** @throws {CalendarError} when the caller may not read a record that is there */
export function refuseUnreadable(
  scope: Scope,
  { kind, rights }: AnyCollection,
  row: { id: number; status?: string },
  request: FastifyRequest,
): void {
  if (rights.canRead(scope, row)) return
  const isById = (request.params as { id?: string }).id !== undefined
  if (scope.face.name === 'tec' && kind === 'event' && isById && row.status === 'trash') {
    throw new CalendarError('event-no-longer-available')
  }
  throw isPost(kind) ? new CalendarError(`${kind}-not-accessible`) : forbidden(scope.caller)
}

/** Answers one record, its language, and where it can be read in the others (`hreflang`; the site's default is for everyone else). */
export function answerRecord(
  reply: FastifyReply,
  collection: AnyCollection,
  scope: Scope,
  row: { id: number },
  { status = 200, alone = false } = {},
): FastifyReply {
  const record = collection.present(scope, row, alone) as ReturnType<typeof presentLanguages>
  const { language, original_language, translations } = record
  reply.header('content-language', language)
  const versions = Object.entries(translations)
  const general = translations[siteDefault(scope)] ?? translations[original_language]
  const links = [...versions, ...(general ? [['x-default', general] as const] : [])]
  for (const [code, { rest_url }] of links) addLink(reply, `<${rest_url}>; rel="alternate"; hreflang="${code}"`)
  return sendJson(reply, record, status)
}
