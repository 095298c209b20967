import { createRequire } from 'node:module'
import { extname } from 'node:path'
import { memoize } from './memoize.ts'

/**
 * Creates a function that returns the texts of a language from the module of this language, e.g. the export `de` of
 * `de.ts` in the folder of the module that calls this function. The module is loaded when a text in its language is
 * needed first, because a server rarely needs all languages.
 * @param importer `import.meta` of the calling module
 */
export function createLoaderOfLanguageModules<Texts extends NonNullable<unknown>, Language extends string>(
  importer: ImportMeta,
): (language: Language) => Texts {
  const require = createRequire(importer.url)
  // A package of this program contains compiled modules, so the extension is that of the importer.
  const extension = extname(importer.filename)
  return memoize((language: Language) => (require(`./${language}${extension}`) as Record<Language, Texts>)[language])
}
