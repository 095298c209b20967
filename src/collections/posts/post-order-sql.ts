import type { PostKind } from '../../core/kinds.ts'
import { type Sql, sql } from '../../db/database.ts'
import {
  foreignKeyColumnOfKind,
  idOfRecordWhoseTextsAreUsedSql,
  isTextInDisplayLanguageCondition,
  textTableOfKind,
} from '../../db/sql-fragments.ts'
import { displayLanguagesOfRequest, type Scope } from '../scope.ts'

/** The functions of this file return SQL expressions on the post table (alias `p`) by which lists are sorted. */

/**
 * The sort order of a list of events, venues or organizers. Posts with equal values are sorted by id, in the same
 * direction.
 */
export interface ListOrder {
  /** The value to sort by: publication date, time of the last change, displayed title, or start of an event. */
  by: 'date' | 'modified' | 'title' | 'start'
  isDescending: boolean
}

export function postSortExpressionSql(scope: Scope, kind: PostKind, by: ListOrder['by']): Sql {
  switch (by) {
    case 'date':
      return sql`p.published_at`
    case 'modified':
      return MODIFIED_AT
    case 'start':
      return sql`p.start_local`
    case 'title':
      return scope.db.dialect.binaryOrder(displayedTextColumnSql(scope, kind, sql`t.title_folded`))
  }
}

export const postOrderSql = (scope: Scope, kind: PostKind, { by, isDescending }: ListOrder): Sql =>
  isDescending
    ? sql`${postSortExpressionSql(scope, kind, by)} DESC, p.id DESC`
    : sql`${postSortExpressionSql(scope, kind, by)}, p.id`

export const MODIFIED_AT = sql`coalesce(p.modified_at, p.created_at)`

/** SQL expression for a column of the text that is displayed for a post. */
export const displayedTextColumnSql = (scope: Scope, kind: PostKind, column: Sql): Sql => sql`(
  SELECT ${column} FROM ${textTableOfKind(kind)} t WHERE t.${foreignKeyColumnOfKind(kind)} = ${idOfRecordWhoseTextsAreUsedSql(kind)}
    AND ${isTextInDisplayLanguageCondition(kind, displayLanguagesOfRequest(scope))})`
