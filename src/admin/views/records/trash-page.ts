import type { CollectionName } from '../../../core/kinds.ts'
import { html, type Markup } from '../../../pages/html-template.ts'
import { type AdminContext, type AdminPage, adminPath, formatAdminTime } from '../../admin-context.ts'
import { hiddenInputWithFormToken } from '../../forms/admin-form.ts'
import { renderTable, type TableRow } from '../../forms/button-form-and-table.ts'

/** A row on the page of the trash: a record, and the user who moved it to the trash. */
export interface TrashEntry {
  collection: CollectionName
  id: number
  title: string
  /**
   * The login of the user who moved the record to the trash, and the Unix time in seconds. Undefined if the revision
   * that contains them was deleted.
   */
  trashed: { login: string; at: number } | undefined
}

export interface TrashList {
  groups: readonly { collection: CollectionName; entries: readonly TrashEntry[]; total: number }[]
  canDelete: boolean
}

/** The page of the trash. @param problem message above the form */
export function trashPage(context: AdminContext, { groups, canDelete }: TrashList, problem?: string): AdminPage {
  const { trash } = context.words
  const filled = groups.filter(({ entries }) => entries.length > 0)
  return {
    status: problem === undefined ? 200 : 400,
    title: trash.title,
    main: html`
      ${problem !== undefined && html`<p class="problems" role="alert">${problem}</p>`}
      ${filled.length === 0 && html`<p>${trash.empty}</p>`}
      ${
        filled.length > 0 &&
        html`
        <form method="post" action="${adminPath(context, '/trash')}">
          ${hiddenInputWithFormToken(context)}
          ${filled.map((group) => groupMarkup(context, group))}
          <p>
            <button name="action" value="restore">${trash.restore}</button>${' '}
            ${canDelete && html`<button name="action" value="delete" class="plain">${trash.delete}</button>`}
          </p>
        </form>
      `
      }
    `,
  }
}

function groupMarkup(context: AdminContext, { collection, entries, total }: TrashList['groups'][number]): Markup {
  const { words } = context
  const { title } = words.collections[collection]
  const rows = entries.map((entry) => entryRow(context, entry))
  return html`
    <h2>${title}</h2>
    <p class="quiet">${words.list.count(total)}</p>
    ${renderTable(title, ['', words.list.name, words.trash.who, words.trash.when], rows)}
  `
}

function entryRow(context: AdminContext, { collection, id, title, trashed }: TrashEntry): TableRow {
  const { trash } = context.words
  const name = `${collection}:${id}`
  return [
    html`<input type="checkbox" name="records[]" value="${name}" aria-label="${trash.choose}: ${title}">`,
    html`<a href="${adminPath(context, `/${collection}/${id}`)}">${title}</a>`,
    trashed?.login ?? '–',
    trashed ? formatAdminTime(context, trashed.at) : '–',
  ]
}

/** The page on which a user confirms that records are deleted for good. */
export function confirmDeletionPage(context: AdminContext, entries: readonly TrashEntry[]): AdminPage {
  const { trash } = context.words
  const items = entries.map(
    ({ collection, id, title }) => html`
      <li>${title}<input type="hidden" name="records[]" value="${collection}:${id}"></li>
    `,
  )
  return {
    title: trash.confirmTitle,
    main: html`
      <form method="post" action="${adminPath(context, '/trash')}">
        ${hiddenInputWithFormToken(context)}
        <p>${trash.confirmHint}</p>
        <ul>${items}</ul>
        <p>
          <button name="action" value="delete-now">${trash.confirm}</button>${' '}
          <a class="button plain" href="${adminPath(context, '/trash')}">${trash.keep}</a>
        </p>
      </form>
    `,
  }
}
