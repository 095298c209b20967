/** User roles in rising order; each role has the rights of all roles before it. */
export const ROLES = ['guest', 'subscriber', 'contributor', 'author', 'editor', 'administrator'] as const

export type Role = (typeof ROLES)[number]

/** The user who sends a request. For an anonymous visitor, the role is `guest` and the id undefined. */
export interface Caller {
  id: number | undefined
  login: string
  role: Role
}

export const ANONYMOUS: Caller = { id: undefined, login: '', role: 'guest' }

/** For each right, the lowest role that has it. Source: the table of roles and rights in the API contract. */
const RIGHTS = {
  'posts:create': 'contributor',
  'posts:publish': 'author',
  'posts:edit-others': 'editor',
  'categories:write': 'author',
  'tags:write': 'editor',
  'terms:create-inline': 'author',
  'media:upload': 'author',
  'settings:write': 'administrator',
  'users:list': 'administrator',
  'users:write': 'administrator',
  'audit:read': 'administrator',
  'submissions:review': 'editor',
  'imports:run': 'editor',
  'imports:write': 'administrator',
} as const satisfies Record<string, Role>

export type Right = keyof typeof RIGHTS

export function hasRight(caller: Pick<Caller, 'role'>, right: Right): boolean {
  return ROLES.indexOf(caller.role) >= ROLES.indexOf(RIGHTS[right])
}

/** The lowest role that has a right. */
export const lowestRoleWithRight = (right: Right): Role => RIGHTS[right]

/** The fields of a record that determine who may edit it. */
export interface OwnedRecord {
  author_id: number
  status: string
}

/**
 * Whether a user may edit a record. Editors may edit all records. Others may edit their own records only, and need the
 * right to publish if the record is published, scheduled or private.
 */
export function canEdit(caller: Caller, record: OwnedRecord): boolean {
  if (hasRight(caller, 'posts:edit-others')) return true
  if (!hasRight(caller, 'posts:create') || record.author_id !== caller.id) return false
  const isOut = record.status === 'publish' || record.status === 'private'
  return !isOut || hasRight(caller, 'posts:publish')
}

/** The right that a user would need to edit a record and does not have (see `canEdit`). */
export function missingEditRight(caller: Caller, record: OwnedRecord): Right {
  if (record.author_id !== caller.id) return 'posts:edit-others'
  return hasRight(caller, 'posts:create') ? 'posts:publish' : 'posts:create'
}
