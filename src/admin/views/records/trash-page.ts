import type { CollectionName } from '../../../core/kinds.ts'
import type { LocalTime } from '../../../core/time/local-time.ts'
import { html, type Markup } from '../../../pages/html-template.ts'
import { formatDate } from '../../../pages/page-dates.ts'
import {
  type AdminContext,
  type AdminPage,
  adminPath,
  formatAdminLocalTime,
  formatAdminTime,
} from '../../admin-context.ts'
import { hiddenInputWithFormToken } from '../../forms/admin-form.ts'
import { renderTable, type TableRow } from '../../forms/button-form-and-table.ts'
import { renderListPageLinks } from '../../forms/list-page-links.ts'

/** A row on the page of the trash: a record, and the user who moved it to the trash. */
export interface TrashEntry {
  collection: CollectionName
  id: number
  title: string
  /** The start, if the record is a date of a repeated event, whose dates usually have the same title. */
  date: { start: LocalTime; isAllDay: boolean } | undefined
  /**
   * The login of the user who moved the record to the trash, and the Unix time in seconds. Undefined if the revision
   * that contains them was deleted.
   */
  trashed: { login: string; at: number } | undefined
}

export interface TrashList {
  groups: readonly { collection: CollectionName; entries: readonly TrashEntry[]; total: number }[]
  canDelete: boolean
  /** The shown page and the number of pages of the longest group. */
  page: number
  pages: number
}

/** The page of the trash. @param problem message above the form */
export function trashPage(
  context: AdminContext,
  { groups, canDelete, page, pages }: TrashList,
  problem?: string,
): AdminPage {
  const { trash } = context.words
  const filled = groups.filter(({ entries }) => entries.length > 0)
  const hasDates = filled.some(({ entries }) => entries.some(({ date }) => date !== undefined))
  return {
    status: problem === undefined ? 200 : 400,
    title: trash.title,
    main: html`
      ${problem !== undefined && html`<p class="problems" role="alert">${problem}</p>`}
      ${pages === 0 && html`<p>${trash.empty}</p>`}
      ${
        filled.length > 0 &&
        html`
        <form method="post" action="${adminPath(context, '/trash')}">
          ${hiddenInputWithFormToken(context)}
          ${filled.map((group) => groupMarkup(context, group))}
          <p class="quiet">${trash.restoreHint}${hasDates && ` ${trash.datesHint}`}</p>
          <p>
            <button name="action" value="restore">${trash.restore}</button>${' '}
            ${canDelete && html`<button name="action" value="delete" class="plain">${trash.delete}</button>`}
          </p>
        </form>
      `
      }
      ${renderListPageLinks(context, { path: '/trash', page, pages })}
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

function entryRow(context: AdminContext, entry: TrashEntry): TableRow {
  const { trash } = context.words
  const { collection, id, trashed } = entry
  const name = nameOf(context, entry)
  return [
    html`<input type="checkbox" name="records[]" value="${collection}:${id}" aria-label="${trash.choose}: ${name}">`,
    html`<a href="${adminPath(context, `/${collection}/${id}`)}">${name}</a>`,
    trashed?.login ?? '–',
    trashed ? formatAdminTime(context, trashed.at) : '–',
  ]
}

/** The title of an entry, with day and time if it is a date of a repeated event. */
function nameOf(context: AdminContext, { title, date }: TrashEntry): string {
  if (date === undefined) return title
  const { start, isAllDay } = date
  const time = isAllDay ? formatDate(context.scope.language, 'date', start) : formatAdminLocalTime(context, start)
  return `${title}, ${time}`
}

/** The page on which a user confirms that records are deleted for good. */
export function confirmDeletionPage(context: AdminContext, entries: readonly TrashEntry[]): AdminPage {
  const { trash } = context.words
  const items = entries.map(
    (entry) => html`
      <li>${nameOf(context, entry)}<input type="hidden" name="records[]" value="${entry.collection}:${entry.id}"></li>
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
