/** A part of two texts that are compared: contained in both, only in the first, or only in the second. */
export interface TextPart {
  kind: 'same' | 'removed' | 'added'
  text: string
}

/** Largest product of the numbers of words that are compared: larger texts would take too long. */
const COMPARISONS_MAX = 1_000_000

/**
 * Finds the words in which two texts differ: a longest common subsequence of words and spaces. Pure.
 * @returns the parts in order. All parts except the added ones, joined, are the first text; all parts except the
 *   removed ones are the second. For texts that differ in too many words, the result has one removed and one added part
 *   between the common parts at both ends
 */
export function findWordDifferences(before: string, after: string): TextPart[] {
  const [was, is] = [wordsOf(before), wordsOf(after)]
  const start = sharedLength(was, is)
  const end = sharedLength(was.slice(start).reverse(), is.slice(start).reverse())
  return joinParts([
    ...was.slice(0, start).map((text) => ({ kind: 'same' as const, text })),
    ...partsBetween(was.slice(start, was.length - end), is.slice(start, is.length - end)),
    ...was.slice(was.length - end).map((text) => ({ kind: 'same' as const, text })),
  ])
}

const wordsOf = (text: string): string[] => text.split(/(\s+)/).filter((word) => word !== '')

function sharedLength(one: readonly string[], other: readonly string[]): number {
  let length = 0
  while (length < one.length && length < other.length && one[length] === other[length]) length += 1
  return length
}

function partsBetween(was: readonly string[], is: readonly string[]): TextPart[] {
  if (was.length * is.length > COMPARISONS_MAX) {
    return [
      { kind: 'removed', text: was.join('') },
      { kind: 'added', text: is.join('') },
    ]
  }
  const shared = sharedLengths(was, is)
  const parts: TextPart[] = []
  let [at, to] = [0, 0]
  while (at < was.length || to < is.length) {
    const [old, next] = [was[at], is[to]]
    if (old !== undefined && old === next) {
      parts.push({ kind: 'same', text: old })
      at += 1
      to += 1
    } else if (
      old !== undefined &&
      (next === undefined || lengthAt(shared, at + 1, to) >= lengthAt(shared, at, to + 1))
    ) {
      parts.push({ kind: 'removed', text: old })
      at += 1
    } else {
      parts.push({ kind: 'added', text: next as string })
      to += 1
    }
  }
  return parts
}

/**
 * For each pair of positions in the two texts, the length of the longest common subsequence of the words after these
 * positions.
 */
function sharedLengths(was: readonly string[], is: readonly string[]): Uint16Array[] {
  const rows = Array.from({ length: was.length + 1 }, () => new Uint16Array(is.length + 1))
  for (let at = was.length - 1; at >= 0; at -= 1) {
    const [row, below] = [rows[at] as Uint16Array, rows[at + 1] as Uint16Array]
    for (let to = is.length - 1; to >= 0; to -= 1) {
      const [diagonal, down, right] = [below[to + 1] as number, below[to] as number, row[to + 1] as number]
      row[to] = was[at] === is[to] ? diagonal + 1 : Math.max(down, right)
    }
  }
  return rows
}

const lengthAt = (rows: readonly Uint16Array[], at: number, to: number): number => rows[at]?.[to] ?? 0

function joinParts(parts: readonly TextPart[]): TextPart[] {
  const joined: TextPart[] = []
  for (const { kind, text } of parts) {
    const last = joined.at(-1)
    if (last?.kind === kind) last.text += text
    else joined.push({ kind, text })
  }
  return joined
}
