import { SourceRequestError } from '../../import-errors.ts'
import { readListPages } from './read-tec-list-pages.ts'
import type { SiteJson, TecSite } from './tec-site.ts'

const QUERY = { context: 'edit', _fields: 'id,name,slug,username,email,roles,url,link', per_page: 100 }

/**
 * Maps the authors of a site to accounts here: by `authorMap`, else to the account with the same login.
 * @param authorMap logins of accounts here, by login or id of the author
 */
export async function matchAuthorsToAccounts(
  site: TecSite,
  authorMap: Readonly<Record<string, string>>,
): Promise<(record: SiteJson) => string | undefined> {
  const logins = new Map<string, string>()
  try {
    if (site.hasCredentials) {
      for await (const { records } of readListPages(site, 'wp/v2/users', QUERY)) {
        for (const { id, username, slug } of records) logins.set(String(id), String(username ?? slug))
      }
    }
  } catch (error) {
    // Without the right to list users, the site names only authors of public posts.
    if (!(error instanceof SourceRequestError)) throw error
  }
  return ({ author }) => {
    const login = logins.get(String(author))
    return authorMap[String(author)] ?? (login === undefined ? undefined : (authorMap[login] ?? login))
  }
}
