import type { MessageKey } from '../../core/messages/index.ts'
import type { Words } from './en.ts'

/** Keys of the messages of the API that pages show too: kinds of records, statuses of events and formats of feeds. */
export type PageMessageKey = Extract<
  MessageKey,
  | `kind.${string}`
  | `event-status.${'cancelled' | 'postponed' | 'rescheduled' | 'moved_online' | 'sold_out'}`
  | `attendance.${string}`
  | `feed.${'ics' | 'rss' | 'atom' | 'json' | 'csv' | 'jscal'}`
>

/**
 * The words of pages in a language in which records have no texts. A missing word appears in the language of the
 * records on the page.
 */
export interface Translation {
  words: PartialWords<Words>
  messages: Partial<Record<PageMessageKey, string>>
}

type PartialWords<Texts> = {
  [Key in keyof Texts]?: Texts[Key] extends string | ((...values: never[]) => string)
    ? Texts[Key]
    : PartialWords<Texts[Key]>
}
