import { isDeepStrictEqual } from 'node:util'
import { adminPath, type SignedInContext } from '../../../admin/admin-context.ts'
import { createUnsentFormState, parseAdminForm } from '../../../admin/forms/admin-form.ts'
import { mergeConcurrentEdits } from '../../../admin/forms/concurrent-edits.ts'
import { thumbnailPath } from '../../../admin/records/picture-inputs.ts'
import {
  inputTextsOfPicture,
  labelsOfPictureFields,
  type MediaFilter,
  pictureListPage,
  picturePage,
} from '../../../admin/views/picture-pages.ts'
import { listPictureUses } from '../../../collections/media/picture-uses.ts'
import {
  canEditPicture,
  changePictureTexts,
  checkAndSanitizeUploadedPicture,
  deletePictureIfUnused,
  pictureParameters,
  replacePicture,
  requireRightToEditPicture,
} from '../../../collections/media/write-pictures.ts'
import { selectPictureIdsInTexts } from '../../../collections/records/purge-pictures.ts'
import { CalendarError } from '../../../core/errors.ts'
import { isObject } from '../../../core/generic/is-object.ts'
import { countListPages, PER_PAGE_MAX } from '../../../core/list-page.ts'
import { formatMessage } from '../../../core/messages/index.ts'
import { parseId } from '../../../core/schema/field-types.ts'
import type { SentParameters } from '../../../core/schema/sent-parameters.ts'
import { pictureSizes } from '../../../media/picture-sizes.ts'
import { findPicture, type PictureRow, type PictureTexts, readPictureContent } from '../../../media/picture-store.ts'
import { parseAltTexts } from '../../../media/picture-texts.ts'
import { isPictureVisible } from '../../../media/picture-visibility.ts'
import { presentImage } from '../../../media/present-picture.ts'
import { selectPageOfPictures } from '../../../media/select-pictures.ts'
import { type AdminHandler, type AdminVisit, parseListPage } from '../admin-handler.ts'
import { storePictureUploadedByForm, uploadedFileOfForm } from '../records/store-picture-uploaded-by-form.ts'

/** The page with the list of pictures, and with a form to upload one. */
export const mediaListHandler: AdminHandler = {
  show: ({ context, sent }) => showList(context, sent, createUnsentFormState()),
  async submit({ context, request, sent }) {
    const file = uploadedFileOfForm(request) ?? { name: '', bytes: Buffer.alloc(0) }
    const { picture, problems } = await storePictureUploadedByForm(context, file, sent, {
      field: 'file',
      isHidden: false,
    })
    if (problems) return showList(context, {}, { texts: { file_alt: String(sent.file_alt ?? '') }, problems })
    return { redirect: adminPath(context, `/media/${picture.id}`), notice: 'pictureAdded' }
  },
}

async function showList(
  context: SignedInContext,
  sent: SentParameters,
  form: ReturnType<typeof createUnsentFormState>,
) {
  const { scope } = context
  const filter = readFilter(sent)
  const unused = filter.use === 'unused' && { isNoImage: true, exclude: [...(await selectPictureIdsInTexts(scope.db))] }
  const { rows, total } = await selectPageOfPictures(
    scope,
    { search: filter.search, ...unused },
    { by: 'date', direction: 'DESC' },
    { page: filter.page, perPage: PER_PAGE_MAX },
  )
  return pictureListPage(context, { filter, pictures: rows, total, pages: countListPages(total, PER_PAGE_MAX), form })
}

/** Reads the filter of the picture list from the query; unknown values are ignored. */
const readFilter = ({ search, use, page }: SentParameters): MediaFilter => ({
  search: typeof search === 'string' ? search.trim().slice(0, 200) : '',
  use: use === 'unused' ? 'unused' : 'all',
  page: parseListPage({ page }),
})

/** Maximum number of pictures that the dialogue of the text editor shows. */
const CHOICES_MAX = 24

/**
 * Lists pictures for the text editor: the newest ones whose texts contain the parameter `search`. A POST uploads a
 * picture.
 */
export const pictureChoicesHandler: AdminHandler = {
  async show({ context, sent }) {
    const { rows } = await selectPageOfPictures(
      context.scope,
      { search: readFilter(sent).search },
      { by: 'date', direction: 'DESC' },
      { page: 1, perPage: CHOICES_MAX },
    )
    return { json: { pictures: rows.map((row) => pictureChoice(context, row)) } }
  },
  async submit({ context, request, sent }) {
    const file = uploadedFileOfForm(request) ?? { name: '', bytes: Buffer.alloc(0) }
    const { picture, problems } = await storePictureUploadedByForm(context, file, sent, {
      field: 'file',
      isHidden: false,
    })
    return { json: problems ? { problem: problems[0]?.message } : { picture: pictureChoice(context, picture) } }
  },
}

function pictureChoice(context: SignedInContext, row: PictureRow) {
  const { url, width, height } = presentImage(row, context.scope.urls)
  // The dialogue names each picture by its title.
  return { title: row.title || row.file_name, alt: row.alt, url, width, height, thumbnail: thumbnailPath(context, row) }
}

