import { KIND_PROPERTIES, type Kind } from '../../../core/kinds.ts'
import { chooseWrittenOrDisplayedHtml } from '../wordpress/wordpress-texts.ts'
import { type WxrRecord, wxrFieldText } from './read-wxr.ts'

const displayed = (html: string) => chooseWrittenOrDisplayedHtml(html, html)

/** The fields of a post in an export that have a value in each language. */
export function readWxrTextFields(kind: Kind, record: WxrRecord): Record<string, unknown> {
  const slug = wxrFieldText(record, 'wp:post_name')
  return {
    [KIND_PROPERTIES[kind].titleField]: wxrFieldText(record, 'title'),
    description: displayed(wxrFieldText(record, 'content:encoded')),
    ...(slug !== '' && { slug }),
    ...(kind === 'event' && { excerpt: displayed(wxrFieldText(record, 'excerpt:encoded')) }),
  }
}
