import { type Account, AccountError, findAccount, listAccounts } from '../accounts/accounts.ts'
import type { WriteScope } from '../collections/records/write.ts'
import type { Config } from '../config/config.ts'
import { NATIVE } from '../core/faces.ts'
import type { Language } from '../core/language.ts'
import { createUrls } from '../core/urls.ts'
import type { Database } from '../db/database.ts'
import { fetchPicture } from '../media/fetch-picture.ts'
import { readSettings } from '../settings/settings.ts'
import type { CommandContext } from './command.ts'

/** The scope of a command that writes records. Its author is an account, because records need one. */
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
    urls: createUrls(serverOrigin(config), '', NATIVE, languages),
    site: await readSettings(db),
    now: now(),
    fetchPicture: (url) => fetchPicture(url, { allowPrivate: allowPrivateFetch }),
  }
}

/** The account `admin`, or another administrator if that account was removed. */
export async function findAdministrator(db: Database): Promise<Account> {
  const accounts = [await findAccount(db, 'admin'), ...(await listAccounts(db))]
  const administrator = accounts.find((account) => account?.role === 'administrator')
  if (!administrator)
    throw new AccountError('the records need an administrator as author; add one with `almanac users add`')
  return administrator
}

/** Origin of the links to this server. */
export const serverOrigin = ({ publicUrl, host, port }: Readonly<Config>) =>
  publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
