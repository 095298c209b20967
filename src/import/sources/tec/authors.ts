import { SourceRequestError } from '../../errors.ts'
import { listPages } from './pages.ts'
import type { Json, TecSite } from './site.ts'

const QUERY = { context: 'edit', _fields: 'id,name,slug,username,email,roles,url,link', per_page: 100 }

/**
 * Finds out which accounts here own the records of the authors of a site: by the map, else those with the same login.
 * @param authorMap logins here by login or id of the site
 */
export async function readAuthors(
  site: TecSite,
  authorMap: Readonly<Record<string, string>>,
): Promise<(record: Json) => string | undefined> {
  const logins = new Map<string, string>()
  try {
    if (site.hasCredentials) {
      for await (const { records } of listPages(site, 'wp/v2/users', QUERY)) {
        for (const { id, username, slug } of records) logins.set(String(id), String(username ?? slug))
      }
    }
  } catch (error) {
    // Only some users may list the others.
    if (!(error instanceof SourceRequestError)) throw error
  }
  return ({ author }) => {
    const login = logins.get(String(author))
    return authorMap[String(author)] ?? (login === undefined ? undefined : (authorMap[login] ?? login))
  }
}
