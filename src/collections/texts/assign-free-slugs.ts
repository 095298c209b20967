import type { Kind } from '../../core/kinds.ts'
import type { Language } from '../../core/language.ts'
import { appendNumberToSlug } from '../../core/text/slug.ts'
import { type Reader, sql } from '../../db/database.ts'
import { nonEmptySlugCondition, textTableOfKind } from '../../db/sql-fragments.ts'

/**
 * The wanted slug of a new text. The text gets this slug with a numeric suffix if another text in the same language has
 * it.
 */
export interface WantedSlug {
  language: Language
  slug: string
}

/**
 * Cache of slugs that are already used; each entry is a key built by `keyOf`. Free slugs are not cached, because each
 * transaction must check them again.
 */
export type TakenSlugs = Set<string>

/**
 * Numeric suffixes that are checked in the same query as the wanted slug. For most duplicate titles this saves another
 * query.
 */
const SUFFIXES_AHEAD = [2, 4, 8, 16, 32, 64]
/** Keys in the cache of used slugs, which is emptied when it has more: about 5 MiB. */
const TAKEN_MAX = 50_000

const keyOf = ({ language, slug }: WantedSlug) => `${language} ${slug}`

/**
 * Assigns a free slug to each text, with the same results as calling `findFreeSlug` for one text after the other. Each
 * round picks slugs that are not in `taken` and looks up the unchecked ones, with one statement per language. Rounds
 * repeat until all picked slugs are checked.
 * @param taken cache of used slugs; the function adds the used slugs that it finds and those that it assigns, so the
 * cache is wrong after a rollback
 */
export async function assignFreeSlugs(
  db: Reader,
  kind: Kind,
  wanted: readonly WantedSlug[],
  taken: TakenSlugs,
): Promise<string[]> {
  if (taken.size > TAKEN_MAX) taken.clear()
  const free = new Set<string>()
  for (;;) {
    const given = new Set<string>()
    const unknown = new Map<string, WantedSlug>()
    const isFree = (slug: WantedSlug) => {
      const key = keyOf(slug)
      if (taken.has(key) || given.has(key)) return false
      if (!free.has(key)) unknown.set(key, slug)
      return true
    }
    const chosen = wanted.map(({ language, slug }) => {
      const found = firstFree(slug, (candidate) => isFree({ language, slug: candidate }))
      // If the chosen suffix turns out to be taken, larger ones have to be checked: look up the most likely ones in the
      // same statement.
      if (found !== slug && unknown.has(keyOf({ language, slug: appendNumberToSlug(slug, 2) }))) {
        for (const n of SUFFIXES_AHEAD) isFree({ language, slug: appendNumberToSlug(slug, n) })
      }
      given.add(keyOf({ language, slug: found }))
      return found
    })
    if (unknown.size === 0) {
      for (const key of given) taken.add(key)
      return chosen
    }
    for (const key of unknown.keys()) free.add(key)
    for (const key of await takenOf(db, kind, [...unknown.values()])) {
      free.delete(key)
      taken.add(key)
    }
  }
}

/**
 * Finds a free suffix: doubles the suffix until it is free, then searches for a smaller free one by bisection. Must
 * find the same suffix as `findFreeSlug` in free-slug.ts.
 */
function firstFree(wanted: string, isFree: (slug: string) => boolean): string {
  if (isFree(wanted)) return wanted
  let lower = 1
  let upper = 2
  while (!isFree(appendNumberToSlug(wanted, upper))) {
    lower = upper
    upper *= 2
  }
  while (upper - lower > 1) {
    const middle = Math.floor((lower + upper) / 2)
    if (isFree(appendNumberToSlug(wanted, middle))) upper = middle
    else lower = middle
  }
  return appendNumberToSlug(wanted, upper)
}

async function takenOf(db: Reader, kind: Kind, wanted: readonly WantedSlug[]): Promise<string[]> {
  const byLanguage = Map.groupBy(wanted, ({ language }) => language)
  const found = await Promise.all(
    Array.from(byLanguage, ([language, ofIt]) => {
      const slugs = ofIt.map(({ slug }) => slug)
      return db.all<WantedSlug>(sql`SELECT language, slug FROM ${textTableOfKind(kind)}
        WHERE ${nonEmptySlugCondition} AND language = ${language} AND ${db.dialect.inList(sql`slug`, slugs)}`)
    }),
  )
  return found.flat().map(keyOf)
}
