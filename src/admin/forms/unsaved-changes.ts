import { LOCALES } from '../../core/language.ts'
import { html, type Markup } from '../../pages/html-template.ts'
import type { AdminContext } from '../admin-context.ts'

/**
 * A hidden element of a form for the script `unsaved-changes.js`. With it, the script warns before the user leaves the
 * page with changes, stores the typed texts in the browser, and offers them when the form is opened again.
 * @param isRefused whether the form shows texts that the server refused to save
 * @param form name of the form, if the page has several
 */
export const unsavedChangesMarkup = (context: AdminContext, isRefused: boolean, form = ''): Markup => {
  const { draft, draftRestore, draftDiscard } = context.words.form
  return html`
    <div
      class="notice"
      role="status"
      hidden
      data-draft="${context.session?.account_id} ${context.path}${form}"${isRefused && html` data-refused`}
    >
      <p>${draft} <time data-locale="${LOCALES[context.scope.language]}"></time></p>
      <button type="button" class="plain" value="restore">${draftRestore}</button>
      <button type="button" class="plain" value="discard">${draftDiscard}</button>
    </div>
  `
}
