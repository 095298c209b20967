import type { Scope } from '../collections/scope.ts'
import { languageRoot } from '../core/urls.ts'
import type { Transaction } from '../db/database.ts'
import { queueMailsOfNewSubmission } from './queue-submission-mails.ts'
import { recordSubmissionKeyUse } from './submission-keys.ts'
import {
  countRecentSubmissions,
  isFormNonceUsed,
  KEY_HOUR_MAX,
  NETWORK_HOUR_MAX,
  NETWORK_HOUR_MAX_UNPROVED,
  SITE_HOUR_MAX,
} from './submission-limits.ts'
import { insertSubmission, type NewSubmission } from './submission-store.ts'

export interface ReceivedSubmission extends Omit<NewSubmission, 'state'> {
  /**
   * Whether the sender may skip the confirmation of the e-mail address. `always`: the sender is signed in.
   * `unless-busy`: the browser has found the proof of work, or a site sends the submission with a secret key. `never`:
   * all others.
   */
  trust: 'always' | 'unless-busy' | 'never'
}

/**
 * What happened to a submission that was sent. `limited`: refused because of too many from this sender or key; `full`:
 * refused because of too many from all senders; `repeated`: refused because the same form was sent before.
 */
export type ReceiptOutcome =
  | { refusal: 'limited' | 'full' | 'repeated' }
  | {
      /**
       * State of the stored submission. `unconfirmed`: the sender must confirm the e-mail address with the link in a
       * mail.
       */
      state: NewSubmission['state']
      /** Path of the page on which the sender sees the submission, with the language prefix. */
      path: string
    }

/** Stores a submission unless a limit is exceeded, and queues the mails about it. */
export async function receiveSubmission(
  scope: Scope<Transaction>,
  { trust, ...received }: ReceivedSubmission,
  canSendMail: boolean,
): Promise<ReceiptOutcome> {
  const { db, now } = scope
  const { fields, sender, keyId } = received
  // This lock makes simultaneous submissions wait for each other, so that all are counted.
  await db.lock('almanac_submissions')
  const recent = await countRecentSubmissions(db, { ...received, email: sender.email }, now)
  const isTrusted = trust === 'always' || (trust === 'unless-busy' && recent.fromAll < SITE_HOUR_MAX)
  const needsMail = !isTrusted && canSendMail
  const isLimited = recent.fromNetwork >= networkMaxOf(received, isTrusted || needsMail)
  const isKeyLimited = keyId !== undefined && recent.ofKey >= KEY_HOUR_MAX
  if (isLimited || isKeyLimited || (needsMail && !recent.mayGetMail)) return { refusal: 'limited' }
  if (!isTrusted && !canSendMail && recent.fromAll >= SITE_HOUR_MAX) return { refusal: 'full' }
  // A nonce that was used means that the form was sent twice, perhaps by a second click.
  if (await isFormNonceUsed(db, received.nonce)) return { refusal: 'repeated' }
  const state = needsMail ? 'unconfirmed' : 'waiting'
  const path = pathOfSubmissionSenderPage(scope, await insertSubmission(scope, { ...received, state }))
  if (keyId !== undefined) await recordSubmissionKeyUse(db, keyId, now)
  if (canSendMail) {
    const address = scope.urls.origins[0] + path
    await queueMailsOfNewSubmission(scope, { fields, sender, state, address, mayGetMail: recent.mayGetMail })
  }
  return { state, path }
}

/**
 * Maximum number of submissions from one network in an hour. Unlimited for the server of a site with a secret key,
 * which sends the submissions of all visitors of that site.
 */
function networkMaxOf({ networkHash }: Pick<NewSubmission, 'networkHash'>, isAccepted: boolean): number {
  if (networkHash === '') return Number.POSITIVE_INFINITY
  return isAccepted ? NETWORK_HOUR_MAX : NETWORK_HOUR_MAX_UNPROVED
}

/** Path of the page on which the sender sees and changes a submission. */
export const pathOfSubmissionSenderPage = (
  { language, languages }: Pick<Scope, 'language' | 'languages'>,
  token: string,
) => `${languageRoot(language, languages)}/submit/sent/${token}`
