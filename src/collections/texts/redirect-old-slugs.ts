import { collectionNameOfKind, isPostKind, KIND_PROPERTIES, type Kind } from '../../core/kinds.ts'
import { LANGUAGES, type Language } from '../../core/language.ts'
import { isStorableText } from '../../core/schema/field-types.ts'
import { normalizeSlug } from '../../core/text/slug.ts'
import { join, sql, type Transaction } from '../../db/database.ts'
import { tableOfKind } from '../../db/sql-fragments.ts'
import type { Scope } from '../scope.ts'
import type { RecordText } from './record-texts.ts'

/**
 * The path of a page in the table `redirect`. It always contains the language, so that a change of the site's default
 * language does not change the path.
 */
const pathOf = (kind: Kind, language: Language, slug: string) =>
  `/${language}/${KIND_PROPERTIES[kind].pagePath}/${slug}/`

/**
 * Redirects the address of a text whose slug changes. If another record had this slug before, its redirect is replaced.
 * Addresses of posts that are not published are not redirected, because no other site links to them.
 * @param previous the stored text
 * @param slug the new slug; empty if the text is deleted
 */
export async function redirectOldSlug(
  { db, now }: Scope<Transaction>,
  kind: Kind,
  id: number,
  previous: RecordText | undefined,
  slug: string,
): Promise<void> {
  if (previous === undefined || previous.slug === '' || previous.slug === slug) return
  const isPublished = isPostKind(kind) ? sql`p.status = 'publish'` : sql`1 = 1`
  await db.run(sql`
    INSERT INTO redirect (path, collection, record_id, at)
    SELECT ${pathOf(kind, previous.language, previous.slug)}, ${collectionNameOfKind(kind)}, p.id, ${now}
    FROM ${tableOfKind(kind)} p WHERE p.id = ${id} AND ${isPublished}
    ON CONFLICT (path) DO UPDATE SET
      collection = excluded.collection, record_id = excluded.record_id, target = '', at = excluded.at`)
}

/**
 * Redirects all addresses of a record, also former ones, to another record of the same kind.
 * @returns the paths
 */
export async function redirectAllPathsOfRecord(
  { db, now }: Scope<Transaction>,
  kind: Kind,
  { id, texts, status = 'publish' }: { id: number; texts: readonly RecordText[]; status?: string },
  other: number,
): Promise<string[]> {
  const collection = collectionNameOfKind(kind)
  const former = await db.all<{ path: string }>(
    sql`SELECT path FROM redirect WHERE collection = ${collection} AND record_id = ${id} ORDER BY path`,
  )
  const own = status === 'publish' ? texts.filter(({ slug }) => slug !== '') : []
  const paths = [...former.map(({ path }) => path), ...own.map(({ language, slug }) => pathOf(kind, language, slug))]
  for (const path of paths) {
    await db.run(sql`INSERT INTO redirect (path, collection, record_id, at) VALUES (${path}, ${collection}, ${other}, ${now})
      ON CONFLICT (path) DO UPDATE SET
        collection = excluded.collection, record_id = excluded.record_id, target = '', at = excluded.at`)
  }
  return paths
}

/** Redirects those of the paths that lead to a record to another one of the same kind. */
export const redirectPathsToRecord = (
  { db }: Scope<Transaction>,
  kind: Kind,
  paths: readonly string[],
  from: number,
  to: number,
): Promise<number> =>
  db.run(sql`UPDATE redirect SET record_id = ${to}
    WHERE ${db.dialect.inList(sql`path`, paths)} AND collection = ${collectionNameOfKind(kind)} AND record_id = ${from}`)

/** Deletes the redirects of all former addresses of a record, which then answer with an error. */
export const removeRedirectsToRecord = (tx: Transaction, kind: Kind, id: number): Promise<number> =>
  tx.run(sql`DELETE FROM redirect WHERE collection = ${collectionNameOfKind(kind)} AND record_id = ${id}`)

/**
 * Id of the record that had this slug before, in the requested language or, if there is none, in any language. The
 * caller of this function has to check that the record may be read.
 */
export async function findRecordIdByOldSlug(
  { db, language }: Scope,
  kind: Kind,
  slug: string,
): Promise<number | undefined> {
  if (!isStorableText(slug)) return undefined
  const paths = new Map(LANGUAGES.map((one) => [pathOf(kind, one, normalizeSlug(slug)), one]))
  const rows = await db.all<{ path: string; id: number }>(sql`
    SELECT path, record_id AS id FROM redirect
    WHERE path IN (${join([...paths.keys()].map((path) => sql`${path}`))}) AND record_id IS NOT NULL ORDER BY path`)
  return (rows.find(({ path }) => paths.get(path) === language) ?? rows[0])?.id
}
