import type { Role } from '../../core/caller.ts'
import type { Route } from './route.ts'
import { computeValueForEachRole, isRouteRightGranted } from './route-right.ts'

/** Values of the `Allow` header for all requests to one path. */
export interface AllowValues {
  /**
   * The value for each role before the record in the path has been loaded: methods that users with this role may use on
   * every record.
   */
  byRole: Record<Role, string>
  /**
   * The value for each role in responses to OPTIONS, for which no record is loaded: methods that users with this role
   * may use on at least one record.
   */
  atBest: Record<Role, string>
  /** The value of the `Allow` header with all methods of the path. */
  full: string
}

/**
 * Computes the `Allow` values of a path once when the server starts, so that a request only looks one up.
 * @param routes all routes with this path
 */
export function createAllowHeaderValues(routes: readonly Route[]): AllowValues {
  const byRole = (records: 'every' | 'some') =>
    computeValueForEachRole((caller) =>
      allowValue(routes.filter((route) => isRead(route) || isRouteRightGranted(route.right, caller, records))),
    )
  return { byRole: byRole('every'), atBest: byRole('some'), full: allowValue(routes) }
}

/** `Allow` always contains GET, even for users without the right to read (API contract). */
const isRead = ({ methods }: Route) => methods.includes('GET')

function allowValue(routes: readonly Route[]): string {
  const methods = routes.flatMap((route) => route.methods)
  // The order of methods in the header `Allow`: DELETE comes before POST, even where the route index lists DELETE last
  // (API contract).
  const rank = (method: string) => (method === 'GET' ? 0 : method === 'DELETE' && methods.includes('POST') ? 1 : 2)
  return methods.toSorted((one, other) => rank(one) - rank(other)).join(', ')
}
