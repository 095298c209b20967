import type { AnyCollection } from '../../collections/collection.ts'
import { mergeRecordIntoOther } from '../../collections/events/merge/merge-record.ts'
import { hasRight } from '../../core/caller.ts'
import { isLinkedKind } from '../../core/kinds.ts'
import { idField, Type } from '../../core/schema/field-types.ts'
import { createParameterSet } from '../../core/schema/parameter-set.ts'
import type { Services } from '../request/create-request-scope.ts'
import { createIdempotentHandler, writeAndRespondIdempotently } from '../routes/idempotent-route.ts'
import type { DocumentedRoute } from '../routes/route.ts'
import { createRightThatDependsOnlyOnRole } from '../routes/route-right.ts'
import { errorCodesOfTrashedRecord, errorCodesOfUnknownRecord } from './error-codes-of-record-routes.ts'
import {
  buildResponseWithWrittenRecord,
  createParserOfRequiredParameters,
  findRecordToWrite,
} from './find-and-send-record.ts'
import { capitalizeFirstLetter, routePathOfRecord } from './paths-and-rights-of-record-routes.ts'

const MERGE = createParameterSet(Type.Object({ into: idField() }))

/** The route that merges a record into another one of the same kind. Events cannot be merged. */
export function recordMergeRoutes(services: Services, collection: AnyCollection): DocumentedRoute[] {
  const { name, kind } = collection
  if (!isLinkedKind(kind)) return []
  const route: DocumentedRoute = {
    path: `${routePathOfRecord(collection, 'id')}/merge`,
    methods: ['POST'],
    right: createRightThatDependsOnlyOnRole((caller) => hasRight(caller, 'posts:edit-others')),
    isConditional: true,
    id: `merge${capitalizeFirstLetter(kind)}`,
    verb: 'merge',
    group: name,
    resource: 'merge',
    parameters: MERGE,
    responseSchema: capitalizeFirstLetter(kind),
    failures: (face) => [
      ...errorCodesOfUnknownRecord(kind, face),
      'rest_missing_callback_param',
      ...errorCodesOfTrashedRecord(kind),
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
      return writeAndRespondIdempotently(
        at,
        scope,
        (writing) => mergeRecordIntoOther(collection, writing, row, values.into),
        (merged, inside) => buildResponseWithWrittenRecord(collection, inside, merged),
      )
    }),
  }
  return [route]
}
