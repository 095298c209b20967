import type { IncomingMessage } from 'node:http'
import { isRead } from '../request/methods.ts'
import { normalizeUrl } from '../request/normalized-url.ts'

export interface CacheKey {
  /**
   * Everything except the database that determines the response: origin of its links, path, and parameters in a fixed order.
   */
  key: string
  /**
   * Database version, which changes with every commit. Read before the handler reads data: if it differs when the response
   * is ready, the response is not cached.
   */
  version: string
}

/**
 * Whether a request is a read without credentials and body, so that its response depends only on the URL, the database and
 * the time.
 */
export const isCacheableRequest = ({ method, headers }: IncomingMessage) =>
  isRead({ method }) &&
  headers.authorization === undefined &&
  headers['content-type'] === undefined &&
  headers['content-length'] === undefined &&
  headers['transfer-encoding'] === undefined

/**
 * Creates the cache key of a request.
 * @returns undefined when the request has to be handled without the cache
 */
export function createCacheKey(
  raw: IncomingMessage,
  originOf: (raw: IncomingMessage) => string,
  currentVersion: () => string,
): CacheKey | undefined {
  const { url = '' } = raw
  // The router reads parameters behind a `#` too, but `normalizeUrl` does not, so such a URL is not cached.
  if (url.includes('#')) return undefined
  try {
    return { version: currentVersion(), key: `${originOf(raw)} ${normalizeUrl(url)}` }
  } catch {
    // The database is unavailable. The route handler will fail for the same reason and send an error response.
    return undefined
  }
}
