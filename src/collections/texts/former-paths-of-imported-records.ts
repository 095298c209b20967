import { isPostKind, KIND_PROPERTIES, type Kind } from '../../core/kinds.ts'
import type { Language } from '../../core/language.ts'
import { isStorableText } from '../../core/schema/field-types.ts'
import { type Reader, sql, type Transaction } from '../../db/database.ts'
import { tableOfKind } from '../../db/sql-fragments.ts'

/**
 * The functions of this file store and find the paths of a site before it moved to Almanac, in the table `redirect`:
 * paths of pictures, and beginnings of page paths that Almanac replaces by other beginnings, such as `/veranstaltung/`
 * by `/event/`.
 */

/** A path of the old site, or the beginning of many of its paths, with the target to which it redirects. */
export interface FormerPath {
  /** The path of a picture file: no slash at its end. Or the beginning of page paths: a slash at both ends. */
  path: string
  /**
   * For the path of a picture, the id of the picture in Almanac. For a beginning of page paths, the beginning that
   * replaces it.
   */
  leadsTo: { pictureId: number } | { target: string }
}

/** Decodes a path and converts it to lower case, as paths are stored. */
function normalizePath(path: string): string {
  try {
    return decodeURIComponent(path).toLowerCase()
  } catch {
    return path.toLowerCase()
  }
}

/** Longest path that is stored, in characters: PostgreSQL cannot index longer rows than 2,700 bytes. */
const PATH_MAX = 500

/** Stores former paths. Paths that are stored already do not change, and very long ones are left out. */
export async function insertFormerPaths(tx: Transaction, paths: readonly FormerPath[], now: number): Promise<void> {
  for (const { path, leadsTo } of paths.filter(({ path }) => path.length <= PATH_MAX)) {
    const [pictureId, target] = 'target' in leadsTo ? [null, leadsTo.target] : [leadsTo.pictureId, '']
    await tx.run(sql`INSERT INTO redirect (path, collection, record_id, target, at)
      VALUES (${normalizePath(path)}, ${pictureId === null ? '' : 'media'}, ${pictureId}, ${target}, ${now})
      ON CONFLICT (path) DO NOTHING`)
  }
}

/** Maximum number of segments of a path for which the beginnings of the path are looked up. */
const SEGMENTS_MAX = 12

/** Loads all stored beginnings of page paths, with the beginnings that replace them. */
export async function loadFormerPathPrefixes(db: Reader): Promise<Map<string, string>> {
  const rows = await db.all<{ path: string; target: string }>(
    sql`SELECT path, target FROM redirect WHERE collection = '' AND record_id IS NULL`,
  )
  return new Map(rows.map(({ path, target }) => [path, target]))
}

/**
 * Replaces the longest stored beginning of a path that leads to no page of Almanac.
 * @returns undefined if no beginning of the path is stored
 */
export function redirectTargetOfFormerPath(bases: ReadonlyMap<string, string>, path: string): string | undefined {
  const wanted = normalizePath(path).replace(/\/*$/, '/')
  const segments = wanted.split('/').slice(1, -1)
  if (!isStorableText(wanted) || segments.length > SEGMENTS_MAX) return undefined
  const beginnings = segments.map((_, at) => `/${segments.slice(0, at + 1).join('/')}/`)
  const base = beginnings.findLast((beginning) => bases.has(beginning))
  return base && `${bases.get(base)}${wanted.slice(base.length)}`
}

/** Finds the picture that had a path; undefined if there is none. */
export async function findPictureByFormerPath(db: Reader, path: string): Promise<number | undefined> {
  const wanted = normalizePath(path)
  if (!isStorableText(wanted)) return undefined
  const row = await db.get<{ record_id: number }>(
    sql`SELECT record_id FROM redirect WHERE path = ${wanted} AND collection = 'media'`,
  )
  return row?.record_id
}

/**
 * Derives beginnings of page paths of the old site from the path of one of its records. Leaves out beginnings that are
 * equal in Almanac.
 * @param path e.g. `/veranstaltungen/kategorie/musik/`
 * @param slug slug of the record, at the end of its path
 */
export function deriveFormerPathPrefixesOfRecord(
  kind: Kind,
  path: string,
  slug: string,
  languages: readonly Language[],
): FormerPath[] {
  const end = `/${slug}/`
  if (slug === '' || !path.endsWith(end)) return []
  const base = path.slice(0, path.length - end.length + 1)
  const root = languages.map((language) => `/${language}`).find((prefix) => base.startsWith(`${prefix}/`)) ?? ''
  const segments = base.slice(root.length).split('/').slice(1, -1)
  const own = `/${KIND_PROPERTIES[kind].pagePath}/`
  if (segments.length === 0 || base === root + own) return []
  const bases: FormerPath[] = [{ path: base, leadsTo: { target: root + own } }]
  // The path of a category begins with the path of the calendar, so the latter can be derived too: `/veranstaltungen/`.
  const calendar = `${root}/${segments[0]}/`
  const isBelowCalendar = kind === 'category' && segments.length > 1 && calendar !== `${root}/events/`
  return isBelowCalendar ? [...bases, { path: calendar, leadsTo: { target: `${root}/events/` } }] : bases
}

/**
 * Redirects slugs that a record had before it was imported. Slugs of posts that are not published are not redirected.
 */
export async function redirectSlugsUsedBeforeImport(
  tx: Transaction,
  { kind, id, language }: { kind: Kind; id: number; language: Language },
  slugs: readonly string[],
  now: number,
): Promise<void> {
  const { pagePath, collection } = KIND_PROPERTIES[kind]
  const isPublished = isPostKind(kind) ? sql`p.status = 'publish'` : sql`1 = 1`
  for (const slug of slugs.filter(({ length }) => length <= PATH_MAX)) {
    await tx.run(sql`INSERT INTO redirect (path, collection, record_id, at)
      SELECT ${`/${language}/${pagePath}/${slug}/`}, ${collection}, p.id, ${now}
      FROM ${tableOfKind(kind)} p WHERE p.id = ${id} AND ${isPublished}
      ON CONFLICT (path) DO NOTHING`)
  }
}
