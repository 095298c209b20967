import { execFile } from 'node:child_process'
import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** A program that generates a TypeScript client from an OpenAPI document. */
interface Generator {
  program: string
  /** File that the program must write, relative to the folder of the document. */
  output: string
  /** @param document path of the OpenAPI document @param folder path of the folder to write to */
  argumentsFor(document: string, folder: string): string[]
}

export const GENERATORS: readonly Generator[] = [
  {
    program: 'openapi-typescript',
    output: 'openapi-typescript.ts',
    argumentsFor: (document, folder) => [document, '--output', join(folder, 'openapi-typescript.ts')],
  },
  {
    program: 'orval',
    output: 'orval.ts',
    argumentsFor: (document, folder) => [
      '--input',
      document,
      '--output',
      join(folder, 'orval.ts'),
      '--client',
      'fetch',
    ],
  },
  {
    program: 'openapi-ts',
    output: 'hey-api/sdk.gen.ts',
    argumentsFor: (document, folder) => ['--input', document, '--output', join(folder, 'hey-api')],
  },
  {
    program: 'swagger-typescript-api',
    output: 'swagger-typescript-api.ts',
    argumentsFor: (document, folder) => [
      ...['generate', '--path', document, '--output', folder],
      ...['--name', 'swagger-typescript-api.ts'],
    ],
  },
]

const run = promisify(execFile)

/**
 * Generates a client.
 * @param document path of the OpenAPI document
 * @param folder for the output
 * @throws with the output of the program if it fails or writes nothing
 */
export async function generateClient(
  { program, output, argumentsFor }: Generator,
  document: string,
  folder: string,
): Promise<void> {
  await mkdir(folder, { recursive: true })
  const path = join(import.meta.dirname, 'node_modules/.bin', program)
  const { stdout, stderr } = await run(path, argumentsFor(document, folder))
  const written = await stat(join(folder, output)).catch(() => undefined)
  // Some of the programs exit with code 0 when they fail.
  if (!written?.size) throw new Error(`${program} wrote no ${output}\n${stdout}${stderr}`)
}
