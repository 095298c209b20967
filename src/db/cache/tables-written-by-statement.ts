/**
 * The "event tables": events and the data recorded about them. They refer to venues, organizers, terms, images,
 * accounts and settings, but no other table refers to event tables. So when a transaction writes to event tables only,
 * cached venues, organizers and other records stay valid. Sessions, mails and links to previews count as event tables,
 * because no cached record depends on them.
 */
const EVENT_TABLES = [
  'event',
  'event_text',
  'event_venue',
  'event_organizer',
  'event_within',
  'event_tag',
  'event_series',
  'event_repeat',
  'event_count_later',
  'audit',
  'idempotency',
  'session',
  'identity',
  'passkey_challenge',
  'mail',
  'submission',
  'submission_note',
  'submission_picture',
  'submission_key',
  'redirect',
  'external_id',
  'import_run',
  'import_problem',
  'import_write',
  'subscription',
  'place_venue',
  'event_distinct',
  'revision',
  'draft_link',
  'id_sequence',
]

/**
 * Matches SQL string literals, quoted names and comments, in which SQL keywords have no meaning. Does not match nested
 * comments.
 */
const QUOTED_OR_COMMENT = /'[^']*'|"[^"]*"|--[^\n]*|\/\*(?:(?!\/\*|\*\/).)*\*\//gs

/**
 * Matches syntax that this file cannot analyze, in a statement without the parts that `QUOTED_OR_COMMENT` matches:
 * unterminated strings, nested comments, PostgreSQL's dollar quotes, SQLite's backticks and `[names]`. Does not match
 * parameters (`$1`) and array types (`[]`).
 */
const NOT_UNDERSTOOD = /['"`]|\/\*|\*\/|\$(?!\d)|\[(?!\])/

/**
 * Matches statements for which the keywords in `WRITE_KEYWORD` show whether they write. This PRAGMA never writes to
 * tables.
 */
const UNDERSTOOD_STATEMENT = /^\s*(?:(?:SELECT|VALUES|WITH|INSERT|UPDATE|DELETE)\b|PRAGMA cache_size =|$)/i

/**
 * Matches the keywords of SQL statements that write: every such statement contains one of them, also `WITH x AS (DELETE
 * …)`, `SELECT … INTO` and `MERGE INTO`.
 */
const WRITE_KEYWORD = /\b(?:INTO|UPDATE|DELETE)\b/i

/**
 * Matches the keywords of `WRITE_KEYWORD` where they change no table other than event tables: in row locks, in ON
 * CONFLICT clauses, and in writes to event tables.
 */
const HARMLESS_KEYWORD = new RegExp(
  String.raw`\bFOR (?:NO KEY )?UPDATE\b|\bDO UPDATE SET\b|` +
    String.raw`\b(?:INSERT\s+INTO|DELETE\s+FROM|UPDATE)\s+(?:${EVENT_TABLES.join('|')})(?=[\s(;]|$)(?!\s*\.)`,
  'gi',
)

/**
 * The maximum number of results that are cached by SQL text; a full cache is emptied. A server repeats only a few
 * hundred texts.
 */
const CACHED_MAX = 500
const cache = new Map<string, boolean>()

/**
 * Whether a SQL statement may write to a table other than the event tables, so that cached records may become stale.
 * Returns false only if the text is certainly a read or certainly writes to event tables only. Assumes that SQL
 * functions called by a SELECT write nothing.
 */
export function mayStatementWriteNonEventTables(text: string): boolean {
  const cached = cache.get(text)
  if (cached !== undefined) return cached
  if (cache.size >= CACHED_MAX) cache.clear()
  const result = !writesEventTablesAtMost(text)
  cache.set(text, result)
  return result
}

function writesEventTablesAtMost(text: string): boolean {
  // SQLite and PostgreSQL disagree where a string with a backslash, or a comment with a carriage return, ends. So a
  // statement with one of these characters counts as a write to tables other than event tables.
  if (/[\\\r]/.test(text)) return false
  // Replaces quoted names in the SQL text by the word `quoted`: otherwise
  // `UPDATE "venue" event` would look like an update of the table `event`.
  const code = text.replace(QUOTED_OR_COMMENT, (match) => (/^['"]/.test(match) ? ' quoted ' : ' '))
  if (NOT_UNDERSTOOD.test(code)) return false
  if (!code.split(';').every((statement) => UNDERSTOOD_STATEMENT.test(statement))) return false
  return !WRITE_KEYWORD.test(code.replace(HARMLESS_KEYWORD, ' '))
}
