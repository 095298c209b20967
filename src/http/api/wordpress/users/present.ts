import type { Account } from '../../../../accounts/accounts.ts'
import type { Scope } from '../../../../collections/collection.ts'
import { instantToLocal } from '../../../../core/time/instant.ts'
import { capabilitiesOf } from '../capabilities.ts'
import { type Context, linkTo, resourceUrl } from '../resource.ts'

/** Converts an account to a user of the WordPress REST API. The context `edit` is for administrators and the user. */
export function presentUser(scope: Scope, account: Account, context: Context = 'view') {
  const { id, login, display_name, role } = account
  return {
    id,
    ...(context === 'edit' && { username: login }),
    name: display_name,
    ...(context === 'edit' && { first_name: '', last_name: '', email: account.email }),
    url: '',
    description: '',
    // Almanac has no pages of authors.
    link: scope.urls.home,
    ...(context === 'edit' && { locale: '', nickname: display_name }),
    slug: login,
    ...(context === 'edit' && {
      registered_date: `${instantToLocal(account.created_at, 'UTC').replace(' ', 'T')}+00:00`,
      roles: [role],
      capabilities: capabilitiesOf(account),
      extra_capabilities: { [role]: true },
    }),
    // Pictures of users would come from other hosts, which would learn who reads the calendar.
    avatar_urls: {},
    ...(context !== 'embed' && { meta: [] }),
    _links: {
      self: linkTo(resourceUrl(scope, `wp/v2/users/${id}`)),
      collection: linkTo(resourceUrl(scope, 'wp/v2/users')),
    },
  }
}
