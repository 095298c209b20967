import type { EventRow } from '../../collections/events/event-row.ts'
import type { RecordText } from '../../collections/texts/record-texts.ts'
import type { PostKind } from '../../core/kinds.ts'
import { html } from '../html-template.ts'
import {
  formatPageDate,
  formatPageMessage,
  type HtmlPage,
  type PageContext,
  plainTitleOfRecord,
} from '../page-context.ts'
import { textAttributes } from '../parts/language-and-direction-attributes.ts'

/** A record with the address of its page in the language of its text, in which its slug is unique. */
export interface AddressedRecord {
  row: { text: RecordText }
  address: string
}

/**
 * The page for a slug that several records have in other languages, while none has it in the language of the page. It
 * links to all of them, with the status 300 (Multiple Choices).
 */
export function recordsWithSameSlugPage(
  context: PageContext,
  kind: PostKind,
  records: readonly AddressedRecord[],
): HtmlPage {
  const label = formatPageMessage(context, `kind.${kind}`)
  const target = context.isEmbedded && html` target="_top"`
  const links = records.map(({ row, address }) => {
    const title = plainTitleOfRecord(row)
    const start = kind === 'event' && formatPageDate(context, 'date', (row as EventRow).start_local)
    const date = start && html` <small>${start}</small>`
    const attributes = textAttributes(context, row, title)
    return html`<li><a href="${address}"${target}${attributes}>${title}</a>${date}</li>`
  })
  return {
    status: 300,
    title: label,
    bodyClass: 'problem',
    main: html`
      <section class="nothing">
        <h1>${label}</h1>
        <ul>${links}</ul>
      </section>
    `,
  }
}
