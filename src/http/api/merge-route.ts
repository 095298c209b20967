import type { AnyCollection } from '../../collections/collection.ts'
import { mergeRecord } from '../../collections/events/merge/merge-record.ts'
import { hasRight } from '../../core/caller.ts'
import { isLinkedKind } from '../../core/kinds.ts'
import { idField, Type } from '../../core/schema/field-types.ts'
import { parameterSet } from '../../core/schema/parameter-set.ts'
import type { Services } from '../request/create-scope.ts'
import { createIdempotentHandler, writeAndRespond } from '../routes/idempotent-route.ts'
import type { DocumentedRoute } from '../routes/route.ts'
import { rightByRole } from '../routes/route-right.ts'
import { notFoundFailureCodes, trashFailureCodes } from './record-failure-codes.ts'
import { createParserOfRequiredParameters, findRecordToWrite, prepareRecordResponse } from './record-lookup.ts'
import { capitalizeIdentifier, recordPath } from './record-path.ts'

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
    responseSchema: capitalizeIdentifier(kind),
    failures: (face) => [
      ...notFoundFailureCodes(kind, face),
      'rest_missing_callback_param',
      ...trashFailureCodes(kind),
    ],
    ...createIdempotentHandler(services, async (request, reply, everyMethod) => {
      const at = { request, reply, everyMethod }
      const { scope, row, values, problems } = await findRecordToWrite(
        services,
        collection,
        at,
        createParserOfRequiredParameters(MERGE),
      )
      problems.throwIfAny()
      return writeAndRespond(
        at,
        scope,
        (writing) => mergeRecord(collection, writing, row, values.into),
        (merged, inside) => prepareRecordResponse(collection, inside, merged),
      )
    }),
  }
  return [route]
}
