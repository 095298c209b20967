import { addDays } from '../src/core/instant.ts'
import type { Language } from '../src/core/language.ts'
import { type Database, raw, sql, type Transaction } from '../src/db/database.ts'

/** The first day of a made calendar; its events follow each other by the minute. */
export const FIRST_DAY = '2031-01-01 00:00:00'

const VENUES = 500
const ORGANIZERS = 100
const CATEGORIES = 12
const TAGS = 40

export interface CalendarSize {
  events: number
  /** The first is the original of all records; each text exists in every one of them. */
  languages: readonly Language[]
}

/** Fills an empty database with SQL alone, in seconds: for measuring reads of calendars of any size. */
export async function fillCalendar(db: Database, { events, languages }: CalendarSize): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.run(sql`INSERT INTO account (id, login, display_name, role, created_at)
      VALUES (1, 'admin', 'admin', 'administrator', 0)`)
    const numbers = (last: number) =>
      sql`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${last})`
    const original = languages[0] as Language
    const post = sql`1, ${original}, 'publish', 0, 'settled', 0`
    const shared = sql`author_id, original_language, status, published_at, dating, created_at`
    await tx.run(sql`INSERT INTO venue (id, ${shared}, city, search_text)
      ${numbers(VENUES)} SELECT i, ${post}, 'Town', 'town' FROM n`)
    await tx.run(sql`INSERT INTO organizer (id, ${shared}, search_text)
      ${numbers(ORGANIZERS)} SELECT ${VENUES} + i, ${post}, '' FROM n`)
    await tx.run(sql`INSERT INTO category (id, original_language) ${numbers(CATEGORIES)} SELECT i, ${original} FROM n`)
    await tx.run(sql`INSERT INTO tag (id, original_language) ${numbers(TAGS)} SELECT 100 + i, ${original} FROM n`)
    await fillEvents(tx, events, post, shared)
    for (const language of languages) {
      for (const kind of ['event', 'venue', 'organizer', 'category', 'tag'] as const)
        await fillTexts(tx, kind, language)
    }
  })
  // Plans are chosen by what the engine knows of the tables.
  await db.transaction((tx) => tx.script('ANALYZE'))
}

async function fillEvents(
  tx: Transaction,
  events: number,
  post: ReturnType<typeof sql>,
  shared: ReturnType<typeof sql>,
) {
  const start = startOf(tx)
  await tx.run(sql`
    INSERT INTO event (id, ${shared}, start_local, end_local, timezone, start_at, end_at)
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${events})
    SELECT 1000 + i, ${post}, ${start}, ${start}, 'UTC', 1925000000 + i * 60, 1925000000 + i * 60 FROM n`)
  for (const [kind, count, base] of [
    ['venue', VENUES, 0],
    ['organizer', ORGANIZERS, VENUES],
    ['category', CATEGORIES, 0],
    ['tag', TAGS, 100],
  ] as const) {
    const ordered = kind === 'venue' || kind === 'organizer'
    await tx.run(sql`
      INSERT INTO ${raw(`event_${kind}`)} (event_id, ${raw(`${kind}_id`)}${ordered ? sql`, position` : sql``})
      SELECT id, ${base} + 1 + id % ${count}${ordered ? sql`, 0` : sql``} FROM event`)
  }
}

/** Wall clock of the i-th event, as each engine adds minutes to a day. */
const startOf = (tx: Transaction) =>
  tx.dialect.engine === 'sqlite'
    ? sql`strftime('%Y-%m-%d %H:%M:%S', ${FIRST_DAY}, (i * 5) || ' minutes')`
    : sql`to_char(${FIRST_DAY}::timestamp + i * interval '5 minutes', 'YYYY-MM-DD HH24:MI:SS')`

async function fillTexts(
  tx: Transaction,
  kind: 'event' | 'venue' | 'organizer' | 'category' | 'tag',
  language: Language,
) {
  const hasExcerpt = kind !== 'category' && kind !== 'tag'
  const title = sql`CAST(${`${kind} ${language} `} AS text) || id`
  await tx.run(sql`
    INSERT INTO ${raw(`${kind}_text`)} (${raw(`${kind}_id`)}, language, title, description,
      ${hasExcerpt ? sql`excerpt,` : sql``} slug, title_folded, search_text, modified_at)
    SELECT id, ${language}, ${title}, '<p>What there is to know.</p>', ${hasExcerpt ? sql`'',` : sql``}
      CAST(${`${kind}-${language}-`} AS text) || id, ${title}, ${title}, 0
    FROM ${raw(kind)}`)
}

/** The last day of a calendar of so many events. */
export const lastDay = (events: number) => addDays(FIRST_DAY, Math.ceil((events * 5) / 1440) + 1)
