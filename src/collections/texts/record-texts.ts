import { hasKindTextsColumn, isKindListedByDate, isTermKind, type Kind } from '../../core/kinds.ts'
import { LANGUAGES, type Language } from '../../core/language.ts'
import { foldTextForSearch } from '../../core/text/fold-text.ts'
import { empty, type Reader, type Sql, sql, type Transaction } from '../../db/database.ts'
import { foreignKeyColumnOfKind, tableOfKind, textTableOfKind } from '../../db/sql-fragments.ts'
import { type Scope, siteDefaultLanguage } from '../scope.ts'
import { buildSearchText } from './search-text.ts'

/** The texts of a record in one language. */
export interface RecordText {
  language: Language
  title: string
  description: string
  excerpt: string
  /** The slug; empty for drafts of events that have no slug yet. */
  slug: string
  /** Time of the last change of this text, in seconds since 1970-01-01 UTC. */
  modified_at: number
}

const hasExcerpt = (kind: Kind) => !isTermKind(kind)

/** Reads the texts of records in all languages, as a map by record id. */
export async function readRecordTexts(
  db: Reader,
  kind: Kind,
  ids: readonly number[],
): Promise<Map<number, RecordText[]>> {
  const texts = new Map<number, RecordText[]>(ids.map((id) => [id, []]))
  if (ids.length === 0) return texts
  const rows = await db.all<RecordText & { id: number }>(sql`
    SELECT ${foreignKeyColumnOfKind(kind)} AS id, language, title, description, ${hasExcerpt(kind) ? sql`excerpt` : sql`'' AS excerpt`},
      slug, modified_at
    FROM ${textTableOfKind(kind)} WHERE ${db.dialect.inList(sql`${foreignKeyColumnOfKind(kind)}`, ids)} ORDER BY language`)
  for (const { id, ...text } of rows) texts.get(id)?.push(text)
  return texts
}

/**
 * SQL for a column with all texts of a record as JSON, so that one statement reads records and their texts. The
 * record's table has the alias `p`.
 */
export const textsColumnSql = (db: Reader, kind: Kind): Sql =>
  sql`${hasKindTextsColumn(kind) ? sql`p.texts` : collectedTexts(db, kind)} AS texts_json`

/**
 * SQL assignments for an UPDATE of the record's table (alias `p`) after a change of its texts: they copy the texts into
 * the column `texts`. Empty for kinds of records without this column.
 */
export const textsColumnAssignments = (db: Reader, kind: Kind): Sql[] =>
  hasKindTextsColumn(kind) ? [sql`texts = ${collectedTexts(db, kind)}`] : []

function collectedTexts({ dialect }: Reader, kind: Kind): Sql {
  const excerpt = hasExcerpt(kind) ? sql`t.excerpt` : sql`''`
  const fields = sql`t.language, t.title, t.description, ${excerpt}, t.slug, t.modified_at`
  return dialect.jsonRows(fields, sql`${textTableOfKind(kind)} t WHERE t.${foreignKeyColumnOfKind(kind)} = p.id`)
}

/** A row of a query that selects the column built by `textsColumnSql`. */
export interface WithTexts {
  texts_json: string | null
}

/**
 * Adds the parsed texts to rows, instead of the JSON. A row without texts is skipped: another transaction is deleting
 * the record. Dates of one repeated event share the list of texts.
 */
export function parseTextsOfRows<Row extends object>(
  rows: readonly (Row & WithTexts)[],
): (Row & { texts: RecordText[] })[] {
  const parse = createTextsParser()
  return rows.flatMap((row) => {
    const texts = parse(row.texts_json)
    if (texts === undefined) return []
    return Object.assign(row, { texts, texts_json: undefined })
  })
}

/**
 * Creates a function that parses the column `texts` of the rows of one statement. It returns the same list for equal
 * columns, and undefined for a row without texts.
 */
export function createTextsParser(): (packed: string | null) => RecordText[] | undefined {
  const parsed = new Map<string, RecordText[]>()
  return (packed) => {
    if (packed === null || packed === '[]') return undefined
    const texts = parsed.get(packed) ?? parseTexts(packed)
    parsed.set(packed, texts)
    return texts
  }
}

function parseTexts(packed: string): RecordText[] {
  const texts = (JSON.parse(packed) as PackedText[]).map(unpacked)
  return texts.length > 1 ? texts.sort((one, other) => (one.language < other.language ? -1 : 1)) : texts
}

/** Encodes the texts of a record as JSON for the column `texts`. */
export const encodeTextsColumn = (texts: readonly RecordText[]): string =>
  JSON.stringify(
    texts.map(({ language, title, description, excerpt, slug, modified_at }): PackedText => {
      return [language, title, description, excerpt, slug, modified_at]
    }),
  )

