import { SourceRequestError } from '../../import-errors.ts'
import type { SiteJson, TecSite } from './find-tec-site-api.ts'
import { readTecListPages } from './read-tec-list-pages.ts'
import { isTecId } from './tec-record-items.ts'

const QUERY = { context: 'edit', _fields: 'id,name,slug,username,email,roles,url,link', per_page: 100 }

/**
 * Creates a function that returns the account here for the author of a record of the site: the account that `authorMap`
 * names, else the account with the same login.
 * @param authorMap logins of accounts here, by the login or id of the author on the site
 */
export async function createMatcherOfTecAuthorsToAccounts(
  site: TecSite,
  authorMap: Readonly<Record<string, string>>,
): Promise<(record: SiteJson) => string | undefined> {
  const logins = new Map<string, string>()
  try {
    if (site.hasCredentials) {
      for await (const { records } of readTecListPages(site, 'wp/v2/users', QUERY)) {
        for (const { id, username, slug } of records) {
          const login = [username, slug].find(isTecId)
          if (login !== undefined) logins.set(String(id), String(login))
        }
      }
    }
  } catch (error) {
    // If the site refuses to list its users, only authors whose ids are in `authorMap` get an account.
    if (!(error instanceof SourceRequestError)) throw error
  }
  return ({ author }) => {
    const login = logins.get(String(author))
    return authorMap[String(author)] ?? (login === undefined ? undefined : (authorMap[login] ?? login))
  }
}
