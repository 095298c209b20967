import { storeLanguage } from '../../../accounts/account-changes.ts'
import { hashNewPassword, storePassword } from '../../../accounts/passwords.ts'
import { endSession, endSessions, listSessions, recordProof } from '../../../accounts/sessions.ts'
import { newForm, readForm } from '../../../admin/forms/form.ts'
import { readNewPassword } from '../../../admin/forms/new-password.ts'
import { adminPath, type SignedInContext } from '../../../admin/page.ts'
import { mePage, passwordPage, proofPage } from '../../../admin/views/me.ts'
import { resendPage } from '../../../admin/views/resend.ts'
import { insertAuditEntry } from '../../../collections/audit-log.ts'
import { hasRight } from '../../../core/caller.ts'
import { CalendarError } from '../../../core/errors.ts'
import { LANGUAGES } from '../../../core/language.ts'
import { parameterSet } from '../../../core/schema/parameters.ts'
import { enumField, parseId, requiredText, Type } from '../../../core/schema/schema.ts'
import type { Transaction } from '../../../db/database.ts'
import type { AdminHandler } from '../handler.ts'
import { safeReturnPath } from '../same-origin.ts'
import { checkPassword, safeResentForm } from './sign-in.ts'

/** The start page. */
export const start: AdminHandler = {
  show: ({ context }) => ({
    redirect: adminPath(context, hasRight(context.scope.caller, 'posts:create') ? '/events' : '/me'),
  }),
}

const LANGUAGE_PARAMETERS = parameterSet(Type.Object({ language: enumField(LANGUAGES) }))

/** The page of the own account. */
export const account: AdminHandler = {
  async show({ context }) {
    const { session, scope } = context
    const form = newForm({ language: session.language || scope.language })
    return mePage(context, form, await listSessions(scope.db, session.account_id, scope.now))
  },
  async submit({ context, sent }) {
    const { session, scope, words } = context
    const { values, form } = readForm(
      context,
      LANGUAGE_PARAMETERS,
      sent,
      { language: words.me.language },
      (read, problems) => {
        const choices = scope.languages.join(', ')
        if (!scope.languages.includes(read.language)) problems.add('language', 'reason.language', { choices })
      },
    )
    if (form) return mePage(context, form, await listSessions(scope.db, session.account_id, scope.now))
    await scope.db.transaction(async (tx) => {
      await storeLanguage(tx, session.account_id, values.language)
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

/** Changes the own password; all other sessions end. */
export const password: AdminHandler = {
  show: ({ context }) => passwordPage(context),
  async submit({ context, sent }) {
    const { session, scope } = context
    const { values, form } = readNewPassword(context, sent, [session.login, session.email, session.display_name])
    if (form) return passwordPage(context, form)
    const hash = await hashNewPassword(values.new_password)
    await scope.db.transaction(async (tx) => {
      await storePassword(tx, session.account_id, hash, session.id)
      addAuditEntry(tx, context, 'password')
    })
    return { redirect: adminPath(context, '/me'), notice: 'passwordChanged' }
  },
}

const PROOF_PARAMETERS = parameterSet(Type.Object({ password: requiredText({ maxLength: 1000 }) }))

/** Asks for the password again before credentials are changed. */
export const proof: AdminHandler = {
  show: ({ context, request, sent }) => proofPage(context, { to: safeReturnPath(sent.to, request.origin) ?? '' }),
  async submit(visit) {
    const { context, request, sent } = visit
    const { session, scope, words } = context
    const to = safeReturnPath(sent.to, request.origin) ?? adminPath(context, '/me')
    const next = { to, resent: safeResentForm(visit) }
    const { values, form } = readForm(context, PROOF_PARAMETERS, sent, words.me)
    if (form) return proofPage(context, next, form)
    if ((await checkPassword(visit, { login: session.login, ...values })) !== session.account_id) {
      return proofPage(context, next, { texts: {}, problems: [{ name: 'password', message: words.signIn.wrong }] })
    }
    await scope.db.transaction((tx) => recordProof(tx, session.id, scope.now))
    return next.resent ? resendPage(context, next.resent) : { redirect: to }
  },
}

export const endOneSession: AdminHandler = {
  async submit({ context, request }) {
    const { session, scope } = context
    const id = parseId((request.params as { id: string }).id)
    const hasEnded = id !== undefined && (await scope.db.transaction((tx) => endSession(tx, session.account_id, id)))
    if (!hasEnded) throw new CalendarError('rest_no_route')
    return { redirect: adminPath(context, '/me'), notice: 'sessionEnded' }
  },
}

export const endOtherSessions: AdminHandler = {
  async submit({ context }) {
    const { session, scope } = context
    await scope.db.transaction((tx) => endSessions(tx, session.account_id, session.id))
    return { redirect: adminPath(context, '/me'), notice: 'sessionsEnded' }
  },
}