/** The last result of `addDisplayText` for each record: cached records are displayed again and again. */
const displayedRecords = new WeakMap<object, { text: RecordText }>()

/**
 * A copy of the record, with the text to display in the requested language added as `text`. Callers must not modify it,
 * because they get the same copy again.
 */
export function addDisplayText<Row extends { texts: RecordText[]; original_language: Language }>(
  scope: Scope,
  record: Row,
): Row & { text: RecordText } {
  const text = chooseDisplayText(scope, record)
  const previous = displayedRecords.get(record)
  if (previous?.text === text) return previous as Row & { text: RecordText }
  const displayed = { ...record, text }
  displayedRecords.set(record, displayed)
  return displayed
}

type PackedText = [language: Language, title: string, description: string, excerpt: string, slug: string, at: number]

const unpacked = ([language, title, description, excerpt, slug, modified_at]: PackedText): RecordText => ({
  language,
  title,
  description,
  excerpt,
  slug,
  modified_at,
})

/**
 * The languages of texts in the order in which a request prefers them.
 * @param original original language of the record
 */
export const languagesInPreferredOrder = (scope: Scope, original: Language): readonly Language[] => [
  scope.language,
  siteDefaultLanguage(scope),
  original,
  ...LANGUAGES,
]

/**
 * Selects the text to display: the one in the requested language, else in the site's default language, else in the
 * record's original language, else in any.
 */
export function chooseDisplayText(
  scope: Scope,
  { texts, original_language }: { texts: readonly RecordText[]; original_language: Language },
): RecordText {
  const requested = texts.length === 1 ? texts[0] : texts.find(({ language }) => language === scope.language)
  if (requested) return requested
  for (const wanted of languagesInPreferredOrder(scope, original_language)) {
    const text = texts.find(({ language }) => language === wanted)
    if (text) return text
  }
  throw new Error('a record without any text')
}

/** The new texts of a record in one language. Texts that are undefined do not change. */
export interface TextInput {
  title?: string | undefined
  description?: string | undefined
  excerpt?: string | undefined
  /** The slug to store, which no other record may have. Undefined: the slug does not change. */
  slug?: string | undefined
}

/**
 * Inserts or updates the text of a record in one language.
 * @param previous the stored text; the caller must have locked the record before reading it
 */
export async function writeRecordText(
  tx: Transaction,
  kind: Kind,
  id: number,
  language: Language,
  input: TextInput,
  previous: RecordText | undefined,
  now: number,
): Promise<void> {
  if (!previous)
    return tx.runAll([
      buildRecordTextInsert(
        kind,
        id,
        language,
        input,
        now,
        sql`(SELECT p.listed_start FROM ${tableOfKind(kind)} p WHERE p.id = ${id})`,
      ),
    ])
  const title = input.title ?? previous.title
  const description = input.description ?? previous.description
  const excerpt = input.excerpt ?? previous.excerpt
  const slug = input.slug ?? previous.slug
  const withExcerpt = (fragment: Sql) => (hasExcerpt(kind) ? sql`${fragment},` : empty)
  await tx.run(sql`
    UPDATE ${textTableOfKind(kind)} SET title = ${title}, description = ${description}, ${withExcerpt(sql`excerpt = ${excerpt}`)}
      slug = ${slug}, title_folded = ${foldTextForSearch(title)}, search_text = ${buildSearchText(title, excerpt, description)},
      modified_at = ${now}
    WHERE ${foreignKeyColumnOfKind(kind)} = ${id} AND language = ${language}`)
}

/**
 * The SQL statement that inserts a text.
 * @param listedStart value of the column `listed_start`, which only texts of events have
 */
export function buildRecordTextInsert(
  kind: Kind,
  id: number,
  language: Language,
  { title = '', description = '', excerpt = '', slug = '' }: TextInput,
  now: number,
  listedStart: Sql,
): Sql {
  const withExcerpt = (fragment: Sql) => (hasExcerpt(kind) ? sql`${fragment},` : empty)
  const withListing = (fragment: Sql) => (isKindListedByDate(kind) ? sql`, ${fragment}` : empty)
  return sql`
    INSERT INTO ${textTableOfKind(kind)} (${foreignKeyColumnOfKind(kind)}, language, title, description, ${withExcerpt(sql`excerpt`)}
      slug, title_folded, search_text, modified_at${withListing(sql`listed_start`)})
    VALUES (${id}, ${language}, ${title}, ${description}, ${withExcerpt(sql`${excerpt}`)}
      ${slug}, ${foldTextForSearch(title)}, ${buildSearchText(title, excerpt, description)}, ${now}${withListing(listedStart)})`
}
