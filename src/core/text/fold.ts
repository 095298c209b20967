/** The folded copy of a text: what is stored beside it for searching, matching and sorting, so that both database engines find and order alike. */

/** More needles than anyone types would only make the statement longer. */
const WORDS_MAX = 20

/**
 * A text without what people leave out when they look for it: case, accents, compatibility forms (`ﬁ`, `Ａ`) and repeated white space.
 * Letters that merely look accented (`ø`, `ß`, `ł`) stay themselves, as Unicode does not decompose them.
 */
export function foldText(text: string): string {
  // Most letters are ASCII, which only needs lower case, and nothing beyond it joins them when it is decomposed.
  const bare = text.replace(/[^\0-\x7f]+/g, foldedLetters).toLowerCase()
  return bare.replace(/\s\s+|[^\S ]/g, ' ').trim()
}

const folded = new Map<string, string>()

/** Of letters beyond ASCII. A single one is remembered: texts repeat the few of their language. */
function foldedLetters(letters: string): string {
  const known = folded.get(letters)
  if (known !== undefined) return known
  // Decomposing comes first: lower-casing 'İ' and 'ᴬ' gives other letters before it than after it.
  const bare = letters
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    // A final sigma is the same letter; as it is, ΟΔΟΣ would not be found in ΟΔΟΣΤΡΩΜΑ.
    .replaceAll('ς', 'σ')
  if (letters.length === 1) folded.set(letters, bare)
  return bare
}

/**
 * What must all occur in the folded copy for a search to match: words, and `"quoted text"` (straight or curly) as one phrase.
 * @returns folded, none empty, none twice, at most 20
 */
export function searchWords(text: string): string[] {
  const found = new Set<string>()
  for (const [, phrase, word] of text.replace(/[“”„]/g, '"').matchAll(/"([^"]*)"|([^\s"]+)/g)) {
    const needle = foldText(phrase ?? word ?? '')
    if (needle) found.add(needle)
    if (found.size === WORDS_MAX) break
  }
  return [...found]
}
