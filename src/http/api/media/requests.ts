import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Action } from '../../../audit/entry.ts'
import { insertAuditEntry } from '../../../collections/audit-log.ts'
import { pageParameters } from '../../../collections/fields.ts'
import { requireExpectedVersion } from '../../../collections/records/expected-version.ts'
import type { WriteScope } from '../../../collections/records/write.ts'
import { type Caller, canEdit, hasRight } from '../../../core/caller.ts'
import { CalendarError, invalidParameter, missingRightError, Problems } from '../../../core/errors.ts'
import { parameterSet } from '../../../core/schema/parameters.ts'
import { Type } from '../../../core/schema/schema.ts'
import type { Transaction } from '../../../db/database.ts'
import { sanitizePicture } from '../../../media/metadata/sanitize-picture.ts'
import type { PictureSizeCache } from '../../../media/picture-size-cache.ts'
import { isPictureVisible } from '../../../media/picture-visibility.ts'
import {
  findPicture,
  lockPicture,
  type PictureRow,
  removePicture,
  storePicture,
  updatePicture,
} from '../../../media/store.ts'
import { fieldsOfWrite } from '../../request/body-parsers.ts'
import { checkIdInBody, idInPath } from '../../request/path-id.ts'
import { createScope, type Services } from '../../request/scope.ts'
import type { PreparedResponse } from '../../response/prepared-response.ts'
import { respondToWrite } from '../../routes/idempotent-route.ts'
import type { RecordRight } from '../../routes/right.ts'
import { forceParameter } from '../record-removal.ts'

/**
 * The functions of this file handle picture requests for the native and the WordPress routes, which differ in paths and
 * response format only.
 */

export interface PictureTexts {
  title?: string | undefined
  alt?: string | undefined
  caption?: string | undefined
}

/** Reads the texts of a picture, such as title and alternative text, from the fields of a request body. */
export type ReadTexts = (sent: Record<string, unknown>, problems: Problems) => PictureTexts

export interface FoundPicture {
  scope: WriteScope
  picture: PictureRow
}

export const mediaListParameters = parameterSet(Type.Object(pageParameters))

/**
 * Whether a user may edit a picture. As with published posts, authors may edit their own pictures and editors may edit
 * all.
 */
export const canEditPicture = (caller: Caller, { author_id }: Pick<PictureRow, 'author_id'>) =>
  canEdit(caller, { author_id, status: 'publish' })

function permitPictureEdit(caller: Caller, picture: Pick<PictureRow, 'author_id'>): void {
  if (canEditPicture(caller, picture)) return
  throw missingRightError(caller, picture.author_id === caller.id ? 'media:upload' : 'posts:edit-others')
}

export const rightToEditPicture: RecordRight = {
  // The author of a picture may edit it. An error that is sent before the picture was read cannot consider the author,
  // so its `Allow` header lists only methods that read, as for posts.
  overEvery: () => false,
  overSome: (caller) => caller.id !== undefined && canEditPicture(caller, { author_id: caller.id }),
}

/**
 * Creates a hook that rejects users without the right to upload pictures. Register it as `onRequest`, so that the body
 * of a rejected request is not read.
 */
export const checkUploadRight = (services: Services) => async (request: FastifyRequest) => {
  const problems = new Problems()
  await createScope(services, request, request.query as Record<string, unknown>, problems)
  problems.throwIfAny()
  if (!hasRight(request.caller, 'media:upload')) throw missingRightError(request.caller, 'media:upload')
}

/** Converts a written picture to the response, before the response is sent. */
type PreparePicture = (found: FoundPicture) => PreparedResponse

/** Stores the picture that a request uploads. The hook `checkUploadRight` has already checked the right to upload. */
export async function uploadPicture(
  services: Services,
  { request, reply }: Pick<PictureRequest, 'request' | 'reply'>,
  readTexts: ReadTexts,
  prepare: PreparePicture,
): Promise<FastifyReply> {
  const sent = fieldsOfWrite(request)
  const problems = new Problems()
  const scope = await createScope(services, request, sent, problems)
  const texts = readTexts(sent, problems)
  const file = request.uploadedFile
  if (!file) problems.missing.push('file')
  problems.throwIfAny()
  const sanitized = await sanitizePicture(file?.bytes as Buffer, { withCredit: scope.site.picture_credits })
  if (!sanitized) throw invalidParameter('file', 'reason.picture')
  const picture = { name: file?.name ?? '', authorId: scope.caller.id as number, ...sanitized, ...texts }
  const store = ({ db }: WriteScope) =>
    db.transaction(async (tx) => {
      const stored = await storePicture(tx, picture, scope.now)
      auditPicture(tx, scope, 'created', stored)
      return stored
    })
  return respondToWrite({ request, reply }, scope, store, (stored) => prepare({ scope, picture: stored }))
}

