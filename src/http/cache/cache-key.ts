import type { IncomingMessage } from 'node:http'
import { isRead } from '../request/methods.ts'
import { normalizeUrl } from '../request/normalized-url.ts'

export interface CacheKey {
  /** Everything that a response depends on besides the database: origin of its links, path, parameters in a fixed order. */
  key: string
  /** Database version, determined before the handler reads anything, so that a write in between is noticed. */
  version: string
}

/**
 * Whether a request is a read without credentials and without a body: its response depends on its URL, the database and the
 * time alone.
 */
export const isCacheableRequest = ({ method, headers }: IncomingMessage) =>
  isRead({ method }) &&
  headers.authorization === undefined &&
  headers['content-type'] === undefined &&
  headers['content-length'] === undefined &&
  headers['transfer-encoding'] === undefined

/** @returns undefined when the request has to be handled without the cache */
export function createCacheKey(
  raw: IncomingMessage,
  originOf: (raw: IncomingMessage) => string,
  currentVersion: () => string,
): CacheKey | undefined {
  const { url = '' } = raw
  // The router reads parameters after a # as well; `normalizeUrl` does not.
  if (url.includes('#')) return undefined
  try {
    return { version: currentVersion(), key: `${originOf(raw)} ${normalizeUrl(url)}` }
  } catch {
    // The database is unavailable. The handler fails for the same reason and sends the error.
    return undefined
  }
}
