import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Action } from '../../../audit/entry.ts'
import { auditWrite } from '../../../collections/audit-log.ts'
import { pageParameters } from '../../../collections/fields.ts'
import type { WriteScope } from '../../../collections/records/write.ts'
import { can, canEdit } from '../../../core/caller.ts'
import { CalendarError, forbidden, invalidParameter, Problems } from '../../../core/errors.ts'
import { type Page, type PageRequest, pageRequestOf } from '../../../core/page.ts'
import { optionalParameterSet, parameterSet } from '../../../core/schema/parameters.ts'
import { lenientBoolean, parseId, Type } from '../../../core/schema/schema.ts'
import type { Transaction } from '../../../db/database.ts'
import type { PictureSizeCache } from '../../../media/size-cache.ts'
import {
  findPicture,
  listPictures,
  type PictureRow,
  removePicture,
  storePicture,
  updatePicture,
} from '../../../media/store.ts'
import { validatePicture } from '../../../media/validation.ts'
import { isPictureVisible } from '../../../media/visibility.ts'
import { writeFields } from '../../request/body-parsers.ts'
import { createScope, type Services } from '../../request/scope.ts'

/** What can be asked of pictures. The addresses and the shape of the answers are those of the routes that ask. */

export interface PictureTexts {
  title?: string | undefined
  alt?: string | undefined
}

/** How a body names the texts of a picture. */
export type ReadTexts = (sent: Record<string, unknown>, problems: Problems) => PictureTexts

export interface Found {
  scope: WriteScope
  picture: PictureRow
}

export const mediaListParameters = parameterSet(Type.Object(pageParameters))
const REMOVAL = optionalParameterSet(Type.Object({ force: lenientBoolean() }))
const ITEM_METHODS = 'GET, DELETE, POST, PUT, PATCH'

/** @param bounds the number of pictures on a page, where it is not that of the site */
export async function listMedia(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  bounds?: { perPage: number; perPageMax: number },
): Promise<Page<PictureRow> & PageRequest & { scope: WriteScope }> {
  allowOnList(request, reply)
  const sent = request.query as Record<string, unknown>
  const problems = new Problems()
  const scope = await createScope(services, request, sent, problems)
  const query = mediaListParameters.read(sent, problems)
  problems.throwIfAny()
  if (!can(scope.caller, 'media:upload')) throw forbidden(scope.caller)
  const wanted = pageRequestOf(query, bounds ?? { perPage: scope.site.per_page })
  return { scope, ...wanted, ...(await listPictures(scope.db, wanted)) }
}

/** Stands before the body: that of someone who may not upload is not read. */
export const mayUpload = (services: Services) => async (request: FastifyRequest, reply: FastifyReply) => {
  allowOnList(request, reply)
  const problems = new Problems()
  await createScope(services, request, request.query as Record<string, unknown>, problems, { isWrite: true })
  problems.throwIfAny()
  if (!can(request.caller, 'media:upload')) throw forbidden(request.caller)
}

/** Keeps the picture a request brings; its right was checked by `mayUpload`. */
export async function uploadMedia(services: Services, request: FastifyRequest, readTexts: ReadTexts): Promise<Found> {
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

/** @throws {CalendarError} `picture-not-found` */
export async function getMedia(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<Found> {
  const problems = new Problems()
  const found = await findNamed(services, request, reply, request.query as Record<string, unknown>, problems)
  problems.throwIfAny()
  return found
}

export async function changeMedia(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  readTexts: ReadTexts,
): Promise<Found> {
  const sent = writeFields(request)
  const problems = new Problems()
  const { scope, picture } = await findNamed(services, request, reply, sent, problems, { isWrite: true })
  const texts = readTexts(sent, problems)
  problems.throwIfAny()
  if (!mayEdit(scope, picture)) throw forbidden(scope.caller)
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
 * Removes a picture for good; what showed it has no image then.
 * @param mustForce whether the request has to say `force`, because it might expect a trash
 */
export async function removeMedia(
  services: Services,
  sizes: PictureSizeCache,
  request: FastifyRequest,
  reply: FastifyReply,
  { mustForce = false } = {},
): Promise<Found> {
  const sent = writeFields(request)
  const problems = new Problems()
  const { scope, picture } = await findNamed(services, request, reply, sent, problems, { isWrite: true })
  const { force = false } = mustForce ? REMOVAL.read(sent, problems) : { force: true }
  problems.throwIfAny()
  if (!mayEdit(scope, picture)) throw forbidden(scope.caller)
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

/** The picture a path names, and what its caller may do with it. */
async function findNamed(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  sent: Record<string, unknown>,
  problems: Problems,
  options: { isWrite?: boolean } = {},
): Promise<Found> {
  reply.header('allow', 'GET')
  const scope = await createScope(services, request, sent, problems, options)
  const id = parseId((request.params as { id: string }).id.replace(/^0+(?=\d)/, ''))
  const picture = id && (await findPicture(scope.db, id))
  if (!picture || !(await isPictureVisible(scope.db, scope.caller, scope.now, picture))) {
    throw new CalendarError('picture-not-found')
  }
  if (mayEdit(scope, picture)) reply.header('allow', ITEM_METHODS)
  if (Object.hasOwn(sent, 'id') && parseId(sent.id) !== id) problems.add('id', 'reason.other-id')
  return { scope, picture }
}

/** One's own, or everybody's for editors: a picture is as public as a published post. */
const mayEdit = ({ caller }: WriteScope, { author_id }: PictureRow) => canEdit(caller, { author_id, status: 'publish' })

function allowOnList({ caller }: FastifyRequest, reply: FastifyReply): void {
  reply.header('allow', can(caller, 'media:upload') ? 'GET, POST' : 'GET')
}
