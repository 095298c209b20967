import { fold } from '../core/fold.ts'
import { plainText } from '../core/html.ts'

/** What a search looks into. Folding leaves no line break inside a text, so that no phrase is found across two. */
export const searchTextOf = (title: string, excerpt: string, description: string): string =>
  [title, plainText(excerpt), plainText(description)].map(fold).join('\n')
