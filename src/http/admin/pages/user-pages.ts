import type { FastifyRequest } from 'fastify'
import {
  ACCOUNT_ROLES,
  type Account,
  AccountError,
  changeAccountRole,
  createAccount,
} from '../../../accounts/account-store.ts'
import {
  type AccountState,
  changeAccountProfile,
  listAccountsForAdministrators,
  setAccountDisabled,
} from '../../../accounts/change-account.ts'
import { findMailRecipient, mailLanguageOfAccount } from '../../../accounts/mail-recipients.ts'
import {
  createPasswordLinkReplacingEarlierLinks,
  LINK_SECONDS,
  passwordLinkPath,
} from '../../../accounts/password-links.ts'
import { endSessionsOfAccount } from '../../../accounts/session-store.ts'
import { adminPath, type SignedInContext } from '../../../admin/admin-context.ts'
import {
  createUnsentFormState,
  type FormState,
  formWithProblem,
  parseAdminForm,
} from '../../../admin/forms/admin-form.ts'
import { mergeConcurrentEdits } from '../../../admin/forms/concurrent-edits.ts'
import {
  createdPasswordLinkPage,
  inputTextsOfUser,
  inviteUserPage,
  userPage,
  usersPage,
} from '../../../admin/views/users-pages.ts'
import type { NoticeName } from '../../../admin/words/en.ts'
import type { AuditedWrite } from '../../../audit/audit-entry.ts'
import { insertAuditEntry } from '../../../collections/insert-audit-entries.ts'
import { CalendarError } from '../../../core/errors.ts'
import { emailField } from '../../../core/schema/contact-fields.ts'
import { enumField, parseId, requiredTextField, Type } from '../../../core/schema/field-types.ts'
import { createParameterSet } from '../../../core/schema/parameter-set.ts'
import type { SentParameters } from '../../../core/schema/sent-parameters.ts'
import type { Transaction } from '../../../db/database.ts'
import { buildInvitationMail } from '../../../mail/account-mails.ts'
import { queueMail } from '../../../mail/mail-outbox.ts'
import type { AdminHandler } from '../admin-handler.ts'

const PROFILE = { name: requiredTextField({ maxLength: 200 }), email: emailField(), role: enumField(ACCOUNT_ROLES) }
const PROFILE_PARAMETERS = createParameterSet(Type.Object(PROFILE))
const NEW_ACCOUNT_PARAMETERS = createParameterSet(
  Type.Object({ login: requiredTextField({ maxLength: 60 }), ...PROFILE }),
)

/** The page with the list of users. */
export const userListHandler: AdminHandler = {
  show: async ({ context }) => usersPage(context, await listAccountsForAdministrators(context.scope.db)),
}

/** Adds a user, and shows the link with which they set a password. */
export const inviteUserHandler: AdminHandler = {
  show: ({ context }) => inviteUserPage(context, createUnsentFormState({ role: 'author' })),
  async submit({ context, sent }) {
    const { scope, words } = context
    const { values, form } = parseAdminForm(context, NEW_ACCOUNT_PARAMETERS, sent, words.users)
    if (form) return inviteUserPage(context, form)
    const { login, name, email, role } = values
    const created = await refusable(context, sent, 'login', (tx) =>
      createAccount(tx, { login, displayName: name, email, role }, scope.now).then(async (account) => {
        addAuditEntry(tx, context, account, { action: 'created' })
        return sendLink(tx, context, account)
      }),
    )
    if (created.form) return inviteUserPage(context, created.form)
    return createdPasswordLinkPage(context, login.toLowerCase(), created.result.address, created.result.mailedTo)
  },
}

/** Changes name, e-mail address and role of a user. */
export const editUserHandler: AdminHandler = {
  async show({ context, request }) {
    const account = await accountIn(context, request)
    return userPage(context, account, createUnsentFormState(inputTextsOfUser(account)))
  },
  async submit({ context, request, sent }) {
    const account = await accountIn(context, request)
    const merged = mergeConcurrentEdits(context, sent, inputTextsOfUser(account), context.words.users)
    if (merged.form) return { ...userPage(context, account, merged.form), status: 409 }
    const { values, form } = parseAdminForm(context, PROFILE_PARAMETERS, merged.sent, context.words.users)
    if (form) return userPage(context, account, form)
    const { role } = values
    const changed = await refusable(context, sent, role === account.role ? 'email' : 'role', async (tx) => {
      await changeAccountProfile(tx, account, values)
      if (role !== account.role) await changeAccountRole(tx, account.login, role)
      addAuditEntry(tx, context, account, { action: 'updated', fields: ['name', 'email', 'role'] })
    })
    if (changed.form) return userPage(context, account, changed.form)
    return { redirect: adminPath(context, '/users'), notice: 'userSaved' }
  },
}

