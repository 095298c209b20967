import type { Caller } from '../core/caller.ts'
import type { Page, PageRequest } from '../core/list-page.ts'
import { foldTextForSearch } from '../core/text/fold-text.ts'
import { empty, type Reader, raw, type Sql, sql } from '../db/database.ts'
import { readPageOfRows } from '../db/read-page-of-rows.ts'
import { joinWithAnd, joinWithOr } from '../db/sql-fragments.ts'
import { PICTURE_COLUMNS, type PictureRow } from './picture-store.ts'
import { pictureIsImageOfRecordCondition, visiblePictureCondition } from './picture-visibility.ts'

/** Selects the pictures to list. A member that is undefined does not filter. */
export interface PictureFilter {
  /** Text that must occur in the texts or the file name of a picture. */
  search?: string | undefined
  include?: readonly number[] | undefined
  exclude?: readonly number[] | undefined
  /** File names without the id at the beginning and without the extension. */
  slugs?: readonly string[] | undefined
  authors?: readonly number[] | undefined
  mimeTypes?: readonly string[] | undefined
  /** Whether to list only pictures that are the image of no record. */
  isNoImage?: boolean | undefined
}

export interface PictureOrder {
  by: 'date' | 'id' | 'title' | 'author' | 'include'
  direction: 'ASC' | 'DESC'
}

/**
 * Reads one page of the pictures that a filter selects and that the caller may see.
 * @param now seconds since 1970-01-01 UTC
 */
export function selectPageOfPictures(
  { db, caller, now }: { db: Reader; caller: Caller; now: number },
  filter: PictureFilter,
  order: PictureOrder,
  request: PageRequest,
): Promise<Page<PictureRow>> {
  const where = joinWithAnd([visiblePictureCondition(caller, now), ...conditionsOf(db, filter)])
  const selected = { columns: PICTURE_COLUMNS, from: sql`picture`, where, order: orderOf(db, filter, order) }
  return readPageOfRows(db, selected, request)
}

function conditionsOf({ dialect }: Reader, filter: PictureFilter): Sql[] {
  const { search, include, exclude = [], slugs, authors, mimeTypes } = filter
  const conditions: Sql[] = []
  if (search) conditions.push(dialect.contains(sql`picture.search_text`, foldTextForSearch(search)))
  if (include) conditions.push(dialect.inList(sql`picture.id`, include))
  if (exclude.length > 0) conditions.push(sql`NOT (${dialect.inList(sql`picture.id`, exclude)})`)
  if (slugs) {
    const names = slugs.map(
      (slug) => sql`CAST(picture.id AS text) || ${`-${slug.toLowerCase()}.`} || picture.extension`,
    )
    conditions.push(joinWithOr(names.map((name) => sql`picture.file_name = ${name}`)))
  }
  if (authors) conditions.push(dialect.inList(sql`picture.author_id`, authors))
  if (mimeTypes) conditions.push(dialect.inList(sql`picture.mime_type`, mimeTypes))
  if (filter.isNoImage) conditions.push(sql`NOT (${pictureIsImageOfRecordCondition(empty)})`)
  return conditions
}

function orderOf({ dialect }: Reader, { include }: PictureFilter, { by, direction: word }: PictureOrder): Sql {
  const direction = raw(word)
  switch (by) {
    case 'id':
      return sql`picture.id ${direction}`
    case 'title':
      // The column `search_text` begins with the title, so sorting by it sorts by title.
      return sql`${dialect.binaryOrder(sql`picture.search_text`)} ${direction}, picture.id ${direction}`
    case 'author':
      return sql`picture.author_id ${direction}, picture.id ${direction}`
    case 'include':
      if (include) return dialect.positionIn(sql`picture.id`, include)
  }
  return sql`picture.created_at ${direction}, picture.id ${direction}`
}
