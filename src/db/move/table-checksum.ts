import { createHash } from 'node:crypto'

/** A value in a row of a moved table, as both engines return it. */
export type MovedValue = string | number | bigint | null | Uint8Array

/** Number of rows and checksum of a table, which do not depend on the order of the rows. */
export interface MovedTableChecksum {
  rows: number
  checksum: bigint
}

const MASK = (1n << 64n) - 1n

export const createEmptyTableChecksum = (): MovedTableChecksum => ({ rows: 0, checksum: 0n })

/** Adds a row to a checksum. @param values the values of the row, in the order of the columns */
export function addRowToTableChecksum(sum: MovedTableChecksum, values: readonly MovedValue[]): void {
  const hash = createHash('sha256')
  for (const value of values) {
    const bytes = value instanceof Uint8Array ? value : Buffer.from(String(value))
    hash.update(`${value === null ? 'null' : value instanceof Uint8Array ? 'bytes' : 'text'} ${bytes.length} `)
    hash.update(bytes)
  }
  sum.rows += 1
  sum.checksum = (sum.checksum + hash.digest().readBigUInt64BE()) & MASK
}

export const areTableChecksumsEqual = (one: MovedTableChecksum, other: MovedTableChecksum): boolean =>
  one.rows === other.rows && one.checksum === other.checksum
