import { ACCOUNT_ROLES } from '../../accounts/account-store.ts'
import type { AccountState } from '../../accounts/change-account.ts'
import { html, type Markup } from '../../pages/html-template.ts'
import { type AdminContext, type AdminPage, adminPath, type SignedInContext } from '../admin-context.ts'
import { type FormState, renderForm } from '../forms/admin-form.ts'
import { renderButtonForm, renderTable } from '../forms/button-form-and-table.ts'
import { renderConcurrentEditInputs } from '../forms/concurrent-edits.ts'
import { selectInput, textInput } from '../forms/form-fields.ts'
import { createdSecretMarkup } from './tokens-and-application-passwords-page.ts'

/** The list of all users. */
export function usersPage(context: SignedInContext, accounts: readonly AccountState[]): AdminPage {
  const { users, roles } = context.words
  const rows = accounts.map((account) => {
    const isOwn = account.id === context.session.account_id
    const href = adminPath(context, isOwn ? '/me' : `/users/${account.id}`)
    return [
      html`<a href="${href}">${account.display_name}</a>`,
      account.login,
      account.email,
      roles[account.role],
      stateOf(context, account),
    ]
  })
  return {
    title: users.title,
    main: html`
      <p><a class="button" href="${adminPath(context, '/users/new')}">${users.invite}</a></p>
      ${renderTable(users.title, [users.name, users.login, users.email, users.role, users.state], rows)}
    `,
  }
}

function stateOf({ words: { users } }: AdminContext, { disabled_at, has_password }: AccountState): string {
  if (disabled_at !== null) return users.disabled
  return has_password ? users.active : users.invited
}

const profileFields = ({ words: { users, roles } }: AdminContext, form: FormState): Markup[] => [
  textInput(form, { name: 'name', label: users.name, isRequired: true }),
  textInput(form, { name: 'email', label: users.email, type: 'email' }),
  selectInput(form, {
    name: 'role',
    label: users.role,
    choices: ACCOUNT_ROLES.map((role) => ({ value: role, label: roles[role] })),
  }),
]

/** The page on which an administrator adds a user. */
export const inviteUserPage = (context: AdminContext, form: FormState): AdminPage => ({
  status: form.problems.length > 0 ? 400 : 200,
  title: context.words.users.invite,
  main: html`
    <p>${context.canSendMail ? context.words.users.inviteMailHint : context.words.users.inviteHint}</p>
    ${renderForm(context, { action: adminPath(context, '/users/new'), state: form, submit: context.words.users.add }, [
      textInput(form, { name: 'login', label: context.words.users.login, isRequired: true }),
      ...profileFields(context, form),
    ])}
  `,
})

/** The stored values of a user as the texts of the fields in the form. */
export const inputTextsOfUser = ({ display_name: name, email, role }: AccountState) => ({ name, email, role })

/** The page of one user. */
export function userPage(context: SignedInContext, account: AccountState, form: FormState): AdminPage {
  const { users } = context.words
  const path = `/users/${account.id}`
  const isOwn = account.id === context.session.account_id
  const isDisabled = account.disabled_at !== null
  return {
    status: form.problems.length > 0 ? 400 : 200,
    title: account.login,
    main: html`
      <p class="quiet">${stateOf(context, account)}</p>
      ${renderForm(context, { action: adminPath(context, path), state: form, submit: users.save }, [
        renderConcurrentEditInputs(context, form, inputTextsOfUser(account)),
        ...profileFields(context, form),
      ])}
      ${!isDisabled && renderButtonForm(context, `${path}/link`, users.createLink)}
      ${!isOwn && renderButtonForm(context, `${path}/end-sessions`, users.endSessions)}
      ${!isOwn && html`<p class="quiet">${users.disableHint}</p>`}
      ${!isOwn && renderButtonForm(context, `${path}/${isDisabled ? 'enable' : 'disable'}`, isDisabled ? users.enable : users.disable)}
    `,
  }
}

/**
 * The page that shows a new link for setting a password, once.
 * @param mailedTo e-mail address to which the link is sent; empty if no mail is sent
 */
export const createdPasswordLinkPage = (
  context: AdminContext,
  login: string,
  address: string,
  mailedTo: string,
): AdminPage => ({
  title: context.words.users.linkTitle,
  main: html`
    <p><b>${login}</b></p>
    ${mailedTo !== '' && html`<p>${context.words.users.mailSent} ${mailedTo}.</p>`}
    ${createdSecretMarkup(context.words.users.linkHint, address)}
    <p><a href="${adminPath(context, '/users')}">${context.words.users.title}</a></p>
  `,
})
