import { memoize } from '../../core/memoize.ts'
import { fold } from '../../core/text/fold.ts'
import { plainText } from '../../core/text/html.ts'

/** What a search looks into. Folding leaves no line break inside a text, so that no phrase is found across two. */
export const searchTextOf = (title: string, excerpt: string, description: string): string =>
  [fold(title), readAndFolded(excerpt), readAndFolded(description)].join('\n')

/** Events that return say the same again and again. */
const readAndFolded = memoize((html: string) => fold(plainText(html)), 200)
