import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AnyCollection } from '../../collections/collection.ts'
import { createRecord, removeRecord, updateRecord } from '../../collections/records/write.ts'
import { CalendarError, Problems } from '../../core/errors.ts'
import { pageCount } from '../../core/page.ts'
import { API_PREFIX } from '../request/address.ts'
import { writeFields } from '../request/body-parsers.ts'
import { createScope, type Services } from '../request/scope.ts'
import { sendJson } from '../response/json.ts'
import { allow, answerRecord, findNamed, ITEM_METHODS, keysOf, refuseUnreadable } from './record-lookup.ts'

const CHANGES = ['POST', 'PUT', 'PATCH']

/** Serves one collection: its list, its items by id and, where it has slugs, by slug. */
export function registerCollectionRoutes(app: FastifyInstance, services: Services, collection: AnyCollection): void {
  const path = `${API_PREFIX}/${collection.name}`
  // Set before the body is read, so that a refusal says it too.
  const onCollection = { onRequest: allow(({ caller }) => (collection.rights.canCreate(caller) ? 'GET, POST' : 'GET')) }
  const onItem = { onRequest: allow(({ caller }) => (collection.rights.canEdit(caller) ? ITEM_METHODS : 'GET')) }
  const serve = (handler: Handler) => (request: FastifyRequest, reply: FastifyReply) =>
    handler(services, collection, request, reply)
  app.get(path, onCollection, serve(list))
  app.post(path, onCollection, serve(create))
  for (const url of keysOf(collection)) {
    app.get(url, onItem, serve(read))
    app.route({ method: CHANGES, url, ...onItem, handler: serve(update) })
    app.delete(url, onItem, serve(remove))
  }
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
  const scope = await createScope(services, request, sent, problems)
  const query = collection.parameters.list.read(sent, problems)
  const { rows, total, page, perPage, links } = await collection.list(scope, query, problems)
  const pages = pageCount(total, perPage)
  if (collection.missingPage && page > 1 && page > pages) throw new CalendarError(collection.missingPage)
  reply.headers({ 'x-tec-total': total, 'x-tec-totalpages': pages })
  const { rest_url, ...others } = links
  const items = rows.map((row) => collection.present(scope, row))
  const { language } = scope
  reply.header('content-language', language)
  return sendJson(reply, { [collection.name]: items, rest_url, ...others, total, total_pages: pages, language })
}

const create: Handler = async (services, collection, request, reply) => {
  const sent = writeFields(request)
  const problems = new Problems()
  const scope = await createScope(services, request, sent, problems, { isWrite: true })
  const body = collection.parameters.create.read(sent, problems)
  problems.throwIfMissing()
  const row = await createRecord(collection, scope, body, problems)
  reply.header('location', scope.urls.item(collection.name, row.id))
  return answerRecord(reply, collection, scope, row, { status: 201 })
}

const read: Handler = async (services, collection, request, reply) => {
  const { scope, row } = await findNamed(services, collection, request, reply, request.query as Record<string, unknown>)
  refuseUnreadable(scope, collection, row, request)
  return answerRecord(reply, collection, scope, row, { alone: true })
}

const update: Handler = async (services, collection, request, reply) => {
  const problems = new Problems()
  const sent = writeFields(request)
  const body = collection.parameters.update.read(sent, problems)
  const { scope, row } = await findNamed(services, collection, request, reply, sent, problems, { isWrite: true })
  return answerRecord(reply, collection, scope, await updateRecord(collection, scope, row, body, problems))
}

const remove: Handler = async (services, collection, request, reply) => {
  const problems = new Problems()
  const sent = writeFields(request)
  const { scope, row } = await findNamed(services, collection, request, reply, sent, problems, { isWrite: true })
  problems.throwIfAny()
  return answerRecord(reply, collection, scope, await removeRecord(collection, scope, row))
}
