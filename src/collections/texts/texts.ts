import { hasListedStart, hasTextsColumn, isTerm, type Kind } from '../../core/kinds.ts'
import { LANGUAGES, type Language } from '../../core/language.ts'
import { foldText } from '../../core/text/fold.ts'
import { numberedSlug, slugify } from '../../core/text/slug.ts'
import { empty, type Reader, type Sql, sql, type Transaction } from '../../db/database.ts'
import { hasSlug, idColumn, kindTable, textTable } from '../../db/fragments.ts'
import { type Scope, siteDefault } from '../collection.ts'
import { buildSearchText } from './search-text.ts'

/** The texts of a record in one language. */
export interface RecordText {
  language: Language
  title: string
  description: string
  excerpt: string
  /** Empty for event drafts without a slug. */
  slug: string
  /** Last change of this text: seconds since 1970-01-01 UTC. */
  modified_at: number
}

const hasExcerpt = (kind: Kind) => !isTerm(kind)

/** Reads all texts of the records, by id. */
export async function readTexts(db: Reader, kind: Kind, ids: readonly number[]): Promise<Map<number, RecordText[]>> {
  const texts = new Map<number, RecordText[]>(ids.map((id) => [id, []]))
  if (ids.length === 0) return texts
  const rows = await db.all<RecordText & { id: number }>(sql`
    SELECT ${idColumn(kind)} AS id, language, title, description, ${hasExcerpt(kind) ? sql`excerpt` : sql`'' AS excerpt`},
      slug, modified_at
    FROM ${textTable(kind)} WHERE ${db.dialect.inList(sql`${idColumn(kind)}`, ids)} ORDER BY language`)
  for (const { id, ...text } of rows) texts.get(id)?.push(text)
  return texts
}

/** A column with all texts of the record `p` as JSON, so that one statement reads records and texts. */
export const textsColumn = (db: Reader, kind: Kind): Sql =>
  sql`${hasTextsColumn(kind) ? sql`p.texts` : collectedTexts(db, kind)} AS texts_json`

/**
 * Assignments that copy the current texts into the column `texts` of `p`, for kinds that have it. For an UPDATE after a
 * change of the texts.
 */
export const refreshTextsColumn = (db: Reader, kind: Kind): Sql[] =>
  hasTextsColumn(kind) ? [sql`texts = ${collectedTexts(db, kind)}`] : []

function collectedTexts({ dialect }: Reader, kind: Kind): Sql {
  const excerpt = hasExcerpt(kind) ? sql`t.excerpt` : sql`''`
  const fields = sql`t.language, t.title, t.description, ${excerpt}, t.slug, t.modified_at`
  return dialect.jsonRows(fields, sql`${textTable(kind)} t WHERE t.${idColumn(kind)} = p.id`)
}

/** A row with the column of `textsColumn`. */
export interface WithTexts {
  texts_json: string | null
}

/** Rows with parsed texts. A record without texts is being deleted by another transaction and is skipped. */
export function unpackTexts<Row extends object>(rows: readonly (Row & WithTexts)[]): (Row & { texts: RecordText[] })[] {
  return rows.flatMap((row) => {
    const { texts_json: packed, ...record } = row
    if (packed === null || packed === '[]') return []
    const texts = (JSON.parse(packed) as PackedText[]).map(unpacked)
    if (texts.length > 1) texts.sort((one, other) => (one.language < other.language ? -1 : 1))
    return Object.assign(record as unknown as Row, { texts })
  })
}

/** The texts in the JSON format of the column `texts`. */
export const packTexts = (texts: readonly RecordText[]): string =>
  JSON.stringify(
    texts.map(({ language, title, description, excerpt, slug, modified_at }): PackedText => {
      return [language, title, description, excerpt, slug, modified_at]
    }),
  )

/** A copy of the record with the text to display in the scope's language. */
export const withDisplayText = <Row extends { texts: RecordText[]; original_language: Language }>(
  scope: Scope,
  record: Row,
): Row & { text: RecordText } => ({ ...record, text: displayText(scope, record) })

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
 * Selects the text to display: in the scope's language, else in the site's default language, else in the original language,
 * else in any.
 */
