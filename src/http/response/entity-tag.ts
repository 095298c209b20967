import { createHash } from 'node:crypto'
import { CODINGS, type Coding } from './content-coding.ts'

/** A strong tag of a text (RFC 9110, 8.8.3). */
export const createEntityTag = (text: string) =>
  `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`

/** The tag of the same text in a coding: other bytes, so another strong tag (RFC 9110, 8.8.3.3). */
export const entityTagInCoding = (tag: string, coding: Coding | undefined) =>
  coding === undefined ? tag : `${tag.slice(0, -1)}-${coding}"`

/** A tag and those of the codings. */
export const entityTagsInAllCodings = (tag: string): string[] => [
  tag,
  ...CODINGS.map((coding) => entityTagInCoding(tag, coding)),
]

/**
 * The first of `tags` that the client says it has, by a weak comparison (RFC 9110, 13.1.2).
 * @param known   the field If-None-Match
 * @param current which of them `*` means
 */
export function knownTag(known: string, tags: readonly string[], current: string): string | undefined {
  if (tags.includes(known)) return known
  for (const one of known.split(',')) {
    const tag = one.trim().replace(/^W\//, '')
    if (tag === '*') return current
    if (tags.includes(tag)) return tag
  }
  return undefined
}
