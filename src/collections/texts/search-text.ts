import { memoize } from '../../core/memoize.ts'
import { foldText } from '../../core/text/fold.ts'
import { htmlToText } from '../../core/text/html.ts'

/**
 * Builds the text of a record in which searches look for words, in lower case and without accents. Title, excerpt and
 * description are separated by line breaks, so that no search phrase matches across two of them.
 */
export const buildSearchText = (title: string, excerpt: string, description: string): string =>
  [foldText(title), readAndFolded(excerpt), readAndFolded(description)].join('\n')

/**
 * Converts HTML to text for searching and caches recent results, because repeating events often have the same
 * description.
 */
const readAndFolded = memoize((html: string) => foldText(htmlToText(html)), 200)
