import { hash } from 'node:crypto'
import { KINDS, type Kind } from '../../../core/kinds.ts'
import { isLanguage } from '../../../core/language.ts'
import type { Join } from './record-in-one-language.ts'

/**
 * The functions of this file read and write the file in which the owner of a site confirms translations: one line for
 * each group of records, e.g. `event en=101 de=157  # Spring concert = Frühlingskonzert`.
 */

const INTRODUCTION = `# Records that seem to be translations of each other. Delete the lines of those that are not, correct ids,
# and add lines. Then run the same command again: each line becomes one record with texts in several languages.
`

/** Formats groups of translations as the lines of the file. */
export const formatTranslationJoinFile = (joins: readonly Join[]): string =>
  INTRODUCTION +
  joins
    .map(({ kind, ids, titles = [] }) => {
      const pairs = Object.entries(ids).map(([language, id]) => `${language}=${id}`)
      const comment = titles.map((title) => title.replace(/\s+/g, ' ').trim()).join(' = ')
      return `${kind} ${pairs.join(' ')}${comment === '' ? '' : `  # ${comment}`}\n`
    })
    .join('')

/** Parses the lines of the file. @throws {SyntaxError} with the number of the first invalid line */
export function parseTranslationJoinFile(text: string): Join[] {
  return text.split(/\r?\n/).flatMap((line, at): Join[] => {
    const [kind, ...pairs] = line.replace(/#.*/, '').trim().split(/\s+/)
    if (kind === undefined || kind === '') return []
    const ids = pairs.map((pair) => pair.split('='))
    const isValid =
      KINDS.includes(kind as Kind) &&
      pairs.length > 1 &&
      ids.every(([language, id = '', ...rest]) => isLanguage(language) && /^[\w-]+$/.test(id) && rest.length === 0) &&
      new Set(ids.map(([language]) => language)).size === ids.length
    if (!isValid) throw new SyntaxError(`line ${at + 1} is not like "event en=101 de=157": ${line.slice(0, 100)}`)
    return [{ kind: kind as Kind, ids: Object.fromEntries(ids) }]
  })
}

/** Hash of confirmed translations, so that an interrupted run is not continued with others; `''` if there are none. */
export const hashTranslationJoins = (joins: readonly Join[] = []): string =>
  joins.length === 0 ? '' : hash('sha1', joins.map(({ kind, ids }) => JSON.stringify([kind, ids])).join())
