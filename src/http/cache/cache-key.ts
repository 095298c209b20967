import type { IncomingMessage } from 'node:http'
import { acknowledgesExperimentalApi } from '../request/experimental-acknowledgement.ts'
import { normalizeUrl, type UsedParameters } from '../request/normalize-url.ts'
import { prefersStrictHandling } from '../request/prefer-header.ts'
import { isReadRequest } from '../request/read-and-write-methods.ts'

export interface CacheKey {
  /**
   * All that the response depends on, except the database and the time: origin of its links, whether the request
   * contains the acknowledgement that the tec/v1 API requires, path, and sorted parameters. Parameters that a page
   * ignores are left out.
   */
  key: string
  /** Whether `key` also contains the language of the reader. */
  hasLanguage: boolean
  /**
   * Database version, which changes with every commit. It is read before the handler reads data. If it differs when the
   * response is ready, the response is not cached.
   */
  version: string
}

/**
 * Whether a request is a read without credentials, body and preference for strict handling, so that its response
 * depends only on the URL, the database and the time.
 */
export const isCacheableRequest = ({ method, headers }: IncomingMessage) =>
  isReadRequest({ method }) &&
  !prefersStrictHandling(headers) &&
  headers.authorization === undefined &&
  headers['content-type'] === undefined &&
  headers['content-length'] === undefined &&
  headers['transfer-encoding'] === undefined

export interface CacheKeyOptions {
  /** Returns the origin (`https://host`) for the links in the response. */
  originOf: (raw: IncomingMessage) => string
  /** Returns the current database version, which changes with every commit. */
  currentVersion: () => string
  /** Returns the query parameters on which the response at a URL depends; undefined if on all. */
  usedParametersOf: (url: string) => UsedParameters | undefined
  /** Whether pages depend on the language of the reader in the current database version. */
  variesByLanguage: () => boolean
  /** Returns the preferred language of the reader of a page; '' if the request is not for a page. */
  readerLanguageOfRequest: (raw: IncomingMessage) => string
}

/**
 * Creates the cache key of a request.
 * @returns undefined when the request has to be handled without the cache
 */
export function createCacheKeyOfRequest(
  raw: IncomingMessage,
  { originOf, currentVersion, usedParametersOf, variesByLanguage, readerLanguageOfRequest }: CacheKeyOptions,
): CacheKey | undefined {
  const { url = '' } = raw
  // The router parses parameters after a `#` as well, but `normalizeUrl` does not, so a URL with `#` is not cached.
  if (url.includes('#')) return undefined
  try {
    const acknowledgement = acknowledgesExperimentalApi(raw.headers) ? '+' : ''
    const key = `${originOf(raw)} ${acknowledgement}${normalizeUrl(url, usedParametersOf(url))}`
    const cacheKey = { version: currentVersion(), key, hasLanguage: false }
    return variesByLanguage() ? addReaderLanguageToCacheKey(cacheKey, readerLanguageOfRequest(raw)) : cacheKey
  } catch {
    // Reading the version failed because the database is unavailable. The route handler will fail too and send an error
    // response.
    return undefined
  }
}

/** Adds the language of the reader to a cache key, unless the key contains it. */
export const addReaderLanguageToCacheKey = (cacheKey: CacheKey, language: string): CacheKey =>
  cacheKey.hasLanguage ? cacheKey : { ...cacheKey, key: `${cacheKey.key} ${language}`, hasLanguage: true }
