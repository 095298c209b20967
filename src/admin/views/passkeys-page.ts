import type { Passkey } from '../../accounts/passkey-store.ts'
import { html, type Markup } from '../../pages/html-template.ts'
import { type AdminContext, type AdminPage, adminPath, formatAdminTime } from '../admin-context.ts'
import { type FormState, hiddenInputWithFormToken, renderFormProblems } from '../forms/admin-form.ts'
import { renderButtonForm, renderTable } from '../forms/button-form-and-table.ts'
import { textInput } from '../forms/form-fields.ts'
import { type FormToResend, hiddenInputWithFormToResend } from '../forms/form-to-resend.ts'

interface PasskeyForm {
  /** Whether the browser creates a passkey or uses one. */
  kind: 'create' | 'get'
  /** Path of the form below `/admin`; the options are at `<path>/options`. */
  path: string
  submit: string
  fields: readonly (Markup | undefined)[]
}

/** A form that asks the browser for a passkey. It is hidden until the script finds that the browser has passkeys. */
const passkeyForm = (context: AdminContext, { kind, path, submit, fields }: PasskeyForm): Markup => html`
  <form
    class="sheet"
    method="post"
    action="${adminPath(context, path)}"
    data-passkey="${kind}"
    data-options="${adminPath(context, `${path}/options`)}"
    data-failed="${context.words.passkeys.failed}"
    hidden
  >
    ${hiddenInputWithFormToken(context)}
    <input type="hidden" name="passkey">
    ${fields}
    <p class="problem" role="alert"></p>
    <p><button class="plain">${submit}</button></p>
  </form>
`

/**
 * A form for signing in with a passkey.
 * @param to path of the page to show after signing in; empty for the start page
 * @param resent a form that was sent without a session, to be sent again
 */
export const passkeySignInForm = (context: AdminContext, to: string, resent: FormToResend | undefined): Markup =>
  passkeyForm(context, {
    kind: 'get',
    path: '/sign-in/passkey',
    submit: context.words.passkeys.signIn,
    fields: [hiddenInputWithFormToResend(resent), hiddenInputWithReturnPath(to)],
  })

/** The hidden field with the path of the page to show after signing in. */
export const hiddenInputWithReturnPath = (to: string): Markup | undefined =>
  to === '' ? undefined : html`<input type="hidden" name="to" value="${to}">`

/** The page on which users see and remove their own passkeys, and add new ones. */
export function passkeysPage(context: AdminContext, passkeys: readonly Passkey[], form: FormState): AdminPage {
  const { passkeys: words, secrets } = context.words
  const rows = passkeys.map(({ id, name, created_at, used_at }) => [
    name,
    formatAdminTime(context, created_at),
    used_at === null ? secrets.never : formatAdminTime(context, used_at),
    renderButtonForm(context, `/me/passkeys/${id}/remove`, words.remove),
  ])
  return {
    status: form.problems.length > 0 ? 400 : 200,
    title: words.title,
    main: html`
      <p>${words.hint}</p>
      ${renderFormProblems(context, form)}
      ${rows.length > 0 ? renderTable(words.title, [secrets.name, secrets.created, context.words.me.seen, ''], rows) : html`<p class="quiet">${secrets.none}</p>`}
      <noscript><p>${words.needsScript}</p></noscript>
      ${passkeyForm(context, {
        kind: 'create',
        path: '/me/passkeys',
        submit: words.add,
        fields: [textInput(form, { name: 'name', label: secrets.name, hint: secrets.nameHint, isRequired: true })],
      })}
    `,
  }
}
