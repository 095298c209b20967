import { findAccount } from '../../../accounts/accounts.ts'
import type { Scope } from '../../../collections/collection.ts'
import { type Caller, can, type Right } from '../../../core/caller.ts'
import { CalendarError } from '../../../core/errors.ts'

/** Serializes the account of the authenticated user as a WordPress user, for `/wp/v2/users/me`. */
export async function presentCaller({ caller, db }: Scope) {
  const account = await findAccount(db, caller.login)
  if (!account) throw new CalendarError('rest_not_logged_in')
  return {
    id: account.id,
    name: account.display_name,
    slug: account.login,
    roles: [account.role],
    capabilities: capabilitiesOf(caller),
    avatar_urls: {},
  }
}

/** Capabilities of WordPress and of The Events Calendar, each with the right of this server that grants it. */
const CAPABILITIES: Record<string, Right> = {
  edit_posts: 'posts:create',
  publish_posts: 'posts:publish',
  edit_others_posts: 'posts:edit-others',
  edit_tribe_events: 'posts:create',
  publish_tribe_events: 'posts:publish',
  edit_others_tribe_events: 'posts:edit-others',
  manage_categories: 'tags:write',
  upload_files: 'media:upload',
  manage_options: 'settings:write',
}

function capabilitiesOf(caller: Caller): Record<string, boolean> {
  const granted = Object.entries(CAPABILITIES).filter(([, right]) => can(caller, right))
  return Object.fromEntries([['read', true], ...granted.map(([name]) => [name, true]), [caller.role, true]])
}
