import { type CollectionName, collectionNameOfKind, isPostKind, KINDS, type Kind } from '../../core/kinds.ts'
import { type Sql, sql } from '../../db/database.ts'
import {
  foreignKeyColumnOfKind,
  joinWithAnd,
  joinWithOr,
  tableOfKind,
  textTableOfKind,
  visibleToCallerCondition,
} from '../../db/sql-fragments.ts'
import { descriptionOrExcerptContainsCondition } from '../records/purge-pictures.ts'
import type { Scope } from '../scope.ts'

/** A record that shows a picture, as its image or in a text. */
export interface PictureUse {
  collection: CollectionName
  id: number
  title: string
}

/** Maximum number of records of one kind that are listed. */
const USES_MAX = 20

/** Lists records that show a picture and that the user may read: up to 20 of each kind. */
export async function listPictureUses(scope: Scope, pictureId: number): Promise<PictureUse[]> {
  const found = await Promise.all(KINDS.map((kind) => usesIn(scope, kind, pictureId)))
  return found.flat()
}

async function usesIn(scope: Scope, kind: Kind, pictureId: number): Promise<PictureUse[]> {
  const { db, caller, now, language } = scope
  const owner = foreignKeyColumnOfKind(kind)
  const inText = sql`p.id IN (SELECT ${owner} FROM ${textTableOfKind(kind)} WHERE ${descriptionOrExcerptContainsCondition(db, kind, `/media/${pictureId}-`)})`
  const isUse: Sql = isPostKind(kind) ? joinWithOr([sql`p.image_id = ${pictureId}`, inText]) : inText
  const where = isPostKind(kind) ? joinWithAnd([isUse, visibleToCallerCondition(caller, now)]) : isUse
  // The text in the language of the page comes first, then that in the original language.
  const title = sql`(SELECT t.title FROM ${textTableOfKind(kind)} t WHERE t.${owner} = p.id
    ORDER BY t.language = ${language} DESC, t.language LIMIT 1)`
  const rows = await db.slow.all<{ id: number; title: string | null }>(
    sql`SELECT p.id, ${title} AS title FROM ${tableOfKind(kind)} p WHERE ${where} ORDER BY p.id DESC LIMIT ${USES_MAX}`,
  )
  const collection = collectionNameOfKind(kind)
  return rows.map(({ id, title }) => ({ collection, id, title: title ?? '' }))
}
