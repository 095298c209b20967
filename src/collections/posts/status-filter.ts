import { hasRight } from '../../core/caller.ts'
import type { Problems } from '../../core/errors.ts'
import type { Sql } from '../../db/database.ts'
import { readableWithOneOfStatusesCondition, visibleToCallerCondition } from '../../db/sql-fragments.ts'
import type { Scope } from '../scope.ts'

/**
 * Accepted values of the query parameter `status`. `auto-draft` and `inherit` exist only in WordPress and match nothing
 * here.
 */
const STATUSES = ['publish', 'future', 'draft', 'pending', 'private', 'trash', 'auto-draft', 'inherit']

/**
 * Translates the query parameter `status` to an SQL condition, and to the value of `status` in the URLs of the next and
 * previous page. Callers who cannot create posts see published posts only and may not request another status. Other
 * callers get all posts that they may read, except those in the trash, unless they request a status.
 */
export function translatePostStatusToSql(scope: Scope, wanted: string[] | undefined, problems: Problems): StatusFilter {
  const { caller, now } = scope
  const isReader = !hasRight(caller, 'posts:create')
  const allowed = isReader ? ['publish'] : [...STATUSES, 'any']
  if (wanted?.some((status) => !allowed.includes(status))) {
    problems.add('status', 'reason.status', { choices: allowed.join(', ') })
  }
  const named = wanted === undefined || wanted.includes('any') ? undefined : wanted
  return {
    condition: named ? readableWithOneOfStatusesCondition(named, caller, now) : visibleToCallerCondition(caller, now),
    shown: named ? named.join(',') : isReader ? 'publish' : 'any',
    isPublic: isReader,
    includesPublic: named === undefined || named.includes('publish'),
  }
}

/**
 * Filter for posts that have one of the statuses and that the caller may read. Its condition is false if the caller may
 * read no post with any of the statuses.
 */
export const createPostStatusFilter = ({ caller, now }: Scope, statuses: readonly string[]): StatusFilter => ({
  condition: readableWithOneOfStatusesCondition(statuses, caller, now),
  shown: statuses.join(','),
  isPublic: statuses.every((status) => status === 'publish'),
  includesPublic: statuses.includes('publish'),
})

export interface StatusFilter {
  condition: Sql
  /** The value of the parameter `status` in the URLs of the next and previous page. */
  shown: string
  /** Whether the list contains only posts that anonymous callers see too. */
  isPublic: boolean
  /** Whether the list contains all posts that anonymous callers see. */
  includesPublic: boolean
}
