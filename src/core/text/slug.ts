/**
 * Makes slugs (the last part of a page URL) from titles with the rules of the reference implementation (WordPress
 * `sanitize_title`), so that the URLs of imported records do not change.
 *
 * A slug consists of `a-z 0-9 _ -`; other letters and emoji are stored as percent-encoded UTF-8 in lower case.
 */

import { LATIN_LETTERS } from './latin-letter-replacements.ts'

const LENGTH_MAX = 200

/** Appended to the slug of a record in the trash, so that other records can use the original slug. */
export const TRASHED_SUFFIX = '__trashed'

/**
 * Replacements of letters in slugs. `ß` becomes `s` as in the reference implementation; German texts use `GERMAN`
 * instead.
 */
const LETTERS: Record<string, string> = { ...LATIN_LETTERS, ß: 's' }
const GERMAN: Record<string, string> = { ...LETTERS, ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' }

/**
 * Makes a slug from a title, or normalizes a slug that a user typed. Idempotent.
 * @param language language of the text, e.g. `de-AT`; only German has special replacements
 * @returns at most 200 characters; '' when the text has no usable characters
 */
export function slugify(text: string, language: string): string {
  const replacements = /^de\b/i.test(language) ? GERMAN : LETTERS
  const words = decodeNonAscii(text)
    .replace(/<[a-z/!?][^<>]*>/gi, '')
    .replace(/&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]*);/gi, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('×', 'x')
    .replace(/[\p{Z}\p{Pd}./]+/gu, '-')
    .replace(/(?![_-])[\p{P}\p{C}\p{Sm}\p{Sc}\p{Sk}©®™°]/gu, '')
  // Accents are removed from Latin letters only: in other scripts, combining marks are vowels or change the letter (が,
  // हिन्दी). The text is normalized a second time, because characters between a letter and its accent may have been
  // removed.
  const withoutAccents = /^\p{ASCII}*$/u.test(words)
    ? words
    : words
        .normalize('NFC')
        .replace(
          /[a-z]\p{M}+|(?![a-z])\p{Script=Latin}\p{M}*/gu,
          (letter) =>
            replacements[letter] ?? removeAccents(letter).replace(/[^a-z]/g, (rest) => replacements[rest] ?? rest),
        )
  return truncate(encodeNonAscii(withoutAccents).replace(/-+/g, '-').replace(/^-/, ''), LENGTH_MAX)
}

/**
 * Adds a number to a slug that is already in use: `slug-2`. The result is shortened to 200 characters, except for the
 * slug of a record in the trash.
 */
export function appendNumberToSlug(slug: string, n: number): string {
  const suffix = `-${n}`
  return slug.endsWith(TRASHED_SUFFIX) ? slug + suffix : truncate(slug, LENGTH_MAX - suffix.length) + suffix
}

/**
 * Converts a slug in a URL path to the form in which slugs are stored. In the path it may be in any case,
 * percent-encoded, or already decoded by the router.
 */
export function normalizeSlug(raw: string): string {
  return encodeNonAscii(decodeNonAscii(raw).normalize('NFC').toLowerCase())
}

/**
 * The slug of a record in the trash: the original slug with `__trashed` appended. May exceed 200 characters. A draft
 * with an empty slug gets the suffix only.
 */
export function slugInTrash(slug: string): string {
  return slug + TRASHED_SUFFIX
}

/** Restores the original slug of a record that was in the trash: removes `__trashed` or `__trashed-2`. */
export function slugBeforeTrash(slug: string): string {
  return slug.replace(/__trashed(?:-\d+)?$/, '')
}

function removeAccents(letter: string): string {
  return letter
    .normalize('NFKD')
    .replace(/\P{L}+/gu, '')
    .toLowerCase()
}

/**
 * Decodes percent-encoded UTF-8 outside ASCII. Text such as `50%de` and `%20` is left unchanged, because it may be part
 * of a title.
 */
function decodeNonAscii(text: string): string {
  return text.replace(/(?:%[89a-f][\da-f])+/gi, (bytes) => {
    try {
      return decodeURIComponent(bytes)
    } catch {
      return bytes
    }
  })
}

function encodeNonAscii(text: string): string {
  return text.toWellFormed().replace(/\P{ASCII}+/gu, (letters) => encodeURIComponent(letters).toLowerCase())
}

/** Shortens a slug without splitting a percent-encoded character, and removes dashes at the end. */
function truncate(slug: string, lengthMax: number): string {
  let end = lengthMax
  if (slug.length > lengthMax) {
    while (end > 0 && !startsCharacter(slug, end)) end--
  }
  return slug.slice(0, end).replace(/-+$/, '')
}

/**
 * Whether a character starts at position `at` of a percent-encoded text. No character starts at a UTF-8 continuation
 * byte (`%80` to `%bf`) or inside of a `%xx`.
 */
function startsCharacter(slug: string, at: number): boolean {
  return slug[at - 1] !== '%' && slug[at - 2] !== '%' && !/^%[89ab]/.test(slug.slice(at, at + 2))
}
