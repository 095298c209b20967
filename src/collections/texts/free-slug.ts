import type { Kind } from '../../core/kinds.ts'
import type { Language } from '../../core/language.ts'
import { appendNumberToSlug, slugify } from '../../core/text/slug.ts'
import { type Reader, sql, type Transaction } from '../../db/database.ts'
import { foreignKeyColumnOfKind, nonEmptySlugCondition, textTableOfKind } from '../../db/sql-fragments.ts'

/** Whether another record of the same kind has this slug in a language. @param except id of the record itself */
export async function isSlugTaken(db: Reader, kind: Kind, language: Language, slug: string, except: number) {
  const row = await db.get(sql`
    SELECT 1 AS one FROM ${textTableOfKind(kind)}
    WHERE ${nonEmptySlugCondition} AND language = ${language} AND slug = ${slug} AND ${foreignKeyColumnOfKind(kind)} <> ${except}`)
  return row !== undefined
}

/**
 * Returns the slug `wanted` or, if another record has it, `wanted` with a numeric suffix. The function doubles the
 * suffix until it is free and then searches by bisection, so that even the ten-thousandth duplicate needs few queries.
 * @param except id of a record whose own slug counts as free
 */
export async function findFreeSlug(tx: Transaction, kind: Kind, language: Language, wanted: string, except: number) {
  const isFree = async (slug: string) => !(await isSlugTaken(tx, kind, language, slug, except))
  // Transactions that want the same slug wait for each other at this lock; without it both would find the slug free.
  const [, isWantedFree] = await Promise.all([tx.lock(`slug ${kind} ${language} ${wanted}`), isFree(wanted)])
  if (isWantedFree) return wanted
  let taken = 1
  let free = 2
  while (!(await isFree(appendNumberToSlug(wanted, free)))) {
    taken = free
    free *= 2
  }
  while (free - taken > 1) {
    const middle = Math.floor((taken + free) / 2)
    if (await isFree(appendNumberToSlug(wanted, middle))) free = middle
    else taken = middle
  }
  return appendNumberToSlug(wanted, free)
}

/** Returns a free slug, built from the title or, when the title has no letters or digits, from the id. */
export const findFreeSlugForTitle = (tx: Transaction, kind: Kind, language: Language, title: string, id: number) =>
  findFreeSlug(tx, kind, language, slugify(title, language) || String(id), id)
