import { addApiToken, listApiTokens, revokeApiToken } from '../../../accounts/api-tokens.ts'
import {
  addApplicationPassword,
  listApplicationPasswords,
  revokeApplicationPassword,
} from '../../../accounts/application-passwords.ts'
import { adminPath, type SignedInContext } from '../../../admin/admin-context.ts'
import { createUnsentFormState, parseAdminForm } from '../../../admin/forms/admin-form.ts'
import {
  type SecretKind,
  tokensOrApplicationPasswordsPage,
} from '../../../admin/views/tokens-and-application-passwords-page.ts'
import { insertAuditEntry } from '../../../collections/insert-audit-entries.ts'
import { CalendarError } from '../../../core/errors.ts'
import { fieldWithCheckAndConversion, parseId, requiredTextField, Type } from '../../../core/schema/field-types.ts'
import { createParameterSet } from '../../../core/schema/parameter-set.ts'
import type { Reader, Transaction } from '../../../db/database.ts'
import type { AdminHandler } from '../admin-handler.ts'

const DAY_SECONDS = 86_400
const DAYS_MAX = 36_500

const daysOf = (text: string) => (text.trim() === '' ? undefined : parseId(text))

const PARAMETERS = createParameterSet(
  Type.Object({
    name: requiredTextField({ maxLength: 200 }),
    expires_in_days: Type.Optional(
      fieldWithCheckAndConversion(
        Type.String(),
        (text) => text.trim() === '' || (daysOf(text) ?? DAYS_MAX + 1) <= DAYS_MAX,
        (text) => daysOf(text),
        { reason: 'reason.number', placeholders: { min: 1, max: DAYS_MAX } },
      ),
    ),
  }),
)

type Values = ReturnType<typeof PARAMETERS.read>

interface Kind {
  list(db: Reader, accountId: number): Promise<{ id: number; name: string; created_at: number }[]>
  add(tx: Transaction, accountId: number, values: Values, now: number): Promise<string>
  revoke(tx: Transaction, accountId: number, id: number): Promise<boolean>
}

const KINDS: Record<SecretKind, Kind> = {
  'application-passwords': {
    list: listApplicationPasswords,
    add: (tx, accountId, { name }, now) => addApplicationPassword(tx, accountId, name, undefined, now),
    revoke: revokeApplicationPassword,
  },
  tokens: {
    list: listApiTokens,
    add: (tx, accountId, { name, expires_in_days: days }, now) =>
      addApiToken(tx, accountId, name, days === undefined ? undefined : now + days * DAY_SECONDS, now),
    revoke: revokeApiToken,
  },
}

/** The pages on which users manage the application passwords or tokens of their own account. */
export function createTokenAndApplicationPasswordHandlers(kind: SecretKind): {
  list: AdminHandler
  revoke: AdminHandler
} {
  const secrets = KINDS[kind]
  const listOf = ({ scope, session }: SignedInContext) => secrets.list(scope.db, session.account_id)
  return {
    list: {
      show: async ({ context }) =>
        tokensOrApplicationPasswordsPage(context, kind, await listOf(context), createUnsentFormState()),
      async submit({ context, sent }) {
        const { scope, session, words } = context
        const labels = { name: words.secrets.name, expires_in_days: words.secrets.days }
        const { values, form } = parseAdminForm(context, PARAMETERS, sent, labels, ({ name }, problems) => {
          if (/\p{Cc}/u.test(name)) problems.add('name', 'reason.name', { max: 200 })
        })
        if (form) return tokensOrApplicationPasswordsPage(context, kind, await listOf(context), form)
        const secret = await scope.db.transaction(async (tx) => {
          const title = `${session.login}: ${values.name}`
          insertAuditEntry({ ...scope, db: tx }, { action: 'created', collection: kind, title })
          return secrets.add(tx, session.account_id, values, scope.now)
        })
        return tokensOrApplicationPasswordsPage(context, kind, await listOf(context), createUnsentFormState(), secret)
      },
    },
    revoke: {
      async submit({ context, request }) {
        const { scope, session } = context
        const id = parseId((request.params as { id: string }).id)
        const secret = (await listOf(context)).find((one) => one.id === id)
        if (!secret) throw new CalendarError('rest_no_route')
        await scope.db.transaction(async (tx) => {
          if (!(await secrets.revoke(tx, session.account_id, secret.id))) return
          const title = `${session.login}: ${secret.name}`
          insertAuditEntry({ ...scope, db: tx }, { action: 'deleted', collection: kind, id: secret.id, title })
        })
        return { redirect: adminPath(context, `/me/${kind}`), notice: 'revoked' }
      },
    },
  }
}
