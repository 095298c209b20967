import { type Caller, hasRight, type Right } from '../../../core/caller.ts'
import { KIND_PROPERTIES, POST_KINDS, type PostKind } from '../../../core/kinds.ts'

/** Capabilities of WordPress for posts of any type, each with the right of this server that grants it. */
const POST_CAPABILITIES: Record<string, Right> = {
  edit_posts: 'posts:create',
  publish_posts: 'posts:publish',
  delete_posts: 'posts:create',
  edit_published_posts: 'posts:publish',
  delete_published_posts: 'posts:publish',
  edit_others_posts: 'posts:edit-others',
  delete_others_posts: 'posts:edit-others',
  edit_private_posts: 'posts:edit-others',
  delete_private_posts: 'posts:edit-others',
  read_private_posts: 'posts:edit-others',
}

const OTHER_CAPABILITIES: Record<string, Right> = {
  manage_categories: 'tags:write',
  upload_files: 'media:upload',
  manage_options: 'settings:write',
  list_users: 'users:list',
}

/** The plural of a post type, which is a part of its capabilities: `tribe_venues` in `edit_tribe_venues`. */
const pluralOf = (kind: PostKind) => KIND_PROPERTIES[kind].postType.replace(/s?$/, 's')

const named = (capability: string, plural: string) => capability.replace(/posts$/, plural)

/** The names of the capabilities for posts of one type, by their names for posts of any type. */
export const capabilityNamesOfPostType = (kind: PostKind): Record<string, string> =>
  Object.fromEntries(Object.keys(POST_CAPABILITIES).map((name) => [name, named(name, pluralOf(kind))]))

/** All capabilities that a user has, and the role of the user, as WordPress lists them. */
export function capabilitiesOfUser(caller: Pick<Caller, 'role'>): Record<string, true> {
  const isGranted = ([, right]: [string, Right]) => hasRight(caller, right)
  const forPosts = Object.entries(POST_CAPABILITIES).filter(isGranted)
  const plurals = ['posts', ...POST_KINDS.map(pluralOf)]
  const names = [
    'read',
    ...plurals.flatMap((plural) => forPosts.map(([name]) => named(name, plural))),
    ...Object.entries(OTHER_CAPABILITIES)
      .filter(isGranted)
      .map(([name]) => name),
    caller.role,
  ]
  return Object.fromEntries(names.map((name) => [name, true as const]))
}
