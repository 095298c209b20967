import type { Language } from '../core/language.ts'
import { joinParagraphs } from './join-paragraphs.ts'
import type { Mail } from './mail-outbox.ts'
import { mailWordsOfLanguage } from './words/index.ts'

interface AccountMail {
  language: Language
  /** Address of the account. */
  recipient: string
  login: string
  /** Name of the site. */
  site: string
  /** Address of the page on which the password is set. */
  address: string
}

/** The mail with a link for setting a new password, after a request on the sign-in page. */
export function buildPasswordResetMail({ language, recipient, login, site, address }: AccountMail): Mail {
  const { greeting, password } = mailWordsOfLanguage(language)
  const text = joinParagraphs([greeting, password.text(login, site), address, password.footer])
  return { recipient, subject: password.subject(site), text }
}

/** The mail with a link for setting a password that an administrator sends to the owner of an account. */
export function buildInvitationMail({ language, recipient, login, site, address }: AccountMail): Mail {
  const { greeting, invitation } = mailWordsOfLanguage(language)
  const text = joinParagraphs([greeting, invitation.text(login, site), address])
  return { recipient, subject: invitation.subject(site), text }
}
