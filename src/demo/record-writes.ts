import type { Scope, Writable } from '../collections/collection.ts'
import { Problems } from '../core/errors.ts'
import type { ParameterSet } from '../core/schema/parameters.ts'
import type { Transaction } from '../db/database.ts'

/**
 * Validates the fields of a request body by the rules of the API.
 * @returns the parsed body
 * @throws {CalendarError} when the API would reject the request
 */
export function parseBody<Body>(parameters: ParameterSet<Body>, fields: Record<string, unknown>): Body {
  const problems = new Problems()
  const body = parameters.read(fields, problems)
  problems.throwIfAny()
  return body
}

/**
 * Checks a request body and the rights of the caller by the rules of the API.
 * @returns the values that a write will store
 * @throws {CalendarError} when the API would reject the request
 */
export async function planWrite<Body, Plan, Row extends { id: number }>(
  collection: Pick<Writable<Body, Plan, Row>, 'check' | 'permit'>,
  scope: Scope,
  body: Body,
): Promise<Plan> {
  const problems = new Problems()
  const planned = await collection.check(scope, body, problems)
  problems.throwIfAny()
  collection.permit(scope, planned)
  return planned
}

/** Creates a record by the rules of the API, inside the transaction of `scope`. @returns its id */
export async function createDemoRecord<Body, Plan, Row extends { id: number }>(
  collection: Pick<Writable<Body, Plan, Row>, 'check' | 'permit' | 'create'>,
  scope: Scope<Transaction>,
  body: Body,
): Promise<number> {
  return (await collection.create(scope, await planWrite(collection, scope, body), undefined)).id
}

/** Updates a record by the rules of the API, inside the transaction of `scope`. */
export async function updateDemoRecord<Body, Plan, Row extends { id: number }>(
  collection: Pick<Writable<Body, Plan, Row>, 'check' | 'permit' | 'update'>,
  scope: Scope<Transaction>,
  row: Row,
  body: Partial<Body>,
): Promise<void> {
  const problems = new Problems()
  const planned = await collection.check(scope, body, problems, row)
  problems.throwIfAny()
  collection.permit(scope, planned, row)
  await collection.update(scope, row, planned, undefined)
}
