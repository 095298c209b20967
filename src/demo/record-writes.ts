import type { Scope, Writable } from '../collections/collection.ts'
import { Problems } from '../core/errors.ts'
import type { ParameterSet } from '../core/schema/parameters.ts'
import type { Transaction } from '../db/database.ts'

/** The body that a request with these fields would have. @throws {CalendarError} when a request would be refused */
export function parseBody<Body>(parameters: ParameterSet<Body>, fields: Record<string, unknown>): Body {
  const problems = new Problems()
  const body = parameters.read(fields, problems)
  problems.throwIfAny()
  return body
}

/** What a request with this body would store, decided and permitted but not yet done. */
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

/** As a request makes a record, in a transaction that goes on. @returns its id */
export async function createRecord<Body, Plan, Row extends { id: number }>(
  collection: Pick<Writable<Body, Plan, Row>, 'check' | 'permit' | 'create'>,
  scope: Scope<Transaction>,
  body: Body,
): Promise<number> {
  return collection.create(scope, await planWrite(collection, scope, body), undefined)
}

/** As a request changes a record, in a transaction that goes on. */
export async function updateRecord<Body, Plan, Row extends { id: number }>(
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
