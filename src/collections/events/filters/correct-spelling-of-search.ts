import { isPostKind, type Kind, LINKED_KINDS } from '../../../core/kinds.ts'
import { splitSearchIntoWords } from '../../../core/text/fold-text.ts'
import { instantToLocal } from '../../../core/time/instant.ts'
import { startOfDay } from '../../../core/time/local-time.ts'
import { sql } from '../../../db/database.ts'
import {
  foreignKeyColumnOfKind,
  publiclyVisibleCondition,
  tableOfKind,
  textTableOfKind,
} from '../../../db/sql-fragments.ts'
import type { Scope } from '../../scope.ts'
import { ALL_TIME, isDateAboutInWindowCondition } from './date-window.ts'
import { findSimilarWord } from './similar-words.ts'

/**
 * Maximum number of titles of each kind of record whose words are counted: those of the next events, and the newest
 * names.
 */
const TITLES_MAX = 5_000
const WORD = /[\p{L}\p{N}]{3,}/gu

/**
 * Replaces the words of a search that occur in no title of an upcoming public event and in no name of a public venue,
 * organizer, series, category or tag, by similar words that occur there.
 * @returns undefined if no word was replaced
 */
export async function correctSpellingOfSearch(scope: Scope, search: string): Promise<string | undefined> {
  const counts = await countTitleWords(scope)
  const titles = [...counts.keys()]
  let isReplaced = false
  const words = splitSearchIntoWords(search).map((word) => {
    if (titles.some((title) => title.includes(word))) return word
    const near = findSimilarWord(word, counts)
    if (near === undefined) return word
    isReplaced = true
    return near
  })
  return isReplaced ? words.map((word) => (word.includes(' ') ? `"${word}"` : word)).join(' ') : undefined
}

/**
 * The words of titles and names, case-folded, with the number of titles that contain them. Cached until the next write.
 */
async function countTitleWords(scope: Scope): Promise<ReadonlyMap<string, number>> {
  const { db, language } = scope
  const cached = await db.countCache().find('title words', [language], async () => {
    const titles = await Promise.all([loadEventTitles(scope), ...LINKED_KINDS.map((kind) => loadNames(scope, kind))])
    const counts = new Map<string, number>()
    for (const { title } of titles.flat()) {
      for (const word of new Set(title.match(WORD))) counts.set(word, (counts.get(word) ?? 0) + 1)
    }
    return new Map([[language, counts]])
  })
  return cached.get(language) ?? new Map()
}

/** The titles of the next events, and those of repeated events, whose dates have no texts of their own. */
async function loadEventTitles({ db, language, site, now }: Scope) {
  const today = startOfDay(instantToLocal(now, site.timezone))
  const titles = await Promise.all([
    db.slow.all<{ title: string }>(sql`
      SELECT t.title_folded AS title FROM event_text t WHERE t.language = ${language} AND t.listed_start >= ${today}
      ORDER BY t.listed_start LIMIT ${TITLES_MAX}`),
    db.slow.all<{ title: string }>(sql`
      SELECT t.title_folded AS title FROM event_repeat r
      JOIN event_text t ON t.event_id = r.event_id AND t.language = ${language}
      WHERE EXISTS (SELECT 1 FROM event p WHERE p.repeat_id = r.event_id AND p.listed_start >= ${today}
        AND ${isDateAboutInWindowCondition({ from: today, to: ALL_TIME.to })})
      ORDER BY r.event_id DESC LIMIT ${TITLES_MAX}`),
  ])
  return titles.flat()
}

function loadNames({ db, now }: Scope, kind: Exclude<Kind, 'event'>) {
  const isVisible = isPostKind(kind) ? publiclyVisibleCondition(now) : sql`1 = 1`
  return db.slow.all<{ title: string }>(sql`
    SELECT t.title_folded AS title FROM ${tableOfKind(kind)} p
    JOIN ${textTableOfKind(kind)} t ON t.${foreignKeyColumnOfKind(kind)} = p.id WHERE ${isVisible}
    ORDER BY p.id DESC LIMIT ${TITLES_MAX}`)
}
