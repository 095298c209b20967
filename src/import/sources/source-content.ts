import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** The content of a file or upload, which can be read several times. */
export interface SourceContent {
  /** File name, e.g. `events.csv`: the name of the source unless another is given, and shown in reports. */
  name: string
  /** Hash of the content, which differs when the file has changed. */
  digest: string
  open(): Readable
}

export async function createSourceContentOfFile(path: string, name: string): Promise<SourceContent> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return { name, digest: hash.digest('hex'), open: () => createReadStream(path) }
}

export const createSourceContentOfBuffer = (bytes: Buffer, name: string): SourceContent => ({
  name,
  digest: createHash('sha256').update(bytes).digest('hex'),
  open: () => Readable.from([bytes]),
})
