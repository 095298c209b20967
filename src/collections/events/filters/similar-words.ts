/** Minimum length of words that are replaced: too many other words differ from a shorter word by one letter. */
const LENGTH_MIN = 4

/**
 * Finds the word of a vocabulary that a misspelled or inflected word probably means: the most frequent one that differs
 * by one letter (left out, added, replaced, or swapped with the next one), otherwise the word without its last one or
 * two letters, if words of the vocabulary begin with the rest, otherwise the same with `ae`, `oe`, `ue` as umlauts.
 * @param word case-folded
 * @param counts the words of the vocabulary, case-folded, with their frequency
 * @returns undefined if there is no such word
 */
export function findSimilarWord(word: string, counts: ReadonlyMap<string, number>): string | undefined {
  if (word.length < LENGTH_MIN) return undefined
  let best: string | undefined
  for (const [candidate, count] of counts) {
    if (differByOneLetter(word, candidate) && count > (counts.get(best ?? '') ?? 0)) best = candidate
  }
  if (best !== undefined) return best
  const stems = [word.slice(0, -1), word.slice(0, -2)].filter((stem) => stem.length >= LENGTH_MIN)
  return stems.find((stem) => isBeginning(stem, counts)) ?? findWordWithUmlaut(word, counts)
}

const isBeginning = (text: string, counts: ReadonlyMap<string, number>) =>
  [...counts.keys()].some((candidate) => candidate.startsWith(text))

/** Reads `ae`, `oe` and `ue` as umlauts, which case-folded words contain without their dots. */
function findWordWithUmlaut(word: string, counts: ReadonlyMap<string, number>): string | undefined {
  const folded = word.replace(/([aou])e/g, '$1')
  if (folded === word) return undefined
  return isBeginning(folded, counts) ? folded : findSimilarWord(folded, counts)
}

export function differByOneLetter(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1 || one === other) return false
  let start = 0
  while (start < one.length && one[start] === other[start]) start += 1
  let end = 0
  const endMax = Math.min(one.length, other.length) - start
  while (end < endMax && one.at(-1 - end) === other.at(-1 - end)) end += 1
  const [left, right] = [one.slice(start, one.length - end), other.slice(start, other.length - end)]
  if (left.length <= 1 && right.length <= 1) return true
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0]
}
