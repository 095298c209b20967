/**
 * Folds text: removes differences of case and accents. Folded copies of texts are stored for searching and sorting, so
 * that SQLite and PostgreSQL give equal results.
 */

import { LATIN_LETTERS } from './latin-letter-replacements.ts'

/** The maximum number of words of a search. Further words are ignored, to limit the length of the SQL statement. */
const WORDS_MAX = 20

/**
 * Replacements of letters that are not a letter with an accent: `oeuvre` must find `Œuvre`, and `strasse` must find
 * `Straße`.
 */
const LETTERS: Record<string, string> = {
  ...LATIN_LETTERS,
  ß: 'ss',
  // Replace a final sigma: otherwise a search for ΟΔΟΣ would not find ΟΔΟΣΤΡΩΜΑ.
  ς: 'σ',
}
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g')

/**
 * Removes differences that a search ignores: case, accents, compatibility forms (`ﬁ`, `Ａ`), Latin letters that many
 * keyboards lack (`ø`, `ß`, `ł`) and repeated white space.
 */
export function foldTextForSearch(text: string): string {
  // Only letters outside ASCII are folded with `foldedLetters`, which is slow; ASCII letters are only converted to
  // lower case.
  const bare = text.replace(/[^\0-\x7f]+/g, foldedLetters).toLowerCase()
  return bare.replace(/\s\s+|[^\S ]/g, ' ').trim()
}

const foldedLetterCache = new Map<string, string>()

/**
 * Folds letters outside ASCII. Results are cached, because all texts of a language contain the same few of these
 * letters.
 */
function foldedLetters(letters: string): string {
  const cached = foldedLetterCache.get(letters)
  if (cached !== undefined) return cached
  // Applies NFKD, which splits off accents, before lower-casing: the other order changes the results for 'İ' and 'ᴬ'.
  const bare = letters
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(LETTER, (letter) => LETTERS[letter] as string)
  if (letters.length === 1) foldedLetterCache.set(letters, bare)
  return bare
}

/**
 * Splits a search into words; `"quoted text"` (straight or curly quotes) counts as one word. A text matches when its
 * folded copy contains all words.
 * @returns at most 20 folded words, without empty words and duplicates
 */
export function splitSearchIntoWords(text: string): string[] {
  const found = new Set<string>()
  for (const [, phrase, word] of text.replace(/[“”„]/g, '"').matchAll(/"([^"]*)"|([^\s"]+)/g)) {
    const term = foldTextForSearch(phrase ?? word ?? '')
    if (term) found.add(term)
    if (found.size === WORDS_MAX) break
  }
  return [...found]
}
