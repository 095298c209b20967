import { hasRight } from '../../core/caller.ts'
import { html, type Markup } from '../../pages/html-template.ts'
import { type AdminContext, adminPath } from '../admin-context.ts'
import { type FormState, idOfFormControl } from '../forms/admin-form.ts'
import { renderFieldRow, textInput } from '../forms/form-fields.ts'

/** A picture that users can choose in a form. */
export interface OfferedPicture {
  id: number
  title: string
  alt: string
}

/** The file formats that the dialogue for choosing a file shows. */
export const PICTURE_TYPES = 'image/jpeg,image/png,image/webp,image/gif,image/avif'

/** The path of a small copy of a picture, which the user may see. */
export const thumbnailPath = (context: AdminContext, { id }: Pick<OfferedPicture, 'id'>) =>
  adminPath(context, `/media/${id}/file?size=thumbnail`)

/**
 * The inputs for the image of a record: none, the present picture, a stored picture, or a file to upload. The user
 * chooses a stored picture that the form does not show by typing its id.
 */
export function renderPictureInputs(
  context: AdminContext,
  state: FormState,
  { name, label }: { name: string; label: string },
  pictures: readonly OfferedPicture[],
): Markup {
  const { media } = context.words
  const chosen = state.texts[name] ?? ''
  const choice = (value: string, content: Markup) => html`
    <label class="picture">
      <input type="radio" name="${name}" value="${value}"${value === chosen && html` checked`}> ${content}
    </label>
  `
  const stored = (picture: OfferedPicture) => choice(String(picture.id), pictureMarkup(context, picture))
  const isChosen = ({ id }: OfferedPicture) => String(id) === chosen
  const messages = state.problems.filter((problem) => problem.name === name)
  return html`
    <fieldset class="boxes" id="${idOfFormControl(name)}">
      <legend>${label}</legend>
      ${messages.map(({ message }) => html`<p class="problem">${message}</p>`)}
      ${choice('', html`${media.none}`)}
      ${pictures.filter(isChosen).map(stored)}
      ${hasRight(context.scope.caller, 'media:upload') && uploadFields(context, state)}
      <details>
        <summary>${media.stored}</summary>
        <div class="pictures">${pictures.filter((picture) => !isChosen(picture)).map(stored)}</div>
        ${textInput(state, { name: `${name}_number`, label: media.number, hint: media.numberHint })}
      </details>
    </fieldset>
  `
}

const pictureMarkup = (context: AdminContext, picture: OfferedPicture): Markup => html`
  <img src="${thumbnailPath(context, picture)}" alt="${picture.alt}" loading="lazy"> ${picture.title}
`

/** The inputs for a file to upload and its alternative text. @param hint which files may be uploaded */
export const uploadFields = (
  { words: { media } }: AdminContext,
  state: FormState,
  hint = media.fileHint,
): Markup => html`
  ${renderFieldRow(
    state,
    { name: 'file', label: media.upload, hint },
    (described) =>
      html`<input type="file" id="${idOfFormControl('file')}" name="file" accept="${PICTURE_TYPES}"${described}>`,
  )}
  ${textInput(state, { name: 'file_alt', label: media.alt, hint: media.altHint })}
`
