import { listMailRecipients, mailLanguageOfAccount } from '../../accounts/mail-recipients.ts'
import type { Transaction } from '../../db/database.ts'
import { queueMail } from '../../mail/mail-outbox.ts'
import { buildSubscriptionMail } from '../../mail/subscription-mail.ts'
import { formatSubscriptionNote } from './present-subscription.ts'
import type { RefreshContext } from './refresh-context-types.ts'
import type { SubscriptionNote, SubscriptionRow } from './subscription-store.ts'

/** Queues a mail about a subscription for its owner, if the server sends mail and the owner has a mail address. */
export async function notifyOwnerOfSubscription(
  tx: Transaction,
  { name, owner_id }: Pick<SubscriptionRow, 'name' | 'owner_id'>,
  { scope, canSendMail }: Pick<RefreshContext, 'scope' | 'canSendMail'>,
  note: SubscriptionNote,
): Promise<void> {
  if (!canSendMail) return
  const owner = (await listMailRecipients(tx, 'imports:run')).find(({ id }) => id === owner_id)
  if (!owner) return
  const language = mailLanguageOfAccount(owner, scope.languages)
  const problem = formatSubscriptionNote(note, language)
  const mail = buildSubscriptionMail({ language, recipient: owner.email, name, site: scope.site.title, problem })
  await queueMail(tx, mail, scope.now)
}
