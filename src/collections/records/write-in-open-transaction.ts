import { invalidParameterError, Problems } from '../../core/errors.ts'
import type { ParameterSet } from '../../core/schema/parameter-set.ts'
import type { Transaction } from '../../db/database.ts'
import type { ImageReference } from '../../media/image-field.ts'
import type { Writable } from '../collection.ts'
import type { Scope } from '../scope.ts'

/**
 * Validates the fields of a request body by the rules of the API.
 * @returns the parsed body
 * @throws {CalendarError} when the API would reject the request
 */
export function parseRequestBody<Body>(parameters: ParameterSet<Body>, fields: Record<string, unknown>): Body {
  const problems = new Problems()
  const body = parameters.read(fields, problems)
  problems.throwIfAny()
  return body
}

/**
 * Checks a request body and the rights of the caller by the rules of the API.
 * @param row the record to update; undefined for a new one
 * @returns the values that the write will store
 * @throws {CalendarError} when the API would reject the request
 */
export async function planRecordWrite<Body, Plan, Row extends { id: number }>(
  collection: Pick<Writable<Body, Plan, Row>, 'check' | 'permit'>,
  scope: Scope,
  body: Partial<Body>,
  row?: Row,
): Promise<Plan> {
  const problems = new Problems()
  const planned = await collection.check(scope, body, problems, row)
  problems.throwIfAny()
  collection.permit(scope, planned, row)
  return planned
}

type Written<Body, Plan, Row extends { id: number }> = Pick<
  Writable<Body, Plan, Row>,
  'check' | 'permit' | 'create' | 'update' | 'imageOf'
>

/**
 * Creates a record by the rules of the API, inside the transaction of `scope`. Its picture must already be stored.
 * @returns the id of the record
 */
export async function createRecordInOpenTransaction<Body, Plan, Row extends { id: number }>(
  collection: Written<Body, Plan, Row>,
  scope: Scope<Transaction>,
  body: Body,
): Promise<number> {
  const plan = await planRecordWrite(collection, scope, body)
  return (await collection.create(scope, plan, storedImageIdOfReference(collection.imageOf?.(plan)))).id
}

/**
 * The value of the column `image_id` for a picture that is stored already.
 * @throws {CalendarError} for a picture that would have to be downloaded, which takes too long for a transaction
 */
export function storedImageIdOfReference(image: ImageReference | undefined): number | null | undefined {
  if (image === undefined) return undefined
  if (image === 'none') return null
  if ('url' in image) throw invalidParameterError('image', 'reason.image')
  return image.id
}

/** Updates a record by the rules of the API, inside the transaction of `scope`. */
export async function updateRecordInOpenTransaction<Body, Plan, Row extends { id: number }>(
  collection: Written<Body, Plan, Row>,
  scope: Scope<Transaction>,
  row: Row,
  body: Partial<Body>,
): Promise<void> {
  const planned = await planRecordWrite(collection, scope, body, row)
  await collection.update(scope, row, planned, storedImageIdOfReference(collection.imageOf?.(planned)))
}
