import type { RecordText } from '../../collections/texts/record-texts.ts'
import { type PageLanguage, writingDirection } from '../../core/language.ts'
import { htmlToText } from '../../core/text/html.ts'
import { html, type Markup } from '../html-template.ts'
import type { PageContext } from '../page-context.ts'

/** Matches a text whose first letter belongs to a script that is written from right to left. */
const RIGHT_TO_LEFT = /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** Matches a text that begins with a letter of a script that has drop caps, perhaps after punctuation. */
const DROP_CAP = /^[\p{P}\s]*[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u

/** The attribute `dir` of an element, if the direction in which its text is written differs from that of the page. */
export function directionAttribute(text: string, page: PageLanguage): Markup | undefined {
  const direction = RIGHT_TO_LEFT.test(text) ? 'rtl' : 'ltr'
  return direction === writingDirection(page) ? undefined : html` dir="${direction}"`
}

/**
 * The attributes `lang` and `dir` of an element with a text of a record: `lang` if the text is not in the language of
 * the page, so that screen readers pronounce it well.
 * @param shown the title, summary or description in the element
 */
export const textAttributes = (
  { language }: PageContext,
  { text }: { text: { language: string } },
  shown: string,
): Markup | undefined => {
  const direction = directionAttribute(shown, language)
  return text.language === language ? direction : html` lang="${text.language}"${direction}`
}

/** Titles with more characters than this have smaller letters, so that they leave room for the date on the screen. */
const LARGE_TITLE_MAX = 60

/** The attributes of the heading of a record's page. @param title of the record */
export const attributesOfTitleHeading = (
  context: PageContext,
  record: { text: { language: string } },
  title: string,
): Markup =>
  html`${textAttributes(context, record, title)}${title.length > LARGE_TITLE_MAX && html` class="long-title"`}`

/** The attributes of the element that contains the description of a record. */
export function attributesOfDescriptionElement(context: PageContext, record: { text: RecordText }): Markup {
  const plain = htmlToText(record.text.description)
  return html` class="story${DROP_CAP.test(plain) && ' drop-cap'}"${textAttributes(context, record, plain)}`
}