/**
 * Finds the picture whose id is in the path.
 * @throws {CalendarError} `picture-not-found`
 */
export async function readPicture(services: Services, at: PictureRequest): Promise<FoundPicture> {
  const problems = new Problems()
  const found = await findPictureOf(services, at, at.request.query as Record<string, unknown>, problems)
  problems.throwIfAny()
  return found
}

export async function changePicture(
  services: Services,
  at: PictureRequest,
  readTexts: ReadTexts,
  prepare: PreparePicture,
): Promise<FastifyReply> {
  const sent = fieldsOfWrite(at.request)
  const problems = new Problems()
  const { scope, picture } = await findPictureOf(services, at, sent, problems)
  const texts = readTexts(sent, problems)
  problems.throwIfAny()
  permitPictureEdit(scope.caller, picture)
  const change = ({ db }: WriteScope) =>
    db.transaction(async (tx) => {
      const locked = await lockVersion(tx, scope, picture)
      const fields = Object.keys(texts)
      if (fields.length === 0) return locked
      const changed = await updatePicture(tx, locked, texts)
      auditPicture(tx, scope, 'updated', changed, fields)
      return changed
    })
  return respondToWrite(at, scope, change, (changed) => prepare({ scope, picture: changed }))
}

/**
 * Deletes a picture permanently, since pictures have no trash, and removes it from the records that show it.
 * @param options.mustForce whether the parameter `force` is required, so that clients that expect a trash do not delete
 * a picture by mistake
 */
export async function deletePicture(
  services: Services,
  sizes: PictureSizeCache,
  at: PictureRequest,
  { mustForce = false } = {},
): Promise<FoundPicture> {
  const sent = fieldsOfWrite(at.request)
  const problems = new Problems()
  const { scope, picture } = await findPictureOf(services, at, sent, problems)
  const { force = false } = mustForce ? forceParameter.read(sent, problems) : { force: true }
  problems.throwIfAny()
  permitPictureEdit(scope.caller, picture)
  if (!force) throw new CalendarError('rest_trash_not_supported')
  await scope.db.transaction(async (tx) => {
    await lockVersion(tx, scope, picture)
    await removePicture(tx, picture.id)
    auditPicture(tx, scope, 'deleted', picture)
  })
  await sizes.remove(picture)
  return { scope, picture }
}

/**
 * Locks a picture until the end of the transaction.
 * @throws {CalendarError} when it was deleted in the meantime, or does not have a version that the request expects
 */
async function lockVersion(tx: Transaction, scope: WriteScope, { id }: PictureRow): Promise<PictureRow> {
  const locked = await lockPicture(tx, id)
  if (!locked) throw new CalendarError('picture-not-found')
  requireExpectedVersion(scope, locked)
  return locked
}

function auditPicture(
  tx: Transaction,
  scope: WriteScope,
  action: Action,
  { id, title }: PictureRow,
  fields?: string[],
) {
  insertAuditEntry({ ...scope, db: tx }, { action, collection: 'media', id, title, ...(fields && { fields }) })
}

/** A request whose path contains the id of a picture. */
export interface PictureRequest {
  request: FastifyRequest
  reply: FastifyReply
  /** Value of the `Allow` header for users who may edit the picture: all methods of the route. */
  everyMethod: string
}

/**
 * Finds the picture whose id is in the path, and sets the `Allow` header to the methods that the user may use on it.
 * @throws {CalendarError} `picture-not-found`
 */
async function findPictureOf(
  services: Services,
  { request, reply, everyMethod }: PictureRequest,
  sent: Record<string, unknown>,
  problems: Problems,
): Promise<FoundPicture> {
  const scope = await createScope(services, request, sent, problems)
  const id = idInPath(request)
  const picture = await findPicture(scope.db, id)
  if (!picture || !(await isPictureVisible(scope.db, scope.caller, scope.now, id))) {
    throw new CalendarError('picture-not-found')
  }
  if (canEditPicture(scope.caller, picture)) reply.header('allow', everyMethod)
  checkIdInBody(sent, id, problems)
  return { scope, picture }
}
