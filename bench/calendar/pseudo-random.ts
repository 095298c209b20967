/** What looks like chance follows from the ids, in the SQL both engines have. */

/** A whole number from 0 below `below` that follows from `id`. */
export function pseudoRandom(id: string, salt: number, below: number): string {
  const first = `((CAST(${id} AS bigint) * 48271 + ${salt * 40_692 + 11}) % 2147483647)`
  return `((${first} * ${first} + ${salt}) % 2147483647 % ${below})`
}

/** One of `count` from 1, the first far more often than the last. */
export const skewedRandom = (id: string, salt: number, count: number) =>
  `CAST(floor(${count} * power(${pseudoRandom(id, salt, 10_007)} / 10007.0, 2)) AS integer) + 1`
