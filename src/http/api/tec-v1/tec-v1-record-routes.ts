import { deleteRecordPermanently } from '../../../collections/records/delete-permanently.ts'
import { createRecord, trashOrDeleteRecord, updateRecord } from '../../../collections/records/write-records.ts'
import { CalendarError, forbiddenError, Problems } from '../../../core/errors.ts'
import { joinValuesOfQueryParameter } from '../../../core/join-values-of-query-parameter.ts'
import { collectionNameOfKind } from '../../../core/kinds.ts'
import { countListPages } from '../../../core/list-page.ts'
import type { QueryParameters } from '../../../core/urls.ts'
import { fieldsInBodyAndQueryOfWriteRequest } from '../../request/body-parsers.ts'
import { createRequestScope, type Services } from '../../request/create-request-scope.ts'
import { setEntityTagOfRecordVersion } from '../../response/entity-tag.ts'
import { sendJson } from '../../response/send-json.ts'
import { createIdempotentHandler, writeAndRespondIdempotently } from '../../routes/idempotent-route.ts'
import type { DocumentedRoute } from '../../routes/route.ts'
import { createRightThatDependsOnlyOnRole } from '../../routes/route-right.ts'
import { parametersOfDeletingPost, refuseScopeParameterWithForce } from '../parameters-of-deleting.ts'
import { capitalizeFirstLetter, rightToEditRecord } from '../paths-and-rights-of-record-routes.ts'
import { sendWordpressResource } from '../wordpress/send-and-link-wordpress-resource.ts'
import { setWordpressListHeaders } from '../wordpress/set-list-headers.ts'
import { findTecV1RecordOfRequest, requireExperimentalAcknowledgement } from './find-tec-v1-record.ts'
import { tecV1ReadParameters } from './parameters/shared-fields.ts'
import { withTecV1ErrorFormat } from './tec-v1-errors.ts'
import {
  buildResponseWithWrittenTecV1Record,
  presentTecV1Record,
  tecV1PresentationOptions,
} from './tec-v1-record-response.ts'
import type { Resource } from './tec-v1-resources.ts'

/**
 * All routes of the tec/v1 API for a collection such as venues: list and read, and if this API writes it, create,
 * update and delete.
 */
export function tecV1RecordRoutes(services: Services, resource: Resource): DocumentedRoute[] {
  const reads = [listRoute(services, resource), readRoute(services, resource)]
  const { body } = resource
  const writes = body
    ? [createRoute(services, resource, body), updateRoute(services, resource, body), removeRoute(services, resource)]
    : []
  return [
    ...reads.map((route) => ({ ...route, handle: withTecV1ErrorFormat(route.handle) })),
    ...writes.map((route) => ({ ...route, handle: withTecV1ErrorFormat(route.handle, resource.names) })),
  ]
}

type Bodies = NonNullable<Resource['body']>

const inAll = ({ kind }: Resource) => {
  const name = collectionNameOfKind(kind)
  return { base: 'tec/v1', path: `/${name}`, group: name } as const
}

const inOne = ({ kind }: Resource) => {
  const name = collectionNameOfKind(kind)
  return { base: 'tec/v1', path: `/${name}/{id}`, group: name, resource: kind } as const
}

function listRoute(services: Services, resource: Resource): DocumentedRoute {
  const { kind, parameters } = resource
  const name = collectionNameOfKind(kind)
  return {
    ...inAll(resource),
    methods: ['GET'],
    right: 'anyone',
    id: `list${capitalizeFirstLetter(name)}`,
    verb: 'list',
    resource: name,
    parameters,
    defaults: ({ per_page }) => ({ per_page }),
    responseSchema: `${capitalizeFirstLetter(kind)}List`,
    failures: ['missing_experimental_endpoint_acknowledgement', 'tec_rest_organizers_page_not_found'],
    async handle(request, reply) {
      const sent = request.query as Record<string, unknown>
      const problems = new Problems()
      const scope = await createRequestScope(services, request, sent, problems)
      const query = parameters.read(sent, problems)
      problems.throwIfAny()
      requireExperimentalAcknowledgement(request)
      const { rows, ...page } = await resource.list(scope, query, problems)
      if (page.page > 1 && page.page > countListPages(page.total, page.perPage)) {
        throw new CalendarError('tec_rest_organizers_page_not_found')
      }
      const { languageParameter, languageAliases } = scope.face
      const parameterNames = [
        ...Object.keys(parameters.schema.properties),
        languageParameter,
        ...languageAliases,
        '_fields',
      ]
      setWordpressListHeaders(reply, `${scope.urls.namespaceRoot}/${name}`, page, pick(sent, parameterNames))
      reply.header('content-language', scope.language)
      reply.cacheUntil = resource.nextChangeOf?.(rows, scope.now)
      const records = rows.map((row) =>
        resource.present(scope, row, tecV1PresentationOptions(resource, scope, sent, row)),
      )
      return sendWordpressResource({ request, reply }, records)
    },
  }
}

