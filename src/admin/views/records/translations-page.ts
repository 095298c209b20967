import type { CollectionName } from '../../../core/kinds.ts'
import type { Language } from '../../../core/language.ts'
import { findWordDifferences } from '../../../core/text/word-differences.ts'
import { html, type Markup } from '../../../pages/html-template.ts'
import { renderDescriptionOfRecord } from '../../../pages/parts/description-markup.ts'
import { pageWordsInLanguage } from '../../../pages/words/index.ts'
import { LANGUAGE_NAMES } from '../../../pages/words/language-names.ts'
import { type AdminContext, type AdminPage, adminPath } from '../../admin-context.ts'
import { type FormState, renderForm } from '../../forms/admin-form.ts'
import { renderButtonForm } from '../../forms/button-form-and-table.ts'
import { multilineInput, textInput } from '../../forms/form-fields.ts'
import { unsavedChangesMarkup } from '../../forms/unsaved-changes.ts'
import { attributesOfTextEditor } from '../../records/attributes-of-text-editor.ts'
import { labelOfApiField } from '../../records/field-value-for-people.ts'
import { renderTextDifference } from './history-page.ts'

/** Data for the page that shows the original text of a record beside its translation. */
export interface TextsPage {
  collection: CollectionName
  id: number
  version: number
  language: Language
  originalLanguage: Language
  /**
   * The fields of the text in the order of the form: the original text now, and in `before` the original text when the
   * translation was written, if that was different.
   */
  fields: readonly { name: string; original: string; before: string | undefined }[]
  /** Whether the record has a translation in the language, which can be removed. */
  exists: boolean
  /** Whether the page has a button that leads to the next event without a text in the language. */
  hasNext: boolean
  /** The stored translation, if another user has saved it since the form was shown. */
  theirs: Readonly<Record<string, string>> | undefined
}

/** The page with the original beside its translation. */
export function translationPage(context: AdminContext, page: TextsPage, state: FormState): AdminPage {
  const { words } = context
  const { collection, id, language, fields, theirs } = page
  const path = `/${collection}/${id}/texts/${language}`
  const title = fields[0]?.original ?? ''
  return {
    status: theirs ? 409 : state.problems.length > 0 ? 400 : 200,
    title: `${LANGUAGE_NAMES[language]}: ${title}`,
    main: html`
      <p><a href="${adminPath(context, `/${collection}/${id}`)}">${title}</a></p>
      ${theirs && html`<div class="problems" role="alert"><h2>${words.form.conflict}</h2><p>${words.form.conflictHint}</p></div>`}
      ${renderForm(context, { action: adminPath(context, path), state, buttons: buttons(context, page) }, [
        unsavedChangesMarkup(context, theirs !== undefined || state.problems.length > 0),
        html`<input type="hidden" name="version" value="${page.version}">`,
        ...fields.map((field) => fieldPair(context, page, field, state)),
      ])}
      ${page.exists && renderButtonForm(context, `${path}/remove`, words.texts.remove)}
    `,
  }
}

function buttons({ words }: AdminContext, { hasNext }: TextsPage): Markup[] {
  const save = html`<button name="action" value="save">${words.texts.save}</button> `
  return hasNext
    ? [save, html`<button name="action" value="next" class="plain">${words.texts.saveNext}</button>`]
    : [save]
}

/** Whether a field contains HTML, for which the form has a text editor. */
const isLongText = (name: string) => name === 'description' || name === 'excerpt'

/** A long text as the calendar shows it. */
const longText = ({ scope }: AdminContext, text: string): Markup =>
  html`<div class="version rendered">${renderDescriptionOfRecord({ scope, words: pageWordsInLanguage(scope.language, scope.language) }, text)}</div>`

/** The original of a field on the left, the control for its translation on the right. */
function fieldPair(
  context: AdminContext,
  { language, originalLanguage, theirs }: TextsPage,
  { name, original, before }: TextsPage['fields'][number],
  state: FormState,
): Markup {
  const { words, scope } = context
  const label = `${labelOfApiField(context, name)} (${LANGUAGE_NAMES[language]})`
  const field = { name, label }
  const stored = theirs?.[name]
  return html`
    <div class="texts">
      <div lang="${originalLanguage}">
        <p class="label" lang="${scope.language}">${labelOfApiField(context, name)} (${words.texts.original})</p>
        ${isLongText(name) ? longText(context, original) : html`<p class="version">${original}</p>`}
        ${
          before !== undefined &&
          html`
          <details>
            <summary lang="${scope.language}">${words.texts.changed}</summary>
            <p class="version">${findWordDifferences(before, original).map((part) => renderTextDifference(context, part))}</p>
          </details>
        `
        }
      </div>
      <div>
        ${isLongText(name) ? multilineInput(state, { ...field, rows: name === 'excerpt' ? 3 : 12, editor: attributesOfTextEditor(context) }) : textInput(state, field)}
        ${stored !== undefined && stored !== state.texts[name] && html`<p class="quiet">${words.form.theirs}: ${stored}</p>`}
      </div>
    </div>
  `
}
