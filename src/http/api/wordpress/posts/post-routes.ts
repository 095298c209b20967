import { COLLECTION_BY_KIND } from '../../../../collections/collection-by-kind.ts'
import type { PostKind } from '../../../../core/kinds.ts'
import type { Services } from '../../../request/create-request-scope.ts'
import { createHandlerThatChecksParametersAndRight } from '../../../routes/handler-that-checks-parameters-and-right.ts'
import { type Route, UPDATE_METHODS } from '../../../routes/route.ts'
import { createRightThatDependsOnlyOnRole } from '../../../routes/route-right.ts'
import { rightToEditRecord } from '../../paths-and-rights-of-record-routes.ts'
import { createRouteRefusingToChangeAccounts } from '../create-route-refusing-to-change-accounts.ts'
import { resourceParameters, wordpressRestBaseOfKind } from '../send-and-link-wordpress-resource.ts'
import { handleListWordpressPosts, handleReadWordpressPost, refuseWordpressPostWrite } from './handle-post-requests.ts'
import { wordpressPostListParameters } from './post-list-parameters.ts'

/**
 * The routes of events (`/wp/v2/tribe_events`), venues (`/wp/v2/tribe_venue`) or organizers (`/wp/v2/tribe_organizer`).
 */
export function wordpressPostRoutes(services: Services, kind: PostKind): Route[] {
  const all = { base: 'wordpress', path: `/wp/v2/${wordpressRestBaseOfKind(kind)}` } as const
  const one = { base: 'wordpress', path: `${all.path}/{id}` } as const
  const collection = COLLECTION_BY_KIND[kind]
  const write = { ...one, right: rightToEditRecord(collection, 'id') }
  return [
    {
      ...all,
      methods: ['GET'],
      ...createHandlerThatChecksParametersAndRight(services, {
        right: 'anyone',
        parameters: wordpressPostListParameters(kind),
        respond: (checked) => handleListWordpressPosts(kind, checked),
      }),
    },
    createRouteRefusingToChangeAccounts(services, {
      ...all,
      methods: ['POST'],
      right: createRightThatDependsOnlyOnRole(collection.rights.canCreate),
      code: 'rest_cannot_create',
    }),
    {
      ...one,
      methods: ['GET'],
      ...createHandlerThatChecksParametersAndRight(services, {
        right: 'anyone',
        parameters: resourceParameters,
        respond: (checked) => handleReadWordpressPost(kind, checked),
      }),
    },
    {
      methods: UPDATE_METHODS,
      ...createHandlerThatChecksParametersAndRight(services, {
        right: 'anyone',
        respond: (checked) => refuseWordpressPostWrite(kind, checked, 'rest_cannot_edit'),
      }),
      ...write,
    },
    {
      methods: ['DELETE'],
      ...createHandlerThatChecksParametersAndRight(services, {
        right: 'anyone',
        respond: (checked) => refuseWordpressPostWrite(kind, checked, 'rest_cannot_delete'),
      }),
      ...write,
    },
  ]
}