function createRoute(services: Services, resource: Resource, { create }: Bodies): DocumentedRoute {
  const { collection, kind } = resource
  return {
    ...inAll(resource),
    methods: ['POST'],
    right: createRightThatDependsOnlyOnRole(collection.rights.canCreate),
    id: `create${capitalizeFirstLetter(kind)}`,
    verb: 'create',
    resource: kind,
    parameters: create,
    responseSchema: capitalizeFirstLetter(kind),
    failures: ['rest_missing_callback_param', 'missing_experimental_endpoint_acknowledgement'],
    ...createIdempotentHandler(services, async (request, reply) => {
      const sent = fieldsInBodyAndQueryOfWriteRequest(request)
      const problems = new Problems()
      const scope = await createRequestScope(services, request, sent, problems)
      const body = create.read(sent, problems)
      problems.throwIfAny()
      if (!collection.rights.canCreate(scope.caller)) throw forbiddenError(scope.caller)
      requireExperimentalAcknowledgement(request)
      return writeAndRespondIdempotently(
        { request, reply },
        scope,
        (writing) => createRecord(collection, writing, body, problems),
        ({ row }) => {
          const headers = { location: scope.urls.item(collection.name, row.id) }
          return buildResponseWithWrittenTecV1Record(request, resource, scope, row, { status: 201, headers })
        },
      )
    }),
  }
}

function readRoute(services: Services, resource: Resource): DocumentedRoute {
  const { kind } = resource
  return {
    ...inOne(resource),
    methods: ['GET'],
    right: 'anyone',
    id: `read${capitalizeFirstLetter(kind)}`,
    verb: 'read',
    parameters: tecV1ReadParameters,
    responseSchema: capitalizeFirstLetter(kind),
    failures: ['rest_forbidden', 'missing_experimental_endpoint_acknowledgement', `${kind}-not-found`],
    async handle(request, reply, everyMethod) {
      const sent = request.query as Record<string, unknown>
      const problems = new Problems()
      tecV1ReadParameters.read(sent, problems)
      const { scope, row } = await findTecV1RecordOfRequest(
        services,
        resource,
        { request, reply, everyMethod, sent },
        problems,
      )
      if (row.status === 'trash') throw new CalendarError(`${kind}-not-found`)
      reply.cacheUntil = resource.nextChangeOf?.([row], scope.now)
      const { record, headers } = presentTecV1Record(request, resource, scope, row)
      setEntityTagOfRecordVersion(reply, row)
      return sendJson(reply.headers(headers), record)
    },
  }
}

function updateRoute(services: Services, resource: Resource, { update }: Bodies): DocumentedRoute {
  const { collection, kind } = resource
  return {
    ...inOne(resource),
    methods: ['PUT', 'PATCH'],
    right: rightToEditRecord(collection, 'id'),
    isConditional: true,
    id: `update${capitalizeFirstLetter(kind)}`,
    verb: 'update',
    parameters: update,
    responseSchema: capitalizeFirstLetter(kind),
    failures: ['rest_missing_callback_param', 'missing_experimental_endpoint_acknowledgement', `${kind}-is-in-trash`],
    ...createIdempotentHandler(services, async (request, reply, everyMethod) => {
      const sent = fieldsInBodyAndQueryOfWriteRequest(request)
      const problems = new Problems()
      const body = update.read(sent, problems)
      const { scope, row } = await findTecV1RecordOfRequest(
        services,
        resource,
        { request, reply, everyMethod, sent },
        problems,
      )
      return writeAndRespondIdempotently(
        { request, reply },
        scope,
        (writing) => updateRecord(collection, writing, row, body, problems),
        (changed) => buildResponseWithWrittenTecV1Record(request, resource, scope, changed),
      )
    }),
  }
}

function removeRoute(services: Services, resource: Resource): DocumentedRoute {
  const { collection, kind } = resource
  const parameters = parametersOfDeletingPost(kind)
  return {
    ...inOne(resource),
    methods: ['DELETE'],
    right: rightToEditRecord(collection, 'id'),
    isConditional: true,
    id: `delete${capitalizeFirstLetter(kind)}`,
    verb: 'delete',
    parameters,
    responseSchema: 'Nothing',
    failures: ['missing_experimental_endpoint_acknowledgement', `${kind}-is-in-trash`],
    async handle(request, reply, everyMethod) {
      const sent = fieldsInBodyAndQueryOfWriteRequest(request)
      const problems = new Problems()
      const wanted = parameters.read(sent, problems)
      refuseScopeParameterWithForce(wanted, problems)
      const { scope, row } = await findTecV1RecordOfRequest(
        services,
        resource,
        { request, reply, everyMethod, sent },
        problems,
      )
      const remove = wanted.force ? deleteRecordPermanently : trashOrDeleteRecord
      await remove(collection, scope, row, wanted)
      return sendJson(reply, [])
    },
  }
}

/** Picks the query parameters of the request that are in `names`, with the values that the client sent. */
function pick(sent: Record<string, unknown>, names: readonly string[]): QueryParameters {
  const entries = Object.entries(sent).filter(([name]) => names.includes(name))
  return Object.fromEntries(entries.map(([name, value]) => [name, joinValuesOfQueryParameter(value)]))
}
