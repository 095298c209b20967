/** A pseudo-random generator; the same seed produces the same sequence. */
export interface Random {
  /** Returns a random number: 0 ≤ number < 1. */
  fraction(): number
  /** A random integer from `min` to `max`, both included. */
  integer(min: number, max: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** Picks an item with a probability proportional to its weight. @throws {RangeError} when no weight is above zero */
  weighted<T>(list: readonly T[], weightOf: (item: T) => number): T
  /** Picks `count` different items of a list, in the order of the list. */
  some<T>(list: readonly T[], count: number): T[]
}

/** Creates a pseudo-random generator. @param seed any text */
export function createPseudoRandom(seed: string): Random {
  const fraction = createRandomFractionGenerator(hashSeed(seed))
  const integer = (min: number, max: number) => min + Math.floor(fraction() * (max - min + 1))
  return {
    fraction,
    integer,
    chance: (probability) => fraction() < probability,
    pick: (list) => cyclicItemAt(list, integer(0, list.length - 1)),
    weighted(list, weightOf) {
      const weights = list.map(weightOf)
      let left = fraction() * weights.reduce((sum, weight) => sum + weight, 0)
      const index = weights.findIndex((weight) => {
        left -= weight
        return left < 0
      })
      if (index >= 0) return list[index] as (typeof list)[number]
      throw new RangeError('no item has a weight above zero')
    },
    some(list, count) {
      let wanted = Math.min(count, list.length)
      return list.filter((_, index) => fraction() * (list.length - index) < wanted && wanted-- > 0)
    },
  }
}

/**
 * The item at an index of a list. Negative indexes count from the end; indexes beyond the end begin again at the first
 * item.
 */
export function cyclicItemAt<T>(list: readonly T[], index: number): T {
  if (list.length === 0) throw new RangeError('the list is empty')
  return list.at(index % list.length) as T
}

/** Hashes the seed text to a number: FNV-1a, 32 bits. */
function hashSeed(text: string): number {
  let sum = 0x811c9dc5
  for (const letter of text) sum = Math.imul(sum ^ (letter.codePointAt(0) as number), 0x01000193)
  return sum >>> 0
}

/**
 * The generator Mulberry32: fast and reproducible, not for security.
 * @returns a function that returns numbers 0 ≤ number < 1
 */
export function createRandomFractionGenerator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
