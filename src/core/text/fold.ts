/** Case and accent folding. Folded copies of texts are stored for searching, matching and sorting, so that both database engines give equal results. */

/** Further search terms are ignored, to limit the length of the SQL statement. */
const WORDS_MAX = 20

/**
 * Removes differences that a search ignores: case, accents, compatibility forms (`ﬁ`, `Ａ`) and repeated white space. Letters that Unicode
 * does not decompose (`ø`, `ß`, `ł`) stay.
 */
export function foldText(text: string): string {
  // ASCII letters, which most are, only need lower case; decomposing other letters never combines them with ASCII.
  const bare = text.replace(/[^\0-\x7f]+/g, foldedLetters).toLowerCase()
  return bare.replace(/\s\s+|[^\S ]/g, ' ').trim()
}

const foldedLetterCache = new Map<string, string>()

/** Folds letters outside ASCII. Single letters are cached, because texts repeat the few special letters of their language. */
function foldedLetters(letters: string): string {
  const cached = foldedLetterCache.get(letters)
  if (cached !== undefined) return cached
  // Decomposes before lower-casing, because the order changes the result for 'İ' and 'ᴬ'.
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
 * Splits a search into terms, all of which must occur in the folded copy of a matching text: words, and `"quoted text"` (straight or curly
 * quotes) as one term.
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
