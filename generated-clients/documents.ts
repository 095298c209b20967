import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { scratchFolder, serve } from '../test/kit/processes/serve.ts'

/** Folder of the OpenAPI documents and of everything that is generated from them. */
const OUTPUT = join(import.meta.dirname, 'output')

/** Paths of the OpenAPI documents of a server, by the name of the face. */
export const DOCUMENTS = {
  native: '/cal/events/v1/doc',
  tec: '/wp-json/tribe/events/v1/doc',
  'tec-v1': '/wp-json/tec/v1/docs',
} as const

export type DocumentName = keyof typeof DOCUMENTS

export const DOCUMENT_NAMES = Object.keys(DOCUMENTS) as DocumentName[]

export const folderOf = (name: DocumentName) => join(OUTPUT, name)
export const documentFile = (name: DocumentName) => join(folderOf(name), 'openapi.json')

/** A server in its own process, with a new SQLite database. */
export interface ClientServer extends AsyncDisposable {
  origin: string
}

export async function startClientServer(): Promise<ClientServer> {
  const { folder, remove } = scratchFolder()
  const { child, origin, ended } = await serve({ DATA_DIR: folder })
  return {
    origin,
    async [Symbol.asyncDispose]() {
      child.kill()
      await ended
      remove()
    },
  }
}

/** Fetches the OpenAPI documents of a server and stores them; deletes everything generated before. */
export async function storeDocuments(): Promise<void> {
  await rm(OUTPUT, { recursive: true, force: true })
  await using server = await startClientServer()
  for (const name of DOCUMENT_NAMES) {
    const answer = await fetch(server.origin + DOCUMENTS[name])
    if (!answer.ok) throw new Error(`${DOCUMENTS[name]} responded with ${answer.status}`)
    await mkdir(folderOf(name), { recursive: true })
    await writeFile(documentFile(name), await answer.text())
  }
}
