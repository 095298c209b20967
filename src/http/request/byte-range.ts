/** A part of a file: the positions of its first and of its last byte, counted from 0. */
export interface ByteRange {
  first: number
  last: number
}

/**
 * Parses the header `Range` (RFC 9110, 14.1.2).
 * @param size of the file in bytes
 * @returns undefined if the header is absent or to be ignored, as are those with several ranges
 */
export function parseByteRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.trim() ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '')
    return Number(last) === 0 || size === 0
      ? 'unsatisfiable'
      : { first: Math.max(0, size - Number(last)), last: size - 1 }
  if (last !== '' && Number(last) < Number(first)) return undefined
  if (Number(first) >= size) return 'unsatisfiable'
  return { first: Number(first), last: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
}
