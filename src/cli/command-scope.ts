import { type Account, AccountError, findAccountByLogin, listAccounts } from '../accounts/account-store.ts'
import type { WriteScope } from '../collections/records/write-records.ts'
import type { Config } from '../config/config-types.ts'
import { NATIVE } from '../core/faces.ts'
import type { Language } from '../core/language.ts'
import { createUrlBuilder, type SiteOrigins } from '../core/urls.ts'
import type { Database } from '../db/database.ts'
import { createPictureFetcher } from '../media/fetch-picture.ts'
import { readSiteSettings } from '../settings/site-settings.ts'
import type { CommandContext } from './command-types.ts'

/**
 * Creates the scope of a command that writes records. Its caller is an administrator's account, because every record
 * needs an author.
 */
export async function createCommandScope(
  db: Database,
  config: Readonly<Config>,
  { id, login, role }: Account,
  { now }: Pick<CommandContext, 'now'>,
): Promise<WriteScope> {
  const { languages, allowPrivateFetch } = config
  return {
    db,
    caller: { id, login, role },
    language: languages[0] as Language,
    languages,
    face: NATIVE,
    urls: createUrlBuilder(originsOfLinksCreatedByCommand(config), '', NATIVE, languages),
    site: await readSiteSettings(db),
    now: now(),
    fetchPicture: createPictureFetcher({ allowPrivate: allowPrivateFetch }),
  }
}

/** Finds the account `admin` or, if it was removed, another administrator. */
export async function findAdministrator(db: Database): Promise<Account> {
  const accounts = [await findAccountByLogin(db, 'admin'), ...(await listAccounts(db))]
  const administrator = accounts.find((account) => account?.role === 'administrator')
  if (!administrator)
    throw new AccountError('the records need an administrator as author; add one with `almanac users add`')
  return administrator
}

/** The origins of links that a command creates. */
export const originsOfLinksCreatedByCommand = (config: Readonly<Config>): SiteOrigins => ({
  main: publicUrlOrLocalOrigin(config),
  ofLanguages: config.languageUrls,
})

/**
 * The main origin of links that a command creates: `PUBLIC_URL` or, without it, the address of the server on this
 * computer.
 */
export const publicUrlOrLocalOrigin = ({ publicUrl, host, port }: Readonly<Config>) =>
  publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
