import { type Caller, can, GUEST, type Right, ROLES, type Role } from '../../core/caller.ts'

/** Who may use a route: anyone, callers with a right, or callers with a right over the record in the path. */
export type RouteRight = 'anyone' | Right | RecordRight

/** A right that depends on the role of the caller and on the record, e.g. on its author. */
export interface RecordRight {
  /** Whether a caller has the right over every record. */
  overEvery(caller: Caller): boolean
  /** Whether a caller has the right over some record, e.g. a draft of their own. */
  overSome(caller: Caller): boolean
}

/** A right that depends on the role alone, given as a function. */
export const rightByRole = (isGranted: (caller: Caller) => boolean): RecordRight => ({
  overEvery: isGranted,
  overSome: isGranted,
})

/** Whether a caller has a right. @param scope of a right over records: over `every` record, or at least over `some` */
export function isGranted(right: RouteRight, caller: Caller, scope: 'every' | 'some'): boolean {
  if (right === 'anyone') return true
  if (typeof right === 'string') return can(caller, right)
  return scope === 'every' ? right.overEvery(caller) : right.overSome(caller)
}

/** Computes a value for each role, from a sample caller with that role. */
export function valuesByRole<Value>(valueFor: (caller: Caller) => Value): Record<Role, Value> {
  const callers = ROLES.map((role): Caller => (role === GUEST.role ? GUEST : { id: 1, login: '', role }))
  return Object.fromEntries(callers.map((caller) => [caller.role, valueFor(caller)])) as Record<Role, Value>
}
