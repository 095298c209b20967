import { readFile, writeFile } from 'node:fs/promises'
import type { Join } from '../../import/sources/translations/record-in-one-language.ts'
import {
  formatTranslationJoinFile,
  parseTranslationJoinFile,
} from '../../import/sources/translations/translation-join-file.ts'
import type { CommandContext } from '../command-types.ts'
import { UsageError } from '../parse-arguments.ts'

/**
 * Reads the file of the option `--join`, which says which records are translations of each other. If there is no such
 * file, writes proposals to it instead, which the owner of the site checks before the import.
 * @param path undefined without the option
 * @returns `'proposed'` if the file was written; nothing must be imported then
 * @throws {UsageError} for a line that is wrong
 */
export async function readOrProposeTranslationJoins(
  path: string | undefined,
  { out }: Pick<CommandContext, 'out'>,
  readLikely: () => Promise<readonly Join[]>,
): Promise<readonly Join[] | 'proposed' | undefined> {
  if (path === undefined) return undefined
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text !== undefined) return parse(path, text)
  const likely = await readLikely()
  await writeFile(path, formatTranslationJoinFile(likely))
  out(`Nothing was imported. ${path} now lists ${likely.length} records that seem to have translations.`)
  out('Delete the lines that are wrong, then run the same command again.')
  return 'proposed'
}

function parse(path: string, text: string): Join[] {
  try {
    return parseTranslationJoinFile(text)
  } catch (error) {
    throw error instanceof SyntaxError ? new UsageError(`${path}: ${error.message}`) : error
  }
}
