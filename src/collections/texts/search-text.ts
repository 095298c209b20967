import { memoize } from '../../core/memoize.ts'
import { foldText } from '../../core/text/fold.ts'
import { htmlToText } from '../../core/text/html.ts'

/** What a search looks into. Folding leaves no line break inside a text, so that no phrase is found across two. */
export const buildSearchText = (title: string, excerpt: string, description: string): string =>
  [foldText(title), readAndFolded(excerpt), readAndFolded(description)].join('\n')

/** Events that return say the same again and again. */
const readAndFolded = memoize((html: string) => foldText(htmlToText(html)), 200)
