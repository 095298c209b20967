import { ACTIONS, type Action, SUBJECTS, type Subject } from '../../audit/audit-entry.ts'
import type { AuditRow } from '../../audit/list-audit-entries.ts'
import type { CollectionName } from '../../core/kinds.ts'
import { appendQueryToUrl } from '../../core/urls.ts'
import { html, type Markup } from '../../pages/html-template.ts'
import { type AdminContext, type AdminPage, adminPath, formatAdminTime } from '../admin-context.ts'
import { type FormState, renderFormProblems } from '../forms/admin-form.ts'
import { renderTable, type TableRow } from '../forms/button-form-and-table.ts'
import { selectInput, textInput } from '../forms/form-fields.ts'

/**
 * The entries of one page of the audit log, and the numbers of the newer and the older page; undefined where there is
 * none.
 */
interface AuditList {
  rows: readonly AuditRow[]
  newerPage: number | undefined
  olderPage: number | undefined
}

/** The page of the audit log: a form that filters the entries, and a list of them, newest first. */
export function auditPage(
  context: AdminContext,
  form: FormState,
  { rows, newerPage, olderPage }: AuditList,
): AdminPage {
  const { audit } = context.words
  const columns = [audit.time, audit.user, audit.action, audit.collection, audit.record, audit.fields]
  const pageLink = (page: number | undefined, label: string) =>
    page && html`<a href="${appendQueryToUrl(adminPath(context, '/audit'), { ...form.texts, page })}">${label}</a> `
  return {
    status: form.problems.length > 0 ? 400 : 200,
    title: audit.title,
    main: html`
      ${renderFormProblems(context, form)}
      ${filterForm(context, form)}
      ${
        rows.length > 0
          ? renderTable(
              audit.title,
              columns,
              rows.map((row) => entryRow(context, row)),
            )
          : html`<p>${audit.none}</p>`
      }
      <p>${pageLink(newerPage, audit.newer)}${pageLink(olderPage, audit.older)}</p>
    `,
  }
}

function filterForm(context: AdminContext, form: FormState): Markup {
  const { audit } = context.words
  const withAny = (choices: { value: string; label: string }[]) => [{ value: '', label: audit.any }, ...choices]
  return html`
    <form class="filters" action="${adminPath(context, '/audit')}">
      ${textInput(form, { name: 'user', label: audit.user })}
      ${selectInput(form, {
        name: 'action',
        label: audit.action,
        choices: withAny(ACTIONS.map((value) => ({ value, label: actionLabel(context, value) }))),
      })}
      ${selectInput(form, {
        name: 'collection',
        label: audit.collection,
        choices: withAny(SUBJECTS.map((value) => ({ value, label: subjectLabel(context, value) }))),
      })}
      <button class="plain">${audit.show}</button>
    </form>
  `
}

/** The name of an action in the language of the page. */
const actionLabel = ({ words }: AdminContext, action: Action) => words.audit.actions[action]

/** The name of a collection, or of what else can be changed, in the language of the page. */
function subjectLabel({ words }: AdminContext, subject: Subject): string {
  const { collections, media, settings, users, secrets, submissions, sources, submissionKeys } = words
  if (subject in collections) return collections[subject as CollectionName].title
  const names: Readonly<Record<Exclude<Subject, CollectionName>, string>> = {
    media: media.title,
    settings: settings.title,
    users: users.title,
    'application-passwords': secrets.applicationPasswords,
    tokens: secrets.tokens,
    submissions: submissions.title,
    subscriptions: sources.title,
    'submission-keys': submissionKeys.title,
  }
  return names[subject as keyof typeof names]
}

const entryRow = (context: AdminContext, row: AuditRow): TableRow => [
  formatAdminTime(context, row.at),
  row.login,
  actionLabel(context, row.action),
  subjectLabel(context, row.collection),
  html`${row.title}${row.record_id !== null && html` <span class="quiet">${String(row.record_id)}</span>`}`,
  row.fields.replaceAll(',', ', '),
]