export function displayText(
  scope: Scope,
  { texts, original_language }: { texts: readonly RecordText[]; original_language: Language },
): RecordText {
  const [only] = texts
  if (only && texts.length === 1) return only
  for (const wanted of [scope.language, siteDefault(scope), original_language, ...LANGUAGES]) {
    const text = texts.find(({ language }) => language === wanted)
    if (text) return text
  }
  throw new Error('a record without any text')
}

/** The new texts of one language; undefined values are not changed. */
export interface TextInput {
  title?: string | undefined
  description?: string | undefined
  excerpt?: string | undefined
  /** The slug to store, which must be free. Undefined: the slug is not changed. */
  slug?: string | undefined
}

/**
 * Inserts or updates one text.
 * @param previous the stored text; the caller must hold the lock of its record
 */
export async function writeText(
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
      insertText(
        kind,
        id,
        language,
        input,
        now,
        sql`(SELECT p.listed_start FROM ${kindTable(kind)} p WHERE p.id = ${id})`,
      ),
    ])
  const title = input.title ?? previous.title
  const description = input.description ?? previous.description
  const excerpt = input.excerpt ?? previous.excerpt
  const slug = input.slug ?? previous.slug
  const withExcerpt = (fragment: Sql) => (hasExcerpt(kind) ? sql`${fragment},` : empty)
  await tx.run(sql`
    UPDATE ${textTable(kind)} SET title = ${title}, description = ${description}, ${withExcerpt(sql`excerpt = ${excerpt}`)}
      slug = ${slug}, title_folded = ${foldText(title)}, search_text = ${buildSearchText(title, excerpt, description)},
      modified_at = ${now}
    WHERE ${idColumn(kind)} = ${id} AND language = ${language}`)
}

/**
 * The statement that inserts a text.
 * @param listedStart column `listed_start`, for kinds that have it
 */
export function insertText(
  kind: Kind,
  id: number,
  language: Language,
  { title = '', description = '', excerpt = '', slug = '' }: TextInput,
  now: number,
  listedStart: Sql,
): Sql {
  const withExcerpt = (fragment: Sql) => (hasExcerpt(kind) ? sql`${fragment},` : empty)
  const withListing = (fragment: Sql) => (hasListedStart(kind) ? sql`, ${fragment}` : empty)
  return sql`
    INSERT INTO ${textTable(kind)} (${idColumn(kind)}, language, title, description, ${withExcerpt(sql`excerpt`)}
      slug, title_folded, search_text, modified_at${withListing(sql`listed_start`)})
    VALUES (${id}, ${language}, ${title}, ${description}, ${withExcerpt(sql`${excerpt}`)}
      ${slug}, ${foldText(title)}, ${buildSearchText(title, excerpt, description)}, ${now}${withListing(listedStart)})`
}

export async function isSlugTaken(db: Reader, kind: Kind, language: Language, slug: string, except: number) {
  const row = await db.get(sql`
    SELECT 1 AS one FROM ${textTable(kind)}
    WHERE ${hasSlug} AND language = ${language} AND slug = ${slug} AND ${idColumn(kind)} <> ${except}`)
  return row !== undefined
}

/**
 * Returns `wanted` or, if it is taken, `wanted` with a free suffix. Doubles the suffix until it is free and then bisects, so
 * that even the ten-thousandth duplicate needs few queries.
 * @param except id of the record that may keep its own slug
 */
export async function freeSlug(tx: Transaction, kind: Kind, language: Language, wanted: string, except: number) {
  const isFree = async (slug: string) => !(await isSlugTaken(tx, kind, language, slug, except))
  // Transactions that want the same slug wait here for each other; without the lock both would find it free.
  const [, isWantedFree] = await Promise.all([tx.lock(`slug ${kind} ${language} ${wanted}`), isFree(wanted)])
  if (isWantedFree) return wanted
  let taken = 1
  let free = 2
  while (!(await isFree(numberedSlug(wanted, free)))) {
    taken = free
    free *= 2
  }
  while (free - taken > 1) {
    const middle = Math.floor((taken + free) / 2)
    if (await isFree(numberedSlug(wanted, middle))) free = middle
    else taken = middle
  }
  return numberedSlug(wanted, free)
}

/** A free slug built from the title, or from the id when the title has no letters or digits. */
export const freeSlugForTitle = (tx: Transaction, kind: Kind, language: Language, title: string, id: number) =>
  freeSlug(tx, kind, language, slugify(title, language) || String(id), id)
