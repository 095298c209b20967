import { appendQueryToUrl } from '../../core/urls.ts'
import { html, type Markup } from '../../pages/html-template.ts'
import { type AdminContext, type AdminPage, adminPath } from '../admin-context.ts'
import { type FormState, renderForm } from '../forms/admin-form.ts'
import { currentPasswordInput, textInput } from '../forms/form-fields.ts'
import { type FormToResend, hiddenInputWithFormToResend } from '../forms/form-to-resend.ts'
import { hiddenInputWithReturnPath, passkeySignInForm } from './passkeys-page.ts'

/**
 * The page on which users sign in.
 * @param to path of the page to show after signing in; empty for the start page
 * @param resent a form that was sent without a session, to be sent again
 */
export function signInPage(context: AdminContext, form: FormState, to: string, resent?: FormToResend): AdminPage {
  const { words } = context
  const { signIn } = words
  return {
    status: form.problems.length > 0 || resent ? 401 : 200,
    title: signIn.title,
    main: html`
      ${resent && html`<p class="notice" role="status">${words.resend.ended}</p>`}
      ${renderForm(context, { action: adminPath(context, '/sign-in'), state: form, submit: signIn.submit }, [
        hiddenInputWithFormToResend(resent),
        hiddenInputWithReturnPath(to),
        textInput(form, { name: 'login', label: signIn.login, autocomplete: 'username', isRequired: true }),
        currentPasswordInput(form, signIn.password),
      ])}
      ${passkeySignInForm(context, to, resent)}
      ${resent === undefined && identityProviderLink(context, to)}
      ${forgottenHint(context)}
    `,
  }
}

/**
 * The link that leads to the identity provider.
 * @param to path of the page to show after signing in; empty for the start page
 */
export const identityProviderLink = (context: AdminContext, to: string): Markup | undefined => {
  const { identityProviderName: name, words } = context
  const path = appendQueryToUrl(adminPath(context, '/sign-in/oidc'), to === '' ? {} : { to })
  return name === undefined
    ? undefined
    : html`<p><a class="button" href="${path}">${words.identityProvider.signIn(name)}</a></p>`
}

const forgottenHint = (context: AdminContext): Markup => {
  const { forgotten, forgottenPassword } = context.words.signIn
  return context.canSendMail
    ? html`<p><a href="${adminPath(context, '/sign-in/forgotten')}">${forgottenPassword}</a></p>`
    : html`<p class="quiet">${forgotten}</p>`
}

/** The page on which users request a link for a new password. */
export const forgottenPasswordPage = (context: AdminContext, form: FormState): AdminPage => ({
  status: form.problems.length > 0 ? 400 : 200,
  title: context.words.signIn.forgottenPassword,
  main: html`
    <p>${context.words.signIn.forgottenHint}</p>
    ${renderForm(
      context,
      {
        action: adminPath(context, '/sign-in/forgotten'),
        state: form,
        submit: context.words.signIn.requestLink,
      },
      [
        textInput(form, {
          name: 'login',
          label: context.words.signIn.login,
          autocomplete: 'username',
          isRequired: true,
        }),
      ],
    )}
  `,
})

/**
 * The page that says that a link was sent if the account exists. It is the same for all logins, so that it does not
 * reveal which logins exist.
 */
export const passwordLinkRequestedPage = ({ words }: AdminContext): AdminPage => ({
  title: words.signIn.forgottenPassword,
  main: html`<p>${words.signIn.linkSent}</p>`,
})

/** The page that refuses to sign users in, because the connection is not encrypted (TLS). */
export const needsTlsPage = ({ words }: AdminContext): AdminPage => ({
  status: 403,
  title: words.signIn.title,
  main: html`<p>${words.signIn.needsTls}</p>`,
})
