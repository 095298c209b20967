import { html, type Markup, type Piece } from '../../pages/html-template.ts'
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

/** The contents of the cells of one row. */
export type TableRow = readonly Piece[]

/**
 * A table that scrolls sideways where it is wider than the window. On phones each row is a block, in which the heading of
 * the column stands before each value.
 * @param columns headings; empty for a column of buttons or checkboxes
 */
export function renderTable(
  label: string,
  columns: readonly string[],
  rows: readonly TableRow[],
  { hasRowHeadings = false } = {},
): Markup {
  const cell = (content: Piece, at: number) =>
    hasRowHeadings && at === 0
      ? html`<th scope="row">${content}</th>`
      : html`<td data-column="${columns[at]}">${content}</td>`
  return html`
    <div class="scroll" tabindex="0" role="group" aria-label="${label}">
      <table>
        <thead>
          <tr>${columns.map((name) => (name === '' ? html`<td></td>` : html`<th scope="col">${name}</th>`))}</tr>
        </thead>
        <tbody>${rows.map((row) => html`<tr>${row.map(cell)}</tr>`)}</tbody>
      </table>
    </div>
  `
}
