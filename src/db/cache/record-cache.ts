import { LRUCache } from 'lru-cache'

/** Records that many others refer to. What is found is shared by all who ask: change none of it. */
export interface RecordCache {
  /**
   * Those of the ids that exist, by id.
   * @param kind what the ids are ids of
   * @param load asked for those that are not known
   */
  find<Found extends object, Id extends number | string>(
    kind: string,
    ids: readonly Id[],
    load: Load<Found, Id>,
  ): Promise<ReadonlyMap<Id, Found>>
}

type Load<Found, Id> = (ids: readonly Id[]) => Promise<ReadonlyMap<Id, Found>>

/** For who reads what nobody else sees yet. */
export const NO_RECORD_CACHE: RecordCache = {
  find: async (_kind, ids, load) => (ids.length > 0 ? load(ids) : new Map()),
}

/** The same, as part of a reader. */
export const READER_WITHOUT_CACHES = { recordCache: () => NO_RECORD_CACHE, countCache: () => NO_RECORD_CACHE }

/** As `sizeOf` has them: some thousand venues, organizers and terms with short texts. */
const BYTES_MAX = 3 * 2 ** 20
/** Some thousand numbers. */
const COUNTS_BYTES_MAX = 2 ** 19

export const createCountCache = (version: () => string) => createRecordCache(version, COUNTS_BYTES_MAX)

/**
 * What was found since someone, this process or another, changed the database last; the least asked for goes first.
 * @param version of what may be known
 * @returns what is known now, for who reads now
 */
export function createRecordCache(version: () => string, bytesMax = BYTES_MAX): () => RecordCache {
  const records = new LRUCache<string, object>({ maxSize: bytesMax, sizeCalculation: sizeOf })
  let known = ''
  const findAt = async <Found extends object, Id extends number | string>(
    asked: string,
    kind: string,
    ids: readonly Id[],
    load: Load<Found, Id>,
  ) => {
    const found = new Map<Id, Found>()
    const missing: Id[] = []
    for (const id of ids) {
      const record = known === asked ? (records.get(`${kind} ${id}`) as Found | undefined) : undefined
      if (record) found.set(id, record)
      else missing.push(id)
    }
    if (missing.length === 0) return found
    for (const [id, record] of await load(missing)) {
      found.set(id, record)
      if (known === asked) records.set(`${kind} ${id}`, record)
    }
    return found
  }
  return () => {
    // Asked before reading: a change in between is read again next time.
    const asked = version()
    if (asked !== known) {
      records.clear()
      known = asked
    }
    return { find: (kind, ids, load) => findAt(asked, kind, ids, load) }
  }
}

/** Bytes in memory, roughly: objects take more than their text, most letters one byte. */
const sizeOf = (record: object) => 2 * JSON.stringify(record).length + 100
