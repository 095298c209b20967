import { type AnyCollection, requireRightToEditRecord } from '../../collections/collection.ts'
import type { WriteScope } from '../../collections/records/write-records.ts'
import { listChangedFields, namesOfRestorableFields } from '../../collections/revisions/list-changed-fields.ts'
import { presentRevision } from '../../collections/revisions/present-revision.ts'
import { findReadableRevision, listReadableRevisions, type Version } from '../../collections/revisions/read-versions.ts'
import { chooseFieldsToRestore, restoreVersionOfRecord } from '../../collections/revisions/restore-version.ts'
import type { TranslatedRecord } from '../../collections/texts/record-languages.ts'
import { CalendarError } from '../../core/errors.ts'
import { choiceListField } from '../../core/schema/choice-fields.ts'
import { parseId, Type } from '../../core/schema/field-types.ts'
import { createOptionalParameterSet } from '../../core/schema/parameter-set.ts'
import type { Services } from '../request/create-request-scope.ts'
import { sendJson } from '../response/send-json.ts'
import { createIdempotentHandler, writeAndRespondIdempotently } from '../routes/idempotent-route.ts'
import type { DocumentedRoute } from '../routes/route.ts'
import {
  errorCodesOfReadingRecord,
  errorCodesOfTrashedRecord,
  errorCodesOfWritingTerm,
} from './error-codes-of-record-routes.ts'
import {
  buildResponseWithWrittenRecord,
  findReadableRecord,
  findRecordToWrite,
  type RecordRequest,
} from './find-and-send-record.ts'
import { capitalizeFirstLetter, rightToEditRecord, routePathOfRecord } from './paths-and-rights-of-record-routes.ts'

/** The routes for the earlier versions of a record, for users who may edit the record. */
export function revisionRoutes(services: Services, collection: AnyCollection): DocumentedRoute[] {
  const { name, kind } = collection
  const path = `${routePathOfRecord(collection, 'id')}/revisions`
  const common = { group: name, resource: 'revision', right: rightToEditRecord(collection, 'id') }
  const findEditable = async (requested: RecordRequest) => {
    const found = await findReadableRecord(services, collection, requested)
    requireRightToEditRecord(collection.rights, found.scope.caller, found.row)
    return found
  }
  const list: DocumentedRoute = {
    ...common,
    path,
    methods: ['GET'],
    id: `list${capitalizeFirstLetter(kind)}Revisions`,
    verb: 'listRevisions',
    responseSchema: 'RevisionList',
    failures: (face) => errorCodesOfReadingRecord(kind, 'id', face),
    async handle(request, reply, everyMethod) {
      const sent = request.query as Record<string, unknown>
      const { scope, row } = await findEditable({ request, reply, everyMethod, sent })
      const revisions = await listReadableRevisions(collection, scope, row.id)
      return sendJson(reply, { revisions: revisions.map((one) => presentRevision(scope, one)) })
    },
  }
  const read: DocumentedRoute = {
    ...common,
    path: `${path}/{revision}`,
    methods: ['GET'],
    id: `read${capitalizeFirstLetter(kind)}Revision`,
    verb: 'readRevision',
    responseSchema: `${capitalizeFirstLetter(kind)}Revision`,
    failures: (face) => [...errorCodesOfReadingRecord(kind, 'id', face), 'revision-not-found'],
    async handle(request, reply, everyMethod) {
      const sent = request.query as Record<string, unknown>
      const { scope, row } = await findEditable({ request, reply, everyMethod, sent })
      const { revision, before, after } = await versionInPath(collection, scope, row, request.params)
      const changes = listChangedFields(collection, scope, before, after)
      return sendJson(reply, {
        ...presentRevision(scope, revision),
        changes,
        record: collection.present(scope, before),
      })
    },
  }
  return [list, read, restoreRoute(services, collection, { ...common, path: `${path}/{revision}/restore` })]
}

function restoreRoute(
  services: Services,
  collection: AnyCollection,
  common: Pick<DocumentedRoute, 'group' | 'resource' | 'right' | 'path'>,
): DocumentedRoute {
  const { kind } = collection
  const parameters = createOptionalParameterSet(
    Type.Object({ fields: choiceListField(namesOfRestorableFields(collection)) }),
  )
  return {
    ...common,
    methods: ['POST'],
    isConditional: true,
    id: `restore${capitalizeFirstLetter(kind)}Revision`,
    verb: 'restoreRevision',
    parameters,
    responseSchema: capitalizeFirstLetter(kind),
    failures: (face) => [
      ...errorCodesOfReadingRecord(kind, 'id', face),
      'revision-not-found',
      ...errorCodesOfTrashedRecord(kind),
      ...errorCodesOfWritingTerm(kind),
    ],
    ...createIdempotentHandler(services, async (request, reply, everyMethod) => {
      const at = { request, reply, everyMethod }
      const { scope, row, values, problems } = await findRecordToWrite(services, collection, at, parameters.read)
      problems.throwIfAny()
      requireRightToEditRecord(collection.rights, scope.caller, row)
      const { before } = await versionInPath(collection, scope, row, request.params)
      return writeAndRespondIdempotently(
        at,
        scope,
        (writing) => restoreVersionOfRecord(collection, writing, row, before, chooseFieldsToRestore(values.fields)),
        (restored, inside) => buildResponseWithWrittenRecord(collection, inside, restored),
      )
    }),
  }
}

/**
 * The version of the record before the revision whose id is in the path.
 * @throws {CalendarError} when the record has no such revision that the caller may read
 */
async function versionInPath(
  collection: AnyCollection,
  scope: WriteScope,
  row: TranslatedRecord,
  params: unknown,
): Promise<Version> {
  const { revision } = params as { revision: string }
  const version = await findReadableRevision(collection, scope, row, parseId(revision) ?? 0)
  if (version === undefined) throw new CalendarError('revision-not-found')
  return version
}
