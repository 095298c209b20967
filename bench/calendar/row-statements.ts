import type { Language } from '../../src/core/language.ts'
import { packedLinksOf } from './link-statements.ts'
import { pseudoRandom } from './pseudo-random.ts'
import { idsIn, type RecordCounts } from './record-counts.ts'

/**
 * SQL statements that fill a calendar, for both engines. Pseudo-random values are derived from ids, so calendars of the same
 * size are identical.
 */

/** 2031-01-01 12:00 UTC: the current time of benchmarks. */
export const NOW = 1_925_035_200
export const TODAY = NOW - 43_200
/** 2020-09-13: all records are published before the actual current time. */
const PUBLISHED_AT = 1_600_000_000
/** 2100-01-01: still scheduled at the actual current time. */
const SCHEDULED_AT = 4_102_444_800

/** Percentage of events with a text in the first, second and third language. */
const TRANSLATED_OF_100 = [100, 15, 5]

export const numbers = (last: number) =>
  `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${last})`

/** Statements that insert venues, organizers, categories with their hierarchy, and tags. */
export function placeAndTermStatements(counts: RecordCounts, languages: readonly Language[]): string[] {
  const { venues, organizers, categories, tags } = counts
  const original = languages[0]
  const post = `1, '${original}', 'publish', ${PUBLISHED_AT}, 'settled', ${PUBLISHED_AT}`
  const shared = 'id, author_id, original_language, status, published_at, dating, created_at'
  return [
    `INSERT INTO venue (${shared}, address, city, country, geo_lat, geo_lng, search_text)
      ${numbers(venues)} SELECT i, ${post}, 'Main Street ' || i, 'Town ' || (i % 40), 'Finland',
      60 + ${pseudoRandom('i', 1, 1000)} / 1000.0, 24 + ${pseudoRandom('i', 2, 1000)} / 1000.0, 'main street ' || i || ' town ' || (i % 40)
      FROM n`,
    `INSERT INTO organizer (${shared}, email, search_text) ${numbers(organizers)}
      SELECT ${venues} + i, ${post}, 'office' || i || '@calendar.example', 'office' || i || '@calendar.example' FROM n`,
    `INSERT INTO category (id, parent_id, original_language) ${numbers(categories)}
      SELECT i, CASE WHEN i <= 16 THEN NULL WHEN i <= 48 THEN 2 + i % 15 ELSE 17 + i % 32 END, '${original}' FROM n`,
    `INSERT INTO category_within (category_id, ancestor_id)
      WITH RECURSIVE up (category_id, ancestor_id) AS (SELECT id, id FROM category
        UNION ALL SELECT up.category_id, c.parent_id FROM up JOIN category c ON c.id = up.ancestor_id
        WHERE c.parent_id IS NOT NULL)
      SELECT category_id, ancestor_id FROM up`,
    `INSERT INTO tag (id, original_language) ${numbers(tags)} SELECT ${categories} + i, '${original}' FROM n`,
    ...languages.flatMap((language) =>
      (['venue', 'organizer', 'category', 'tag'] as const).map((kind) => {
        const title = `'${kind} ${language} ' || id`
        return `INSERT INTO ${kind}_text (${kind}_id, language, title, description, slug, title_folded, search_text, modified_at)
          SELECT id, '${language}', ${title}, '<p>What there is to know.</p>', '${kind}-${language}-' || id, ${title},
          ${title} || '\n\nwhat there is to know.', ${PUBLISHED_AT} FROM ${kind}`
      }),
    ),
  ]
}

/** The earliest start of repeated events, in days from today. */
export const FIRST_DAY = -30

/** Days between two dates of a repeated event: its dates fill 700 days. */
export const repeatEveryDays = ({ datesEach }: RecordCounts) => Math.max(1, Math.floor(700 / datesEach))

/**
 * The statement that inserts events: 10 % past, 80 % in the next 24 months, 10 % later; some are drafts, private, hidden or
 * scheduled. Events that are going to repeat begin at about the same time.
 */
export function eventStatement(
  counts: RecordCounts,
  pools: readonly PoolSize[],
  localOf: (seconds: string) => string,
): string {
  const original = pools[0]?.language
  const { event } = idsIn(counts)
  const day =
    counts.datesEach > 0
      ? `${FIRST_DAY} + ${pseudoRandom('i', 4, repeatEveryDays(counts))}`
      : `CASE WHEN ${pseudoRandom('i', 3, 100)} < 10 THEN -1 - ${pseudoRandom('i', 4, 365)}
        WHEN ${pseudoRandom('i', 3, 100)} < 90 THEN ${pseudoRandom('i', 4, 730)} ELSE 730 + ${pseudoRandom('i', 4, 730)} END`
  return `INSERT INTO event (id, author_id, original_language, status, published_at, dating, created_at, start_local,
      end_local, timezone, start_at, end_at, cost, website, hide_from_listings, featured, links, texts, is_public)
    ${numbers(counts.events)}
    SELECT id, 1, '${original}', CASE fate WHEN 0 THEN 'draft' WHEN 1 THEN 'private' ELSE 'publish' END,
      CASE fate WHEN 2 THEN ${SCHEDULED_AT} ELSE ${PUBLISHED_AT} + i END,
      CASE fate WHEN 0 THEN 'floating' WHEN 2 THEN 'given' ELSE 'settled' END, ${PUBLISHED_AT} + i,
      ${localOf('start_at')}, ${localOf('start_at + 7200')}, 'UTC', start_at, start_at + 7200, '',
      'https://calendar.example/' || i, CASE fate WHEN 3 THEN 1 ELSE 0 END,
      CASE WHEN ${pseudoRandom('i', 5, 100)} < 3 THEN 1 ELSE 0 END, ${packedLinksOf(counts, 'made.id')}, ${packedTexts(pools, 'made.id')}, CASE WHEN fate <= 2 THEN 0 ELSE 1 END
    FROM (SELECT ${event(0)} + i AS id, i, ${pseudoRandom('i', 6, 200)} AS fate,
      ${TODAY} + (${day}) * 86400 + (8 + ${pseudoRandom('i', 7, 14)}) * 3600 + ${pseudoRandom('i', 8, 4)} * 900 AS start_at FROM n) made
    ORDER BY id`
}

