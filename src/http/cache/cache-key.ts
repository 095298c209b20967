import type { IncomingMessage } from 'node:http'
import { acknowledgesExperimentalApi } from '../request/experimental-acknowledgement.ts'
import { isRead } from '../request/methods.ts'
import { normalizeUrl, type UsedParameters } from '../request/normalized-url.ts'
import { prefersStrictHandling } from '../request/preferences.ts'

export interface CacheKey {
  /**
   * All that the response depends on, except the database and the time: origin of its links, whether the request contains the
   * acknowledgement that the tec/v1 API requires, path, and sorted parameters. Parameters that a page ignores are left out.
   */
  key: string
  /**
   * Database version, which changes with every commit. It is read before the handler reads data. If it differs when the
   * response is ready, the response is not cached.
   */
  version: string
}

/**
 * Whether a request is a read without credentials, body and preference for strict handling, so that its response depends
 * only on the URL, the database and the time.
 */
export const isCacheableRequest = ({ method, headers }: IncomingMessage) =>
  isRead({ method }) &&
  !prefersStrictHandling(headers) &&
  headers.authorization === undefined &&
  headers['content-type'] === undefined &&
  headers['content-length'] === undefined &&
  headers['transfer-encoding'] === undefined

export interface CacheKeyOptions {
  /** Returns the origin (`https://host`) for the links in the response. */
  originOf: (raw: IncomingMessage) => string
  /** Returns the database version. */
  currentVersion: () => string
  /** Returns the query parameters on which the response at a URL depends; undefined if on all. */
  usedParametersOf: (url: string) => UsedParameters | undefined
}

/**
 * Creates the cache key of a request.
 * @returns undefined when the request has to be handled without the cache
 */
export function createCacheKey(
  raw: IncomingMessage,
  { originOf, currentVersion, usedParametersOf }: CacheKeyOptions,
): CacheKey | undefined {
  const { url = '' } = raw
  // The router parses parameters after a `#` as well, but `normalizeUrl` does not, so a URL with `#` is not cached.
  if (url.includes('#')) return undefined
  try {
    return {
      version: currentVersion(),
      key: `${originOf(raw)} ${acknowledgesExperimentalApi(raw.headers) ? '+' : ''}${normalizeUrl(url, usedParametersOf(url))}`,
    }
  } catch {
    // Reading the version failed because the database is unavailable. The route handler will fail too and send an error
    // response.
    return undefined
  }
}
