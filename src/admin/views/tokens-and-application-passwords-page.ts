import { html } from '../../pages/html-template.ts'
import { type AdminContext, type AdminPage, adminPath, formatAdminTime } from '../admin-context.ts'
import { type FormState, renderForm } from '../forms/admin-form.ts'
import { renderButtonForm, renderTable } from '../forms/button-form-and-table.ts'
import { textInput } from '../forms/form-fields.ts'

/**
 * The two kinds of secrets with which programs use the API. The paths of their pages contain these names:
 * `/admin/me/tokens`.
 */
export type SecretKind = 'application-passwords' | 'tokens'

interface ListedSecret {
  id: number
  name: string
  created_at: number
  expires_at?: number | null
}

/**
 * The page with the application passwords or tokens of the signed-in user.
 * @param created the secret that was just created, which no later page shows
 */
export function tokensOrApplicationPasswordsPage(
  context: AdminContext,
  kind: SecretKind,
  secrets: readonly ListedSecret[],
  form: FormState,
  created?: string,
): AdminPage {
  const { secrets: words } = context.words
  const isToken = kind === 'tokens'
  const title = isToken ? words.tokens : words.applicationPasswords
  const rows = secrets.map(({ id, name, created_at, expires_at }) => [
    name,
    formatAdminTime(context, created_at),
    ...(isToken ? [expires_at ? formatAdminTime(context, expires_at) : words.never] : []),
    renderButtonForm(context, `/me/${kind}/${id}/revoke`, words.revoke),
  ])
  const columns = [words.name, words.created, ...(isToken ? [words.expires] : []), '']
  return {
    status: form.problems.length > 0 ? 400 : 200,
    title,
    main: html`
      <p>${words.hint}</p>
      ${created !== undefined && createdSecretMarkup(words.shown, created)}
      ${rows.length > 0 ? renderTable(title, columns, rows) : html`<p class="quiet">${words.none}</p>`}
      <h2>${isToken ? words.createToken : words.createPassword}</h2>
      ${renderForm(
        context,
        {
          action: adminPath(context, `/me/${kind}`),
          state: form,
          submit: isToken ? words.createToken : words.createPassword,
        },
        [
          textInput(form, { name: 'name', label: words.name, hint: words.nameHint, isRequired: true }),
          isToken
            ? textInput(form, { name: 'expires_in_days', label: words.days, hint: words.daysHint, type: 'number' })
            : undefined,
        ],
      )}
    `,
  }
}

/** The message that shows a new secret, which the user must copy, because no later page shows it. */
export const createdSecretMarkup = (hint: string, secret: string) =>
  html`<div class="notice" role="status"><p>${hint}</p><p><code class="secret">${secret}</code></p></div>`
