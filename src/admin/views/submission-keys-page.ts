import { html } from '../../pages/html-template.ts'
import type { SubmissionKey } from '../../submissions/submission-keys.ts'
import { type AdminContext, type AdminPage, adminPath, formatAdminTime } from '../admin-context.ts'
import { type FormState, renderForm } from '../forms/admin-form.ts'
import { renderButtonForm, renderTable } from '../forms/button-form-and-table.ts'
import { multilineInput, textInput } from '../forms/form-fields.ts'
import { createdSecretMarkup } from './tokens-and-application-passwords-page.ts'

/**
 * The page with the keys of submission forms on other sites.
 * @param created the key that was just created, which no later page shows
 */
export function submissionKeysPage(
  context: AdminContext,
  keys: readonly SubmissionKey[],
  form: FormState,
  created?: string,
): AdminPage {
  const { secrets, submissionKeys: words } = context.words
  const rows = keys.map(({ id, name, origins, created_at: createdAt, used_at: usedAt, submission_count: count }) => [
    name,
    origins.length > 0 ? origins.join(' ') : words.secret,
    formatAdminTime(context, createdAt),
    usedAt === null ? secrets.never : formatAdminTime(context, usedAt),
    count,
    renderButtonForm(context, `/submission-keys/${id}/revoke`, secrets.revoke),
  ])
  const columns = [words.name, words.origins, secrets.created, words.used, context.words.submissions.title, '']
  return {
    status: form.problems.length > 0 ? 400 : 200,
    title: words.title,
    main: html`
      <p>${words.hint}</p>
      ${created !== undefined && createdSecretMarkup(secrets.shown, created)}
      ${rows.length > 0 ? renderTable(words.title, columns, rows) : html`<p class="quiet">${secrets.none}</p>`}
      <h2>${words.create}</h2>
      ${renderForm(context, { action: adminPath(context, '/submission-keys'), state: form, submit: words.create }, [
        textInput(form, { name: 'name', label: words.name, hint: words.nameHint, isRequired: true }),
        multilineInput(form, { name: 'origins', label: words.origins, hint: words.originsHint, rows: 2 }),
      ])}
    `,
  }
}
