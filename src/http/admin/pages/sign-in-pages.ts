import { createHash } from 'node:crypto'
import { deletePasswordLink, findAccountOfPasswordLink } from '../../../accounts/password-links.ts'
import { deriveFormTokenOfSession, endSession, findSession, startSession } from '../../../accounts/session-store.ts'
import { hashNewPassword, replacePasswordAndEndSessions } from '../../../accounts/store-password.ts'
import { type AdminContext, type AdminResponse, adminPath } from '../../../admin/admin-context.ts'
import { createUnsentFormState, parseAdminForm } from '../../../admin/forms/admin-form.ts'
import { type FormToResend, parseFormToResend } from '../../../admin/forms/form-to-resend.ts'
import { parseNewPassword } from '../../../admin/forms/parse-new-password.ts'
import { invalidPasswordLinkPage, passwordLinkPage } from '../../../admin/views/password-link-page.ts'
import { resendFormPage } from '../../../admin/views/resend-form-page.ts'
import { needsTlsPage, signInPage } from '../../../admin/views/sign-in-pages.ts'
import { buildAuditEntryInsert } from '../../../audit/audit-entry.ts'
import { auditActorOfRequest } from '../../../collections/insert-audit-entries.ts'
import { isLanguage } from '../../../core/language.ts'
import { requiredTextField, Type } from '../../../core/schema/field-types.ts'
import { createParameterSet } from '../../../core/schema/parameter-set.ts'
import type { Transaction } from '../../../db/database.ts'
import { readClientAddress } from '../../request/client-address.ts'
import { canBrowserStoreSessionCookie } from '../admin-cookies.ts'
import type { AdminHandler, AdminVisit } from '../admin-handler.ts'
import { parseSafeReturnPath } from '../check-same-origin.ts'

const SIGN_IN_PARAMETERS = createParameterSet(
  Type.Object({ login: requiredTextField({ maxLength: 200 }), password: requiredTextField({ maxLength: 1000 }) }),
)

type Visit = AdminVisit<AdminContext>

/** The sign-in page. A POST checks login and password, and starts a session. */
export const signInHandler: AdminHandler<AdminContext> = {
  show({ context, request, sent }) {
    const to = parseSafeReturnPath(sent.to, request.origin)
    if (context.session) return { redirect: to ?? adminPath(context, '/') }
    return canBrowserStoreSessionCookie(request)
      ? signInPage(context, createUnsentFormState(), to ?? '')
      : needsTlsPage(context)
  },
  async submit(visit) {
    const { context, request, sent } = visit
    if (!canBrowserStoreSessionCookie(request)) return needsTlsPage(context)
    const { signIn: labels } = context.words
    const to = parseSafeReturnPath(sent.to, request.origin)
    const resent = parseInterruptedFormToResend(visit)
    const { values, form } = parseAdminForm(context, SIGN_IN_PARAMETERS, sent, labels)
    if (form) return signInPage(context, form, to ?? '', resent)
    const accountId = await verifySignInPassword(visit, values)
    if (accountId !== undefined) return startSessionAndRedirect(visit, accountId, to, resent)
    const problems = [{ name: 'login', message: labels.wrong }]
    return signInPage(context, { texts: { login: values.login }, problems }, to ?? '', resent)
  },
}

/**
 * Finds the account with a login and password. Wrong passwords count for the limit of failed logins, together with
 * those of requests to the API.
 * @throws {CalendarError} 429, 503
 */
export async function verifySignInPassword(
  { credentials, failedLogins, proxyCount, request }: Visit,
  { login, password }: { login: string; password: string },
): Promise<number | undefined> {
  const address = readClientAddress(request.raw, proxyCount)
  const credential = createHash('sha256').update(`sign-in\0${login}\0${password}`).digest('base64')
  const accountId = await credentials.accountByPassword(login, password, (check) =>
    failedLogins.limitCheck(address, credential, check),
  )
  if (accountId === undefined) failedLogins.recordFailure(address, credential)
  return accountId
}

