import type { PictureUse } from '../../collections/media/picture-uses.ts'
import { formatBytes } from '../../core/text/format-bytes.ts'
import type { PictureRow } from '../../media/picture-store.ts'
import { FOCUS_POINTS, parseAltTexts } from '../../media/picture-texts.ts'
import { html, type Markup } from '../../pages/html-template.ts'
import { LANGUAGE_NAMES } from '../../pages/words/language-names.ts'
import { type AdminContext, type AdminPage, adminPath, formatAdminTime } from '../admin-context.ts'
import { type FormState, idOfFormControl, renderForm } from '../forms/admin-form.ts'
import { renderButtonForm } from '../forms/button-form-and-table.ts'
import { renderConcurrentEditInputs } from '../forms/concurrent-edits.ts'
import { renderFieldRow, selectInput, textInput } from '../forms/form-fields.ts'
import { renderListPageLinks } from '../forms/list-page-links.ts'
import { type OfferedPicture, PICTURE_TYPES, thumbnailPath, uploadFields } from '../records/picture-inputs.ts'

/** The filter of the list of pictures. */
export interface MediaFilter {
  search: string
  use: 'all' | 'unused'
  page: number
}

/** A picture with its file name, which is shown if the picture has no title. */
type NamedPicture = OfferedPicture & Pick<PictureRow, 'file_name'>

export interface MediaList {
  filter: MediaFilter
  pictures: readonly NamedPicture[]
  total: number
  pages: number
  /** The form for adding a picture. */
  form: FormState
}

/** The list of the pictures that a user may see, with a form to add one. */
export function pictureListPage(context: AdminContext, list: MediaList): AdminPage {
  const { words } = context
  const action = adminPath(context, '/media')
  return {
    status: list.form.problems.length > 0 ? 400 : 200,
    title: words.media.title,
    main: html`
      ${renderForm(context, { action, state: list.form, hasFile: true, submit: words.media.add }, [
        uploadFields(context, list.form),
      ])}
      ${filterForm(context, list.filter)}
      <p class="quiet">${words.list.count(list.total)}</p>
      <ul class="pictures">${list.pictures.map((picture) => item(context, picture))}</ul>
      ${renderListPageLinks(context, {
        path: '/media',
        query: { search: list.filter.search || undefined, use: list.filter.use },
        page: list.filter.page,
        pages: list.pages,
      })}
    `,
  }
}

/** The title of a picture; without one, the name of its file. */
const nameOf = ({ title, file_name: fileName }: NamedPicture): string => title || fileName

const item = (context: AdminContext, picture: NamedPicture): Markup => html`
  <li>
    <a href="${adminPath(context, `/media/${picture.id}`)}">
      <img src="${thumbnailPath(context, picture)}" alt="" loading="lazy"> ${nameOf(picture)}
    </a>
    ${picture.alt === '' && html`<span class="quiet">${context.words.media.noAlt}</span>`}
  </li>
`

function filterForm(context: AdminContext, { search, use }: MediaFilter): Markup {
  const { media } = context.words
  const option = (value: MediaFilter['use']) =>
    html`<option value="${value}"${value === use && html` selected`}>${media[value]}</option>`
  return html`
    <form class="filters" action="${adminPath(context, '/media')}" role="search">
      <label>${media.search} <input type="search" name="search" value="${search}"></label>
      <label>${media.use} <select name="use">${option('all')}${option('unused')}</select></label>
      <button class="plain">${media.show}</button>
    </form>
  `
}

/** The stored values of a picture as the texts of the fields in its form. */
export function inputTextsOfPicture({ scope }: AdminContext, picture: PictureRow): FormState['texts'] {
  const { title, alt, caption, credit, focus } = picture
  const stored: Partial<Record<string, string>> = parseAltTexts(picture.alt_texts)
  const alts = scope.languages.map((language) => [altName(language), stored[language] ?? ''])
  return { title, alt, caption, credit, focus, ...Object.fromEntries(alts) }
}

const altName = (language: string) => `alt_texts[${language}]`

export interface PictureForm {
  picture: PictureRow
  uses: readonly PictureUse[]
  state: FormState
  /** Whether the user may change and delete the picture. */
  canEdit: boolean
  /** Whether a deletion was refused because records use the picture. */
  isRefused?: boolean
}

