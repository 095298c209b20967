import { CalendarError, type FailureCode, forbiddenError } from '../../../core/errors.ts'
import type { Services } from '../../request/create-request-scope.ts'
import { createHandlerThatChecksParametersAndRight } from '../../routes/handler-that-checks-parameters-and-right.ts'
import type { Route } from '../../routes/route.ts'
import { isRouteRightGranted, type RecordRight } from '../../routes/route-right.ts'

interface RefusingRoute extends Pick<Route, 'base' | 'path' | 'methods'> {
  /** The right that WordPress requires for this request; it determines the `Allow` header and the error code. */
  right: RecordRight
  /** Error code for users who lack the right. */
  code: FailureCode
}

/**
 * Creates a route that refuses every request to create, change or delete an account: accounts can only be changed on
 * the command line. Users who could make the write in WordPress get an error that says so.
 */
export const createRouteRefusingToChangeAccounts = (
  services: Services,
  { right, code, ...route }: RefusingRoute,
): Route => ({
  ...route,
  ...createHandlerThatChecksParametersAndRight(services, {
    right: 'anyone',
    respond({ scope: { caller } }) {
      throw isRouteRightGranted(right, caller, 'some')
        ? new CalendarError('rest_read_only')
        : forbiddenError(caller, code)
    },
  }),
  right,
})
