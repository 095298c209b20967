import type { Account } from '../../../../accounts/account-store.ts'
import type { Scope } from '../../../../collections/scope.ts'
import { instantToLocal } from '../../../../core/time/instant.ts'
import {
  type Context,
  createListWithOneWordpressLink,
  wordpressResourceUrl,
} from '../send-and-link-wordpress-resource.ts'
import { capabilitiesOfUser } from '../user-capabilities.ts'

/**
 * Converts an account to a user of the WordPress REST API. The context `edit` is for administrators and for users who
 * read their own account.
 */
export function presentWordpressUser(scope: Scope, account: Account, context: Context = 'view') {
  const { id, login, display_name, role } = account
  return {
    id,
    ...(context === 'edit' && { username: login }),
    name: display_name,
    ...(context === 'edit' && { first_name: '', last_name: '', email: account.email }),
    url: '',
    description: '',
    // WordPress links to the page of the author. Almanac has no such pages, so the link leads to the home page.
    link: scope.urls.home,
    ...(context === 'edit' && { locale: '', nickname: display_name }),
    slug: login,
    ...(context === 'edit' && {
      registered_date: `${instantToLocal(account.created_at, 'UTC').replace(' ', 'T')}+00:00`,
      roles: [role],
      capabilities: capabilitiesOfUser(account),
      extra_capabilities: { [role]: true },
    }),
    // Pictures of users would come from other hosts, which would learn who reads the calendar.
    avatar_urls: {},
    ...(context !== 'embed' && { meta: [] }),
    _links: {
      self: createListWithOneWordpressLink(wordpressResourceUrl(scope, `wp/v2/users/${id}`)),
      collection: createListWithOneWordpressLink(wordpressResourceUrl(scope, 'wp/v2/users')),
    },
  }
}
