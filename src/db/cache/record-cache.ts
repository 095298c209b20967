import { LRUCache } from 'lru-cache'

/**
 * A cache of records that many events refer to, such as venues. All callers get the same objects and must not modify
 * them.
 */
export interface RecordCache {
  /**
   * Finds records by id; loads those that are not cached.
   * @param kind the type of record, e.g. `venue`; part of the cache key
   * @param load reads the records with the given ids from the database
   * @param isValid whether a cached record is still valid; by default always, until the version changes
   * @returns the records that exist, by id
   */
  find<Found extends object, Id extends number | string>(
    kind: string,
    ids: readonly Id[],
    load: Load<Found, Id>,
    isValid?: (record: Found) => boolean,
  ): Promise<ReadonlyMap<Id, Found>>
}

type Load<Found, Id> = (ids: readonly Id[]) => Promise<ReadonlyMap<Id, Found>>

/**
 * A `RecordCache` that caches nothing and always loads. For transactions that can see their own uncommitted changes.
 */
export const NO_RECORD_CACHE: RecordCache = {
  find: async (_kind, ids, load) => (ids.length > 0 ? load(ids) : new Map()),
}

/** The properties `recordCache` and `countCache` of a `Reader` whose caches are always empty. */
export const READER_WITHOUT_CACHES = { recordCache: () => NO_RECORD_CACHE, countCache: () => NO_RECORD_CACHE }

/**
 * Size limit of the record cache in bytes, as estimated by `sizeOf`: room for a few thousand venues, organizers and
 * terms.
 */
const BYTES_MAX = 3 * 2 ** 20
/** Size limit of the cache of counts in bytes, as estimated by `sizeOf`: room for a few thousand numbers. */
const COUNTS_BYTES_MAX = 2 ** 19

export const createFilterCountCache = (version: () => string) => createRecordCache(version, COUNTS_BYTES_MAX)

/**
 * Creates a cache that is cleared when the database version changes. When the cache is full, the least recently used
 * record is evicted.
 * @param version returns the version of the tables that the cached records are read from
 * @returns a function that returns a view of the cache at the current version; call it when a read begins, and use the
 * view for that read only
 */
export function createRecordCache(version: () => string, bytesMax = BYTES_MAX): () => RecordCache {
  const records = new LRUCache<string, object>({ maxSize: bytesMax, sizeCalculation: sizeOf })
  let cachedVersion = ''
  const findAt = async <Found extends object, Id extends number | string>(
    readVersion: string,
    kind: string,
    ids: readonly Id[],
    load: Load<Found, Id>,
    isValid: (record: Found) => boolean = () => true,
  ) => {
    const found = new Map<Id, Found>()
    const missing: Id[] = []
    for (const id of ids) {
      const record = cachedVersion === readVersion ? (records.get(`${kind} ${id}`) as Found | undefined) : undefined
      if (record && isValid(record)) found.set(id, record)
      else missing.push(id)
    }
    if (missing.length === 0) return found
    for (const [id, record] of await load(missing)) {
      found.set(id, record)
      if (cachedVersion === readVersion) records.set(`${kind} ${id}`, record)
    }
    return found
  }
  return () => {
    // Reads the database version before the data: if a commit
    // happens between the two, the next call reads the data again.
    const readVersion = version()
    if (readVersion !== cachedVersion) {
      records.clear()
      cachedVersion = readVersion
    }
    return { find: (kind, ids, load, isValid) => findAt(readVersion, kind, ids, load, isValid) }
  }
}

/**
 * Estimates the memory that a value takes, in bytes, from the length of its JSON text. Objects in memory are larger
 * than their JSON text.
 */
const sizeOf = (record: object) => 2 * JSON.stringify(record).length + 100
