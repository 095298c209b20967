import type { Language } from '../core/language.ts'
import { joinParagraphs } from './join-paragraphs.ts'
import type { Mail } from './mail-outbox.ts'
import { mailWordsOfLanguage } from './words/index.ts'

interface SubscriptionMail {
  language: Language
  /** Address of the owner. */
  recipient: string
  /** Name of the subscription. */
  name: string
  /** Name of the site. */
  site: string
  /** A sentence that describes the problem. */
  problem: string
}

/** The mail about a subscription that needs attention. */
export function buildSubscriptionMail({ language, recipient, name, site, problem }: SubscriptionMail): Mail {
  const { greeting, subscription } = mailWordsOfLanguage(language)
  return {
    recipient,
    subject: subscription.subject(name),
    text: joinParagraphs([greeting, subscription.text(name, site), problem]),
  }
}
