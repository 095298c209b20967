import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  canEditPicture,
  changePictureTexts,
  checkAndSanitizeUploadedPicture,
  createPicture,
  deletePicture,
  replacePicture,
  requireRightToEditPicture,
} from '../../../collections/media/write-pictures.ts'
import type { WriteScope } from '../../../collections/records/write-records.ts'
import { pageParameters } from '../../../collections/shared-fields.ts'
import { CalendarError, invalidParameterError, Problems } from '../../../core/errors.ts'
import { Type } from '../../../core/schema/field-types.ts'
import { createParameterSet } from '../../../core/schema/parameter-set.ts'
import type { PictureSizeCache } from '../../../media/picture-size-cache.ts'
import { findPicture, type PictureRow, type PictureTexts } from '../../../media/picture-store.ts'
import { isPictureVisible } from '../../../media/picture-visibility.ts'
import { fieldsInBodyAndQueryOfWriteRequest } from '../../request/body-parsers.ts'
import { createRequestScope, type Services } from '../../request/create-request-scope.ts'
import type { UploadedFile } from '../../request/multipart.ts'
import { checkBodyIdMatchesPath, parseIdInRequestPath } from '../../request/parse-id-in-request-path.ts'
import type { PreparedResponse } from '../../response/prepared-response.ts'
import { writeAndRespondIdempotently } from '../../routes/idempotent-route.ts'
import type { RecordRight } from '../../routes/route-right.ts'
import { forceParameter } from '../parameters-of-deleting.ts'

/**
 * The functions of this file handle picture requests for the native and the WordPress routes, which differ in paths and
 * response format only.
 */

/** Reads the texts of a picture, such as title and alternative text, from the fields of a request body. */
export type ReadTexts = (sent: Record<string, unknown>, problems: Problems) => PictureTexts

export interface FoundPicture {
  scope: WriteScope
  picture: PictureRow
}

export const mediaListParameters = createParameterSet(Type.Object(pageParameters))

export const rightToEditPicture: RecordRight = {
  // The author of a picture may edit it, but its author is unknown before the picture is read. Until then, `Allow`
  // lists only methods that read, as for posts.
  overEvery: () => false,
  overSome: (caller) => caller.id !== undefined && canEditPicture(caller, { author_id: caller.id }),
}

/** Creates the response to a request that has written a picture, but does not send it. */
type PreparePicture = (found: FoundPicture) => PreparedResponse

/**
 * Stores the picture that a request uploads. The hook `createHookThatChecksRightBeforeUpload` has already checked the
 * right to upload.
 */
export async function storeUploadedPictureAndRespond(
  services: Services,
  { request, reply }: Pick<PictureRequest, 'request' | 'reply'>,
  readTexts: ReadTexts,
  prepare: PreparePicture,
): Promise<FastifyReply> {
  const sent = fieldsInBodyAndQueryOfWriteRequest(request)
  const problems = new Problems()
  const scope = await createRequestScope(services, request, sent, problems)
  const texts = readTexts(sent, problems)
  const file = request.uploadedFile
  if (!file) problems.missing.push('file')
  problems.throwIfAny()
  const upload = await checkAndSanitizeUploadedPicture(scope, file as UploadedFile)
  if (!upload) throw invalidParameterError('file', 'reason.picture')
  const store = (inside: WriteScope) => createPicture(inside, upload, texts)
  return writeAndRespondIdempotently({ request, reply }, scope, store, (stored) => prepare({ scope, picture: stored }))
}

/**
 * Finds the picture whose id is in the path.
 * @throws {CalendarError} `picture-not-found`
 */
export async function findPictureNamedInPath(services: Services, at: PictureRequest): Promise<FoundPicture> {
  const problems = new Problems()
  const found = await findPictureOf(services, at, at.request.query as Record<string, unknown>, problems)
  problems.throwIfAny()
  return found
}

/** Changes the texts of the picture whose id is in the path. */
export async function changePictureTextsAndRespond(
  services: Services,
  at: PictureRequest,
  readTexts: ReadTexts,
  prepare: PreparePicture,
): Promise<FastifyReply> {
  const sent = fieldsInBodyAndQueryOfWriteRequest(at.request)
  const problems = new Problems()
  const { scope, picture } = await findPictureOf(services, at, sent, problems)
  const texts = readTexts(sent, problems)
  problems.throwIfAny()
  requireRightToEditPicture(scope.caller, picture)
  const change = (inside: WriteScope) => changePictureTexts(inside, picture, texts)
  return writeAndRespondIdempotently(at, scope, change, (changed) => prepare({ scope, picture: changed }))
}

/** Gives the picture whose id is in the path another file. The addresses of its former file lead to the new one. */
export async function replacePictureFileAndRespond(
  services: Services,
  sizes: PictureSizeCache,
  at: PictureRequest,
  prepare: PreparePicture,
): Promise<FastifyReply> {
  const sent = fieldsInBodyAndQueryOfWriteRequest(at.request)
  const problems = new Problems()
  const { scope, picture } = await findPictureOf(services, at, sent, problems)
  const file = at.request.uploadedFile
  if (!file) problems.missing.push('file')
  problems.throwIfAny()
  requireRightToEditPicture(scope.caller, picture)
  const upload = await checkAndSanitizeUploadedPicture(scope, file as UploadedFile)
  if (!upload) throw invalidParameterError('file', 'reason.picture')
  const replace = async (inside: WriteScope) => {
    const replaced = await replacePicture(inside, picture, upload)
    await sizes.remove(picture)
    return replaced
  }
  return writeAndRespondIdempotently(at, scope, replace, (replaced) => prepare({ scope, picture: replaced }))
}

/**
 * Deletes a picture permanently, since pictures have no trash, and removes it from the records that show it.
 * @param options.mustForce whether the parameter `force` is required, so that clients that expect a trash do not delete
 * a picture by mistake
 */
export async function deletePictureAndRespond(
  services: Services,
  sizes: PictureSizeCache,
  at: PictureRequest,
  { mustForce = false } = {},
): Promise<FoundPicture> {
  const sent = fieldsInBodyAndQueryOfWriteRequest(at.request)
  const problems = new Problems()
  const { scope, picture } = await findPictureOf(services, at, sent, problems)
  const { force = false } = mustForce ? forceParameter.read(sent, problems) : { force: true }
  problems.throwIfAny()
  requireRightToEditPicture(scope.caller, picture)
  if (!force) throw new CalendarError('rest_trash_not_supported')
  await deletePicture(scope, picture)
  await sizes.remove(picture)
  return { scope, picture }
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
  const scope = await createRequestScope(services, request, sent, problems)
  const id = parseIdInRequestPath(request)
  const picture = await findPicture(scope.db, id)
  if (!picture || !(await isPictureVisible(scope.db, scope.caller, scope.now, id))) {
    throw new CalendarError('picture-not-found')
  }
  if (canEditPicture(scope.caller, picture)) reply.header('allow', everyMethod)
  checkBodyIdMatchesPath(sent, id, problems)
  return { scope, picture }
}
