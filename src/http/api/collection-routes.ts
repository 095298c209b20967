import type { AnyCollection } from '../../collections/collection.ts'
import { deleteRecordPermanently } from '../../collections/records/delete-permanently.ts'
import { updateChangedFields } from '../../collections/records/update-changed-fields.ts'
import { createRecord, trashOrDeleteRecord } from '../../collections/records/write-records.ts'
import { CalendarError, Problems } from '../../core/errors.ts'
import { type Face, mapByFace, valueForFace } from '../../core/faces.ts'
import { countListPages } from '../../core/list-page.ts'
import { fieldsInBodyAndQueryOfWriteRequest } from '../request/body-parsers.ts'
import { createRequestScope, type Services } from '../request/create-request-scope.ts'
import { sendPreparedResponse } from '../response/prepared-response.ts'
import { sendJson } from '../response/send-json.ts'
import { createIdempotentHandler, writeAndRespondIdempotently } from '../routes/idempotent-route.ts'
import { type DocumentedRoute, UPDATE_METHODS } from '../routes/route.ts'
import { createRightThatDependsOnlyOnRole } from '../routes/route-right.ts'
import {
  errorCodesOfReadingRecord,
  errorCodesOfTrashedRecord,
  errorCodesOfUnknownRecord,
  errorCodesOfWritingTerm,
} from './error-codes-of-record-routes.ts'
import {
  buildResponseWithWrittenRecord,
  findReadableRecord,
  findRecordToWrite,
  sendRecordAsJson,
} from './find-and-send-record.ts'
import { parametersOfDeletingRecord, refuseScopeParameterWithForce } from './parameters-of-deleting.ts'
import {
  capitalizeFirstLetter,
  keyTypesOfCollection,
  operationIdSuffixOfKey,
  type RecordKey,
  rightToEditRecord,
  routePathOfRecord,
} from './paths-and-rights-of-record-routes.ts'
import { recordMergeRoutes } from './record-merge-route.ts'
import { revisionRoutes } from './revision-routes.ts'
import { translationRoutes } from './translation-routes.ts'

/**
 * All routes of a collection: the list, single records by id and, if the records have slugs, by slug, their
 * translations, and their earlier versions.
 */
export function collectionRoutes(services: Services, collection: AnyCollection): DocumentedRoute[] {
  const keys = keyTypesOfCollection(collection)
  return [
    listRoute(services, collection),
    createRoute(services, collection),
    ...keys.flatMap((key) => recordPageRoutes(services, collection, key)),
    ...keys.flatMap((key) => translationRoutes(services, collection, key)),
    ...revisionRoutes(services, collection),
    ...recordMergeRoutes(services, collection),
  ]
}

function listRoute(services: Services, collection: AnyCollection): DocumentedRoute {
  const { name, kind, parameters, missingPage, listDefaults } = collection
  return {
    path: `/${name}`,
    methods: ['GET'],
    right: 'anyone',
    id: `list${capitalizeFirstLetter(name)}`,
    verb: 'list',
    group: name,
    resource: name,
    parameters: mapByFace(parameters, ({ list }) => list),
    defaults: (site, now) => ({ per_page: site.per_page, ...listDefaults?.(site, now) }),
    responseSchema: `${capitalizeFirstLetter(kind)}List`,
    failures: missingPage ? [missingPage] : [],
    async handle(request, reply) {
      const sent = request.query as Record<string, unknown>
      const problems = new Problems()
      const scope = await createRequestScope(services, request, sent, problems)
      const query = valueForFace(parameters, scope.face).list.read(sent, problems)
      const { rows, total, page, perPage, links } = await collection.list(scope, query, problems)
      const pages = countListPages(total, perPage)
      if (missingPage && page > 1 && page > pages) throw new CalendarError(missingPage)
      reply.headers({ 'x-tec-total': total, 'x-tec-totalpages': pages })
      const { rest_url, ...others } = links
      const items = rows.map((row) => collection.present(scope, row))
      const { language } = scope
      reply.header('content-language', language)
      return sendJson(reply, { [name]: items, rest_url, ...others, total, total_pages: pages, language })
    },
  }
}

