import { COLLECTION_BY_KIND } from '../../../../collections/collection-by-kind.ts'
import type { TermKind } from '../../../../core/kinds.ts'
import type { Services } from '../../../request/create-request-scope.ts'
import { createHandlerThatChecksParametersAndRight } from '../../../routes/handler-that-checks-parameters-and-right.ts'
import { createIdempotentHandler } from '../../../routes/idempotent-route.ts'
import { type Route, UPDATE_METHODS } from '../../../routes/route.ts'
import { createRightThatDependsOnlyOnRole } from '../../../routes/route-right.ts'
import { forceParameter } from '../../parameters-of-deleting.ts'
import { resourceParameters, wordpressRestBaseOfKind } from '../send-and-link-wordpress-resource.ts'
import {
  handleCreateWordpressTerm,
  handleDeleteWordpressTerm,
  handleListWordpressTerms,
  handleReadWordpressTerm,
  handleUpdateWordpressTerm,
} from './handle-term-requests.ts'
import { createWordpressTermParameters } from './term-parameters.ts'

/** The routes of categories (`/wp/v2/tribe_events_cat`) or of tags (`/wp/v2/tags`). */
export function wordpressTermRoutes(services: Services, kind: TermKind): Route[] {
  const all = { base: 'wordpress', path: `/wp/v2/${wordpressRestBaseOfKind(kind)}` } as const
  const one = { base: 'wordpress', path: `${all.path}/{id}` } as const
  const parameters = createWordpressTermParameters(kind)
  const { rights } = COLLECTION_BY_KIND[kind]
  const rightToCreate = createRightThatDependsOnlyOnRole(rights.canCreate)
  const rightToEdit = createRightThatDependsOnlyOnRole((caller) => rights.canEdit(caller))
  const create = createHandlerThatChecksParametersAndRight(services, {
    right: 'anyone',
    parameters: parameters.create,
    respond: (checked) => handleCreateWordpressTerm(kind, checked),
  })
  const update = createHandlerThatChecksParametersAndRight(services, {
    right: 'anyone',
    parameters: parameters.update,
    respond: (checked) => handleUpdateWordpressTerm(kind, checked),
  })
  return [
    {
      ...all,
      methods: ['GET'],
      ...createHandlerThatChecksParametersAndRight(services, {
        right: 'anyone',
        parameters: parameters.list,
        respond: (checked) => handleListWordpressTerms(kind, checked),
      }),
    },
    {
      ...all,
      methods: ['POST'],
      ...create,
      ...createIdempotentHandler(services, create.handle),
      right: rightToCreate,
    },
    {
      ...one,
      methods: ['GET'],
      ...createHandlerThatChecksParametersAndRight(services, {
        right: 'anyone',
        parameters: resourceParameters,
        respond: (checked) => handleReadWordpressTerm(kind, checked),
      }),
    },
    {
      ...one,
      methods: UPDATE_METHODS,
      isConditional: true,
      ...update,
      ...createIdempotentHandler(services, update.handle),
      right: rightToEdit,
    },
    {
      ...one,
      methods: ['DELETE'],
      isConditional: true,
      ...createHandlerThatChecksParametersAndRight(services, {
        right: 'anyone',
        parameters: forceParameter,
        respond: (checked) => handleDeleteWordpressTerm(kind, checked),
      }),
      right: rightToEdit,
    },
  ]
}
