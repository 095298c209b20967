import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** The bytes of a file or of an upload, which can be read several times. */
export interface SourceContent {
  /** Name for reports and for the name of the source, e.g. `events.csv`. */
  name: string
  /** Hash of the content, by which a file that has changed is recognized. */
  digest: string
  open(): Readable
}

export async function createFileContent(path: string, name: string): Promise<SourceContent> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return { name, digest: hash.digest('hex'), open: () => createReadStream(path) }
}

export const createBufferContent = (bytes: Buffer, name: string): SourceContent => ({
  name,
  digest: createHash('sha256').update(bytes).digest('hex'),
  open: () => Readable.from([bytes]),
})