/**
 * The interrupted form that a sign-in request contains, so that it can be sent again after signing in; undefined if
 * there is none, or its path is not one of this site.
 */
export function parseInterruptedFormToResend({ request, sent }: Visit): FormToResend | undefined {
  const form = parseFormToResend(sent)
  const path = parseSafeReturnPath(form?.path, request.origin)
  return form && path ? { ...form, path } : undefined
}

/** Starts a session, and redirects to a page or shows an interrupted form to be sent again. */
export async function startSessionAndRedirect(
  visit: Visit,
  accountId: number,
  to: string | undefined,
  resent: FormToResend | undefined,
): Promise<AdminResponse> {
  const { db } = visit.context.scope
  const { token, language } = await db.transaction((tx) => startNewSession(tx, visit, accountId))
  if (resent)
    return {
      ...resendFormPage({ ...visit.context, formToken: deriveFormTokenOfSession(token) }, resent),
      sessionToken: token,
    }
  return { redirect: to ?? adminPath(visit.context, '/', language), sessionToken: token }
}

/**
 * Starts a session with a new token, and ends the session of the request: a token that somebody else has set before
 * would still be valid otherwise (session fixation).
 */
async function startNewSession(tx: Transaction, { context, request }: Visit, accountId: number) {
  const { session, scope } = context
  if (session) await endSession(tx, session.account_id, session.id)
  const token = await startSession(tx, accountId, request.headers['user-agent'] ?? '', scope.now)
  const language = (await findSession(tx, token, scope.now))?.language
  return { token, language: isLanguage(language) && scope.languages.includes(language) ? language : scope.language }
}

/** The page of a one-time link, on which the owner of an account sets a password. */
export const passwordLinkHandler: AdminHandler<AdminContext> = {
  async show({ context, request }) {
    if (!canBrowserStoreSessionCookie(request)) return needsTlsPage(context)
    const token = tokenIn(request)
    const account = await findAccountOfPasswordLink(context.scope.db, token, context.scope.now)
    return account
      ? passwordLinkPage(context, createUnsentFormState(), { login: account.login, token })
      : invalidPasswordLinkPage(context)
  },
  async submit(visit) {
    const { context, request, sent } = visit
    const { scope } = context
    if (!canBrowserStoreSessionCookie(request)) return needsTlsPage(context)
    const token = tokenIn(request)
    const account = await findAccountOfPasswordLink(scope.db, token, scope.now)
    if (!account) return invalidPasswordLinkPage(context)
    const { values, form } = parseNewPassword(context, sent, [account.login, account.email])
    if (form) return passwordLinkPage(context, form, { login: account.login, token })
    const hash = await hashNewPassword(values.new_password)
    const started = await scope.db.transaction(async (tx) => {
      if (!(await deletePasswordLink(tx, token))) return undefined
      await replacePasswordAndEndSessions(tx, account.id, hash)
      const actor = { ...auditActorOfRequest(scope), accountId: account.id, login: account.login }
      await tx.runAll([
        buildAuditEntryInsert(actor, {
          action: 'updated',
          collection: 'users',
          id: account.id,
          title: account.login,
          fields: ['password'],
        }),
      ])
      return startNewSession(tx, visit, account.id)
    })
    if (!started) return invalidPasswordLinkPage(context)
    return { redirect: adminPath(context, '/', started.language), sessionToken: started.token }
  },
}

const tokenIn = ({ params }: Visit['request']) => (params as { token: string }).token

/** Signs the user out: ends the session of the request. */
export const signOutHandler: AdminHandler = {
  async submit({ context }) {
    const { scope, session } = context
    await scope.db.transaction((tx) => endSession(tx, session.account_id, session.id))
    return { redirect: adminPath(context, '/sign-in'), notice: 'signedOut', sessionToken: '' }
  },
}
