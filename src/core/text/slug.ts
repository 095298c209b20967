/**
 * Makes slugs from titles with the rules of the reference implementation (WordPress `sanitize_title`), so that imported records keep their
 * addresses.
 *
 * A slug consists of `a-z 0-9 _ -`; other letters and emoji are stored as percent-encoded UTF-8 in lower case.
 */

const LENGTH_MAX = 200

/** The suffix of slugs of trashed records, which makes the original slug available again. */
export const TRASHED_SUFFIX = '__trashed'

/** Replacements of Latin letters that Unicode does not decompose. `s` for ß follows the reference implementation; German has its own rules. */
const LETTERS: Record<string, string> = {
  ß: 's',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
  ŉ: 'n',
}
const GERMAN: Record<string, string> = { ...LETTERS, ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' }

/**
 * Makes a slug from a title, or normalizes an explicit slug. Idempotent.
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
  // Accents are removed from Latin letters only: in other scripts, combining marks are vowels or change the letter (が, हिन्दी). The text is
  // composed again, because characters between a letter and its mark may have been removed.
  const kept = /^\p{ASCII}*$/u.test(words)
    ? words
    : words
        .normalize('NFC')
        .replace(
          /[a-z]\p{M}+|(?![a-z])\p{Script=Latin}\p{M}*/gu,
          (letter) =>
            replacements[letter] ?? removeAccents(letter).replace(/[^a-z]/g, (rest) => replacements[rest] ?? rest),
        )
  return truncate(encodeNonAscii(kept).replace(/-+/g, '-').replace(/^-/, ''), LENGTH_MAX)
}

/** The slug with a number that makes it unique: `slug-2`. Shortened to at most 200 characters, unless it is the slug of a trashed record. */
export function numberedSlug(slug: string, n: number): string {
  const suffix = `-${n}`
  return slug.endsWith(TRASHED_SUFFIX) ? slug + suffix : truncate(slug, LENGTH_MAX - suffix.length) + suffix
}

/** The stored form of a slug in a URL path, which may be in any case, percent-encoded or already decoded by the router. */
export function normalizeSlug(raw: string): string {
  return encodeNonAscii(decodeNonAscii(raw).normalize('NFC').toLowerCase())
}

/** The slug of a trashed record. Drafts have an empty slug, so theirs is the suffix alone. May exceed 200 characters. */
export function trashedSlug(slug: string): string {
  return slug + TRASHED_SUFFIX
}

/** The slug of a record before it was trashed: without `__trashed` or `__trashed-2`. */
export function untrashedSlug(slug: string): string {
  return slug.replace(/__trashed(?:-\d+)?$/, '')
}

function removeAccents(letter: string): string {
  return letter
    .normalize('NFKD')
    .replace(/\P{L}+/gu, '')
    .toLowerCase()
}

/** Decodes percent-encoded UTF-8 outside ASCII. `50%de` and `%20` stay, because they may be part of a title. */
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

/** Whether a character starts at position `at`: not a UTF-8 continuation byte (`%80` to `%bf`) and not the inside of a `%xx`. */
function startsCharacter(slug: string, at: number): boolean {
  return slug[at - 1] !== '%' && slug[at - 2] !== '%' && !/^%[89ab]/.test(slug.slice(at, at + 2))
}
