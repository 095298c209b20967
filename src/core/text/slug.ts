/**
 * Title → slug, with the rules of the contract's peer (WordPress `sanitize_title`), so that what moves over from it keeps its addresses.
 *
 * A slug is `a-z 0-9 _ -`; letters of other scripts and emoji stand in it as percent-encoded UTF-8 in lower case. This is how it is stored.
 */

const LENGTH_MAX = 200

/** What the name of a trashed record ends with, so that the name itself is free again. */
export const TRASHED_SUFFIX = '__trashed'

/** Latin letters that Unicode does not decompose. A lone `s` for ß is the peer's choice, seen in its recordings; German has its own. */
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
 * The slug of a title, or an explicit slug made regular. Doing it again changes nothing.
 * @param language of the text, e.g. `de-AT`; only German has letters of its own
 * @returns at most 200 characters, or '' when nothing in the text is usable
 */
export function slugify(text: string, language: string): string {
  const own = /^de\b/i.test(language) ? GERMAN : LETTERS
  const words = decoded(text)
    .replace(/<[a-z/!?][^<>]*>/gi, '')
    .replace(/&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]*);/gi, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('×', 'x')
    .replace(/[\p{Z}\p{Pd}./]+/gu, '-')
    .replace(/(?![_-])[\p{P}\p{C}\p{Sm}\p{Sc}\p{Sk}©®™°]/gu, '')
  // Marks are accents on Latin letters only: elsewhere they are vowels, or make another letter (が, हिन्दी). Composed again, since what stood
  // between a letter and its mark may be gone.
  const kept = /^\p{ASCII}*$/u.test(words)
    ? words
    : words
        .normalize('NFC')
        .replace(
          /[a-z]\p{M}+|(?![a-z])\p{Script=Latin}\p{M}*/gu,
          (letter) => own[letter] ?? unaccented(letter).replace(/[^a-z]/g, (rest) => own[rest] ?? rest),
        )
  return cut(encoded(kept).replace(/-+/g, '-').replace(/^-/, ''), LENGTH_MAX)
}

/** The same slug for the `n`th of its name: `slug-2`. Shortened to stay within 200 characters, unless it is a trashed name. */
export function slugWithSuffix(slug: string, n: number): string {
  const suffix = `-${n}`
  return slug.endsWith(TRASHED_SUFFIX) ? slug + suffix : cut(slug, LENGTH_MAX - suffix.length) + suffix
}

/** The stored form of what somebody put into a path: any case, percent-encoded or already decoded by the router. */
export function normalizeSlug(raw: string): string {
  return encoded(decoded(raw).normalize('NFC').toLowerCase())
}

/** The name of a record in the trash. Drafts have no slug, so theirs is the ending alone. May exceed 200 characters. */
export function trashedSlug(slug: string): string {
  return slug + TRASHED_SUFFIX
}

/** The name a trashed record had before: without `__trashed` or `__trashed-2`. */
export function untrashedSlug(slug: string): string {
  return slug.replace(/__trashed(?:-\d+)?$/, '')
}

function unaccented(letter: string): string {
  return letter
    .normalize('NFKD')
    .replace(/\P{L}+/gu, '')
    .toLowerCase()
}

/** Undoes percent-encoding where it is UTF-8 beyond ASCII. `50%de` and `%20` stay: a title may well say so. */
function decoded(text: string): string {
  return text.replace(/(?:%[89a-f][\da-f])+/gi, (bytes) => {
    try {
      return decodeURIComponent(bytes)
    } catch {
      return bytes
    }
  })
}

function encoded(text: string): string {
  return text.toWellFormed().replace(/\P{ASCII}+/gu, (letters) => encodeURIComponent(letters).toLowerCase())
}

/** Cuts between characters, never inside an encoded one, and leaves no dash at the end. */
function cut(slug: string, lengthMax: number): string {
  let end = lengthMax
  if (slug.length > lengthMax) {
    while (end > 0 && !startsCharacter(slug, end)) end--
  }
  return slug.slice(0, end).replace(/-+$/, '')
}

/** Whether position `at` is at neither a continuation byte (`%80` to `%bf`) nor inside a `%xx`. */
function startsCharacter(slug: string, at: number): boolean {
  return slug[at - 1] !== '%' && slug[at - 2] !== '%' && !/^%[89ab]/.test(slug.slice(at, at + 2))
}
