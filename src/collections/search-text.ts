import { fold } from '../core/fold.ts'
import { plainText } from '../core/html.ts'
import { remembered } from '../core/remembered.ts'

/** What a search looks into. Folding leaves no line break inside a text, so that no phrase is found across two. */
export const searchTextOf = (title: string, excerpt: string, description: string): string =>
  [fold(title), readAndFolded(excerpt), readAndFolded(description)].join('\n')

/** Events that return say the same again and again. */
const readAndFolded = remembered((html: string) => fold(plainText(html)), 200)