function createRoute(services: Services, collection: AnyCollection): DocumentedRoute {
  const { name, kind, parameters, rights, createDuplicate } = collection
  return {
    path: `/${name}`,
    methods: ['POST'],
    right: createRightThatDependsOnlyOnRole(rights.canCreate),
    id: `create${capitalizeFirstLetter(kind)}`,
    verb: 'create',
    group: name,
    resource: kind,
    parameters: mapByFace(parameters, ({ create }) => create),
    responseSchema: capitalizeFirstLetter(kind),
    ...(createDuplicate && { successStatuses: (face) => [201, statusOfExisting(face)] }),
    failures: ['rest_missing_callback_param', ...errorCodesOfWritingTerm(kind)],
    ...createIdempotentHandler(services, async (request, reply) => {
      const sent = fieldsInBodyAndQueryOfWriteRequest(request)
      const problems = new Problems()
      const scope = await createRequestScope(services, request, sent, problems)
      const body = valueForFace(parameters, scope.face).create.read(sent, problems)
      problems.throwIfMissing()
      return writeAndRespondIdempotently(
        { request, reply },
        scope,
        (writing) => createRecord(collection, writing, body, problems),
        ({ row, isNew }) => {
          const headers = { location: scope.urls.item(name, row.id) }
          return buildResponseWithWrittenRecord(collection, scope, row, {
            status: isNew ? 201 : statusOfExisting(scope.face),
            headers,
          })
        },
      )
    }),
  }
}

function recordPageRoutes(services: Services, collection: AnyCollection, key: RecordKey): DocumentedRoute[] {
  const { name, kind, parameters } = collection
  const removal = parametersOfDeletingRecord(collection)
  const common = {
    path: routePathOfRecord(collection, key),
    group: name,
    resource: kind,
    responseSchema: capitalizeFirstLetter(kind),
  }
  const read: DocumentedRoute = {
    ...common,
    methods: ['GET'],
    right: 'anyone',
    id: `read${capitalizeFirstLetter(kind)}${operationIdSuffixOfKey(key)}`,
    verb: 'read',
    failures: (face) => errorCodesOfReadingRecord(kind, key, face),
    async handle(request, reply, everyMethod) {
      const sent = request.query as Record<string, unknown>
      const { scope, row } = await findReadableRecord(services, collection, { request, reply, everyMethod, sent })
      const nextChange = collection.nextChangeOf?.(row)
      if (nextChange !== undefined) reply.cacheUntil = nextChange
      return sendRecordAsJson(reply, collection, scope, row)
    },
  }
  const update: DocumentedRoute = {
    ...common,
    methods: UPDATE_METHODS,
    right: rightToEditRecord(collection, key),
    isConditional: true,
    id: `update${capitalizeFirstLetter(kind)}${operationIdSuffixOfKey(key)}`,
    verb: 'update',
    parameters: mapByFace(parameters, ({ update }) => update),
    failures: (face) => [
      ...errorCodesOfUnknownRecord(kind, face),
      // An update in a language without a translation of the record creates one, and fails if the required title is
      // missing.
      'rest_missing_callback_param',
      ...errorCodesOfTrashedRecord(kind),
      ...errorCodesOfWritingTerm(kind),
    ],
    ...createIdempotentHandler(services, async (request, reply, everyMethod) => {
      const { read } = valueForFace(parameters, request.address.face).update
      const at = { request, reply, everyMethod }
      const { scope, row, sent, values: body, problems } = await findRecordToWrite(services, collection, at, read)
      return writeAndRespondIdempotently(
        { request, reply },
        scope,
        (writing) => updateChangedFields(collection, writing, row, { sent, body, problems }),
        (changed) => buildResponseWithWrittenRecord(collection, scope, changed),
      )
    }),
  }
  const remove: DocumentedRoute = {
    ...common,
    methods: ['DELETE'],
    right: rightToEditRecord(collection, key),
    isConditional: true,
    id: `delete${capitalizeFirstLetter(kind)}${operationIdSuffixOfKey(key)}`,
    verb: 'delete',
    parameters: removal,
    failures: (face) => [...errorCodesOfUnknownRecord(kind, face), ...errorCodesOfTrashedRecord(kind)],
    async handle(request, reply, everyMethod) {
      const { read } = valueForFace(removal, request.address.face)
      const at = { request, reply, everyMethod }
      const { scope, row, values: wanted, problems } = await findRecordToWrite(services, collection, at, read)
      refuseScopeParameterWithForce(wanted, problems)
      problems.throwIfAny()
      const remove = wanted.force ? deleteRecordPermanently : trashOrDeleteRecord
      return sendPreparedResponse(
        reply,
        buildResponseWithWrittenRecord(collection, scope, await remove(collection, scope, row, wanted)),
      )
    },
  }
  // The route index lists DELETE before the update methods for posts, and after them for categories and tags (API
  // contract).
  return collection.hasSlugs ? [read, remove, update] : [read, update, remove]
}

/**
 * HTTP status of a create request that names a record which exists already, so that none is created: 201 in The Events
 * Calendar API, as the plugin responds; 200 in the native API.
 */
const statusOfExisting = ({ imitatesTec }: Face) => (imitatesTec ? 201 : 200)
