import { CalendarError, type FailureCode, forbiddenError } from '../../../core/errors.ts'
import type { Services } from '../../request/scope.ts'
import { checkedHandler } from '../../routes/checked-handler.ts'
import { isGranted, type RecordRight } from '../../routes/right.ts'
import type { Route } from '../../routes/route.ts'

interface RefusingRoute extends Pick<Route, 'base' | 'path' | 'methods'> {
  /** Who may do this in WordPress, for the `Allow` header. */
  right: RecordRight
  /** Error code for users without this right. */
  code: FailureCode
}

/**
 * Creates a route that writes in WordPress, but here is refused to everybody: accounts are managed by command. Users who
 * could write in WordPress get an error that names the right way.
 */
export const refusingRoute = (services: Services, { right, code, ...route }: RefusingRoute): Route => ({
  ...route,
  ...checkedHandler(services, {
    right: 'anyone',
    respond({ scope: { caller } }) {
      throw isGranted(right, caller, 'some') ? new CalendarError('rest_read_only') : forbiddenError(caller, code)
    },
  }),
  right,
})
