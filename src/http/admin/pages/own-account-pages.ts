import { storeAccountLanguage } from '../../../accounts/change-account.ts'
import {
  endSession,
  endSessionsOfAccount,
  listSessions,
  recordReauthentication,
} from '../../../accounts/session-store.ts'
import { hashNewPassword, replacePasswordAndEndSessions } from '../../../accounts/store-password.ts'
import { adminPath, type SignedInContext } from '../../../admin/admin-context.ts'
import { createUnsentFormState, parseAdminForm } from '../../../admin/forms/admin-form.ts'
import { parseNewPassword } from '../../../admin/forms/parse-new-password.ts'
import { changePasswordPage, ownAccountPage, reauthenticationPage } from '../../../admin/views/own-account-page.ts'
import { resendFormPage } from '../../../admin/views/resend-form-page.ts'
import { insertAuditEntry } from '../../../collections/insert-audit-entries.ts'
import { CalendarError } from '../../../core/errors.ts'
import { LANGUAGES } from '../../../core/language.ts'
import { enumField, parseId, requiredTextField, Type } from '../../../core/schema/field-types.ts'
import { createParameterSet } from '../../../core/schema/parameter-set.ts'
import type { Transaction } from '../../../db/database.ts'
import type { AdminHandler } from '../admin-handler.ts'
import { parseSafeReturnPath } from '../check-same-origin.ts'
import { parseInterruptedFormToResend, verifySignInPassword } from './sign-in-pages.ts'

const LANGUAGE_PARAMETERS = createParameterSet(Type.Object({ language: enumField(LANGUAGES) }))

/** The page on which signed-in users see and change their own account. */
export const ownAccountHandler: AdminHandler = {
  async show({ context }) {
    const { session, scope } = context
    const form = createUnsentFormState({ language: session.language || scope.language })
    return ownAccountPage(context, form, await listSessions(scope.db, session.account_id, scope.now))
  },
  async submit({ context, sent }) {
    const { session, scope, words } = context
    const { values, form } = parseAdminForm(
      context,
      LANGUAGE_PARAMETERS,
      sent,
      { language: words.me.language },
      (read, problems) => {
        const choices = scope.languages.join(', ')
        if (!scope.languages.includes(read.language)) problems.add('language', 'reason.language', { choices })
      },
    )
    if (form) return ownAccountPage(context, form, await listSessions(scope.db, session.account_id, scope.now))
    await scope.db.transaction(async (tx) => {
      await storeAccountLanguage(tx, session.account_id, values.language)
      addAuditEntry(tx, context, 'language')
    })
    return { redirect: adminPath(context, '/me', values.language), notice: 'saved' }
  },
}

const addAuditEntry = (db: Transaction, { scope, session }: SignedInContext, field: string) =>
  insertAuditEntry(
    { ...scope, db },
    { action: 'updated', collection: 'users', id: session.account_id, title: session.login, fields: [field] },
  )

/** Changes the password of the signed-in user and ends all other sessions. */
export const changePasswordHandler: AdminHandler = {
  show: ({ context }) => changePasswordPage(context),
  async submit({ context, sent }) {
    const { session, scope } = context
    const { values, form } = parseNewPassword(context, sent, [session.login, session.email, session.display_name])
    if (form) return changePasswordPage(context, form)
    const hash = await hashNewPassword(values.new_password)
    await scope.db.transaction(async (tx) => {
      await replacePasswordAndEndSessions(tx, session.account_id, hash, session.id)
      addAuditEntry(tx, context, 'password')
    })
    return { redirect: adminPath(context, '/me'), notice: 'passwordChanged' }
  },
}

const PROOF_PARAMETERS = createParameterSet(Type.Object({ password: requiredTextField({ maxLength: 1000 }) }))

/** The page that requires the password again before a user changes credentials. */
export const reauthenticationHandler: AdminHandler = {
  show: ({ context, request, sent }) =>
    reauthenticationPage(context, { to: parseSafeReturnPath(sent.to, request.origin) ?? '' }),
  async submit(visit) {
    const { context, request, sent } = visit
    const { session, scope, words } = context
    const to = parseSafeReturnPath(sent.to, request.origin) ?? adminPath(context, '/me')
    const next = { to, resent: parseInterruptedFormToResend(visit) }
    const { values, form } = parseAdminForm(context, PROOF_PARAMETERS, sent, words.me)
    if (form) return reauthenticationPage(context, next, form)
    if ((await verifySignInPassword(visit, { login: session.login, ...values })) !== session.account_id) {
      return reauthenticationPage(context, next, {
        texts: {},
        problems: [{ name: 'password', message: words.signIn.wrong }],
      })
    }
    await scope.db.transaction((tx) => recordReauthentication(tx, session.id, scope.now))
    return next.resent ? resendFormPage(context, next.resent) : { redirect: to }
  },
}

export const endSessionHandler: AdminHandler = {
  async submit({ context, request }) {
    const { session, scope } = context
    const id = parseId((request.params as { id: string }).id)
    const hasEnded = id !== undefined && (await scope.db.transaction((tx) => endSession(tx, session.account_id, id)))
    if (!hasEnded) throw new CalendarError('rest_no_route')
    return { redirect: adminPath(context, '/me'), notice: 'sessionEnded' }
  },
}

export const endOtherSessionsHandler: AdminHandler = {
  async submit({ context }) {
    const { session, scope } = context
    await scope.db.transaction((tx) => endSessionsOfAccount(tx, session.account_id, session.id))
    return { redirect: adminPath(context, '/me'), notice: 'sessionsEnded' }
  },
}
