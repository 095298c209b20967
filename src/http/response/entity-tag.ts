import { createHash } from 'node:crypto'
import { CODINGS, type Coding } from './content-coding.ts'

/** A strong entity tag of a text (RFC 9110, 8.8.3), made from its SHA-256. */
export const createEntityTag = (text: string) =>
  `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`

/** The entity tag of a compressed representation. Its bytes differ, so its strong tag has to differ (RFC 9110, 8.8.3.3). */
export const entityTagInCoding = (entityTag: string, coding: Coding | undefined) =>
  coding === undefined ? entityTag : `${entityTag.slice(0, -1)}-${coding}"`

/** The entity tags of the uncompressed representation and of each compressed one. */
export const entityTagsInAllCodings = (entityTag: string): string[] => [
  entityTag,
  ...CODINGS.map((coding) => entityTagInCoding(entityTag, coding)),
]

/**
 * Evaluates `If-None-Match` with the weak comparison (RFC 9110, 13.1.2).
 * @param ifNoneMatch the header field, if the request has it
 * @param entityTags  weak or strong tags of the representations that the server could send
 * @param current     the tag to return for `*`; if left out, `*` matches nothing
 * @returns the first of `entityTags` that the client already has: respond 304 with it; undefined: send the representation
 */
export function matchEntityTag(
  ifNoneMatch: string | undefined,
  entityTags: readonly string[],
  current?: string,
): string | undefined {
  if (ifNoneMatch === undefined) return undefined
  // The usual case: a single tag, exactly as it was sent.
  if (entityTags.includes(ifNoneMatch)) return ifNoneMatch
  if (ifNoneMatch.trim() === '*') return current
  const opaqueTags = ifNoneMatch.match(/"[^"]*"/g) ?? []
  for (const opaqueTag of opaqueTags) {
    const match = entityTags.find((tag) => tag.replace(/^W\//, '') === opaqueTag)
    if (match !== undefined) return match
  }
  return undefined
}
