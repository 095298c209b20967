import type { PostKind } from '../../core/kinds.ts'
import { type Sql, sql } from '../../db/database.ts'
import { idColumn, inDisplayLanguage, textTable } from '../../db/fragments.ts'
import { type Scope, siteDefault } from '../collection.ts'

/** The sort order of a list. Posts with equal values are sorted by id, in the same direction. */
export interface PostOrder {
  /** Publication, last change, displayed title, or start of an event. */
  by: 'date' | 'modified' | 'title' | 'start'
  isDescending: boolean
}

/** The SQL expression that a list is sorted by. */
export function sortExpression(scope: Scope, kind: PostKind, by: PostOrder['by']): Sql {
  switch (by) {
    case 'date':
      return sql`p.published_at`
    case 'modified':
      return sql`coalesce(p.modified_at, p.created_at)`
    case 'start':
      return sql`p.start_local`
    case 'title':
      return sql`(SELECT t.title_folded FROM ${textTable(kind)} t WHERE t.${idColumn(kind)} = p.id
        AND ${inDisplayLanguage(kind, { language: scope.language, siteDefault: siteDefault(scope) })})`
  }
}

export const orderBy = (scope: Scope, kind: PostKind, { by, isDescending }: PostOrder): Sql =>
  isDescending ? sql`${sortExpression(scope, kind, by)} DESC, p.id DESC` : sql`${sortExpression(scope, kind, by)}, p.id`
