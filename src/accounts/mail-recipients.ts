import { type Caller, hasRight, type Right } from '../core/caller.ts'
import { isLanguage, type Language } from '../core/language.ts'
import { type Reader, sql } from '../db/database.ts'

/** An account to which mails can be sent: it is not disabled and has an e-mail address. */
export interface MailRecipient {
  id: number
  login: string
  /** E-mail address. */
  email: string
  /** Language of the admin pages for this account; empty for the default language of the site. */
  language: string
}

/** The account with a login or e-mail address; undefined if it is disabled or has no address. */
export const findMailRecipient = (db: Reader, login: string): Promise<MailRecipient | undefined> =>
  db.get<MailRecipient>(sql`SELECT id, login, email, language FROM account
    WHERE (login = ${login.toLowerCase()} OR email = ${login.toLowerCase()}) AND email <> '' AND disabled_at IS NULL`)

/** The language of mails to an account. @param languages those of the site, the default language first */
export const mailLanguageOfAccount = ({ language }: MailRecipient, languages: readonly Language[]): Language =>
  isLanguage(language) && languages.includes(language) ? language : (languages[0] as Language)

/** Lists the accounts to which mails can be sent and whose role has a right. */
export async function listMailRecipients(db: Reader, right: Right): Promise<MailRecipient[]> {
  const all = await db.all<MailRecipient & Pick<Caller, 'role'>>(
    sql`SELECT id, login, email, language, role FROM account WHERE email <> '' AND disabled_at IS NULL ORDER BY id`,
  )
  return all.filter((account) => hasRight(account, right))
}
