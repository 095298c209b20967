import { isPost, KIND_PROPERTIES, type Kind } from '../../core/kinds.ts'
import type { Language } from '../../core/language.ts'
import { isStorableText } from '../../core/schema/schema.ts'
import { join, type Reader, sql, type Transaction } from '../../db/database.ts'
import { kindTable } from '../../db/fragments.ts'

/**
 * Paths that a site had before it moved here, in the table `redirect`: those of pictures, and the beginnings of paths that are
 * called differently here, such as `/veranstaltung/` for `/event/`.
 */

/** A path, or its beginning, that leads elsewhere. */
export interface FormerPath {
  /** With `/` at both ends; a path of a file with `/` at the begin only. */
  path: string
  /** Id of a picture, or the path that replaces the beginning. */
  leadsTo: { pictureId: number } | { target: string }
}

/** As paths are stored: decoded, in lower case. */
function normalizePath(path: string): string {
  try {
    return decodeURIComponent(path).toLowerCase()
  } catch {
    return path.toLowerCase()
  }
}

/** Stores former paths. Those that are stored already stay as they are. */
export async function insertFormerPaths(tx: Transaction, paths: readonly FormerPath[], now: number): Promise<void> {
  for (const { path, leadsTo } of paths) {
    const [pictureId, target] = 'target' in leadsTo ? [null, leadsTo.target] : [leadsTo.pictureId, '']
    await tx.run(sql`INSERT INTO redirect (path, collection, record_id, target, at)
      VALUES (${normalizePath(path)}, ${pictureId === null ? '' : 'media'}, ${pictureId}, ${target}, ${now})
      ON CONFLICT (path) DO NOTHING`)
  }
}

/** Parts of a path that are looked up at most. */
const SEGMENTS_MAX = 12

/**
 * Finds out where a path leads that nothing has here: to a picture, or to the rest of the path below another beginning. The longest
 * beginning counts.
 */
export async function findFormerPath(db: Reader, path: string): Promise<FormerPath['leadsTo'] | undefined> {
  const asked = normalizePath(path).replace(/\/*$/, '/')
  const segments = asked.split('/').slice(1, -1)
  if (!isStorableText(asked) || segments.length === 0 || segments.length > SEGMENTS_MAX) return undefined
  const beginnings = segments.map((_, at) => `/${segments.slice(0, at + 1).join('/')}/`)
  const known = [asked.slice(0, -1), ...beginnings]
  const row = await db.get<{ path: string; record_id: number | null; target: string }>(sql`
    SELECT path, record_id, target FROM redirect
    WHERE path IN (${join(known.map((one) => sql`${one}`))}) AND collection IN ('', 'media')
    ORDER BY length(path) DESC LIMIT 1`)
  if (row === undefined) return undefined
  return row.record_id === null ? { target: row.target + asked.slice(row.path.length) } : { pictureId: row.record_id }
}

/**
 * The beginnings that paths of records had elsewhere, from the path of one record, if they differ from those here.
 * @param path e.g. `/veranstaltungen/kategorie/musik/`
 * @param slug that of the record, at the end of its path
 */
export function formerBases(kind: Kind, path: string, slug: string, languages: readonly Language[]): FormerPath[] {
  const end = `/${slug}/`
  if (slug === '' || !path.endsWith(end)) return []
  const base = path.slice(0, path.length - end.length + 1)
  const root = languages.map((language) => `/${language}`).find((prefix) => base.startsWith(`${prefix}/`)) ?? ''
  const segments = base.slice(root.length).split('/').slice(1, -1)
  const own = `/${KIND_PROPERTIES[kind].pagePath}/`
  if (segments.length === 0 || base === root + own) return []
  const bases: FormerPath[] = [{ path: base, leadsTo: { target: root + own } }]
  // The pages of categories are below those of the calendar.
  const calendar = `${root}/${segments[0]}/`
  const isBelowCalendar = kind === 'category' && segments.length > 1 && calendar !== `${root}/events/`
  return isBelowCalendar ? [...bases, { path: calendar, leadsTo: { target: `${root}/events/` } }] : bases
}

/** Redirects slugs that a record had before it was imported. Those of posts that are not published are not redirected. */
export async function insertOldSlugs(
  tx: Transaction,
  { kind, id, language }: { kind: Kind; id: number; language: Language },
  slugs: readonly string[],
  now: number,
): Promise<void> {
  const { pagePath, collection } = KIND_PROPERTIES[kind]
  const isPublished = isPost(kind) ? sql`p.status = 'publish'` : sql`1 = 1`
  for (const slug of slugs) {
    await tx.run(sql`INSERT INTO redirect (path, collection, record_id, at)
      SELECT ${`/${language}/${pagePath}/${slug}/`}, ${collection}, p.id, ${now}
      FROM ${kindTable(kind)} p WHERE p.id = ${id} AND ${isPublished}
      ON CONFLICT (path) DO NOTHING`)
  }
}
