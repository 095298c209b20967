/** Roles from least to most; each may do what those before it may. */
export const ROLES = ['guest', 'subscriber', 'contributor', 'author', 'editor', 'administrator'] as const

export type Role = (typeof ROLES)[number]

/** Who asks. A guest presented nothing and has no id. */
export interface Caller {
  id: number | undefined
  login: string
  role: Role
}

export const GUEST: Caller = { id: undefined, login: '', role: 'guest' }

/** right → the least role that has it (contract: role matrix). */
const RIGHTS = {
  'posts:create': 'contributor',
  'posts:publish': 'author',
  'posts:edit-others': 'editor',
  'categories:write': 'author',
  'tags:write': 'editor',
  'terms:create-inline': 'author',
  'media:upload': 'author',
  'settings:write': 'administrator',
  'audit:read': 'administrator',
} as const satisfies Record<string, Role>

export type Right = keyof typeof RIGHTS

export function can(caller: Caller, right: Right): boolean {
  return ROLES.indexOf(caller.role) >= ROLES.indexOf(RIGHTS[right])
}

/** What a right over one record depends on. */
export interface OwnedRecord {
  author_id: number
  status: string
}

/** Published and scheduled records need the right to publish; one's own drafts do not. */
export function canEdit(caller: Caller, record: OwnedRecord): boolean {
  if (can(caller, 'posts:edit-others')) return true
  if (!can(caller, 'posts:create') || record.author_id !== caller.id) return false
  const isOut = record.status === 'publish' || record.status === 'private'
  return !isOut || can(caller, 'posts:publish')
}
