/**
 * Finds the candidate that a misspelled word most probably means.
 * @returns undefined when no candidate is similar: up to a third of the letters may be wrong, missing, added or swapped
 *   with their neighbour
 */
export function findNearestWord(word: string, candidates: Iterable<string>): string | undefined {
  let nearest: string | undefined
  let best = Number.POSITIVE_INFINITY
  for (const candidate of candidates) {
    const length = Math.max(word.length, candidate.length)
    const distance = editDistance(word, candidate)
    if (distance < best && distance <= Math.max(1, length / 3)) [nearest, best] = [candidate, distance]
  }
  return nearest
}

/** The number of edits that turn one word into another, ignoring case (optimal string alignment distance). */
function editDistance(one: string, other: string): number {
  const [from, to] = [one.toLowerCase(), other.toLowerCase()]
  let beforePrevious: number[] = []
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= to.length; column += 1) {
      const isSwap = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      current[column] = Math.min(
        (previous[column] as number) + 1,
        (current[column - 1] as number) + 1,
        (previous[column - 1] as number) + (from[row - 1] === to[column - 1] ? 0 : 1),
        isSwap && row > 1 && column > 1 ? (beforePrevious[column - 2] as number) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    ;[beforePrevious, previous] = [previous, current]
  }
  return previous[to.length] as number
}
