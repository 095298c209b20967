import { findMailRecipient, mailLanguageOf } from '../../../accounts/mail-recipients.ts'
import { createRequestedPasswordLink, LINK_SECONDS, passwordLinkPath } from '../../../accounts/password-links.ts'
import { parseAdminForm, unsentForm } from '../../../admin/forms/form.ts'
import type { AdminContext } from '../../../admin/page.ts'
import { forgottenPasswordPage, needsTlsPage, passwordLinkRequestedPage } from '../../../admin/views/sign-in.ts'
import { CalendarError } from '../../../core/errors.ts'
import { parameterSet } from '../../../core/schema/parameters.ts'
import { requiredText, Type } from '../../../core/schema/schema.ts'
import { passwordMail } from '../../../mail/account-mails.ts'
import { queueMail } from '../../../mail/outbox.ts'
import { clientAddress } from '../../request/client-address.ts'
import { canStoreSessionCookie } from '../cookies.ts'
import type { AdminHandler } from '../handler.ts'

const PARAMETERS = parameterSet(Type.Object({ login: requiredText({ maxLength: 254 }) }))

/** The page on which users request a mail with a link for a new password. Without a mail server, it does not exist. */
export const forgottenPasswordHandler: AdminHandler<AdminContext> = {
  show({ context, request }) {
    if (!context.canSendMail) throw new CalendarError('rest_no_route')
    return canStoreSessionCookie(request) ? forgottenPasswordPage(context, unsentForm()) : needsTlsPage(context)
  },
  async submit({ context, request, sent, failedLogins, proxyCount }) {
    if (!context.canSendMail) throw new CalendarError('rest_no_route')
    if (!canStoreSessionCookie(request)) return needsTlsPage(context)
    const { values, form } = parseAdminForm(context, PARAMETERS, sent, context.words.signIn)
    if (form) return forgottenPasswordPage(context, form)
    // Counts towards the limit of requests, whether such an account exists or not.
    failedLogins.recordFailure(clientAddress(request.raw, proxyCount), `forgotten\0${values.login}`)
    await sendRequestedLink(context, values.login)
    return passwordLinkRequestedPage(context)
  },
}

/** Puts a mail with a link into the outbox if an account has this login or address, and an address. */
async function sendRequestedLink({ scope }: AdminContext, login: string): Promise<void> {
  const account = await findMailRecipient(scope.db, login)
  if (!account) return
  await scope.db.transaction(async (tx) => {
    const token = await createRequestedPasswordLink(tx, account.id, scope.now)
    if (token === undefined) return
    const address = scope.urls.origin + passwordLinkPath(token)
    const language = mailLanguageOf(account, scope.languages)
    const mail = passwordMail({
      language,
      recipient: account.email,
      login: account.login,
      site: scope.site.title,
      address,
    })
    await queueMail(tx, mail, scope.now, LINK_SECONDS)
  })
}
