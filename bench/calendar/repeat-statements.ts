import { COMMON_COLUMNS } from '../../src/collections/events/repeat/write/insert-dates.ts'
import type { Language } from '../../src/core/language.ts'
import { idsIn, type RecordCounts } from './record-counts.ts'
import { FIRST_DAY, numbers, repeatEveryDays, TODAY } from './row-statements.ts'

/**
 * The setting `recurrence_months` of calendars with repeated events. The dates of an event with 100 dates end when this setting
 * demands no more of them at the current time of benchmarks.
 */
export const RECURRENCE_MONTHS = 22

/** The statements that make all events repeat without end. They run before the events are linked, which copies `listed_start`. */
export function repeatStatements(counts: RecordCounts): string[] {
  const days = repeatEveryDays(counts)
  const until = new Date((TODAY + (FIRST_DAY + counts.datesEach * days) * 86_400 - 1) * 1000).toISOString()
  return [
    `INSERT INTO setting (name, value) VALUES ('recurrence_months', '${RECURRENCE_MONTHS}')`,
    `INSERT INTO event_repeat (event_id, lines, is_hidden, is_endless, expanded_until)
      SELECT id, 'RRULE:FREQ=DAILY;INTERVAL=${days}', hide_from_listings, 1, '${until.slice(0, 19).replace('T', ' ')}' FROM event`,
    'UPDATE event SET hide_from_listings = 1 WHERE hide_from_listings = 0',
  ]
}

/** The statements that insert the dates of all repeated events, which have texts already, with their links. */
export function dateStatements(
  counts: RecordCounts,
  languages: readonly Language[],
  localOf: (seconds: string) => string,
): string[] {
  const { event } = idsIn(counts)
  const { events, datesEach } = counts
  const common = COMMON_COLUMNS.join()
  return [
    `INSERT INTO event (id, repeat_id, original_start, created_at, start_local, end_local, timezone, start_at, end_at,
        hide_from_listings, featured, languages, ${common})
      ${numbers(datesEach)}
      SELECT id, repeat_id, ${localOf('start_at')}, created_at, ${localOf('start_at')}, ${localOf('end_at')}, timezone,
        start_at, end_at, is_hidden, featured, languages, ${common}
      FROM (SELECT ${event(events)} + (e.id - ${event(1)}) * ${datesEach} + n.i AS id, e.id AS repeat_id, e.created_at, e.timezone,
        e.start_at + (n.i - 1) * ${repeatEveryDays(counts) * 86_400} AS start_at,
        e.end_at + (n.i - 1) * ${repeatEveryDays(counts) * 86_400} AS end_at, r.is_hidden, e.featured, spoken.languages,
        ${COMMON_COLUMNS.map((name) => `e.${name}`)}
        FROM event e JOIN event_repeat r ON r.event_id = e.id
          JOIN (${languagesOfEvents(languages)}) spoken ON spoken.id = e.id CROSS JOIN n) made
      ORDER BY id`,
    copyToDates('event_venue', 'venue_id, position, listed_start'),
    copyToDates('event_organizer', 'organizer_id, position, listed_start'),
    copyToDates('event_within', 'category_id, is_inherited, listed_start'),
    copyToDates('event_tag', 'tag_id, listed_start'),
  ]
}

/** Query for the languages of all events with texts, in the format of the column `event.languages`. */
function languagesOfEvents(languages: readonly Language[]): string {
  const each = languages
    .toSorted()
    .map(
      (language) =>
        `coalesce((SELECT ',${language}' FROM event_text t WHERE t.event_id = event.id AND t.language = '${language}'), '')`,
    )
  return `SELECT id, substr(${each.join(' || ')}, 2) AS languages FROM event`
}

/** The statement that copies rows of repeated events, which a table has by `event_id`, to their dates. */
function copyToDates(table: string, columns: string): string {
  const copied = columns.split(', ').map((name) => (name === 'listed_start' ? `d.${name}` : `l.${name}`))
  return `INSERT INTO ${table} (event_id, ${columns})
    SELECT d.id, ${copied} FROM event d JOIN ${table} l ON l.event_id = d.repeat_id ORDER BY d.id`
}
