/** The folded copy of a text: what is stored beside it for searching, matching and sorting, so that both database engines find and order alike. */

/** More needles than anyone types would only make the statement longer. */
const WORDS_MAX = 20

/**
 * A text without what people leave out when they look for it: case, accents, compatibility forms (`ﬁ`, `Ａ`) and repeated white space.
 * Letters that merely look accented (`ø`, `ß`, `ł`) stay themselves, as Unicode does not decompose them.
 */
export function fold(text: string): string {
  // Decomposing comes first: lower-casing 'İ' and 'ᴬ' gives other letters before it than after it.
  const bare = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
  // A final sigma is the same letter; as it is, ΟΔΟΣ would not be found in ΟΔΟΣΤΡΩΜΑ.
  return bare.replaceAll('ς', 'σ').replace(/\s+/g, ' ').trim()
}

/**
 * What must all occur in the folded copy for a search to match: words, and `"quoted text"` (straight or curly) as one phrase.
 * @returns folded, none empty, none twice, at most 20
 */
export function searchWords(text: string): string[] {
  const found = new Set<string>()
  for (const [, phrase, word] of text.replace(/[“”„]/g, '"').matchAll(/"([^"]*)"|([^\s"]+)/g)) {
    const needle = fold(phrase ?? word ?? '')
    if (needle) found.add(needle)
    if (found.size === WORDS_MAX) break
  }
  return [...found]
}
