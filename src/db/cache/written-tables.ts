/**
 * The tables of events and of what is recorded about them. They refer to venues, organizers, terms, images, accounts and
 * settings, but none of those refer to events. So a write to these tables leaves the records of all others unchanged, and
 * what was cached of those stays valid.
 */
const EVENT_TABLES = [
  'event',
  'event_text',
  'event_venue',
  'event_organizer',
  'event_category',
  'event_within',
  'event_tag',
  'event_count_later',
  'audit',
  'id_sequence',
]

/** Literals, quoted names and comments: text in which SQL keywords mean nothing. Nested comments do not match. */
const QUOTED_OR_COMMENT = /'[^']*'|"[^"]*"|--[^\n]*|\/\*(?:(?!\/\*|\*\/).)*\*\//gs

/**
 * What remains of quotes and comments that `QUOTED_OR_COMMENT` does not match: unterminated or nested ones, PostgreSQL's
 * dollar quotes, SQLite's backticks and `[names]`. Parameters (`$1`) and array types (`[]`) are excepted.
 */
const NOT_UNDERSTOOD = /['"`]|\/\*|\*\/|\$(?!\d)|\[(?!\])/

/** How a statement must begin; such statements write only where they contain a `WRITE_KEYWORD`, and the PRAGMAs nowhere. */
const UNDERSTOOD_STATEMENT =
  /^\s*(?:(?:SELECT|VALUES|WITH|INSERT|UPDATE|DELETE)\b|PRAGMA (?:cache_size|wal_autocheckpoint) =|$)/i

/** Every write contains one of these, also inside other statements: `WITH x AS (DELETE …)`, `SELECT … INTO`, `MERGE INTO`. */
const WRITE_KEYWORD = /\b(?:INTO|UPDATE|DELETE)\b/i

/** Uses of these keywords that are harmless: in row locks, in ON CONFLICT clauses, and before the name of an event table. */
const HARMLESS_KEYWORD = new RegExp(
  String.raw`\bFOR (?:NO KEY )?UPDATE\b|\bDO UPDATE SET\b|` +
    String.raw`\b(?:INSERT\s+INTO|DELETE\s+FROM|UPDATE)\s+(?:${EVENT_TABLES.join('|')})(?=[\s(;]|$)(?!\s*\.)`,
  'gi',
)

/** The cache is emptied when it is full: the few hundred texts that a server repeats are soon in it again. */
const CACHED_MAX = 500
const cache = new Map<string, boolean>()

/**
 * Whether a statement may write to a table that is not an event table, so that cached records become stale. The answer is
 * true unless the text is certainly a read, or certainly writes to event tables only; functions that a read calls are
 * assumed to write nothing.
 */
export function mayWriteOtherTables(text: string): boolean {
  const cached = cache.get(text)
  if (cached !== undefined) return cached
  if (cache.size >= CACHED_MAX) cache.clear()
  const result = !writesEventTablesAtMost(text)
  cache.set(text, result)
  return result
}

function writesEventTablesAtMost(text: string): boolean {
  // The engines disagree where a literal with a backslash, or a comment with a carriage return, ends.
  if (/[\\\r]/.test(text)) return false
  // A quoted name stays a word: in `UPDATE "venue" event`, the alias must not take the place of the table.
  const code = text.replace(QUOTED_OR_COMMENT, (match) => (/^['"]/.test(match) ? ' quoted ' : ' '))
  if (NOT_UNDERSTOOD.test(code)) return false
  if (!code.split(';').every((statement) => UNDERSTOOD_STATEMENT.test(statement))) return false
  return !WRITE_KEYWORD.test(code.replace(HARMLESS_KEYWORD, ' '))
}
