import type { EventQuery } from '../../src/collections/events/event-parameters.ts'
import { events } from '../../src/collections/events/index.ts'
import type { Scope } from '../../src/collections/scope.ts'
import { ANONYMOUS } from '../../src/core/caller.ts'
import { Problems } from '../../src/core/errors.ts'
import { NATIVE } from '../../src/core/faces.ts'
import type { Language } from '../../src/core/language.ts'
import { createUrlBuilder } from '../../src/core/urls.ts'
import { type Database, sql } from '../../src/db/database.ts'
import { DEFAULT_SETTINGS } from '../../src/settings/site-settings.ts'
import { NOW } from '../calendar/row-statements.ts'

/** The work of the server for a parsed request: query, presentation and serialization, without HTTP and response cache. */

const LANGUAGES: readonly Language[] = ['en', 'de', 'fr']

const scopeOf = (db: Database, language: Language, now: number): Scope => ({
  db,
  caller: ANONYMOUS,
  language,
  languages: LANGUAGES,
  face: NATIVE,
  urls: createUrlBuilder({ main: 'https://calendar.example' }, `/${language}`, NATIVE, LANGUAGES),
  site: DEFAULT_SETTINGS,
  now,
})

/** Query of an event list, with options of the benchmark. */
export interface ListingQuery extends EventQuery {
  language?: Language
  /** Moves the current time by this many days, which changes the default time range. */
  daysLater?: number
  /** Accepts an empty page. */
  mayBeEmpty?: boolean
}

/** The response body of an event list. @throws for an empty page, which would distort the measurement */
export async function renderListing(
  db: Database,
  { language = 'en', daysLater = 0, mayBeEmpty, ...query }: ListingQuery,
) {
  const scope = scopeOf(db, language, NOW + daysLater * 86_400)
  const { rows, total, links } = await events.list(scope, query, new Problems())
  if (rows.length === 0 && !mayBeEmpty) throw new Error(`the event list is empty for ${JSON.stringify(query)}`)
  return JSON.stringify({ events: rows.map((row) => events.present(scope, row)), total, links })
}

/** The response body of a single event. */
export async function renderEvent(db: Database, key: { id: number } | { slug: string }): Promise<string> {
  const scope = scopeOf(db, 'en', NOW)
  const row = await events.find(scope, key)
  if (!row || !events.rights.canRead(scope, row)) throw new Error(`${JSON.stringify(key)} is not readable`)
  return JSON.stringify(events.present(scope, row, true))
}

/** Ids and slugs of `count` public events, spread over the whole calendar. */
export async function pickReadableEvents(db: Database, count: number): Promise<{ id: number; slug: string }[]> {
  const counted = await db.get<{ total: number }>(sql`SELECT count(*) AS total FROM event`)
  const step = Math.max(1, Math.floor((counted?.total ?? 0) / count / 2))
  const found = await db.all<{ id: number; slug: string }>(sql`
    SELECT event_id AS id, slug FROM event_text
    WHERE language = 'en' AND listed_start IS NOT NULL AND event_id % ${step} = 0 LIMIT ${count}`)
  if (found.length < count) throw new Error(`only ${found.length} of ${count} events are public`)
  return found
}
