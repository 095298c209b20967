/** Generates a client from every OpenAPI document with every generator, or with those that the arguments name. */
import { DOCUMENT_NAMES, documentFile, folderOf, storeDocuments } from './documents.ts'
import { GENERATORS, generateClient } from './generators.ts'

const programs = process.argv.slice(2)
const chosen = GENERATORS.filter(({ program }) => programs.length === 0 || programs.includes(program))
const unknown = programs.filter((name) => !GENERATORS.some(({ program }) => program === name))
if (unknown.length > 0) throw new Error(`no such generator: ${unknown.join(', ')}`)

await storeDocuments()
for (const name of DOCUMENT_NAMES) {
  await Promise.all(chosen.map((generator) => generateClient(generator, documentFile(name), folderOf(name))))
}
console.log(`${chosen.length} generators made clients from ${DOCUMENT_NAMES.length} documents`)
