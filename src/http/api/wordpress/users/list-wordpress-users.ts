import { type Account, listAccounts } from '../../../../accounts/account-store.ts'
import { listAuthorsOfPublicPosts, readAccountsById } from '../../../../accounts/list-authors-of-public-posts.ts'
import type { Scope } from '../../../../collections/scope.ts'
import { hasRight } from '../../../../core/caller.ts'
import { type Page, type PageRequest, pageOffset } from '../../../../core/list-page.ts'
import { foldTextForSearch } from '../../../../core/text/fold-text.ts'

/** The attributes by which users can be sorted. */
export const USER_ORDERS = ['name', 'id', 'slug', 'include'] as const

export interface UserQuery {
  search?: string
  include?: number[]
  exclude?: number[]
  slug?: string[]
  order?: 'asc' | 'desc'
  orderby?: (typeof USER_ORDERS)[number]
}

/**
 * Lists users: administrators see all, everybody else those who have published something. There are few accounts, so
 * they are filtered and sorted here instead of in SQL.
 */
export async function listWordpressUsers(
  { db, caller, now }: Scope,
  query: UserQuery,
  request: PageRequest,
): Promise<Page<Account>> {
  const visible = hasRight(caller, 'users:list') ? await listAccounts(db) : await listAuthorsOfPublicPosts(db, now)
  const found = visible.filter((account) => matches(account, query)).sort(comparisonFor(query))
  const offset = pageOffset(request)
  return { rows: found.slice(offset, offset + request.perPage), total: found.length }
}

function matches(
  { id, login, display_name }: Account,
  { search = '', include = [], exclude = [], slug = [] }: UserQuery,
) {
  const needle = foldTextForSearch(search.replaceAll('*', ''))
  return (
    (foldTextForSearch(display_name).includes(needle) || login.includes(needle)) &&
    (include.length === 0 || include.includes(id)) &&
    !exclude.includes(id) &&
    (slug.length === 0 || slug.some((one) => one.toLowerCase() === login))
  )
}

function comparisonFor({ order = 'asc', orderby = 'name', include = [] }: UserQuery) {
  const key = (account: Account): string | number => {
    switch (orderby) {
      case 'id':
        return account.id
      case 'slug':
        return account.login
      case 'include':
        return include.indexOf(account.id)
      default:
        return foldTextForSearch(account.display_name)
    }
  }
  const sign = order === 'desc' ? -1 : 1
  return (one: Account, other: Account): number => {
    const [first, second] = [key(one), key(other)]
    return sign * (first < second ? -1 : first > second ? 1 : one.id - other.id)
  }
}

/**
 * Loads those of the accounts with these ids that the caller may see: administrators see all, everybody else their own
 * and those of users who have published something.
 */
export async function listAccountsVisibleToCaller(
  { db, caller, now }: Scope,
  ids: readonly number[],
): Promise<Account[]> {
  if (hasRight(caller, 'users:list')) return readAccountsById(db, ids)
  const own = ids.filter((id) => id === caller.id)
  const others = ids.filter((id) => id !== caller.id)
  return (await Promise.all([readAccountsById(db, own), listAuthorsOfPublicPosts(db, now, others)])).flat()
}
