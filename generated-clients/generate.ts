/** Generates a client from every OpenAPI document with every generator. */
import { DOCUMENT_NAMES, documentFile, folderOf, storeDocuments } from './documents.ts'
import { GENERATORS, generateClient } from './generators.ts'

await storeDocuments()
for (const name of DOCUMENT_NAMES) {
  await Promise.all(GENERATORS.map((generator) => generateClient(generator, documentFile(name), folderOf(name))))
}
console.log(`${GENERATORS.length} generators made clients from ${DOCUMENT_NAMES.length} documents`)
