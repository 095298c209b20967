import { html } from '../../pages/html-template.ts'
import { type AdminContext, type AdminPage, adminPath } from '../admin-context.ts'
import { type FormState, renderForm } from '../forms/admin-form.ts'
import { textInput } from '../forms/form-fields.ts'

/** The page on which the owner of an account sets a password with a one-time link. */
export function passwordLinkPage(
  context: AdminContext,
  form: FormState,
  { login, token }: { login: string; token: string },
): AdminPage {
  const { link } = context.words
  return {
    status: form.problems.length > 0 ? 400 : 200,
    title: link.title,
    main: html`
      <p>${link.account} <b>${login}</b></p>
      ${renderForm(
        context,
        { action: adminPath(context, `/sign-in/link/${token}`), state: form, submit: link.submit },
        [
          // This hidden field tells password managers for which login they store the new password.
          html`<input class="hidden" name="username" value="${login}" autocomplete="username" tabindex="-1" aria-hidden="true" readonly>`,
          newPasswordInput(context, form),
        ],
      )}
    `,
  }
}

/**
 * The field for a new password: for the page that a password link opens, and for the page on which users change their
 * password.
 */
export const newPasswordInput = ({ words }: AdminContext, form: FormState) =>
  textInput(form, {
    name: 'new_password',
    label: words.link.password,
    hint: words.link.hint,
    type: 'password',
    autocomplete: 'new-password',
    isRequired: true,
  })

/** The page of a link that has been used or has expired. */
export const invalidPasswordLinkPage = ({ words }: AdminContext): AdminPage => ({
  status: 410,
  title: words.link.gone,
  main: html`<p>${words.link.goneHint}</p>`,
})
