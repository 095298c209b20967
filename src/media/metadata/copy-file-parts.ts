/**
 * Writes a new file that consists of parts of another file. Memory for the new file is reserved once, however many
 * parts it has.
 */
export interface CopyWriter {
  /**
   * Copies the bytes from `start` up to `end`.
   * @throws {RangeError} when the source ends before `end`
   */
  copy(start: number, end: number): void
  write(bytes: Uint8Array): void
  /** Number of bytes written. */
  length(): number
  /** All bytes written. Changes to the returned buffer change the file. */
  result(): Buffer
}

/**
 * Creates a writer for a copy of parts of `source`.
 * @param added maximum number of bytes that `write` adds to those of the source
 */
export function createWriterOfPartialFileCopy(source: Buffer, added: number): CopyWriter {
  const target = Buffer.allocUnsafe(source.length + added)
  let length = 0
  return {
    copy(start, end) {
      if (end > source.length) throw new RangeError('the file ends too early')
      length += source.copy(target, length, start, end)
    },
    write(bytes) {
      target.set(bytes, length)
      length += bytes.length
    },
    length: () => length,
    result: () => target.subarray(0, length),
  }
}
