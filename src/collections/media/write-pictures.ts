import type { Action } from '../../audit/audit-entry.ts'
import { type Caller, canEdit } from '../../core/caller.ts'
import { CalendarError, missingRightError } from '../../core/errors.ts'
import { isObject } from '../../core/generic/is-object.ts'
import { objectFromKeys } from '../../core/generic/object-keys.ts'
import { isLanguage, LANGUAGES } from '../../core/language.ts'
import {
  attachDocumentationToSchema,
  enumField,
  fieldWithCheckAndConversion,
  isStorableText,
  Type,
} from '../../core/schema/field-types.ts'
import { createOptionalParameterSet } from '../../core/schema/parameter-set.ts'
import type { Transaction } from '../../db/database.ts'
import { sanitizePicture } from '../../media/metadata/sanitize-picture.ts'
import { allResizedCopiesOfPicture } from '../../media/picture-sizes.ts'
import {
  deletePictureRow,
  type PictureRow,
  type PictureTexts,
  readAndLockPicture,
  replacePictureFile,
  storePicture,
  updatePicture,
} from '../../media/picture-store.ts'
import { FOCUS_POINTS, normalizeAltTexts } from '../../media/picture-texts.ts'
import type { PictureInfo } from '../../media/validate-picture.ts'
import { auditActorOfRequest, insertAuditEntry } from '../insert-audit-entries.ts'
import { requireExpectedVersion } from '../records/expected-version.ts'
import { lockAndDeletePictureIfUnused } from '../records/purge-pictures.ts'
import type { WriteScope } from '../records/write-records.ts'
import { LINE_TEXT_MAX, singleLineField, titleTextField } from '../shared-fields.ts'
import { insertFormerPaths } from '../texts/former-paths-of-imported-records.ts'

/** The request parameters for the texts of a picture. */
export const pictureTextParameters = createOptionalParameterSet(
  Type.Object({ title: titleTextField(), alt: singleLineField(), caption: singleLineField() }),
)

const CREDIT_MAX = 300

const ALT_TEXTS = objectFromKeys(LANGUAGES, () => ({ type: 'string', maxLength: LINE_TEXT_MAX }))

const altTextsField = () =>
  attachDocumentationToSchema(
    fieldWithCheckAndConversion(
      Type.Record(Type.String(), Type.String()),
      (texts) =>
        isObject(texts) && Object.entries(texts).every(([language, text]) => isLanguage(language) && isShortText(text)),
      (texts) => normalizeAltTexts(texts as Record<string, string>),
      { reason: 'reason.texts_by_language', placeholders: { choices: LANGUAGES.join(', ') } },
    ),
    { published: { type: 'object', properties: ALT_TEXTS, additionalProperties: false } },
  )

const isShortText = (text: unknown) => typeof text === 'string' && text.length <= LINE_TEXT_MAX && isStorableText(text)

/** The parameters for the texts of a picture in requests of the native API and in forms of admin pages. */
export const pictureParameters = createOptionalParameterSet(
  Type.Object({
    title: titleTextField(),
    alt: singleLineField(),
    caption: singleLineField(),
    credit: singleLineField({ maxLength: CREDIT_MAX }),
    focus: enumField(FOCUS_POINTS),
    alt_texts: altTextsField(),
  }),
)

/**
 * An uploaded picture that was found valid. `bytes` no longer contains metadata such as the place where it was taken.
 */
export type CheckedUpload = PictureInfo & { bytes: Buffer; name: string }

/**
 * Whether a user may edit a picture. As with published posts, authors may edit their own pictures and editors may edit
 * all.
 */
export const canEditPicture = (caller: Caller, { author_id }: Pick<PictureRow, 'author_id'>) =>
  canEdit(caller, { author_id, status: 'publish' })

export function requireRightToEditPicture(caller: Caller, picture: Pick<PictureRow, 'author_id'>): void {
  if (canEditPicture(caller, picture)) return
  throw missingRightError(caller, picture.author_id === caller.id ? 'media:upload' : 'posts:edit-others')
}

/**
 * Checks an uploaded file and removes its metadata.
 * @returns undefined if the file is not a picture or may not be stored
 */
export async function checkAndSanitizeUploadedPicture(
  { site }: Pick<WriteScope, 'site'>,
  { bytes, name }: { bytes: Buffer; name: string },
): Promise<CheckedUpload | undefined> {
  const sanitized = await sanitizePicture(bytes, { withCredit: site.picture_credits })
  return sanitized && { name, ...sanitized }
}

/**
 * Stores an uploaded picture. The caller has checked the right to upload.
 * @param options.isHidden whether only its author and editors may see the picture until a record shows it
 */
export const createPicture = (
  scope: WriteScope,
  upload: CheckedUpload,
  texts: PictureTexts,
  options: { isHidden?: boolean } = {},
): Promise<PictureRow> =>
  scope.db.transaction(async (tx) => {
    const picture = { ...upload, ...texts, ...options, authorId: scope.caller.id as number }
    const stored = await storePicture(tx, picture, scope.now)
    auditPicture(tx, scope, 'created', stored)
    return stored
  })

/** Changes texts of a picture. Texts that are undefined do not change. */
export const changePictureTexts = (scope: WriteScope, picture: PictureRow, texts: PictureTexts): Promise<PictureRow> =>
  scope.db.transaction(async (tx) => {
    const locked = await lockVersion(tx, scope, picture)
    const fields = Object.keys(texts)
    if (fields.length === 0) return locked
    const changed = await updatePicture(tx, locked, texts)
    auditPicture(tx, scope, 'updated', changed, fields)
    return changed
  })

/** Replaces the file of a picture. The addresses of the former file redirect to the new file. */
export const replacePicture = (scope: WriteScope, picture: PictureRow, upload: CheckedUpload): Promise<PictureRow> =>
  scope.db.transaction(async (tx) => {
    const locked = await lockVersion(tx, scope, picture)
    const changed = await replacePictureFile(tx, locked, upload)
    const names = [locked.file_name, ...allResizedCopiesOfPicture(locked).map(({ fileName }) => fileName)]
    const paths = [...new Set(names)].map((name) => ({ path: `/media/${name}`, leadsTo: { pictureId: locked.id } }))
    await insertFormerPaths(tx, paths, scope.now)
    auditPicture(tx, scope, 'updated', changed, ['file'])
    return changed
  })

/** Deletes a picture permanently, since pictures have no trash, and removes it from the records that show it. */
export const deletePicture = (scope: WriteScope, picture: PictureRow): Promise<void> =>
  scope.db.transaction(async (tx) => {
    await lockVersion(tx, scope, picture)
    await deletePictureRow(tx, picture.id)
    auditPicture(tx, scope, 'deleted', picture)
  })

/**
 * Deletes a picture that no record uses.
 * @returns whether it was deleted; false if a record uses it
 */
export const deletePictureIfUnused = (scope: WriteScope, { id }: PictureRow): Promise<boolean> =>
  scope.db.transaction(
    async (tx) => (await lockAndDeletePictureIfUnused(tx, auditActorOfRequest(scope), id)) !== undefined,
  )

/**
 * Locks a picture until the end of the transaction.
 * @throws {CalendarError} when it was deleted in the meantime, or does not have a version that the request expects
 */
async function lockVersion(tx: Transaction, scope: WriteScope, { id }: PictureRow): Promise<PictureRow> {
  const locked = await readAndLockPicture(tx, id)
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
