import type { ListedSession } from '../../accounts/session-store.ts'
import { html, type Markup } from '../../pages/html-template.ts'
import { LANGUAGE_NAMES } from '../../pages/words/language-names.ts'
import {
  type AdminContext,
  type AdminPage,
  adminPath,
  formatAdminTime,
  type SignedInContext,
} from '../admin-context.ts'
import { createUnsentFormState, type FormState, renderForm } from '../forms/admin-form.ts'
import { renderButtonForm, renderTable } from '../forms/button-form-and-table.ts'
import { currentPasswordInput, selectInput } from '../forms/form-fields.ts'
import { type FormToResend, hiddenInputWithFormToResend } from '../forms/form-to-resend.ts'
import { hiddenInputWithReturnPath, passkeySignInForm } from './passkeys-page.ts'
import { newPasswordInput } from './password-link-page.ts'
import { identityProviderLink } from './sign-in-pages.ts'

/** The page on which users see and change their own account. */
export function ownAccountPage(
  context: SignedInContext,
  form: FormState,
  sessions: readonly ListedSession[],
): AdminPage {
  const { words, session } = context
  const { me } = words
  return {
    status: form.problems.length > 0 ? 400 : 200,
    title: me.title,
    main: html`
      <dl class="facts">
        <dt>${me.name}</dt><dd>${session.display_name}</dd>
        <dt>${me.login}</dt><dd>${session.login}</dd>
        ${session.email !== '' && html`<dt>${me.email}</dt><dd>${session.email}</dd>`}
        <dt>${me.role}</dt><dd>${words.roles[session.role]}</dd>
      </dl>
      ${languageForm(context, form)}
      <h2>${me.password}</h2>
      <p><a class="button" href="${adminPath(context, '/me/password')}">${me.changePassword}</a></p>
      <h2>${words.passkeys.title}</h2>
      <p><a href="${adminPath(context, '/me/passkeys')}">${words.secrets.manage}</a></p>
      <h2>${words.secrets.applicationPasswords}</h2>
      <p><a href="${adminPath(context, '/me/application-passwords')}">${words.secrets.manage}</a></p>
      <h2>${words.secrets.tokens}</h2>
      <p><a href="${adminPath(context, '/me/tokens')}">${words.secrets.manage}</a></p>
      <h2>${me.sessions}</h2>
      ${sessionTable(context, sessions)}
    `,
  }
}

const languageForm = (context: AdminContext, form: FormState): Markup =>
  renderForm(context, { action: adminPath(context, '/me'), state: form, submit: context.words.me.save }, [
    selectInput(form, {
      name: 'language',
      label: context.words.me.language,
      choices: context.scope.languages.map((value) => ({ value, label: LANGUAGE_NAMES[value] })),
    }),
  ])

function sessionTable(context: SignedInContext, sessions: readonly ListedSession[]): Markup {
  const { me } = context.words
  const rows = sessions.map(({ id, agent, created_at, seen_at }) => {
    const isCurrent = id === context.session.id
    const name = agent === '' ? '–' : agent
    return [
      html`${name}${isCurrent && html` <span class="badge">${me.current}</span>`}`,
      formatAdminTime(context, created_at),
      formatAdminTime(context, seen_at),
      !isCurrent && renderButtonForm(context, `/me/sessions/${id}/end`, me.end),
    ]
  })
  return html`
    <p class="quiet">${me.sessionsHint}</p>
    ${renderTable(me.sessions, [me.browser, me.since, me.seen, ''], rows)}
    ${sessions.length > 1 && renderButtonForm(context, '/me/sessions/end-others', me.endOthers)}
  `
}

/** The page on which users change their own password. */
export const changePasswordPage = (context: AdminContext, form: FormState = createUnsentFormState()): AdminPage => ({
  status: form.problems.length > 0 ? 400 : 200,
  title: context.words.me.changePassword,
  main: renderForm(
    context,
    { action: adminPath(context, '/me/password'), state: form, submit: context.words.me.changePassword },
    [newPasswordInput(context, form)],
  ),
})

/**
 * The page on which a signed-in user types the password again before changing credentials.
 * @param next path of the page that follows, and a form that was sent after the time for changes had passed, to be sent
 * again
 */
export const reauthenticationPage = (
  context: AdminContext,
  { to, resent }: { to: string; resent?: FormToResend | undefined },
  form: FormState = createUnsentFormState(),
  status = 200,
): AdminPage => ({
  status: form.problems.length > 0 ? 401 : status,
  title: context.words.me.proof,
  main: html`
    <p>${context.words.me.proofHint}</p>
    ${renderForm(context, { action: adminPath(context, '/me/proof'), state: form, submit: context.words.me.confirm }, [
      hiddenInputWithFormToResend(resent),
      hiddenInputWithReturnPath(to),
      currentPasswordInput(form, context.words.me.password),
    ])}
    ${passkeySignInForm(context, to, resent)}
    ${resent === undefined && identityProviderLink(context, to)}
  `,
})
