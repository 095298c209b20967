import { html, type Markup } from '../../pages/html-template.ts'
import type { AdminContext } from '../admin-context.ts'

/**
 * A part of a form that makes the script `unsaved-changes.js` warn before the user leaves the page with changes, store what is typed in the
 * browser, and offer it when the form is opened again. Hidden until there is something to offer.
 * @param isRefused whether the form shows what was typed because it could not be saved
 */
export const unsavedChangesMarkup = (context: AdminContext, isRefused: boolean): Markup => {
  const { draft, draftRestore, draftDiscard } = context.words.form
  return html`
    <div
      class="notice"
      role="status"
      hidden
      data-draft="${context.session?.account_id} ${context.path}"${isRefused && html` data-refused`}
    >
      <p>${draft} <time></time></p>
      <button type="button" class="plain" value="restore">${draftRestore}</button>
      <button type="button" class="plain" value="discard">${draftDiscard}</button>
    </div>
  `
}