/** Number of rows in the tables `bench_phrase_<language>` and `bench_paragraph_<language>`. */
export interface PoolSize {
  language: Language
  phrases: number
  paragraphs: number
}

/** SQL for the text of an event in its nth language: ids in the text pool, and the condition for the text. */
function partsOf({ phrases, paragraphs }: PoolSize, nth: number, id: string) {
  const salt = 40 + nth * 10
  return {
    a: `1 + ${pseudoRandom(id, salt, phrases)}`,
    b: `1 + ${pseudoRandom(id, salt + 1, phrases)}`,
    p: `1 + ${pseudoRandom(id, salt + 2, paragraphs)}`,
    condition: `${pseudoRandom(id, salt + 3, 100)} < ${TRANSLATED_OF_100[nth] ?? 5}`,
  }
}

const TITLE = `a.text || ' ' || b.text`
const DESCRIPTION = `'<p>' || p.text || '</p>'`
const slugOf = (id: string) => `a.slug || '-' || b.slug || '-' || ${id}`

/** The texts in the format of the column `event.texts`; no word contains a quotation mark. */
function packedTexts(pools: readonly PoolSize[], id: string): string {
  const texts = pools.map((pool, nth) => {
    const { language } = pool
    const parts = partsOf(pool, nth, id)
    const text = `'["${language}","' || ${TITLE} || '","' || ${DESCRIPTION} || '","","' || ${slugOf(id)} || '",${PUBLISHED_AT}]'`
    return `CASE WHEN ${parts.condition} THEN ${nth > 0 ? `',' ||` : ''} (SELECT ${text}
      FROM bench_phrase_${language} a CROSS JOIN bench_phrase_${language} b CROSS JOIN bench_paragraph_${language} p
      WHERE a.id = ${parts.a} AND b.id = ${parts.b} AND p.id = ${parts.p}) ELSE '' END`
  })
  return `'[' || ${texts.join(' || ')} || ']'`
}

/** The statement that inserts the event texts of the nth language. */
export function eventTextStatement(pool: PoolSize, nth: number): string {
  const { language } = pool
  const parts = partsOf(pool, nth, 'e.id')
  return `INSERT INTO event_text (event_id, language, title, description, slug, title_folded, search_text, modified_at, listed_start)
    SELECT e.id, '${language}', ${TITLE}, ${DESCRIPTION}, ${slugOf('e.id')},
      a.folded || ' ' || b.folded, a.folded || ' ' || b.folded || '\n\n' || p.folded, ${PUBLISHED_AT}, e.listed_start
    FROM event e JOIN bench_phrase_${language} a ON a.id = ${parts.a} JOIN bench_phrase_${language} b ON b.id = ${parts.b}
      JOIN bench_paragraph_${language} p ON p.id = ${parts.p}
    WHERE ${parts.condition}`
}

/** The languages of dates of repeated events, which have no texts of their own. */
export const LANGUAGES_OF_DATES = `(SELECT d.id AS event_id, t.language, d.listed_start
  FROM event d JOIN event_text t ON t.event_id = d.repeat_id)`

const LISTED = [
  ['language', 'event_text', 'language'],
  ['language', `${LANGUAGES_OF_DATES} dates`, 'language'],
  ['venue', 'event_venue', 'venue_id'],
  ['organizer', 'event_organizer', 'organizer_id'],
  ['category', 'event_within', 'category_id'],
  ['tag', 'event_tag', 'tag_id'],
] as const
const PUBLIC = [
  ['language', 'event_text', 'language'],
  ['category', '(SELECT event_id, category_id FROM event_within WHERE is_inherited IS NULL)', 'category_id'],
  ['tag', 'event_tag', 'tag_id'],
] as const

/** Query for the counters that triggers maintain: `facet`, `day`, `events`. */
export const COUNTED_FROM_ROWS = [
  `SELECT 'all' AS facet, substr(CAST(listed_start AS text), 1, 10) AS day, count(*) AS events FROM event
    WHERE listed_start IS NOT NULL GROUP BY 2`,
  `SELECT 'featured', substr(CAST(listed_start AS text), 1, 10), count(*) FROM event
    WHERE listed_start IS NOT NULL AND featured = 1 GROUP BY 2`,
  `SELECT 'evening', substr(CAST(listed_start AS text), 1, 10), count(*) FROM event
    WHERE listed_start IS NOT NULL AND is_evening = 1 GROUP BY 2`,
  ...LISTED.map(
    ([
      facet,
      table,
      column,
    ]) => `SELECT '${facet}:' || ${column}, substr(CAST(listed_start AS text), 1, 10), count(*) FROM ${table}
      WHERE listed_start IS NOT NULL GROUP BY ${column}, 2`,
  ),
  ...PUBLIC.map(
    ([facet, table, column]) => `SELECT 'public:${facet}:' || ${column}, '', count(*) FROM ${table} l
      JOIN event e ON e.id = l.event_id WHERE e.is_public = 1 AND e.repeat_id IS NULL GROUP BY ${column}`,
  ),
].join(' UNION ALL ')
