import { LRUCache } from 'lru-cache'
import type { DatabaseVersionCache } from '../../db/cache/database-version-cache.ts'
import type { CacheKey } from './cache-key.ts'
import { type CachedResponse, estimateCachedResponseBytes, isCachedResponseValidAt } from './cached-response.ts'

/**
 * Stores responses to anonymous reads. When the cache is full, it evicts the least recently used responses; every write
 * to the database invalidates all responses.
 */
export interface ResponseCache {
  /** Returns the database version for the cache key of a request. Empties the cache if the version has changed. */
  currentVersion(): string
  /**
   * Returns the cached response; undefined if there is none or it is not valid at this time.
   * @param now seconds since 1970-01-01 UTC
   */
  find(key: string, now: number): CachedResponse | undefined
  /** Stores a response, unless the database has changed since its cache key was created. */
  store(cacheKey: Pick<CacheKey, 'key' | 'version'>, response: CachedResponse): void
  /**
   * Whether the language of the reader is part of cache keys: true once a page has depended on it since the last
   * commit.
   */
  variesByLanguage(): boolean
  /** Makes `variesByLanguage` true until the database changes. */
  markVariesByLanguage(): void
  /** Corrects the size of a cache entry after a compressed body was added to its response. */
  updateSize(key: string, response: CachedResponse): void
  usage(): { responses: number; bytes: number }
}

/**
 * Creates the cache of responses.
 * @param versionCache reads the database version once for all requests of one event loop iteration
 * @param db reads the database version that is current at the time of the call
 * @param bytesMax maximum size of the cache; more than 0
 */
export function createResponseCache(
  versionCache: Pick<DatabaseVersionCache, 'version'>,
  db: Pick<DatabaseVersionCache['db'], 'version'>,
  bytesMax: number,
): ResponseCache {
  const responses = new LRUCache<string, CachedResponse>({
    maxSize: bytesMax,
    sizeCalculation: (response, key) => estimateCachedResponseBytes(response) + 2 * key.length,
  })
  let version = ''
  let variesByLanguage = false
  return {
    currentVersion() {
      const current = versionCache.version()
      if (current !== version) {
        // Responses for an older database version are never sent again, so their memory is freed at once.
        responses.clear()
        variesByLanguage = false
        version = current
      }
      return version
    },
    find(key, now) {
      const response = responses.get(key)
      return response !== undefined && isCachedResponseValidAt(response, now) ? response : undefined
    },
    store(cacheKey, response) {
      if (cacheKey.version === version && version === db.version()) responses.set(cacheKey.key, response)
    },
    variesByLanguage: () => variesByLanguage,
    markVariesByLanguage() {
      variesByLanguage = true
    },
    updateSize(key, response) {
      if (responses.peek(key) !== response) return
      responses.delete(key)
      responses.set(key, response)
    },
    usage: () => ({ responses: responses.size, bytes: responses.calculatedSize }),
  }
}
