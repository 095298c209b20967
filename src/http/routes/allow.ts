import type { Role } from '../../core/caller.ts'
import { isGranted, valuesByRole } from './right.ts'
import type { Route } from './route.ts'

/** Values of the `Allow` header at one address. */
export interface AllowValues {
  /** By role, until the record is found: the methods that callers with this role may use on every record. */
  byRole: Record<Role, string>
  /** By role, for OPTIONS, which finds no record: the methods that callers with this role may use on some record. */
  atBest: Record<Role, string>
  /** All methods of the address. */
  full: string
}

/** Computed once for each address, so that a request only looks the value up. @param routes of one address */
export function createAllowValues(routes: readonly Route[]): AllowValues {
  const byRole = (records: 'every' | 'some') =>
    valuesByRole((caller) =>
      allowValue(routes.filter((route) => isRead(route) || isGranted(route.right, caller, records))),
    )
  return { byRole: byRole('every'), atBest: byRole('some'), full: allowValue(routes) }
}

/** `Allow` always names GET, also for callers without the right to read (contract). */
const isRead = ({ methods }: Route) => methods.includes('GET')

function allowValue(routes: readonly Route[]): string {
  const methods = routes.flatMap((route) => route.methods)
  // DELETE precedes POST, also where the index lists it last (contract).
  const rank = (method: string) => (method === 'GET' ? 0 : method === 'DELETE' && methods.includes('POST') ? 1 : 2)
  return methods.toSorted((one, other) => rank(one) - rank(other)).join(', ')
}
