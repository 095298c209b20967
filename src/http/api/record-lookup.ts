import type { FastifyReply, FastifyRequest } from 'fastify'
import { type AnyCollection, type Key, type Scope, siteDefault } from '../../collections/collection.ts'
import { findPostOfAnyKind } from '../../collections/posts/read.ts'
import type { WriteScope } from '../../collections/records/write.ts'
import type { presentLanguages } from '../../collections/texts/languages.ts'
import { CalendarError, forbiddenError, Problems } from '../../core/errors.ts'
import { isPost } from '../../core/kinds.ts'
import { parseId } from '../../core/schema/schema.ts'
import { createScope, type Services } from '../request/scope.ts'
import { addLink } from '../response/api-headers.ts'
import { sendJson } from '../response/json.ts'

/** A request at the address of a record. */
export interface RecordRequest {
  request: FastifyRequest
  reply: FastifyReply
  /** Value of `Allow` for a caller who may edit the record. */
  everyMethod: string
  /** The parameters: of a read the query, of a write query and body. */
  sent: Record<string, unknown>
}

/**
 * The record that a path names by id or slug. Sets `Allow` to what the caller may do with it.
 * @param problems collects invalid parameters: of a write for the caller to throw, of a read thrown here
 * @throws {CalendarError} when the path names no record
 */
export async function findRecord(
  services: Services,
  collection: AnyCollection,
  { request, reply, everyMethod, sent }: RecordRequest,
  problems = new Problems(),
): Promise<{ scope: WriteScope; row: { id: number } }> {
  const isWrite = request.method !== 'GET' && request.method !== 'HEAD'
  const scope = await createScope(services, request, sent, problems, { isWrite })
  const { id: idText, slug = '' } = request.params as { id?: string; slug?: string }
  const id = idText === undefined ? undefined : (parseId(idText.replace(/^0+(?=\d)/, '')) ?? 0)
  const key: Key = id === undefined ? { slug } : { id }
  const row = await collection.find(scope, key)
  const allowEveryMethod = () => reply.header('allow', everyMethod)
  if (row === undefined) throw await unknownRecord(scope, collection, key, isWrite, problems, allowEveryMethod)
  if (collection.rights.canEdit(scope.caller, row)) allowEveryMethod()
  // An id in the body or query must be that of the path.
  if (id !== undefined && Object.hasOwn(sent, 'id') && parseId(sent.id) !== id) problems.add('id', 'reason.other-id')
  if (!isWrite) problems.throwIfAny()
  return { scope, row }
}

/**
 * The error for a path that names no record: 404 on the native face. On the other face 400, except for an event read by
 * an id that no post has, which is 404.
 */
async function unknownRecord(
  scope: Scope,
  collection: AnyCollection,
  key: Key,
  isWrite: boolean,
  problems: Problems,
  allowEveryMethod: () => void,
): Promise<CalendarError> {
  if (scope.face.unknownIsNotFound) return new CalendarError(`${collection.kind}-not-found`)
  if ('id' in key && collection.kind === 'event') {
    const other = await findPostOfAnyKind(scope.db, key.id)
    if (other && collection.rights.canEdit(scope.caller, other)) allowEveryMethod()
    if (!other && !isWrite) return new CalendarError('rest-event-not-found')
  }
  problems.add('id' in key ? 'id' : 'slug', 'reason.unknown')
  return new CalendarError('rest_invalid_param', { data: { problems: problems.found } })
}

/** @throws {CalendarError} when the caller may not read a record that exists */
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
  throw isPost(kind) ? new CalendarError(`${kind}-not-accessible`) : forbiddenError(scope.caller)
}

/**
 * Responds with one record. Headers give its language and its addresses in the others (`hreflang`); `x-default` is the
 * address in the default language of the site.
 * @param options.alone whether the record is read on its own, which shows more fields
 */
export function sendRecord(
  reply: FastifyReply,
  collection: AnyCollection,
  scope: Scope,
  row: { id: number },
  { status = 200, alone = false } = {},
): FastifyReply {
  const record = collection.present(scope, row, alone) as ReturnType<typeof presentLanguages>
  const { language, original_language, translations } = record
  reply.header('content-language', language)
  const alternates = Object.entries(translations)
  const defaultAlternate = translations[siteDefault(scope)] ?? translations[original_language]
  const links = [...alternates, ...(defaultAlternate ? [['x-default', defaultAlternate] as const] : [])]
  for (const [code, { rest_url }] of links) addLink(reply, `<${rest_url}>; rel="alternate"; hreflang="${code}"`)
  return sendJson(reply, record, status)
}
