import { findMailRecipient, mailLanguageOfAccount } from '../../../accounts/mail-recipients.ts'
import {
  createPasswordLinkUnlessEnoughExist,
  LINK_SECONDS,
  passwordLinkPath,
} from '../../../accounts/password-links.ts'
import type { AdminContext } from '../../../admin/admin-context.ts'
import { createUnsentFormState, parseAdminForm } from '../../../admin/forms/admin-form.ts'
import { forgottenPasswordPage, needsTlsPage, passwordLinkRequestedPage } from '../../../admin/views/sign-in-pages.ts'
import { CalendarError } from '../../../core/errors.ts'
import { requiredTextField, Type } from '../../../core/schema/field-types.ts'
import { createParameterSet } from '../../../core/schema/parameter-set.ts'
import { buildPasswordResetMail } from '../../../mail/account-mails.ts'
import { queueMail } from '../../../mail/mail-outbox.ts'
import { readClientAddress } from '../../request/client-address.ts'
import { canBrowserStoreSessionCookie } from '../admin-cookies.ts'
import type { AdminHandler } from '../admin-handler.ts'

const PARAMETERS = createParameterSet(Type.Object({ login: requiredTextField({ maxLength: 254 }) }))

/** The page on which users request a mail with a link for a new password. Without a mail server, it does not exist. */
export const forgottenPasswordHandler: AdminHandler<AdminContext> = {
  show({ context, request }) {
    if (!context.canSendMail) throw new CalendarError('rest_no_route')
    return canBrowserStoreSessionCookie(request)
      ? forgottenPasswordPage(context, createUnsentFormState())
      : needsTlsPage(context)
  },
  async submit({ context, request, sent, failedLogins, proxyCount }) {
    if (!context.canSendMail) throw new CalendarError('rest_no_route')
    if (!canBrowserStoreSessionCookie(request)) return needsTlsPage(context)
    const { values, form } = parseAdminForm(context, PARAMETERS, sent, context.words.signIn)
    if (form) return forgottenPasswordPage(context, form)
    // Each request counts towards the limit of the client, whether an account has this login or not: otherwise the
    // limit would reveal which logins exist.
    failedLogins.recordFailure(readClientAddress(request.raw, proxyCount), `forgotten\0${values.login}`)
    await sendRequestedLink(context, values.login)
    return passwordLinkRequestedPage(context)
  },
}

/**
 * Puts a mail with a link into the outbox if an account has this login or e-mail address, and does have an e-mail
 * address.
 */
async function sendRequestedLink({ scope }: AdminContext, login: string): Promise<void> {
  const account = await findMailRecipient(scope.db, login)
  if (!account) return
  await scope.db.transaction(async (tx) => {
    const token = await createPasswordLinkUnlessEnoughExist(tx, account.id, scope.now)
    if (token === undefined) return
    const address = scope.urls.origins[0] + passwordLinkPath(token)
    const language = mailLanguageOfAccount(account, scope.languages)
    const mail = buildPasswordResetMail({
      language,
      recipient: account.email,
      login: account.login,
      site: scope.site.title,
      address,
    })
    await queueMail(tx, mail, scope.now, LINK_SECONDS)
  })
}