/** The page of one picture: its texts, its file, and the records that show it. */
export function picturePage(
  context: AdminContext,
  { picture, uses, state, canEdit, isRefused }: PictureForm,
): AdminPage {
  const { media } = context.words
  const path = `/media/${picture.id}`
  return {
    status: isRefused ? 409 : state.problems.length > 0 ? 400 : 200,
    title: nameOf(picture),
    main: html`
      ${isRefused && html`<p class="problems" role="alert">${media.inUse}</p>`}
      <p><img class="preview" src="${adminPath(context, `${path}/file?size=medium`)}" alt="${picture.alt}"></p>
      ${fileFacts(context, picture)}
      ${canEdit && textForm(context, picture, state)}
      ${canEdit && replaceForm(context, path)}
      <h2>${media.usedBy}</h2>
      ${uses.length === 0 ? html`<p class="quiet">${media.notUsed}</p>` : useList(context, uses)}
      ${canEdit && uses.length === 0 && renderButtonForm(context, `${path}/delete`, media.delete)}
    `,
  }
}

const textForm = (context: AdminContext, picture: PictureRow, state: FormState): Markup => {
  const form = { action: adminPath(context, `/media/${picture.id}`), state, submit: context.words.media.save }
  const hidden = renderConcurrentEditInputs(context, state, inputTextsOfPicture(context, picture))
  return renderForm(context, form, [hidden, ...textFields(context, state)])
}

function textFields(context: AdminContext, state: FormState): Markup[] {
  const { scope, words } = context
  const { media } = words
  const labels = labelsOfPictureFields(context)
  const hints = { alt: media.altHint, credit: media.creditHint } as const
  const field = (name: 'alt' | 'title' | 'caption' | 'credit') =>
    textInput(state, { name, label: labels[name], ...(name in hints && { hint: hints[name as 'alt'] }) })
  const alts = scope.languages.length < 2 ? [] : scope.languages
  return [
    field('alt'),
    ...alts.map((language) =>
      textInput(state, {
        name: altName(language),
        label: media.altIn(LANGUAGE_NAMES[language]),
        hint: media.altInHint,
      }),
    ),
    field('title'),
    field('caption'),
    field('credit'),
    selectInput(state, {
      name: 'focus',
      label: media.focus,
      choices: FOCUS_POINTS.map((value) => ({ value, label: media.focusPoints[value] })),
    }),
  ]
}

/**
 * The form that replaces the file of a picture. It is separate from the form for its texts, because a form with a file
 * has another encoding.
 */
const replaceForm = (context: AdminContext, path: string): Markup => {
  const { media } = context.words
  const action = adminPath(context, `${path}/replace`)
  const state = { texts: {}, problems: [] }
  const file = renderFieldRow(
    state,
    { name: 'file', label: media.replaceFile, hint: media.replaceHint },
    (described) =>
      html`<input type="file" id="${idOfFormControl('file')}" name="file" accept="${PICTURE_TYPES}"${described}>`,
  )
  return renderForm(context, { action, state, hasFile: true, submit: media.replace }, [file])
}

/** The labels of the fields for the texts of a picture, such as title and caption. */
export const labelsOfPictureFields = ({ words: { media } }: AdminContext) => ({
  title: media.name,
  alt: media.alt,
  caption: media.caption,
  credit: media.credit,
  focus: media.focus,
  alt_texts: media.alt,
})

const fileFacts = (context: AdminContext, { id, width, height, size_bytes, created_at }: PictureRow): Markup => {
  const { media } = context.words
  return html`
    <dl class="facts">
      <dt>${media.facts}</dt>
      <dd>
        ${id} · ${width} × ${height} · ${formatBytes(size_bytes)} ·${' '}
        <a href="${adminPath(context, `/media/${id}/file`)}">${media.original}</a>
      </dd>
      <dt>${media.uploaded}</dt><dd>${formatAdminTime(context, created_at)}</dd>
    </dl>
  `
}

const useList = (context: AdminContext, uses: readonly PictureUse[]): Markup => html`
  <ul>
    ${uses.map(
      ({ collection, id, title }) => html`
        <li>
          ${context.words.collections[collection].title}:
          <a href="${adminPath(context, `/${collection}/${id}`)}">${title || id}</a>
        </li>
      `,
    )}
  </ul>
`