/** The page of one picture. A POST changes its texts. */
export const pictureHandler: AdminHandler = {
  async show(visit) {
    const { context } = visit
    const found = await findVisiblePicture(visit)
    return showPicture(context, found, createUnsentFormState(inputTextsOfPicture(context, found)))
  },
  async submit(visit) {
    const { context, sent } = visit
    const found = await findVisiblePicture(visit)
    requireRightToEditPicture(context.scope.caller, found)
    const labels = labelsOfPictureFields(context)
    const merged = mergeConcurrentEdits(context, sent, inputTextsOfPicture(context, found), labels)
    if (merged.form) return { ...(await showPicture(context, found, merged.form)), status: 409 }
    const { title, ...texts } = merged.sent
    // A picture that a program has uploaded may have no title; its other texts can be changed without adding one.
    const fields = title === found.title ? texts : merged.sent
    const { values, form } = parseAdminForm(context, pictureParameters, fields, labels)
    if (form) return showPicture(context, found, { ...form, texts: { ...form.texts, ...typedAltTexts(merged.sent) } })
    await changePictureTexts(context.scope, found, changedTexts(found, values))
    return { redirect: adminPath(context, `/media/${found.id}`), notice: 'saved' }
  },
}

const changedTexts = (found: PictureRow, values: PictureTexts): PictureTexts =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !isStored(found, name as keyof PictureTexts, value)),
  )

const isStored = (found: PictureRow, name: keyof PictureTexts, value: unknown): boolean =>
  name === 'alt_texts' ? isDeepStrictEqual(parseAltTexts(found.alt_texts), value) : found[name] === value

const typedAltTexts = ({ alt_texts: texts }: SentParameters): Record<string, string> =>
  Object.fromEntries(
    Object.entries(isObject(texts) ? texts : {}).map(([language, text]) => [`alt_texts[${language}]`, String(text)]),
  )

/** Replaces the file of a picture by an uploaded one. */
export const replacePictureHandler: AdminHandler = {
  async submit(visit) {
    const { context, request, sizes } = visit
    const found = await findVisiblePicture(visit)
    requireRightToEditPicture(context.scope.caller, found)
    const file = uploadedFileOfForm(request)
    const upload =
      file === undefined || file.isTooLarge ? undefined : await checkAndSanitizeUploadedPicture(context.scope, file)
    if (upload === undefined) {
      const reason = formatMessage(context.scope.language, 'reason.picture', { name: context.words.media.replaceFile })
      const state = { texts: inputTextsOfPicture(context, found), problems: [{ name: 'file', message: reason }] }
      return showPicture(context, found, state)
    }
    await replacePicture(context.scope, found, upload)
    await sizes.remove(found)
    return { redirect: adminPath(context, `/media/${found.id}`), notice: 'saved' }
  },
}

/** Deletes a picture, unless a record uses it. */
export const deletePictureHandler: AdminHandler = {
  async submit(visit) {
    const { context, sizes } = visit
    const found = await findVisiblePicture(visit)
    requireRightToEditPicture(context.scope.caller, found)
    if (!(await deletePictureIfUnused(context.scope, found))) {
      return {
        ...(await showPicture(context, found, createUnsentFormState(inputTextsOfPicture(context, found)), true)),
        status: 409,
      }
    }
    await sizes.remove(found)
    return { redirect: adminPath(context, '/media'), notice: 'deleted' }
  },
}

/**
 * The file of a picture, also of one that only users who are signed in may see. The query parameter `size` names a
 * smaller copy.
 */
export const pictureFileHandler: AdminHandler = {
  async show(visit) {
    const { context, sent, sizes } = visit
    const found = await findVisiblePicture(visit)
    const size = pictureSizes(found).find(({ name }) => name === sent.size)
    const original = () => readPictureContent(context.scope.db, found.file_name)
    const bytes = await (size ? sizes.read(found, size, original) : original())
    if (!bytes) throw new CalendarError('picture-not-found')
    return { bytes, type: found.mime_type, tag: `"${found.id}-${found.version}-${size?.name ?? 'full'}"` }
  },
}

async function showPicture(
  context: SignedInContext,
  found: PictureRow,
  state: ReturnType<typeof createUnsentFormState>,
  isRefused = false,
) {
  const { scope } = context
  return picturePage(context, {
    picture: found,
    uses: await listPictureUses(scope, found.id),
    state,
    canEdit: canEditPicture(scope.caller, found),
    isRefused,
  })
}

/**
 * Finds the picture whose id is in the path.
 * @throws {CalendarError} `picture-not-found`, also for a picture that the user may not see
 */
async function findVisiblePicture({ context: { scope }, request }: AdminVisit): Promise<PictureRow> {
  const id = parseId((request.params as { id: string }).id)
  const found = id === undefined ? undefined : await findPicture(scope.db, id)
  if (!found || !(await isPictureVisible(scope.db, scope.caller, scope.now, found.id))) {
    throw new CalendarError('picture-not-found')
  }
  return found
}
