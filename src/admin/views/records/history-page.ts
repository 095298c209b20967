import type { Action } from '../../../audit/audit-entry.ts'
import type { Difference } from '../../../collections/revisions/list-changed-fields.ts'
import type { Revision } from '../../../collections/revisions/store-revisions.ts'
import type { CollectionName } from '../../../core/kinds.ts'
import { findWordDifferences, type TextPart } from '../../../core/text/word-differences.ts'
import { html, type Markup } from '../../../pages/html-template.ts'
import { LANGUAGE_NAMES } from '../../../pages/words/language-names.ts'
import { type AdminContext, type AdminPage, adminPath, formatAdminTime } from '../../admin-context.ts'
import { type FormState, renderForm } from '../../forms/admin-form.ts'
import { renderTable, type TableRow } from '../../forms/button-form-and-table.ts'
import { formatFieldValueForPeople, labelOfApiField } from '../../records/field-value-for-people.ts'

/** The record whose changes the pages of its history show. */
interface HistoryOf {
  collection: CollectionName
  id: number
  title: string
}

type ListedRevision = Pick<Revision, 'id' | 'at' | 'login' | 'action' | 'fields'>

/** The page with all changes of a record that the user may see, newest first. */
export function recordHistoryPage(
  context: AdminContext,
  record: HistoryOf,
  revisions: readonly ListedRevision[],
): AdminPage {
  const { history } = context.words
  const columns = [history.when, history.who, history.what, history.fields, '']
  const rows = revisions.map(({ id, at, login, action, fields }) => [
    formatAdminTime(context, at),
    login,
    actionLabel(context, action),
    labelsOf(context, fields),
    html`<a href="${historyPath(context, record)}/${id}">${history.show}</a>`,
  ])
  return {
    title: `${history.title}: ${record.title}`,
    main: html`
      ${recordLink(context, record)}
      ${rows.length > 0 ? renderTable(history.title, columns, rows) : html`<p>${history.none}</p>`}
    `,
  }
}

/** One change in the history of a record, and the fields that would change if the version before it were restored. */
export interface ShownRevision {
  revision: ListedRevision
  changes: readonly Difference[]
  restorable: readonly string[]
  version: number
}

/** The page of one change: field by field before and after, and a form that restores the version before it. */
export function revisionPage(
  context: AdminContext,
  record: HistoryOf,
  { revision, changes, restorable, version }: ShownRevision,
  state: FormState,
): AdminPage {
  const { history } = context.words
  const rows = changes.map((change) => changeRow(context, change))
  return {
    status: state.problems.length > 0 ? 400 : 200,
    title: `${history.title}: ${record.title}`,
    main: html`
      <p><a href="${historyPath(context, record)}">${history.title}</a></p>
      <p>${formatAdminTime(context, revision.at)} · ${revision.login} · ${actionLabel(context, revision.action)}</p>
      <h2>${history.change}</h2>
      ${
        rows.length > 0
          ? renderTable(history.change, [history.field, history.before, history.after], rows, { hasRowHeadings: true })
          : html`<p>${history.nothing}</p>`
      }
      <h2>${history.back}</h2>
      ${restorable.length > 0 ? restoreForm(context, record, { revision, restorable, version }, state) : html`<p>${history.same}</p>`}
    `,
  }
}

function restoreForm(
  context: AdminContext,
  record: HistoryOf,
  { revision, restorable, version }: Omit<ShownRevision, 'changes'>,
  state: FormState,
): Markup {
  const { history } = context.words
  const boxes = restorable.map(
    (field) =>
      html`<label><input type="checkbox" name="fields[]" value="${field}"> ${labelOfApiField(context, field)}</label>`,
  )
  const buttons = [
    html`<button name="which" value="chosen">${history.chosen}</button> `,
    html`<button name="which" value="all" class="plain">${history.all}</button>`,
  ]
  return renderForm(context, { action: `${historyPath(context, record)}/${revision.id}`, state, buttons }, [
    html`<input type="hidden" name="version" value="${version}">`,
    html`
      <fieldset class="boxes" id="field-fields">
        <legend>${history.fields}</legend>
        <p class="quiet">${history.backHint}</p>
        ${boxes}
      </fieldset>
    `,
  ])
}

const historyPath = (context: AdminContext, { collection, id }: HistoryOf) =>
  adminPath(context, `/${collection}/${id}/history`)

const recordLink = (context: AdminContext, { collection, id, title }: HistoryOf): Markup =>
  html`<p><a href="${adminPath(context, `/${collection}/${id}`)}">${title}</a></p>`

const actionLabel = ({ words }: AdminContext, action: Action) => words.audit.actions[action]

/** The labels of fields, separated by commas. @param fields names of the fields, separated by commas */
const labelsOf = (context: AdminContext, fields: string) =>
  fields
    .split(',')
    .filter((name) => name !== '')
    .map((name) => labelOfApiField(context, name))
    .join(', ')

function changeRow(context: AdminContext, { field, language, before, after }: Difference): TableRow {
  const name = language === undefined ? '' : ` (${LANGUAGE_NAMES[language]})`
  const parts = findWordDifferences(
    formatFieldValueForPeople(context, field, before),
    formatFieldValueForPeople(context, field, after),
  )
  const side = (other: TextPart['kind']) =>
    html`
      <div class="version">
        ${parts.filter(({ kind }) => kind !== other).map((part) => renderTextDifference(context, part))}
      </div>
    `
  return [`${labelOfApiField(context, field)}${name}`, side('added'), side('removed')]
}

/** Marks a part of a text that was added or removed between two versions, visibly and for screen readers. */
export function renderTextDifference({ words }: AdminContext, { kind, text }: TextPart): Markup {
  if (kind === 'same') return html`${text}`
  const label = html`<span class="hidden">${words.history[kind]} </span>`
  return kind === 'removed' ? html`<del>${label}${text}</del>` : html`<ins>${label}${text}</ins>`
}
