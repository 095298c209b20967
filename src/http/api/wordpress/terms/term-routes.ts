import type { TermKind } from '../../../../core/kinds.ts'
import type { Services } from '../../../request/create-scope.ts'
import { createCheckedHandler } from '../../../routes/checked-handler.ts'
import { createIdempotentHandler } from '../../../routes/idempotent-route.ts'
import { type Route, UPDATE_METHODS } from '../../../routes/route.ts'
import { rightByRole } from '../../../routes/route-right.ts'
import { COLLECTION_BY_KIND } from '../../collection-by-name.ts'
import { forceParameter } from '../../removal-parameters.ts'
import { resourceParameters, restBaseOfKind } from '../send-wordpress-resource.ts'
import { createTermParameters } from './term-parameters.ts'
import {
  handleCreateTerm,
  handleDeleteTerm,
  handleListTerms,
  handleReadTerm,
  handleUpdateTerm,
} from './term-requests.ts'

/** The routes of categories (`/wp/v2/tribe_events_cat`) or of tags (`/wp/v2/tags`). */
export function wordpressTermRoutes(services: Services, kind: TermKind): Route[] {
  const all = { base: 'wordpress', path: `/wp/v2/${restBaseOfKind(kind)}` } as const
  const one = { base: 'wordpress', path: `${all.path}/{id}` } as const
  const parameters = createTermParameters(kind)
  const { rights } = COLLECTION_BY_KIND[kind]
  const rightToCreate = rightByRole(rights.canCreate)
  const rightToEdit = rightByRole((caller) => rights.canEdit(caller))
  const create = createCheckedHandler(services, {
    right: 'anyone',
    parameters: parameters.create,
    respond: (checked) => handleCreateTerm(kind, checked),
  })
  const update = createCheckedHandler(services, {
    right: 'anyone',
    parameters: parameters.update,
    respond: (checked) => handleUpdateTerm(kind, checked),
  })
  return [
    {
      ...all,
      methods: ['GET'],
      ...createCheckedHandler(services, {
        right: 'anyone',
        parameters: parameters.list,
        respond: (checked) => handleListTerms(kind, checked),
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
      ...createCheckedHandler(services, {
        right: 'anyone',
        parameters: resourceParameters,
        respond: (checked) => handleReadTerm(kind, checked),
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
      ...createCheckedHandler(services, {
        right: 'anyone',
        parameters: forceParameter,
        respond: (checked) => handleDeleteTerm(kind, checked),
      }),
      right: rightToEdit,
    },
  ]
}
