import { findUpcomingEventIdsByTitle } from '../collections/events/filters/find-upcoming-events-by-title.ts'
import { loadEvents } from '../collections/events/load-events.ts'
import { findRecordIdsByName } from '../collections/records/list-records-by-name.ts'
import { INDEXED_KINDS } from '../core/kinds.ts'
import { splitSearchIntoWords } from '../core/text/fold-text.ts'
import { formatPageMessage, hrefOfPost, type PageContext, plainTitleOfRecord } from './page-context.ts'
import { hrefOfIndexPageRecord, loadRecordsForIndexPage } from './records-with-index-page.ts'

/** A page that is suggested to a visitor, because its name contains the words in the search field. */
export interface Suggestion {
  name: string
  /** The kind of the record in the language of the page, e.g. `Venue`. */
  kind: string
  /** Path of the page. */
  path: string
}

/** Minimum length of a text for which pages are suggested; shorter texts are in too many names. */
const LENGTH_MIN = 2
const WORDS_MAX = 5
const EVENTS_MAX = 4
const RECORDS_MAX = 2

/** Suggests upcoming events, venues, organizers, series and categories whose names contain all words of a text. */
export async function suggestEventsAndRecordsForSearch(context: PageContext, text: string): Promise<Suggestion[]> {
  const { scope, today } = context
  const words = splitSearchIntoWords(text).slice(0, WORDS_MAX)
  if (words.join('').length < LENGTH_MIN) return []
  const [events, records] = await Promise.all([
    suggestEvents(context, await findUpcomingEventIdsByTitle(scope, words, today, EVENTS_MAX)),
    suggestRecords(context, words),
  ])
  return [...events, ...records]
}

/** Suggests venues, organizers, series and categories whose names contain all words of a search. */
export const suggestRecordsForSearch = async (context: PageContext, search: string): Promise<Suggestion[]> => {
  const words = splitSearchIntoWords(search).slice(0, WORDS_MAX)
  return words.join('').length < LENGTH_MIN ? [] : suggestRecords(context, words)
}

async function suggestRecords(context: PageContext, words: readonly string[]): Promise<Suggestion[]> {
  const { scope } = context
  const records = await Promise.all(
    INDEXED_KINDS.map(async (kind) => {
      const rows = await loadRecordsForIndexPage(
        scope,
        kind,
        await findRecordIdsByName(scope, kind, words, RECORDS_MAX),
      )
      const label = formatPageMessage(context, `kind.${kind}`)
      return rows.map((row) => ({
        name: plainTitleOfRecord(row),
        kind: label,
        path: hrefOfIndexPageRecord(context, kind, row),
      }))
    }),
  )
  return records.flat()
}

async function suggestEvents(context: PageContext, ids: readonly number[]): Promise<Suggestion[]> {
  const kind = formatPageMessage(context, 'kind.event')
  const events = await loadEvents(context.scope, ids)
  return events.map((event) => ({ name: plainTitleOfRecord(event), kind, path: hrefOfPost(context, 'event', event) }))
}
