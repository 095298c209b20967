import type { SourceContent } from './source-content.ts'

/**
 * Detects UTF-16 by its byte order mark, or by the zero bytes of Latin letters.
 * @param sample the beginning of a text
 */
export function detectUtf16(sample: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if (sample[0] === 0xff && sample[1] === 0xfe) return 'utf-16le'
  if (sample[0] === 0xfe && sample[1] === 0xff) return 'utf-16be'
  const zeros = (odd: number) => sample.subarray(0, 200).filter((byte, at) => byte === 0 && at % 2 === odd).length
  const [even, odd] = [zeros(0), zeros(1)]
  if (even + odd < 20) return undefined
  return odd > even ? 'utf-16le' : 'utf-16be'
}

/** Reads the first bytes of a file or upload; an empty buffer if it is empty. */
export async function readFirstChunkOfContent(content: SourceContent): Promise<Buffer> {
  for await (const chunk of content.open() as AsyncIterable<Buffer>) return chunk
  return Buffer.alloc(0)
}

const utf8 = new TextDecoder('utf-8', { fatal: true })
const windows1252 = new TextDecoder('windows-1252')

/** Decodes bytes as UTF-8 or, if they are not valid UTF-8, as Windows-1252. */
export function decodeBytesAsText(bytes: Buffer): string {
  try {
    return utf8.decode(bytes)
  } catch {
    return windows1252.decode(bytes)
  }
}
