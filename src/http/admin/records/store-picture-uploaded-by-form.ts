import type { SignedInContext } from '../../../admin/admin-context.ts'
import { type FormProblem, formatFormProblems } from '../../../admin/forms/admin-form.ts'
import {
  checkAndSanitizeUploadedPicture,
  createPicture,
  pictureTextParameters,
} from '../../../collections/media/write-pictures.ts'
import { hasRight } from '../../../core/caller.ts'
import { missingRightError, Problems } from '../../../core/errors.ts'
import type { SentParameters } from '../../../core/schema/sent-parameters.ts'
import type { PictureRow } from '../../../media/picture-store.ts'
import type { UploadedFile } from '../../request/multipart.ts'

/** The file that a form uploads; undefined if the user selected none. */
export const uploadedFileOfForm = ({
  uploadedFile,
}: {
  uploadedFile: UploadedFile | undefined
}): UploadedFile | undefined =>
  uploadedFile === undefined || (uploadedFile.name === '' && uploadedFile.bytes.length === 0) ? undefined : uploadedFile

/**
 * Stores the picture that a form uploads.
 * @param field name of the field that a message about the file names
 * @param isHidden whether only its author and editors may see the picture until a record shows it
 * @returns the picture, or the problems of the file or its description
 */
export async function storePictureUploadedByForm(
  { scope, words }: SignedInContext,
  file: UploadedFile,
  { file_alt: alt = '' }: SentParameters,
  { field, isHidden }: { field: 'file' | 'image'; isHidden: boolean },
): Promise<{ picture: PictureRow; problems?: undefined } | { picture?: undefined; problems: FormProblem[] }> {
  if (!hasRight(scope.caller, 'media:upload')) throw missingRightError(scope.caller, 'media:upload')
  const problems = new Problems()
  const texts = pictureTextParameters.read({ alt }, problems)
  const upload = file.isTooLarge ? undefined : await checkAndSanitizeUploadedPicture(scope, file)
  if (upload === undefined) problems.add(field, 'reason.picture')
  const labels = { file: words.fields.image, image: words.fields.image, alt: words.media.alt }
  const messages = formatFormProblems({ scope, words } as SignedInContext, problems, labels)
  if (upload === undefined || messages.length > 0) return { problems: messages }
  return { picture: await createPicture(scope, upload, texts, { isHidden }) }
}
