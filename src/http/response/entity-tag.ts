import { hash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { CODINGS, type Coding } from './compression.ts'

/** Creates a strong entity tag for a text or its bytes (RFC 9110, 8.8.3) from its SHA-256 hash. */
export const createEntityTag = (body: string | Buffer) => `"${hash('sha256', body, 'base64url').slice(0, 27)}"`

/**
 * Adds the version of the only record of a response as its entity tag, for `If-Match`. Responses to anonymous requests
 * get a tag of their bytes instead, for `If-None-Match`: their clients cannot write.
 */
export function setEntityTagOfRecordVersion(reply: FastifyReply, record: { version: number }): void {
  if (reply.request.hasPrivateResponse) reply.header('etag', entityTagOfRecordVersion(record))
}

/** The entity tag of the current version of a record. */
export const entityTagOfRecordVersion = ({ version }: { version: number }) => `"${version}"`

/**
 * Returns the entity tag of a compressed version. A strong tag must differ from the tag of the uncompressed version,
 * because the bytes differ (RFC 9110, 8.8.3.3).
 */
export const entityTagInContentCoding = (entityTag: string, coding: Coding | undefined) =>
  coding === undefined ? entityTag : `${entityTag.slice(0, -1)}-${coding}"`

/** Returns the entity tags of the uncompressed version and of each compressed version. */
export const entityTagsInAllContentCodings = (entityTag: string): string[] => [
  entityTag,
  ...CODINGS.map((coding) => entityTagInContentCoding(entityTag, coding)),
]

/**
 * Evaluates `If-None-Match` with the weak comparison (RFC 9110, 13.1.2).
 * @param ifNoneMatch value of the header, if the request has it
 * @param entityTags weak or strong tags of all versions (codings) that the server could send
 * @param current the tag to return if the header is `*`; if left out, `*` matches nothing
 * @returns the tag of the client's version, to be sent with 304; undefined if the response must be sent in full
 */
export function matchIfNoneMatchHeader(
  ifNoneMatch: string | undefined,
  entityTags: readonly string[],
  current?: string,
): string | undefined {
  if (ifNoneMatch === undefined) return undefined
  // The usual value of `If-None-Match` is handled first, because that is fast: a single tag, exactly as this server
  // sent it.
  if (entityTags.includes(ifNoneMatch)) return ifNoneMatch
  if (ifNoneMatch.trim() === '*') return current
  const opaqueTags = ifNoneMatch.match(/"[^"]*"/g) ?? []
  for (const opaqueTag of opaqueTags) {
    const match = entityTags.find((tag) => tag.replace(/^W\//, '') === opaqueTag)
    if (match !== undefined) return match
  }
  return undefined
}
