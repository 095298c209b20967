import { ANONYMOUS, type Caller, hasRight, type Right, ROLES, type Role } from '../../core/caller.ts'

/**
 * The users who may use a route: anyone, forms on other sites with a submission key, users with a right, or users with
 * a right over the record in the path.
 */
export type RouteRight = 'anyone' | 'submission-key' | Right | RecordRight

/** A right that depends on the role of the user and on the record, for example on its author. */
export interface RecordRight {
  /** Whether a user has the right over every record. */
  overEvery(caller: Caller): boolean
  /** Whether a user may have the right over at least one record, for example a draft of their own. */
  overSome(caller: Caller): boolean
}

/** Creates a right over records that depends only on the role of the user, so it is the same for all records. */
export const createRightThatDependsOnlyOnRole = (isGranted: (caller: Caller) => boolean): RecordRight => ({
  overEvery: isGranted,
  overSome: isGranted,
})

/**
 * Whether a user has the right that a route requires.
 * @param scope for a right over records: whether the user must have it over `every` record or at least over `some`
 */
export function isRouteRightGranted(right: RouteRight, caller: Caller, scope: 'every' | 'some'): boolean {
  if (right === 'anyone' || right === 'submission-key') return true
  if (typeof right === 'string') return hasRight(caller, right)
  return scope === 'every' ? right.overEvery(caller) : right.overSome(caller)
}

/** Computes a value for each role by calling `valueFor` with a sample user of that role. */
export function computeValueForEachRole<Value>(valueFor: (caller: Caller) => Value): Record<Role, Value> {
  const callers = ROLES.map((role): Caller => (role === ANONYMOUS.role ? ANONYMOUS : { id: 1, login: '', role }))
  return Object.fromEntries(callers.map((caller) => [caller.role, valueFor(caller)])) as Record<Role, Value>
}
