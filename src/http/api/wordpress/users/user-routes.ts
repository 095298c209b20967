import { type Account, findAccountByLogin } from '../../../../accounts/account-store.ts'
import { type Caller, hasRight } from '../../../../core/caller.ts'
import { CalendarError, forbiddenError } from '../../../../core/errors.ts'
import { Type } from '../../../../core/schema/field-types.ts'
import { createOptionalParameterSet } from '../../../../core/schema/parameter-set.ts'
import type { Services } from '../../../request/create-request-scope.ts'
import { parseIdInRequestPath } from '../../../request/parse-id-in-request-path.ts'
import { createHandlerThatChecksParametersAndRight } from '../../../routes/handler-that-checks-parameters-and-right.ts'
import { type Route, UPDATE_METHODS } from '../../../routes/route.ts'
import { createRightThatDependsOnlyOnRole, type RecordRight } from '../../../routes/route-right.ts'
import { createRouteRefusingToChangeAccounts } from '../create-route-refusing-to-change-accounts.ts'
import {
  createWordpressPageRequest,
  parametersOfNextAndPreviousPageLinks,
  wordpressListParameters,
  wordpressSortParameters,
} from '../list-parameters.ts'
import { resourceParameters, sendWordpressResource } from '../send-and-link-wordpress-resource.ts'
import { setWordpressListHeaders } from '../set-list-headers.ts'
import { listAccountsVisibleToCaller, listWordpressUsers, USER_ORDERS } from './list-wordpress-users.ts'
import { presentWordpressUser } from './present-user.ts'

const ALL = { base: 'wordpress', path: '/wp/v2/users' } as const
const ONE = { base: 'wordpress', path: '/wp/v2/users/{id}' } as const
const ME = { base: 'wordpress', path: '/wp/v2/users/me' } as const

const list = createOptionalParameterSet(
  Type.Object({
    ...wordpressListParameters,
    ...wordpressSortParameters(USER_ORDERS, { orderby: 'name', order: 'asc' }),
  }),
)

const isSignedIn = createRightThatDependsOnlyOnRole(({ id }) => id !== undefined)
const isAdministrator = createRightThatDependsOnlyOnRole((caller) => hasRight(caller, 'users:list'))

/** The right to edit a user: users may edit themselves, administrators may edit all. */
const rightToEditUser: RecordRight = { ...isAdministrator, overSome: isSignedIn.overSome }

/** The routes that read users. Accounts are changed with the command `almanac users` only. */
export const wordpressUserRoutes = (services: Services): Route[] => [
  listRoute(services),
  createRouteRefusingToChangeAccounts(services, {
    ...ALL,
    methods: ['POST'],
    right: isAdministrator,
    code: 'rest_cannot_create',
  }),
  readMeRoute(services),
  createRouteRefusingToChangeAccounts(services, {
    ...ME,
    methods: UPDATE_METHODS,
    right: isSignedIn,
    code: 'rest_cannot_edit',
  }),
  createRouteRefusingToChangeAccounts(services, {
    ...ME,
    methods: ['DELETE'],
    right: isAdministrator,
    code: 'rest_cannot_delete',
  }),
  readRoute(services),
  createRouteRefusingToChangeAccounts(services, {
    ...ONE,
    methods: UPDATE_METHODS,
    right: rightToEditUser,
    code: 'rest_cannot_edit',
  }),
  createRouteRefusingToChangeAccounts(services, {
    ...ONE,
    methods: ['DELETE'],
    right: isAdministrator,
    code: 'rest_cannot_delete',
  }),
]

const listRoute = (services: Services): Route => ({
  ...ALL,
  methods: ['GET'],
  ...createHandlerThatChecksParametersAndRight(services, {
    right: 'anyone',
    parameters: list,
    async respond(checked) {
      const { request, reply, scope, values } = checked
      if (values.context === 'edit' && !hasRight(scope.caller, 'users:list')) {
        throw forbiddenError(scope.caller, 'rest_forbidden_context')
      }
      const page = createWordpressPageRequest(values)
      const { rows, total } = await listWordpressUsers(scope, values, page)
      const sent = parametersOfNextAndPreviousPageLinks(request.query as Record<string, unknown>, values)
      setWordpressListHeaders(reply, `${scope.urls.apiRoot}wp/v2/users`, { ...page, total }, sent)
      return sendWordpressResource(
        checked,
        rows.map((account) => presentWordpressUser(scope, account, values.context)),
      )
    },
  }),
})

const readMeRoute = (services: Services): Route => ({
  ...ME,
  methods: ['GET'],
  ...createHandlerThatChecksParametersAndRight(services, {
    right: 'anyone',
    parameters: resourceParameters,
    async respond(checked) {
      const { scope, values } = checked
      const account = await findAccountByLogin(scope.db, scope.caller.login)
      if (!account) throw new CalendarError('rest_not_logged_in')
      return sendWordpressResource(checked, presentWordpressUser(scope, account, values.context))
    },
  }),
})

const readRoute = (services: Services): Route => ({
  ...ONE,
  methods: ['GET'],
  ...createHandlerThatChecksParametersAndRight(services, {
    right: 'anyone',
    parameters: resourceParameters,
    async respond(checked) {
      const { request, scope, values } = checked
      const [account] = await listAccountsVisibleToCaller(scope, [parseIdInRequestPath(request)])
      // Accounts that the caller may not see are treated as unknown, so that nobody learns who has an account.
      if (!account) throw new CalendarError('rest_user_invalid_id')
      if (values.context === 'edit' && !canEditUser(scope.caller, account)) {
        throw forbiddenError(scope.caller, 'rest_forbidden_context')
      }
      return sendWordpressResource(checked, presentWordpressUser(scope, account, values.context))
    },
  }),
})

const canEditUser = (caller: Caller, { id }: Account) => id === caller.id || hasRight(caller, 'users:list')
