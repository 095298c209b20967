import type { AnyCollection } from '../../collections/collection.ts'
import { mergeRecord } from '../../collections/events/merge/merge.ts'
import { hasRight } from '../../core/caller.ts'
import { Problems } from '../../core/errors.ts'
import { isLinkedKind } from '../../core/kinds.ts'
import { parameterSet } from '../../core/schema/parameters.ts'
import { idField, Type } from '../../core/schema/schema.ts'
import { fieldsOfWrite } from '../request/body-parsers.ts'
import type { Services } from '../request/scope.ts'
import { sendPrepared } from '../response/prepared-response.ts'
import { rightByRole } from '../routes/right.ts'
import type { DocumentedRoute } from '../routes/route.ts'
import { capitalizeIdentifier, recordPath } from './record-address.ts'
import { notFoundFailureCodes, trashFailureCodes } from './record-failure-codes.ts'
import { findRequestedRecord, prepareRecordResponse } from './record-lookup.ts'

const MERGE = parameterSet(Type.Object({ into: idField() }))

/** The route that merges a record into another one of the same kind. Events cannot be merged. */
export function mergeRoutes(services: Services, collection: AnyCollection): DocumentedRoute[] {
  const { name, kind } = collection
  if (!isLinkedKind(kind)) return []
  const route: DocumentedRoute = {
    path: `${recordPath(collection, 'id')}/merge`,
    methods: ['POST'],
    right: rightByRole((caller) => hasRight(caller, 'posts:edit-others')),
    isConditional: true,
    id: `merge${capitalizeIdentifier(kind)}`,
    verb: 'merge',
    group: name,
    resource: 'merge',
    parameters: MERGE,
    answer: capitalizeIdentifier(kind),
    failures: (face) => [
      ...notFoundFailureCodes(kind, face),
      'rest_missing_callback_param',
      ...trashFailureCodes(kind),
    ],
    async handle(request, reply, everyMethod) {
      const problems = new Problems()
      const sent = fieldsOfWrite(request)
      const { into } = MERGE.read(sent, problems)
      problems.throwIfMissing()
      const { scope, row } = await findRequestedRecord(
        services,
        collection,
        { request, reply, everyMethod, sent },
        problems,
      )
      problems.throwIfAny()
      return sendPrepared(
        reply,
        prepareRecordResponse(collection, scope, await mergeRecord(collection, scope, row, into)),
      )
    },
  }
  return [route]
}
