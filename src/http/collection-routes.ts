import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AnyCollection, Key, Scope } from '../collections/collection.ts'
import { anyPost } from '../collections/post.ts'
import { createRecord, removeRecord, updateRecord, type WriteScope } from '../collections/write.ts'
import { CalendarError, Problems } from '../core/errors.ts'
import { pageCount } from '../core/page.ts'
import { idIn } from '../core/schema.ts'
import { API } from './address.ts'
import { answer } from './answers.ts'
import { sentWith } from './parameters.ts'
import { type Services, scopeOf } from './scope.ts'

const CHANGES = ['POST', 'PUT', 'PATCH']
const ITEM_METHODS = 'GET, DELETE, POST, PUT, PATCH'

/** Serves one collection: its list, its items by id and, where it has slugs, by slug. */
export function collectionRoutes(app: FastifyInstance, services: Services, collection: AnyCollection): void {
  const path = `${API}/${collection.name}`
  // Set before the body is read, so that a refusal says it too.
  const onCollection = { onRequest: allow(({ caller }) => (collection.rights.canCreate(caller) ? 'GET, POST' : 'GET')) }
  const onItem = { onRequest: allow(({ caller }) => (collection.rights.canEdit(caller) ? ITEM_METHODS : 'GET')) }
  const serve = (handler: Handler) => (request: FastifyRequest, reply: FastifyReply) =>
    handler(services, collection, request, reply)
  app.get(path, onCollection, serve(list))
  app.post(path, onCollection, serve(create))
  for (const item of collection.hasSlugs ? [':id(^\\d+$)', 'by-slug/:slug'] : [':id(^\\d+$)']) {
    const url = `${path}/${item}`
    app.get(url, onItem, serve(read))
    app.route({ method: CHANGES, url, ...onItem, handler: serve(update) })
    app.delete(url, onItem, serve(remove))
  }
}

const allow =
  (methods: (request: FastifyRequest) => string) => async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('allow', methods(request))
  }

type Handler = (
  services: Services,
  collection: AnyCollection,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply>

const list: Handler = async (services, collection, request, reply) => {
  const sent = request.query as Record<string, unknown>
  const problems = new Problems()
  const scope = await scopeOf(services, request, sent, problems)
  const query = collection.parameters.list.read(sent, problems)
  const { rows, total, page, perPage, links } = await collection.list(scope, query, problems)
  const pages = pageCount(total, perPage)
  if (collection.missingPage && page > 1 && page > pages) throw new CalendarError(collection.missingPage)
  reply.headers({ 'x-tec-total': total, 'x-tec-totalpages': pages })
  const { rest_url, ...others } = links
  const items = rows.map((row) => collection.present(scope, row))
  return answer(reply, { [collection.name]: items, rest_url, ...others, total, total_pages: pages })
}

const create: Handler = async (services, collection, request, reply) => {
  const sent = sentWith(request)
  const problems = new Problems()
  const scope = await scopeOf(services, request, sent, problems, { isWrite: true })
  const body = collection.parameters.create.read(sent, problems)
  problems.throwIfMissing()
  const row = await createRecord(collection, scope, body, problems)
  reply.header('location', scope.urls.item(collection.name, row.id))
  return answer(reply, collection.present(scope, row), 201)
}

const read: Handler = async (services, collection, request, reply) => {
  const { scope, row } = await findNamed(services, collection, request, reply, request.query as Record<string, unknown>)
  if (!collection.rights.canRead(scope, row)) throw notAccessible(scope, collection, row, request)
  return answer(reply, collection.present(scope, row, true))
}

const update: Handler = async (services, collection, request, reply) => {
  const problems = new Problems()
  const sent = sentWith(request)
  const body = collection.parameters.update.read(sent, problems)
  const { scope, row } = await findNamed(services, collection, request, reply, sent, problems, { isWrite: true })
  return answer(reply, collection.present(scope, await updateRecord(collection, scope, row, body, problems)))
}

const remove: Handler = async (services, collection, request, reply) => {
  const problems = new Problems()
  const sent = sentWith(request)
  const { scope, row } = await findNamed(services, collection, request, reply, sent, problems, { isWrite: true })
  problems.throwIfAny()
  return answer(reply, collection.present(scope, await removeRecord(collection, scope, row)))
}

/** The record a path names, and what its caller may do with it. @throws when there is none, naming what else is wrong */
async function findNamed(
  services: Services,
  collection: AnyCollection,
  request: FastifyRequest,
  reply: FastifyReply,
  sent: Record<string, unknown>,
  problems = new Problems(),
  options: { isWrite?: boolean } = {},
): Promise<{ scope: WriteScope; row: { id: number } }> {
  const scope = await scopeOf(services, request, sent, problems, options)
  const { id: idText, slug = '' } = request.params as { id?: string; slug?: string }
  const id = idText === undefined ? undefined : (idIn(idText.replace(/^0+(?=\d)/, '')) ?? 0)
  const key: Key = id === undefined ? { slug } : { id }
  const row = await collection.find(scope, key)
  if (row === undefined) throw await unknownRecord(scope, collection, key, request, reply, problems)
  if (collection.rights.canEdit(scope.caller, row)) reply.header('allow', ITEM_METHODS)
  // An id in the body or query must be that of the path.
  if (id !== undefined && Object.hasOwn(sent, 'id') && idIn(sent.id) !== id) problems.add('id', 'reason.other-id')
  if (!options.isWrite) problems.throwIfAny()
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
): Promise<CalendarError> {
  if (scope.face.unknownIsNotFound) return new CalendarError(`${collection.kind}-not-found`)
  if ('id' in key && collection.kind === 'event') {
    const other = await anyPost(scope.db, key.id)
    if (other && collection.rights.canEdit(scope.caller, other)) reply.header('allow', ITEM_METHODS)
    if (!other && (method === 'GET' || method === 'HEAD')) return new CalendarError('rest-event-not-found')
  }
  problems.add('id' in key ? 'id' : 'slug', 'reason.unknown')
  return new CalendarError('rest_invalid_param', { data: { problems: problems.found } })
}

function notAccessible(
  scope: Scope,
  { kind }: AnyCollection,
  row: { id: number; status?: string },
  request: FastifyRequest,
) {
  const isById = (request.params as { id?: string }).id !== undefined
  if (scope.face.name === 'tec' && kind === 'event' && isById && row.status === 'trash') {
    return new CalendarError('event-no-longer-available')
  }
  return new CalendarError(`${kind as 'event' | 'venue' | 'organizer'}-not-accessible`)
}
