import { ANONYMOUS } from '../../core/caller.ts'
import type { PostKind } from '../../core/kinds.ts'
import type { Language } from '../../core/language.ts'
import type { RecordCache } from '../../db/cache/record-cache.ts'
import { empty, type Reader, sql } from '../../db/database.ts'
import { tableOfKind } from '../../db/sql-fragments.ts'
import type { Scope } from '../scope.ts'

/**
 * The time of the next scheduled publication of a post of one kind: seconds since 1970-01-01 UTC, or `Infinity` if none
 * is scheduled.
 * @param which further SQL conditions on the post table, with the alias `p`
 */
export async function readNextPublication(db: Reader, kind: PostKind, now: number, which = empty): Promise<number> {
  const row = await db.get<{ at: number | null }>(sql`SELECT min(p.published_at) AS at FROM ${tableOfKind(kind)} p
    WHERE p.status = 'publish' AND p.published_at > ${now} ${which}`)
  return row?.at ?? Number.POSITIVE_INFINITY
}

/** A cached value, and the times between which it is valid unless the database changes. */
interface CachedForSpan<Value> {
  value: Value
  from: number
  until: number
}

/**
 * Reads a value that depends on which posts of one kind the caller may see. For anonymous callers it is cached until
 * the next scheduled publication of such a post, which changes what they may see without a write. Other callers may see
 * more, so their values are not cached.
 * @param cache a cache that is cleared by commits to all tables that `read` reads
 * @param name identifies the value in the cache, together with the language of the request
 */
export async function cacheUntilNextPublication<Value>(
  { db, caller, now, language }: Scope,
  cache: RecordCache,
  kind: PostKind,
  name: string,
  read: () => Promise<Value>,
): Promise<Value> {
  if (caller !== ANONYMOUS) return read()
  const load = async () => {
    const [value, until] = await Promise.all([read(), readNextPublication(db, kind, now)])
    return new Map([[language, { value, from: now, until }]])
  }
  const isValid = ({ from, until }: CachedForSpan<Value>) => from <= now && now < until
  const found = await cache.find<CachedForSpan<Value>, Language>(name, [language], load, isValid)
  return (found.get(language) as CachedForSpan<Value>).value
}
