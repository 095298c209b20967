import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Action } from '../../../audit/entry.ts'
import { auditWrite } from '../../../collections/audit-log.ts'
import { pageParameters } from '../../../collections/fields.ts'
import type { WriteScope } from '../../../collections/records/write.ts'
import { type Caller, can, canEdit } from '../../../core/caller.ts'
import { CalendarError, forbiddenError, invalidParameter, Problems } from '../../../core/errors.ts'
import { optionalParameterSet, parameterSet } from '../../../core/schema/parameters.ts'
import { lenientBoolean, parseId, Type } from '../../../core/schema/schema.ts'
import type { Transaction } from '../../../db/database.ts'
import type { PictureSizeCache } from '../../../media/size-cache.ts'
import { findPicture, type PictureRow, removePicture, storePicture, updatePicture } from '../../../media/store.ts'
import { validatePicture } from '../../../media/validation.ts'
import { isPictureVisible } from '../../../media/visibility.ts'
import { writeFields } from '../../request/body-parsers.ts'
import { createScope, type Services } from '../../request/scope.ts'
import type { RecordRight } from '../../routes/right.ts'

/** Handling of picture requests, shared by the routes of the native face and of WordPress, which differ in path and response. */

export interface PictureTexts {
  title?: string | undefined
  alt?: string | undefined
}

/** Reads the texts of a picture from a body. */
export type ReadTexts = (sent: Record<string, unknown>, problems: Problems) => PictureTexts

export interface FoundPicture {
  scope: WriteScope
  picture: PictureRow
}

export const mediaListParameters = parameterSet(Type.Object(pageParameters))
const REMOVAL = optionalParameterSet(Type.Object({ force: lenientBoolean() }))

/** Authors may edit their own pictures, editors all, as with published posts. */
const canEditPicture = (caller: Caller, { author_id }: Pick<PictureRow, 'author_id'>) =>
  canEdit(caller, { author_id, status: 'publish' })

export const rightToEditPicture: RecordRight = {
  // `Allow` names no changes until the picture is found, as for posts.
  overEvery: () => false,
  overSome: (caller) => caller.id !== undefined && canEditPicture(caller, { author_id: caller.id }),
}

/** Refuses callers who may not upload. An `onRequest` hook, so that their body is not read. */
export const checkUploadRight = (services: Services) => async (request: FastifyRequest) => {
  const problems = new Problems()
  await createScope(services, request, request.query as Record<string, unknown>, problems, { isWrite: true })
  problems.throwIfAny()
  if (!can(request.caller, 'media:upload')) throw forbiddenError(request.caller)
}

/** Stores the picture that a request brings. Its right was checked by `checkUploadRight`. */
export async function uploadPicture(
  services: Services,
  request: FastifyRequest,
  readTexts: ReadTexts,
): Promise<FoundPicture> {
  const sent = writeFields(request)
  const problems = new Problems()
  const scope = await createScope(services, request, sent, problems, { isWrite: true })
  const texts = readTexts(sent, problems)
  const file = request.uploadedFile
  if (!file) problems.missing.push('file')
  problems.throwIfAny()
  const bytes = file?.bytes as Buffer
  const inspected = await validatePicture(bytes)
  if (!inspected) throw invalidParameter('file', 'reason.picture')
  const picture = { bytes, name: file?.name ?? '', authorId: scope.caller.id as number, ...inspected, ...texts }
  const stored = await scope.db.transaction(async (tx) => {
    const stored = await storePicture(tx, picture, scope.now)
    auditPicture(tx, scope, 'created', stored)
    return stored
  })
  return { scope, picture: stored }
}

/** The picture that a path names. @throws {CalendarError} `picture-not-found` */
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
): Promise<FoundPicture> {
  const sent = writeFields(at.request)
  const problems = new Problems()
  const { scope, picture } = await findPictureOf(services, at, sent, problems)
  const texts = readTexts(sent, problems)
  problems.throwIfAny()
  if (!canEditPicture(scope.caller, picture)) throw forbiddenError(scope.caller)
  const changed = await scope.db.transaction(async (tx) => {
    const changed = await updatePicture(tx, picture.id, texts)
    const fields = Object.keys(texts)
    if (changed && fields.length > 0) auditPicture(tx, scope, 'updated', changed, fields)
    return changed
  })
  if (!changed) throw new CalendarError('picture-not-found')
  return { scope, picture: changed }
}

/**
 * Removes a picture for good, also from the records that show it.
 * @param options.mustForce whether the request must have `force`, because its client may expect a trash
 */
export async function deletePicture(
  services: Services,
  sizes: PictureSizeCache,
  at: PictureRequest,
  { mustForce = false } = {},
): Promise<FoundPicture> {
  const sent = writeFields(at.request)
  const problems = new Problems()
  const { scope, picture } = await findPictureOf(services, at, sent, problems)
  const { force = false } = mustForce ? REMOVAL.read(sent, problems) : { force: true }
  problems.throwIfAny()
  if (!canEditPicture(scope.caller, picture)) throw forbiddenError(scope.caller)
  if (!force) throw new CalendarError('rest_trash_not_supported')
  const isRemoved = await scope.db.transaction(async (tx) => {
    const isRemoved = await removePicture(tx, picture.id)
    if (isRemoved) auditPicture(tx, scope, 'deleted', picture)
    return isRemoved
  })
  if (!isRemoved) throw new CalendarError('picture-not-found')
  await sizes.remove(picture)
  return { scope, picture }
}

function auditPicture(
  tx: Transaction,
  scope: WriteScope,
  action: Action,
  { id, title }: PictureRow,
  fields?: string[],
) {
  auditWrite({ ...scope, db: tx }, { action, collection: 'media', id, title, ...(fields && { fields }) })
}

/** A request at the address of a picture. */
export interface PictureRequest {
  request: FastifyRequest
  reply: FastifyReply
  /** Value of `Allow` for a caller who may edit the picture. */
  everyMethod: string
}

/** The picture that a path names. Sets `Allow` to what the caller may do with it. @throws {CalendarError} `picture-not-found` */
async function findPictureOf(
  services: Services,
  { request, reply, everyMethod }: PictureRequest,
  sent: Record<string, unknown>,
  problems: Problems,
): Promise<FoundPicture> {
  const isWrite = request.method !== 'GET' && request.method !== 'HEAD'
  const scope = await createScope(services, request, sent, problems, { isWrite })
  const id = parseId((request.params as { id: string }).id.replace(/^0+(?=\d)/, ''))
  const picture = id && (await findPicture(scope.db, id))
  if (!picture || !(await isPictureVisible(scope.db, scope.caller, scope.now, picture))) {
    throw new CalendarError('picture-not-found')
  }
  if (canEditPicture(scope.caller, picture)) reply.header('allow', everyMethod)
  if (Object.hasOwn(sent, 'id') && parseId(sent.id) !== id) problems.add('id', 'reason.other-id')
  return { scope, picture }
}
