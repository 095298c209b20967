import { html, type Markup } from '../../pages/html-template.ts'
import { type AdminContext, adminPath } from '../admin-context.ts'
import { hiddenInputWithFormToken } from './admin-form.ts'

/**
 * A button that sends a POST request without fields other than the form token.
 * @param path path below `/admin`
 */
export const renderButtonForm = (context: AdminContext, path: string, label: string): Markup => html`
  <form method="post" action="${adminPath(context, path)}">
    ${hiddenInputWithFormToken(context)}
    <button class="plain">${label}</button>
  </form>
`

/** A table that scrolls sideways where it is wider than the window. @param columns headings; empty for a column of buttons */
export const renderTable = (label: string, columns: readonly string[], rows: readonly Markup[]): Markup => html`
  <div class="scroll" tabindex="0" role="group" aria-label="${label}">
    <table>
      <thead><tr>${columns.map((name) => (name === '' ? html`<td></td>` : html`<th scope="col">${name}</th>`))}</tr></thead>
      <tbody>${rows}</tbody>
    </table>
  </div>
`
