/**
 * Folds text: removes differences of case and accents. Folded copies of texts are stored for searching and sorting, so that
 * SQLite and PostgreSQL give equal results.
 */

/** The maximum number of terms of a search. Further terms are ignored, to limit the length of the SQL statement. */
const WORDS_MAX = 20

/**
 * Removes differences that a search ignores: case, accents, compatibility forms (`ﬁ`, `Ａ`) and repeated white space. Letters
 * that Unicode does not split into a letter and an accent (`ø`, `ß`, `ł`) are kept.
 */
export function foldText(text: string): string {
  // ASCII letters only need lower case and are never changed by the folding of their neighbours, so only other letters are folded one by one.
  const bare = text.replace(/[^\0-\x7f]+/g, foldedLetters).toLowerCase()
  return bare.replace(/\s\s+|[^\S ]/g, ' ').trim()
}

const foldedLetterCache = new Map<string, string>()

/**
 * Folds letters outside ASCII. Results for single letters are cached, because texts repeat the few special letters of their
 * language.
 */
function foldedLetters(letters: string): string {
  const cached = foldedLetterCache.get(letters)
  if (cached !== undefined) return cached
  // Accents are split off before lower-casing, because the other order gives different results for 'İ' and 'ᴬ'.
  const bare = letters
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    // A final sigma is the same letter: without this, a search for ΟΔΟΣ would not find ΟΔΟΣΤΡΩΜΑ.
    .replaceAll('ς', 'σ')
  if (letters.length === 1) foldedLetterCache.set(letters, bare)
  return bare
}

/**
 * Splits a search into terms: words, and `"quoted text"` (straight or curly quotes) as one term. A text matches when its
 * folded copy contains all terms.
 * @returns at most 20 folded terms, without empty terms and duplicates
 */
export function searchWords(text: string): string[] {
  const found = new Set<string>()
  for (const [, phrase, word] of text.replace(/[“”„]/g, '"').matchAll(/"([^"]*)"|([^\s"]+)/g)) {
    const term = foldText(phrase ?? word ?? '')
    if (term) found.add(term)
    if (found.size === WORDS_MAX) break
  }
  return [...found]
}
