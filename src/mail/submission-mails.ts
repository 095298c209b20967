import type { Language } from '../core/language.ts'
import { joinParagraphs } from './join-paragraphs.ts'
import type { Mail } from './mail-outbox.ts'
import { type MailWords, mailWordsOfLanguage } from './words/index.ts'

interface SubmissionMail {
  language: Language
  recipient: string
  /** Title of the event. */
  title: string
  /** Name of the site. */
  site: string
}

type Kind = keyof MailWords['submission']

/**
 * A mail about a submission.
 * @param kind `confirm` and `received` go to the sender when the submission arrives, `waiting` goes to editors; the
 *   other mails go to the sender after the decision of an editor; `taken` means accepted but not published yet
 * @param parts further paragraphs: an address, or the text that the editor wrote
 */
export function buildSubmissionMail(
  kind: Kind,
  { language, recipient, title, site }: SubmissionMail,
  parts: readonly string[],
): Mail {
  const { greeting, submission } = mailWordsOfLanguage(language)
  const words = submission[kind]
  const subject = kind === 'waiting' ? site : title
  return {
    recipient,
    subject: words.subject(subject),
    text: joinParagraphs([greeting, words.text(title, site), ...parts]),
  }
}

/** The last paragraph of the mails `confirm` and `question`. */
export const footerOfSubmissionMail = (kind: 'confirm' | 'question', language: Language): string =>
  mailWordsOfLanguage(language).submission[kind].footer
