import type { TermKind } from '../../../../core/kinds.ts'
import type { Services } from '../../../request/scope.ts'
import { checkedHandler } from '../../../routes/checked-handler.ts'
import { idempotentRoute } from '../../../routes/idempotent-route.ts'
import { rightByRole } from '../../../routes/right.ts'
import { type Route, UPDATE_METHODS } from '../../../routes/route.ts'
import { COLLECTION_BY_KIND } from '../../collections.ts'
import { forceParameter } from '../../record-removal.ts'
import { resourceParameters, restBaseOf } from '../resource.ts'
import { createTermParameters } from './parameters.ts'
import { handleCreateTerm, handleDeleteTerm, handleListTerms, handleReadTerm, handleUpdateTerm } from './requests.ts'

/** The routes of categories (`/wp/v2/tribe_events_cat`) or of tags (`/wp/v2/tags`). */
export function termRoutes(services: Services, kind: TermKind): Route[] {
  const all = { base: 'wordpress', path: `/wp/v2/${restBaseOf(kind)}` } as const
  const one = { base: 'wordpress', path: `${all.path}/{id}` } as const
  const parameters = createTermParameters(kind)
  const { rights } = COLLECTION_BY_KIND[kind]
  const rightToCreate = rightByRole(rights.canCreate)
  const rightToEdit = rightByRole((caller) => rights.canEdit(caller))
  const create = checkedHandler(services, {
    right: 'anyone',
    parameters: parameters.create,
    respond: (checked) => handleCreateTerm(kind, checked),
  })
  const update = checkedHandler(services, {
    right: 'anyone',
    parameters: parameters.update,
    respond: (checked) => handleUpdateTerm(kind, checked),
  })
  return [
    {
      ...all,
      methods: ['GET'],
      ...checkedHandler(services, {
        right: 'anyone',
        parameters: parameters.list,
        respond: (checked) => handleListTerms(kind, checked),
      }),
    },
    {
      ...all,
      methods: ['POST'],
      ...create,
      ...idempotentRoute(services, create.handle),
      right: rightToCreate,
    },
    {
      ...one,
      methods: ['GET'],
      ...checkedHandler(services, {
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
      ...idempotentRoute(services, update.handle),
      right: rightToEdit,
    },
    {
      ...one,
      methods: ['DELETE'],
      isConditional: true,
      ...checkedHandler(services, {
        right: 'anyone',
        parameters: forceParameter,
        respond: (checked) => handleDeleteTerm(kind, checked),
      }),
      right: rightToEdit,
    },
  ]
}
