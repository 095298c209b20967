import { LRUCache } from 'lru-cache'

/** A cache of records that many other records refer to. Callers share the records and must not change them. */
export interface RecordCache {
  /**
   * Finds records by id, loading those that are not cached.
   * @param kind what the ids identify, e.g. `venue`; part of the cache key
   * @param load reads records from the database, by id
   * @returns the records that exist, by id
   */
  find<Found extends object, Id extends number | string>(
    kind: string,
    ids: readonly Id[],
    load: Load<Found, Id>,
  ): Promise<ReadonlyMap<Id, Found>>
}

type Load<Found, Id> = (ids: readonly Id[]) => Promise<ReadonlyMap<Id, Found>>

/** Caches nothing and always loads; for reads that see uncommitted changes. */
export const NO_RECORD_CACHE: RecordCache = {
  find: async (_kind, ids, load) => (ids.length > 0 ? load(ids) : new Map()),
}

/** The cache members of a `Reader` that caches nothing. */
export const READER_WITHOUT_CACHES = { recordCache: () => NO_RECORD_CACHE, countCache: () => NO_RECORD_CACHE }

/** In the estimate of `sizeOf`: a few thousand venues, organizers and terms with short texts. */
const BYTES_MAX = 3 * 2 ** 20
/** In the estimate of `sizeOf`: a few thousand numbers. */
const COUNTS_BYTES_MAX = 2 ** 19

export const createCountCache = (version: () => string) => createRecordCache(version, COUNTS_BYTES_MAX)

/**
 * Creates a cache that is cleared when the version changes. When it is full, the least recently used record is evicted.
 * @param version of the data that the cached records are read from
 * @returns a view of the cache at the current version; to be taken when a read begins and used for that read only
 */
export function createRecordCache(version: () => string, bytesMax = BYTES_MAX): () => RecordCache {
  const records = new LRUCache<string, object>({ maxSize: bytesMax, sizeCalculation: sizeOf })
  let cachedVersion = ''
  const findAt = async <Found extends object, Id extends number | string>(
    readVersion: string,
    kind: string,
    ids: readonly Id[],
    load: Load<Found, Id>,
  ) => {
    const found = new Map<Id, Found>()
    const missing: Id[] = []
    for (const id of ids) {
      const record = cachedVersion === readVersion ? (records.get(`${kind} ${id}`) as Found | undefined) : undefined
      if (record) found.set(id, record)
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
    // Taken before reading: if a commit comes in between, the next call reads again.
    const readVersion = version()
    if (readVersion !== cachedVersion) {
      records.clear()
      cachedVersion = readVersion
    }
    return { find: (kind, ids, load) => findAt(readVersion, kind, ids, load) }
  }
}

/** Approximate bytes in memory: an object takes more than its JSON text, in which most characters take one byte. */
const sizeOf = (record: object) => 2 * JSON.stringify(record).length + 100
