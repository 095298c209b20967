import type { Action } from '../../audit/entry.ts'
import { forbidden, invalidParameter, Problems } from '../../core/errors.ts'
import { isTerm } from '../../core/kinds.ts'
import { type Database, sql, type Transaction } from '../../db/database.ts'
import { kindTable } from '../../db/fragments.ts'
import type { PictureFetcher } from '../../media/fetch.ts'
import { type ImageReference, prepareImage, storePreparedImage } from '../../media/image-reference.ts'
import { auditWrite } from '../audit-log.ts'
import type { Scope, Writable } from '../collection.ts'

/** A record as people know it. */
interface Titled {
  id: number
  text: { title: string }
  /** Of a post. */
  status?: string
}

/** A scope that may write: it opens transactions and may fetch pictures. */
export interface WriteScope extends Scope<Database> {
  fetchPicture: PictureFetcher
}

/**
 * Makes a record: checked and permitted first, then the picture is fetched, then everything is written at once.
 * @param problems what the shape of the body already showed to be wrong
 */
export async function createRecord<Body, Plan, Row extends Titled>(
  collection: Writable<Body, Plan, Row>,
  scope: WriteScope,
  body: Body,
  problems: Problems,
): Promise<Row> {
  const plan = await collection.check(scope, body, problems)
  problems.throwIfAny()
  collection.permit(scope, plan)
  const image = collection.imageOf?.(plan)
  return writeWithImage(collection, scope, image, (inside, imageId) => collection.create(inside, plan, imageId))
}

/**
 * Changes a record. What was decided about it is decided again under its lock, so that of two writers who each send a
 * part neither undoes the other's.
 */
export async function updateRecord<Body, Plan, Row extends Titled>(
  collection: Writable<Body, Plan, Row>,
  scope: WriteScope,
  row: Row,
  body: Partial<Body>,
  problems: Problems,
): Promise<Row> {
  const first = await collection.check(scope, body, problems, row)
  problems.throwIfAny()
  collection.permit(scope, first, row)
  return writeWithImage(collection, scope, collection.imageOf?.(first), async (inside, imageId) => {
    const locked = await lockRecord(collection, inside, row.id)
    const late = new Problems()
    const plan = await collection.check(inside, body, late, locked)
    late.throwIfAny()
    collection.permit(inside, plan, locked)
    auditUpdate(collection, inside, locked, body)
    await collection.update(inside, locked, plan, imageId)
    return row.id
  })
}

/**
 * Removes a record: a post goes to the trash, a term goes for good.
 * @returns what the answer shows: a post as it is in the trash, a term as it was
 */
export async function removeRecord<Plan, Row extends Titled>(
  collection: Writable<never, Plan, Row>,
  scope: WriteScope,
  row: Row,
): Promise<Row> {
  if (!collection.rights.canEdit(scope.caller, row)) throw forbidden(scope.caller)
  return scope.db.transaction(
    async (tx) => {
      const inside = { ...scope, db: tx }
      const locked = await lockEditableRecord(collection, inside, row.id)
      const action: Action = isTerm(collection.kind) ? 'deleted' : 'trashed'
      auditWrite(inside, { action, collection: collection.name, id: row.id, title: locked.text.title })
      await collection.remove(inside, locked)
      return locked
    },
    async (tx, locked) => (await collection.find({ ...scope, db: tx }, { id: row.id })) ?? locked,
  )
}

/** The names that were sent, and the title that is there then. */
function auditUpdate<Body, Row extends Titled>(
  { name: collection, kind, titleField }: Pick<Writable<Body, never, Row>, 'name' | 'kind' | 'titleField'>,
  scope: Scope<Transaction>,
  { id, status, text }: Row,
  body: Partial<Body>,
): void {
  const fields = Object.keys(body)
  // A term of which nothing is sent is not touched.
  if (isTerm(kind) && fields.length === 0) return
  const { [titleField]: sent = text.title } = body as Record<string, unknown>
  const action: Action = status === 'trash' ? 'restored' : 'updated'
  auditWrite(scope, { action, collection, id, language: scope.language, fields, title: String(sent) })
}

/** As `lockRecord`, for someone who may still edit what is found. */
export async function lockEditableRecord<Row extends { id: number }>(
  collection: Pick<Writable<never, never, Row>, 'kind' | 'find' | 'lockFirst' | 'rights'>,
  scope: Scope<Transaction>,
  id: number,
): Promise<Row> {
  const row = await lockRecord(collection, scope, id)
  if (!collection.rights.canEdit(scope.caller, row)) throw forbidden(scope.caller)
  return row
}

/** Holds a record until the transaction ends. @returns it as it is now */
async function lockRecord<Row extends { id: number }>(
  collection: Pick<Writable<never, never, Row>, 'kind' | 'find' | 'lockFirst'>,
  scope: Scope<Transaction>,
  id: number,
): Promise<Row> {
  const { kind, lockFirst } = collection
  await lockFirst?.(scope)
  await scope.db.get(sql`SELECT id FROM ${kindTable(kind)} WHERE id = ${id} ${scope.db.dialect.forNoKeyUpdate}`)
  const row = await collection.find(scope, { id })
  if (row === undefined) throw invalidParameter('id', 'reason.gone')
  return row
}

/** @param write says the id of what it wrote */
async function writeWithImage<Row extends { id: number }>(
  { find }: Pick<Writable<never, never, Row>, 'find'>,
  scope: WriteScope,
  reference: ImageReference | undefined,
  write: (scope: Scope<Transaction>, imageId: number | null | undefined) => Promise<number>,
): Promise<Row> {
  const prepared =
    reference === undefined ? undefined : await prepareImage(scope.db, reference, scope.fetchPicture, scope.urls)
  if (reference !== undefined && prepared === undefined) throw invalidParameter('image', 'reason.image')
  return scope.db.transaction(
    async (tx) => {
      const inside = { ...scope, db: tx }
      const imageId =
        prepared &&
        (await storePreparedImage(tx, prepared, scope.caller.id as number, scope.now, ({ id, title }) =>
          auditWrite(inside, { action: 'created', collection: 'media', id, title }),
        ))
      return write(inside, imageId)
    },
    async (tx, id) => (await find({ ...scope, db: tx }, { id })) as Row,
  )
}
