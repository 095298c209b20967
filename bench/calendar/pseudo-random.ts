/** SQL expressions for pseudo-random numbers derived from ids, the same on both engines. */

/** An integer 0 ≤ n < `below`, derived from `id`. @param salt makes independent numbers from the same id */
export function pseudoRandom(id: string, salt: number, below: number): string {
  const first = `((CAST(${id} AS bigint) * 48271 + ${salt * 40_692 + 11}) % 2147483647)`
  return `((${first} * ${first} + ${salt}) % 2147483647 % ${below})`
}

/** An integer from 1 to `count`; small numbers are more frequent. */
export const skewedRandom = (id: string, salt: number, count: number) =>
  `CAST(floor(${count} * power(${pseudoRandom(id, salt, 10_007)} / 10007.0, 2)) AS integer) + 1`