/**
 * Creates a link with which a user sets a password, shows it to the administrator, and mails it to the user if mails
 * are delivered.
 */
export const createPasswordLinkHandler: AdminHandler = {
  async submit({ context, request }) {
    const { scope } = context
    const account = await accountIn(context, request)
    if (account.disabled_at !== null) throw new CalendarError('rest_no_route')
    const { address, mailedTo } = await scope.db.transaction(async (tx) => {
      addAuditEntry(tx, context, account, { action: 'updated', fields: ['link'] })
      return sendLink(tx, context, account)
    })
    return createdPasswordLinkPage(context, account.login, address, mailedTo)
  },
}

/**
 * Creates a link with which a user sets a password, and puts it into a mail if the user has an address and mail is
 * delivered.
 */
async function sendLink(tx: Transaction, { scope, canSendMail }: SignedInContext, { id, login }: Account) {
  const address =
    scope.urls.origins[0] + passwordLinkPath(await createPasswordLinkReplacingEarlierLinks(tx, id, scope.now))
  const recipient = canSendMail ? await findMailRecipient(tx, login) : undefined
  if (!recipient) return { address, mailedTo: '' }
  const language = mailLanguageOfAccount(recipient, scope.languages)
  const mail = buildInvitationMail({ language, recipient: recipient.email, login, site: scope.site.title, address })
  await queueMail(tx, mail, scope.now, LINK_SECONDS)
  return { address, mailedTo: recipient.email }
}

type Change = (tx: Transaction, account: AccountState, now: number) => Promise<unknown>

/** Creates the handler of a button on the page of a user, such as "Disable". */
const action = (notice: NoticeName, field: string, change: Change): AdminHandler => ({
  async submit({ context, request }) {
    const account = await accountIn(context, request)
    const changed = await refusable(context, {}, 'login', async (tx) => {
      await change(tx, account, context.scope.now)
      addAuditEntry(tx, context, account, { action: 'updated', fields: [field] })
    })
    if (changed.form) return userPage(context, account, changed.form)
    return { redirect: adminPath(context, `/users/${account.id}`), notice }
  },
})

export const userActionHandlers = {
  disable: action('userDisabled', 'disabled', (tx, { login }, now) => setAccountDisabled(tx, login, true, now)),
  enable: action('userEnabled', 'disabled', (tx, { login }, now) => setAccountDisabled(tx, login, false, now)),
  'end-sessions': action('userSessionsEnded', 'sessions', (tx, { id }) => endSessionsOfAccount(tx, id)),
}

/**
 * Finds the account whose id is in the path.
 * @throws {CalendarError} 404 when there is none
 */
async function accountIn({ scope }: SignedInContext, { params }: FastifyRequest): Promise<AccountState> {
  const id = parseId((params as { id: string }).id)
  const [account] = id === undefined ? [] : await listAccountsForAdministrators(scope.db, id)
  if (!account) throw new CalendarError('rest_no_route')
  return account
}

/**
 * Runs a transaction on accounts. If it throws an `AccountError`, for example because an e-mail address belongs to
 * another account, returns the form with the message at a field.
 */
async function refusable<Result>(
  context: SignedInContext,
  sent: SentParameters,
  field: string,
  work: (tx: Transaction) => Promise<Result>,
): Promise<{ result: Result; form?: undefined } | { result?: undefined; form: FormState }> {
  try {
    return { result: (await context.scope.db.transaction(work)) as Result }
  } catch (error) {
    if (!(error instanceof AccountError)) throw error
    return {
      form: formWithProblem(context, sent, context.words.users, { name: field, reason: error.reason ?? 'reason.type' }),
    }
  }
}

const addAuditEntry = (
  db: Transaction,
  { scope }: SignedInContext,
  { id, login }: { id: number; login: string },
  write: Pick<AuditedWrite, 'action' | 'fields'>,
) => insertAuditEntry({ ...scope, db }, { ...write, collection: 'users', id, title: login })
