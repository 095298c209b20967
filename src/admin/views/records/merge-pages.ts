import type { CollectionName } from '../../../core/kinds.ts'
import { appendQueryToUrl } from '../../../core/urls.ts'
import { html } from '../../../pages/html-template.ts'
import { type AdminContext, type AdminPage, adminPath } from '../../admin-context.ts'
import { hiddenInputWithFormToken } from '../../forms/admin-form.ts'
import { renderTable } from '../../forms/button-form-and-table.ts'

/** One of the two records of a merge, with the values by which users compare them. */
export interface MergeRecord {
  id: number
  title: string
  version: number
  /** Number of events that refer to the record. */
  events: number
  /** Values that distinguish the record from others with the same name, such as its address. */
  summary: string
  /** The values of the record's fields, by label. */
  fields: readonly { label: string; text: string }[]
}

interface MergeOf {
  collection: CollectionName
  record: MergeRecord
}

/** The page on which a user searches for the record that remains after the merge. */
export function mergeChoicePage(
  context: AdminContext,
  { collection, record }: MergeOf,
  { search, found }: { search: string; found: readonly MergeRecord[] },
): AdminPage {
  const { merge, list } = context.words
  const path = mergePath(context, collection, record.id)
  const rows = found.map(({ id, title, events, summary }) => [
    html`${title}<div class="quiet">${summary}</div>`,
    events,
    html`<a href="${appendQueryToUrl(path, { into: id })}">${merge.compare}<span class="hidden">: ${title} (${id})</span></a>`,
  ])
  return {
    title: `${merge.title}: ${record.title}`,
    main: html`
      <p>${merge.hint}</p>
      <form class="filters" action="${path}" role="search">
        <label>${merge.search} <input type="search" name="search" value="${search}"></label>
        <button class="plain">${list.show}</button>
      </form>
      ${rows.length > 0 ? renderTable(merge.title, [list.name, merge.events, ''], rows) : html`<p>${merge.none}</p>`}
    `,
  }
}

/** The page that shows both records side by side, with a button that merges them. */
export function mergeComparisonPage(
  context: AdminContext,
  { collection, record }: MergeOf,
  into: MergeRecord,
): AdminPage {
  const { merge, history } = context.words
  const path = mergePath(context, collection, record.id)
  const rows = record.fields.flatMap(({ label, text }, at) => {
    const other = into.fields[at]?.text ?? ''
    return text === '' && other === '' ? [] : [[label, text, other]]
  })
  return {
    title: `${merge.title}: ${record.title}`,
    main: html`
      <p>${merge.hint}</p>
      ${renderTable(
        merge.title,
        [history.field, merge.goes, merge.stays],
        [...rows, [merge.events, record.events, into.events]],
        { hasRowHeadings: true },
      )}
      <form method="post" action="${path}">
        ${hiddenInputWithFormToken(context)}
        <input type="hidden" name="into" value="${into.id}">
        <input type="hidden" name="version" value="${record.version}">
        <p>
          <button>${merge.submit}</button>${' '}
          <a class="button plain" href="${path}">${merge.other}</a>
        </p>
      </form>
    `,
  }
}

const mergePath = (context: AdminContext, collection: CollectionName, id: number) =>
  adminPath(context, `/${collection}/${id}/merge`)
