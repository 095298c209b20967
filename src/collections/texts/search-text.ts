import { memoize } from '../../core/memoize.ts'
import { foldText } from '../../core/text/fold.ts'
import { htmlToText } from '../../core/text/html.ts'

/**
 * The folded text of a record that searches look into. Line breaks occur only between its parts, so that no phrase matches
 * across two parts.
 */
export const buildSearchText = (title: string, excerpt: string, description: string): string =>
  [foldText(title), readAndFolded(excerpt), readAndFolded(description)].join('\n')

/** Repeating events often have the same description, so recent results are reused. */
const readAndFolded = memoize((html: string) => foldText(htmlToText(html)), 200)
