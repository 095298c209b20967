import type { Language } from '../core/language.ts'
import { joinParagraphs } from './join-paragraphs.ts'
import type { Mail } from './mail-outbox.ts'
import { mailWordsOf } from './words/index.ts'

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

/** The mail with the link for a new password, which somebody has requested on the sign-in page. */
export function passwordMail({ language, recipient, login, site, address }: AccountMail): Mail {
  const { greeting, password } = mailWordsOf(language)
  const text = joinParagraphs([greeting, password.text(login, site), address, password.footer])
  return { recipient, subject: password.subject(site), text }
}

/** The mail with a link that an administrator sends: for the first password of an account, or for a new one. */
export function invitationMail({ language, recipient, login, site, address }: AccountMail): Mail {
  const { greeting, invitation } = mailWordsOf(language)
  const text = joinParagraphs([greeting, invitation.text(login, site), address])
  return { recipient, subject: invitation.subject(site), text }
}
